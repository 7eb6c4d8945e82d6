import { Controller, Get } from '@nestjs/common';
import { ActivityListDto } from '@sitedesk/contract/activity.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { PageDto } from '@sitedesk/contract/rules';
import { RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { ActivityService } from './activity.service.js';

/** What happened to articles. */
@Controller(`${EDITOR_PATH}/articles`)
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  /** List what happened to the articles that the caller sees, the newest first. A page may hold fewer lines than requested and still name a next one. */
  @Get('activity')
  @RequirePermission('pages.view')
  list(@Context() context: CallerContext, @QueryInput() query: ActivityListDto) {
    return this.activity.list(context, query);
  }

  /** List what happened to an article, the newest first. */
  @Get(':number/activity')
  @RequirePermission('pages.view')
  ofArticle(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: PageDto,
  ) {
    return this.activity.ofArticle(context, number, query);
  }
}
