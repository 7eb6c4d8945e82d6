import { Controller, Delete, Get, Header, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import { EDITOR_PATH, type SessionInfo, type SignInOutcome } from '@sitedesk/contract';
import { SignInDto } from '@sitedesk/contract/dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../audit/actor.js';
import { Audited } from '../audit/audited.js';
import { Authenticated, Public } from '../common/access.js';
import { JsonBody } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../common/throttling/throttle-policy.decorator.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { BrowserSessions } from './browser-sessions.service.js';
import { OwnPageGuard } from './own-page.guard.js';
import { CurrentSession, type SessionPrincipal } from './principal.js';
import { clearSessionCookie } from './session-cookie.js';
import { SessionInfoService } from './session-info.service.js';
import { SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';

/** Signing in and out, and who is signed in. */
@Controller(`${EDITOR_PATH}/session`)
export class SessionController {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionsService,
    private readonly info: SessionInfoService,
    private readonly browsers: BrowserSessions,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  @Post()
  @Public()
  @ThrottlePolicy('sign-in')
  @UseGuards(OwnPageGuard)
  @Audited('session.begin')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async begin(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(SignInDto) credentials: SignInDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInOutcome> {
    const deviceToken = this.browsers.deviceToken(request);
    const signedIn = await this.signIn.withPassword(tenantId, actor, { ...credentials, deviceToken });
    return this.browsers.accept(request, reply, signedIn);
  }

  @Get()
  @Authenticated('enrolment')
  @Header('Cache-Control', 'no-store')
  show(@TenantId() tenantId: string, @CurrentSession() session: SessionPrincipal): Promise<SessionInfo> {
    return this.info.describe(tenantId, session);
  }

  @Delete()
  @Authenticated('enrolment')
  @Audited('session.end')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async end(
    @TenantId() tenantId: string,
    @CurrentSession() { accountId, sessionId }: SessionPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(tenantId, accountId, sessionId);
    clearSessionCookie(reply, this.runtime);
  }
}
