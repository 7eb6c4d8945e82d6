import { Controller, Get } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { NumberParam } from '../../platform/http/request-input.js';
import { PurgeStatusService } from './purge-status.service.js';

/** What became of a change of an article at the CDN. */
@Controller(`${EDITOR_PATH}/articles/:number/purge`)
@RequirePermission('pages.view')
export class ArticlePurgeController {
  constructor(private readonly status: PurgeStatusService) {}

  /** Get how far the newest purge is that an article has caused. */
  @Get()
  get(@Context() context: CallerContext, @NumberParam('number') number: number) {
    return this.status.ofArticle(context, number);
  }
}
