import { Controller, Header, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import {
  EDITOR_PATH,
  type PasskeyRequestOptions,
  type SessionInfo,
  type SignInOutcome,
} from '@sitedesk/contract';
import { PasskeyAssertionDto } from '@sitedesk/contract/dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited, NotAudited } from '../../audit/audited.js';
import { Authenticated, Public } from '../../common/access.js';
import { JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../../common/throttling/throttle-policy.decorator.js';
import { RUNTIME, type Runtime } from '../../config/runtime.js';
import { BrowserSessions } from '../browser-sessions.service.js';
import { OwnPageGuard } from '../own-page.guard.js';
import { CurrentSession, type SessionPrincipal } from '../principal.js';
import { ceremonyTokenOf, clearCeremonyToken, giveCeremonyToken } from './ceremony-cookie.js';
import { PasskeySignIn } from './passkey-sign-in.service.js';
import { CurrentSite, type SiteAddress } from './site-address.js';

const WHY_NOT_AUDITED = 'makes a challenge and nothing else; what it is used for is audited';

/** Passkeys at the sign-in: instead of a password, after one, and to confirm who is there. */
@Controller(`${EDITOR_PATH}/session`)
export class PasskeySignInController {
  constructor(
    private readonly passkeys: PasskeySignIn,
    private readonly browsers: BrowserSessions,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  @Post('passkey/options')
  @Public()
  @ThrottlePolicy('sign-in')
  @UseGuards(OwnPageGuard)
  @NotAudited(WHY_NOT_AUDITED)
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  begin(
    @TenantId() tenantId: string,
    @CurrentSite() site: SiteAddress,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PasskeyRequestOptions> {
    return this.passkeys.begin(tenantId, site, giveCeremonyToken(request, reply, this.runtime));
  }

  @Post('passkey')
  @Public()
  @ThrottlePolicy('sign-in')
  @UseGuards(OwnPageGuard)
  @Audited('session.begin')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async complete(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSite() site: SiteAddress,
    @JsonBody(PasskeyAssertionDto) { response: answer }: PasskeyAssertionDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInOutcome> {
    const browserToken = ceremonyTokenOf(request, this.runtime);
    const signedIn = await this.passkeys.complete(tenantId, actor, browserToken, { site, answer });
    clearCeremonyToken(reply, this.runtime);
    return this.browsers.accept(request, reply, signedIn);
  }

  @Post('second-factor/passkey/options')
  @Authenticated('second-factor')
  @NotAudited(WHY_NOT_AUDITED)
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  beginSecondFactor(
    @TenantId() tenantId: string,
    @CurrentSite() site: SiteAddress,
    @CurrentSession() session: SessionPrincipal,
  ): Promise<PasskeyRequestOptions> {
    return this.passkeys.beginStep(tenantId, site, session, 'second-factor');
  }

  @Post('second-factor/passkey')
  @Authenticated('second-factor')
  @Audited('session.second-factor')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async answerSecondFactor(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSite() site: SiteAddress,
    @CurrentSession() session: SessionPrincipal,
    @JsonBody(PasskeyAssertionDto) { response: answer }: PasskeyAssertionDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInOutcome> {
    const signedIn = await this.passkeys.answerSecondFactor(tenantId, actor, session, { site, answer });
    return this.browsers.accept(request, reply, signedIn);
  }

  @Post('confirm/passkey/options')
  @Authenticated('enrolment')
  @NotAudited(WHY_NOT_AUDITED)
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  beginConfirmation(
    @TenantId() tenantId: string,
    @CurrentSite() site: SiteAddress,
    @CurrentSession() session: SessionPrincipal,
  ): Promise<PasskeyRequestOptions> {
    return this.passkeys.beginStep(tenantId, site, session, 'confirmation');
  }

  @Post('confirm/passkey')
  @Authenticated('enrolment')
  @Audited('session.confirm')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async confirm(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSite() site: SiteAddress,
    @CurrentSession() session: SessionPrincipal,
    @JsonBody(PasskeyAssertionDto) { response: answer }: PasskeyAssertionDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionInfo> {
    return this.browsers.renew(
      reply,
      await this.passkeys.confirm(tenantId, actor, session, { site, answer }),
    );
  }
}
