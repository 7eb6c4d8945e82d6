import { Controller, Get, UseGuards } from '@nestjs/common';
import type { AiPiece } from '@sitedesk/contract/ai';
import { AiModelsDto, AltTextDto, CompleteDto, ReplyDto, SuggestDto } from '@sitedesk/contract/ai.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Audited, NotAudited } from '../platform/audit/audited.js';
import { AnswersInEvents, type Tell, Tells } from '../platform/events/answers-in-events.js';
import { Action, RequirePermission } from '../platform/http/access.js';
import { CallerContext, Context, TenantId } from '../platform/http/request-context.js';
import { JsonBody, QueryInput } from '../platform/http/request-input.js';
import { ThrottlePolicy } from '../platform/throttling/throttle-policy.decorator.js';
import { AiAdminService } from './status/ai-admin.service.js';
import { AiCheckService } from './check/ai-check.service.js';
import { AiStatusService } from './status/ai-status.service.js';
import { ClientGone } from './inline/client-gone.js';
import { SuggestionsService } from './helps/suggestions.service.js';
import { InlineCompletionService } from './inline/inline-completion.service.js';
import { InlineRateGuard } from './inline/inline-rate.guard.js';

/** The AI provider of a site (specification 4.6). */
@Controller(`${EDITOR_PATH}/ai`)
export class AiController {
  constructor(
    private readonly statuses: AiStatusService,
    private readonly checks: AiCheckService,
    private readonly admin: AiAdminService,
    private readonly inline: InlineCompletionService,
    private readonly suggestions: SuggestionsService,
  ) {}

  /** Get the status of the AI. Nothing is asked of the provider. */
  @Get('status')
  @RequirePermission('ai.use')
  status(@Context() context: CallerContext) {
    return this.statuses.status(context);
  }

  /** List the models of the AI provider. */
  @Get('models')
  @RequirePermission('settings.manage')
  @ThrottlePolicy('settings-probe')
  models(@TenantId() tenantId: string, @QueryInput() { refresh }: AiModelsDto) {
    return this.admin.models(tenantId, refresh === '1');
  }

  /** Check the AI provider. Asks it for a word. */
  @Action('check')
  @RequirePermission('settings.manage')
  @ThrottlePolicy('settings-probe')
  @Audited('ai.check')
  check(@Context() context: CallerContext, @ClientGone() gone: AbortSignal) {
    return this.checks.check(context, gone);
  }

  /** Get the usage of the AI by day and person. */
  @Get('usage')
  @RequirePermission('settings.manage')
  usage(@TenantId() tenantId: string) {
    return this.admin.usage(tenantId);
  }

  /** Suggest how a text goes on. 404 where AI is off; 429 names the limit. A newer request of the same person ends the older one. */
  @Action('complete')
  @RequirePermission('ai.use')
  @UseGuards(InlineRateGuard)
  @NotAudited('Changes nothing, and happens with every pause in typing. The usage counts it.')
  complete(
    @Context() context: CallerContext,
    @JsonBody({ maxBytes: 256 * 1024 }) input: CompleteDto,
    @ClientGone() gone: AbortSignal,
  ) {
    return this.inline.complete(context, input, gone);
  }

  /**
   * Suggest titles, introductions or a better paragraph. Nothing is saved. 404 where AI or this help is off; 429 names the limit. As events: `piece` has
   * `text` to be added to a `choice`, then `answer` has what stands in JSON otherwise, or `problem` says why there is none.
   */
  @Action('suggest')
  @AnswersInEvents()
  @RequirePermission('ai.use')
  @UseGuards(InlineRateGuard)
  @NotAudited('Changes nothing. The usage counts it.')
  suggest(
    @Context() context: CallerContext,
    @JsonBody({ maxBytes: 512 * 1024 }) input: SuggestDto,
    @ClientGone() gone: AbortSignal,
    @Tells() tell: Tell<AiPiece>,
  ) {
    return this.suggestions.suggest(context, input, gone, tell);
  }

  /** Suggest the alternative text of a picture. The picture is sent to the provider, small and without its metadata. Nothing is saved. */
  @Action('alt-text')
  @RequirePermission('ai.use')
  @UseGuards(InlineRateGuard)
  @NotAudited('Changes nothing. The usage counts it.')
  altText(@Context() context: CallerContext, @JsonBody() input: AltTextDto, @ClientGone() gone: AbortSignal) {
    return this.suggestions.altText(context, input, gone);
  }

  /**
   * Draft a reply to a message. The message is sent to the provider, with names, addresses and numbers replaced. Nothing is saved. As events as
   * for suggestions.
   */
  @Action('reply')
  @AnswersInEvents()
  @RequirePermission('ai.use')
  @UseGuards(InlineRateGuard)
  @NotAudited('Changes nothing. The usage counts it.')
  reply(
    @Context() context: CallerContext,
    @JsonBody() input: ReplyDto,
    @ClientGone() gone: AbortSignal,
    @Tells() tell: Tell<AiPiece>,
  ) {
    return this.suggestions.reply(context, input, gone, tell);
  }
}
