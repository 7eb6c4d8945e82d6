import { Controller, Inject, Req, Res } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { PASSKEY_LIMITS } from '@sitedesk/contract/passkeys';
import { PasskeyAssertionDto } from '@sitedesk/contract/passkeys.dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Context, RequestContext, SessionContext, TenantId } from '../../platform/http/request-context.js';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, Authenticated } from '../../platform/http/access.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { BrowserSessionsService } from '../sign-in/browser-sessions.service.js';
import { SessionRenewalService } from '../sessions/session-renewal.service.js';
import { PublicForm } from '../../platform/tenancy/same-origin.guard.js';
import { newToken } from '../../platform/core/tokens.js';
import { clearCookie, cookieOf, setCookie } from '../sessions/session-cookie.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { CurrentSite, type SiteAddress } from './site-address.js';

const WHY_NOT_AUDITED = 'makes a challenge and nothing else; what it is used for is audited';

/** Passkeys at the sign-in: instead of a password, after one, and to confirm who is there. */
@Controller(`${EDITOR_PATH}/session`)
export class PasskeySignInController {
  constructor(
    private readonly passkeys: PasskeySignInService,
    private readonly browsers: BrowserSessionsService,
    private readonly renewal: SessionRenewalService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** Begin a sign-in with a passkey. */
  @Action('passkey/options')
  @PublicForm('sign-in')
  @NotAudited(WHY_NOT_AUDITED)
  begin(
    @TenantId() tenantId: string,
    @CurrentSite() site: SiteAddress,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Two tabs share it, so that neither spoils the other's ceremony.
    const token = cookieOf(request, this.runtime, 'passkey') ?? newToken();
    setCookie(reply, this.runtime, 'passkey', token, PASSKEY_LIMITS.challengeSeconds);
    return this.passkeys.begin(tenantId, site, token);
  }

  /** Sign in with a passkey. */
  @Action('passkey')
  @PublicForm('sign-in')
  @Audited('session.begin')
  async complete(
    @Context() context: RequestContext,
    @CurrentSite() site: SiteAddress,
    @JsonBody() { response: answer }: PasskeyAssertionDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const browserToken = cookieOf(request, this.runtime, 'passkey');
    const signedIn = await this.passkeys.complete(context, browserToken, { site, answer });
    clearCookie(reply, this.runtime, 'passkey');
    return this.browsers.accept(request, reply, signedIn);
  }

  /** Begin the second factor with a passkey. */
  @Action('second-factor/passkey/options')
  @Authenticated('second-factor')
  @NotAudited(WHY_NOT_AUDITED)
  beginSecondFactor(@Context() context: SessionContext, @CurrentSite() site: SiteAddress) {
    return this.passkeys.beginStep(context, site, 'second-factor');
  }

  /** Complete the second factor with a passkey. */
  @Action('second-factor/passkey')
  @Authenticated('second-factor')
  @Audited('session.second-factor')
  async answerSecondFactor(
    @Context() context: SessionContext,
    @CurrentSite() site: SiteAddress,
    @JsonBody() { response: answer }: PasskeyAssertionDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const signedIn = await this.passkeys.answerSecondFactor(context, { site, answer });
    return this.browsers.accept(request, reply, signedIn);
  }

  /** Begin confirming a sign-in with a passkey. */
  @Action('confirm/passkey/options')
  @Authenticated('enrolment')
  @NotAudited(WHY_NOT_AUDITED)
  beginConfirmation(@Context() context: SessionContext, @CurrentSite() site: SiteAddress) {
    return this.passkeys.beginStep(context, site, 'confirmation');
  }

  /** Confirm a sign-in with a passkey. */
  @Action('confirm/passkey')
  @Authenticated('enrolment')
  @Audited('session.confirm')
  async confirm(
    @Context() context: SessionContext,
    @CurrentSite() site: SiteAddress,
    @JsonBody() { response: answer }: PasskeyAssertionDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.renewal.send(reply, await this.passkeys.confirm(context, { site, answer }));
  }
}
