import { Inject, Injectable } from '@nestjs/common';
import { SIGN_IN_PROTECTION, type SignInOutcome } from '@sitedesk/contract/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestContext } from '../../platform/http/request-context.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { cookieOf, setCookie } from '../sessions/session-cookie.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from './sign-in.service.js';
import { SignInProtectionService } from './sign-in-protection.service.js';

/** The browser's side of a sign-in, the same for every way in: its cookies, and the end of the session it had before. */
@Injectable()
export class BrowserSessionsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly protection: SignInProtectionService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** What the browser keeps from an earlier sign-in. */
  deviceToken(request: FastifyRequest): string | undefined {
    return cookieOf(request, this.runtime, 'device');
  }

  /** Gives the browser its new session. The one it had before must not live on beside it. */
  async accept(
    request: FastifyRequest,
    reply: FastifyReply,
    { token, outcome }: SignedIn,
  ): Promise<SignInOutcome> {
    const { tenantId } = requestContext(request);
    const oldToken = cookieOf(request, this.runtime, 'session');
    const before = oldToken === undefined ? undefined : await this.sessions.find(tenantId, oldToken);
    if (before) await this.sessions.end(tenantId, before.accountId, before.sessionId);
    setCookie(reply, this.runtime, 'session', token);
    if ('session' in outcome) {
      const device = await this.protection.remember(
        tenantId,
        outcome.session.account.id,
        this.deviceToken(request),
      );
      setCookie(reply, this.runtime, 'device', device, SIGN_IN_PROTECTION.deviceDays * 86_400);
    }
    return outcome;
  }
}
