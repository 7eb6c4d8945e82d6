import { Controller, Delete, Get, HttpCode, Inject, Req, Res } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { SignInDto } from '@sitedesk/contract/identity.dto';
import { ConfirmSignInDto, SecondFactorDto } from '@sitedesk/contract/two-factor.dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Context, RequestContext, SessionContext } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Action, Authenticated, RecentSignIn } from '../../platform/http/access.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { BrowserSessionsService } from './browser-sessions.service.js';
import { PublicForm } from '../../platform/tenancy/same-origin.guard.js';
import { clearCookie } from '../sessions/session-cookie.js';
import { SessionInfoService } from '../sessions/session-info.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SessionRenewalService } from '../sessions/session-renewal.service.js';
import { SecondFactorSignInService } from './second-factor-sign-in.service.js';
import { SignInConfirmationService } from './sign-in-confirmation.service.js';
import { SignInService } from './sign-in.service.js';

/** Signing in and out, who is signed in, the second factor, and proving once more who that is. */
@Controller(`${EDITOR_PATH}/session`)
export class SessionController {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionsService,
    private readonly info: SessionInfoService,
    private readonly browsers: BrowserSessionsService,
    private readonly secondFactor: SecondFactorSignInService,
    private readonly confirmation: SignInConfirmationService,
    private readonly renewal: SessionRenewalService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** Sign in with a password. */
  @Action()
  @PublicForm('sign-in')
  @Audited('session.begin')
  async begin(
    @Context() context: RequestContext,
    @JsonBody() credentials: SignInDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const deviceToken = this.browsers.deviceToken(request);
    const signedIn = await this.signIn.withPassword(context, { ...credentials, deviceToken });
    return this.browsers.accept(request, reply, signedIn);
  }

  /** Get your session. */
  @Get()
  @Authenticated('enrolment')
  show(@Context() context: SessionContext) {
    return this.info.describe(context.tenantId, context.caller);
  }

  /** Check for a recent sign-in. For a download: a browser that saves a file can't ask who is there on the way, so the page asks this first. */
  @Get('recent')
  @Authenticated()
  @RecentSignIn()
  @HttpCode(204)
  recent(): void {
    return;
  }

  /** Sign out. */
  @Delete()
  @Authenticated('enrolment')
  @Audited('session.end')
  @HttpCode(204)
  async end(
    @Context() context: SessionContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { accountId, sessionId } = context.caller;
    await this.sessions.end(context.tenantId, accountId, sessionId);
    clearCookie(reply, this.runtime, 'session');
  }

  // No rate limit on what follows but five tries in a session and a hundred on the account: people behind one address
  // would wait for each other.

  /** Get the pending second factor. */
  @Get('second-factor')
  @Authenticated('second-factor')
  showSecondFactor(@Context() context: SessionContext) {
    return this.secondFactor.show(context);
  }

  /** Complete the second factor with a code. */
  @Action('second-factor')
  @Authenticated('second-factor')
  @Audited('session.second-factor')
  async answerSecondFactor(
    @Context() context: SessionContext,
    @JsonBody() { code }: SecondFactorDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const signedIn = await this.secondFactor.answer(context, code, this.browsers.deviceToken(request));
    return this.browsers.accept(request, reply, signedIn);
  }

  /** Confirm a sign-in. */
  @Action('confirm')
  @Authenticated('enrolment')
  @Audited('session.confirm')
  async confirm(
    @Context() context: SessionContext,
    @JsonBody() proof: ConfirmSignInDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.renewal.send(reply, await this.confirmation.confirm(context, proof));
  }
}
