import { Inject, Injectable } from '@nestjs/common';
import type { SessionInfo, SignInMethod } from '@sitedesk/contract/identity';
import type { FastifyReply } from 'fastify';
import { EntityManager } from 'typeorm';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { SignInRequired } from '../../platform/http/access-refusals.js';
import { setCookie } from './session-cookie.js';
import { SessionInfoService } from './session-info.service.js';
import { SessionsService } from './sessions.service.js';

/** The new id of a session, for the browser's cookie, and what to answer beside it. */
export interface RenewedSession<Answer> {
  readonly token: string;
  readonly answer: Answer;
}

/** Changes of what a session is worth come with a new id of it: both in one transaction. */
@Injectable()
export class SessionRenewalService {
  constructor(
    private readonly manager: EntityManager,
    private readonly sessions: SessionsService,
    private readonly info: SessionInfoService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** Gives the browser the new id of the session that it has. */
  send<Answer>(reply: FastifyReply, { token, answer }: RenewedSession<Answer>): Answer {
    setCookie(reply, this.runtime, 'session', token);
    return answer;
  }

  /**
   * Runs `work` in the transaction that gives the session its new id.
   * @param proved how the person has just proved who that is, when that is the change
   * @throws SignInRequired when the session has ended in the meantime; nothing is done then
   */
  async within<Result>(
    tenantId: string,
    sessionId: string,
    work: (manager: EntityManager) => Promise<Result>,
    proved?: { readonly methods: readonly SignInMethod[] },
  ): Promise<{ readonly token: string; readonly session: SessionInfo; readonly result: Result }> {
    const { token, result } = await this.manager.transaction(async (manager) => {
      const fresh = await this.sessions.rotate(manager, tenantId, sessionId, proved);
      if (fresh === undefined) throw new SignInRequired();
      return { token: fresh, result: await work(manager) };
    });
    const session = await this.sessions.find(tenantId, token);
    if (!session) throw new SignInRequired(); // disabled in this very moment
    return { token, session: await this.info.describe(tenantId, session), result };
  }
}
