import { Inject, Injectable } from '@nestjs/common';
import type { SignInOutcome } from '@sitedesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestScope } from '../common/request-scope.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { deviceTokenOf, sessionTokenOf, setDeviceCookie, setSessionCookie } from './session-cookie.js';
import { SessionsService } from './sessions.service.js';
import type { SignedIn } from './sign-in.service.js';
import { SignInProtection } from './sign-in-protection.service.js';
import type { RenewedSession } from './two-factor/session-renewal.service.js';

/** The browser's side of a sign-in, the same for every way in: its cookies, and the end of the session it had before. */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly sessions: SessionsService,
    private readonly protection: SignInProtection,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** What the browser keeps from an earlier sign-in. */
  deviceToken(request: FastifyRequest): string | undefined {
    return deviceTokenOf(request, this.runtime);
  }

  /** Gives the browser the new id of the session that it has. */
  renew<Answer>(reply: FastifyReply, { token, answer }: RenewedSession<Answer>): Answer {
    setSessionCookie(reply, this.runtime, token);
    return answer;
  }

  /** Gives the browser its new session. The one it had before must not live on beside it (ID-11). */
  async accept(
    request: FastifyRequest,
    reply: FastifyReply,
    { token, outcome }: SignedIn,
  ): Promise<SignInOutcome> {
    const { tenantId } = requestScope(request);
    const oldToken = sessionTokenOf(request, this.runtime);
    const before = oldToken === undefined ? undefined : await this.sessions.find(tenantId, oldToken);
    if (before) await this.sessions.end(tenantId, before.accountId, before.sessionId);
    setSessionCookie(reply, this.runtime, token);
    if ('session' in outcome) {
      const device = await this.protection.remember(
        tenantId,
        outcome.session.account.id,
        this.deviceToken(request),
      );
      setDeviceCookie(reply, this.runtime, device);
    }
    return outcome;
  }
}
