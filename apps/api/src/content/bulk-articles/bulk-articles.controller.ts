import { Controller, Get } from '@nestjs/common';
import { ARTICLE_LIMITS } from '@sitedesk/contract/articles';
import { BulkArticlesDto, ReplacementsDto } from '@sitedesk/contract/articles.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { ReplacementsService } from './replacements.service.js';
import { BulkArticlesService } from './bulk-articles.service.js';

/** What is done to several articles at once. */
@Controller(`${EDITOR_PATH}/articles`)
export class BulkArticlesController {
  constructor(
    private readonly bulk: BulkArticlesService,
    private readonly replacements: ReplacementsService,
  ) {}

  /**
   * Show where a text would be replaced in drafts. Each answer looks through some articles of the filter, the newest first; nothing
   * is changed.
   */
  @Get('replacements')
  @RequirePermission('pages.edit-all', 'pages.edit-own')
  find(@Context() context: CallerContext, @QueryInput() query: ReplacementsDto) {
    return this.replacements.find(context, query);
  }

  /** Do the same to several articles. Each is answered on its own, and what can be undone comes with the requests that undo it. */
  @Action('bulk')
  @RequirePermission('pages.publish', 'pages.delete', 'pages.edit-all', 'pages.edit-own')
  @Audited('article.bulk')
  run(
    @Context() context: CallerContext,
    @JsonBody({ maxKeys: 4 * ARTICLE_LIMITS.bulk + 32 }) input: BulkArticlesDto,
  ) {
    return this.bulk.run(context, input);
  }
}
