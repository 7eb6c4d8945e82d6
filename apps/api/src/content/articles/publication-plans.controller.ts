import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import {
  ChangePlanDto,
  CreatePlanDto,
  PlanListDto,
  UndoPublicationDto,
} from '@sitedesk/contract/publication-plans.dto';
import { PageDto } from '@sitedesk/contract/rules';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context, RequestContext } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { PublicationChecksService } from './publication-checks.service.js';
import { PublicationPlansService } from './publication-plans.service.js';
import { PublishingService } from './publishing.service.js';

/** What happens to articles at a time. */
@Controller(EDITOR_PATH)
export class PublicationPlansController {
  constructor(
    private readonly plans: PublicationPlansService,
    private readonly publishing: PublishingService,
    private readonly checks: PublicationChecksService,
  ) {}

  /** List what was and will be published or withdrawn at a time, the earliest first. A page may hold fewer plans than requested and still name a next one. */
  @Get('plans')
  @RequirePermission('pages.view')
  list(@Context() context: CallerContext, @QueryInput() query: PlanListDto) {
    return this.plans.list(context, query);
  }

  /** List what to look at before an article is published as its draft is now. */
  @Get('articles/:number/publication-checks')
  @RequirePermission('pages.view')
  listChecks(@Context() context: CallerContext, @NumberParam('number') number: number) {
    return this.checks.list(context, number);
  }

  /** List the plans of an article, the latest first. */
  @Get('articles/:number/plans')
  @RequirePermission('pages.view')
  listOf(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: PageDto,
  ) {
    return this.plans.listOf(context, number, query);
  }

  /**
   * Schedule the publication or the withdrawal of an article. What is published is the draft as it was read, or a version, whatever
   * is written until then.
   */
  @Post('articles/:number/plans')
  @RequirePermission('pages.publish')
  @Audited('article.schedule')
  create(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() input: CreatePlanDto,
  ) {
    return this.plans.create(context, number, input);
  }

  /** Change a plan. It waits for its time again if it had failed or was on hold. */
  @Put('articles/:number/plans/:id')
  @RequirePermission('pages.publish')
  @Audited('article.change-plan')
  change(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @IdParam('id') id: string,
    @JsonBody() input: ChangePlanDto,
  ) {
    return this.plans.change(context, number, id, input);
  }

  /** Cancel a plan. */
  @Delete('articles/:number/plans/:id')
  @HttpCode(204)
  @RequirePermission('pages.publish')
  @Audited('article.cancel-plan')
  async cancel(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @IdParam('id') id: string,
  ): Promise<void> {
    await this.plans.cancel(context, number, id);
  }

  /** Undo a publication of the last ten minutes: what was live before is live again. */
  @Action('articles/:number/undo-publication', 204)
  @RequirePermission('pages.publish')
  @Audited('article.undo-publication')
  async undo(
    @Context() context: RequestContext,
    @NumberParam('number') number: number,
    @JsonBody() input: UndoPublicationDto,
  ): Promise<void> {
    await this.publishing.undo(context, number, input);
  }
}
