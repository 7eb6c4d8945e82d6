import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { CreatePreviewLinkDto } from '@sitedesk/contract/preview-links.dto';
import { PageDto } from '@sitedesk/contract/rules';
import { Audited } from '../../platform/audit/audited.js';
import { RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { PreviewLinksService } from './preview-links.service.js';

/** Links that show an article to people without an account. */
@Controller(`${EDITOR_PATH}/articles/:number/preview-links`)
@RequirePermission('pages.edit-all', 'pages.edit-own', 'pages.review')
export class PreviewLinksController {
  constructor(private readonly links: PreviewLinksService) {}

  /** List the preview links of an article that work, the newest first. */
  @Get()
  list(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: PageDto,
  ) {
    return this.links.list(context, number, query);
  }

  /** Create a link that shows the draft, or one version, to everyone who has it. */
  @Post()
  @Audited('article.share-preview')
  create(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() input: CreatePreviewLinkDto,
  ) {
    return this.links.create(context, number, input);
  }

  /** Revoke a preview link. It stops working immediately. */
  @Delete(':id')
  @HttpCode(204)
  @Audited('article.revoke-preview')
  async revoke(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @IdParam('id') id: string,
  ): Promise<void> {
    await this.links.revoke(context, number, id);
  }
}
