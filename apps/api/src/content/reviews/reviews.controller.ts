import { Controller, Get, Post } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { ApproveDto, RequestChangesDto, SubmitArticleDto } from '@sitedesk/contract/reviews.dto';
import { PageDto } from '@sitedesk/contract/rules';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion } from '../../platform/http/entity-tag.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { ReviewsService } from './reviews.service.js';

/** Reviews of an article. A verdict is feedback: it publishes nothing. */
@Controller(`${EDITOR_PATH}/articles/:number`)
export class ReviewsController {
  constructor(private readonly reviews: ReviewsService) {}

  /** Reads the open review of an article, and how much of its draft was changed since. */
  @Get('review')
  @RequirePermission('pages.view')
  get(@Context() context: CallerContext, @NumberParam('number') number: number) {
    return this.reviews.get(context, number);
  }

  /** Lists the reviews of an article, the newest first. */
  @Get('reviews')
  @RequirePermission('pages.view')
  list(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: PageDto,
  ) {
    return this.reviews.list(context, number, query);
  }

  /** Submits the draft as it was read for review. It can still be edited; the reviewers see what was submitted. */
  @Post('review')
  @RequirePermission('pages.edit-all', 'pages.edit-own')
  @Audited('article.submit')
  submit(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @ExpectedVersion() revision: number,
    @JsonBody() input: SubmitArticleDto,
  ) {
    return this.reviews.submit(context, number, revision, input);
  }

  /** Withdraws an article from review. */
  @Action('review/withdraw', 204)
  @RequirePermission('pages.edit-all', 'pages.edit-own')
  @Audited('article.withdraw-submission')
  async withdraw(@Context() context: CallerContext, @NumberParam('number') number: number): Promise<void> {
    await this.reviews.withdraw(context, number);
  }

  /** Requests changes to the version in review. */
  @Action('review/request-changes')
  @RequirePermission('pages.review')
  @Audited('article.request-changes')
  requestChanges(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() { version, comment }: RequestChangesDto,
  ) {
    return this.reviews.decide(context, number, { state: 'changes-requested', version, comment });
  }

  /** Approves the version in review. */
  @Action('review/approve')
  @RequirePermission('pages.review')
  @Audited('article.approve')
  approve(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() { version, comment = null }: ApproveDto,
  ) {
    return this.reviews.decide(context, number, { state: 'approved', version, comment });
  }
}
