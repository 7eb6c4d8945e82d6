import { Controller, Header, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { CAME_BACK_PAGE, EDITOR_PATH } from '@sitedesk/contract';
import { ConfirmAtProviderDto } from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited } from '../../audit/audited.js';
import { Authenticated } from '../../common/access.js';
import { JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../../common/throttling/throttle-policy.decorator.js';
import { RUNTIME, type Runtime } from '../../config/runtime.js';
import { CurrentSession, type SessionPrincipal } from '../principal.js';
import { newSessionToken } from '../session-cookie.js';
import { SignInConfirmation } from '../two-factor/sign-in-confirmation.service.js';
import { setExternalCookie } from './external-cookie.js';
import { ExternalSignInService } from './external-sign-in.service.js';

/** Proves before a risky act who is there, for people who sign in at a provider (ID-18). */
@Controller(`${EDITOR_PATH}/session/confirm`)
export class ConfirmAtProviderController {
  constructor(
    private readonly external: ExternalSignInService,
    private readonly confirmation: SignInConfirmation,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** Answers with the address for a window of its own, which comes back to {@link CAME_BACK_PAGE}. */
  @Post('external')
  @Authenticated('enrolment')
  @ThrottlePolicy('sign-in')
  @Audited('session.confirm-begin')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async begin(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @JsonBody(ConfirmAtProviderDto) { providerId, code }: ConfirmAtProviderDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ readonly location: string }> {
    await this.confirmation.confirmCode(tenantId, actor, session, code);
    const browserToken = newSessionToken();
    const url = await this.external.depart(tenantId, actor, {
      ...{ providerId, returnTo: CAME_BACK_PAGE, browserToken, confirmSessionId: session.sessionId },
    });
    setExternalCookie(reply, this.runtime, browserToken);
    return { location: url.href };
  }
}
