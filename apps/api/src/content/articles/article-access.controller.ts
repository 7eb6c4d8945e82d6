import { Controller, Get, Put } from '@nestjs/common';
import { ARTICLE_LIMITS } from '@sitedesk/contract/articles';
import { ExplainAccessDto, SetAccessDto, SubjectListDto } from '@sitedesk/contract/articles.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Audited } from '../../platform/audit/audited.js';
import { RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { ArticleAccessService } from './article-access.service.js';

/** Who may see an article, and work on it, beside those whose role allows it. */
@Controller(`${EDITOR_PATH}/articles`)
export class ArticleAccessController {
  constructor(private readonly access: ArticleAccessService) {}

  /** List whom access can be granted to. Users are found by the beginning of their name. */
  @Get('subjects')
  @RequirePermission('pages.edit-all')
  subjects(@TenantId() tenantId: string, @QueryInput() query: SubjectListDto) {
    return this.access.subjects(tenantId, query);
  }

  /** Read who has access to an article. */
  @Get(':number/access')
  @SendsEntityTag()
  @RequirePermission('pages.view')
  get(@Context() context: CallerContext, @NumberParam('number') number: number) {
    return this.access.get(context, number);
  }

  /** Explain what a user may do with an article, and why. */
  @Get(':number/access/explain')
  @RequirePermission('pages.edit-all')
  explain(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: ExplainAccessDto,
  ) {
    return this.access.explain(context, number, query);
  }

  /** Set the owner of an article, who has access, and whether it's hidden from everyone else. */
  @Put(':number/access')
  @SendsEntityTag()
  @RequirePermission('pages.edit-all')
  @Audited('article.set-access')
  set(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @ExpectedVersion() version: number,
    @JsonBody({ maxKeys: ARTICLE_LIMITS.grants * 5 + 8 }) input: SetAccessDto,
  ) {
    return this.access.set(context, number, version, input);
  }
}
