import { HttpStatus, Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS, type ProblemCode, type SignInOutcome, TWO_FACTOR } from '@sitedesk/contract';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { ProblemException } from '../../common/problem.js';
import { SignInRequired } from '../access.guard.js';
import { AccountsService } from '../accounts.service.js';
import type { SessionPrincipal } from '../principal.js';
import { SessionsService } from '../sessions.service.js';
import { isLocked, SignInProtection } from '../sign-in-protection.service.js';
import { type SignedIn, SignInService } from '../sign-in.service.js';
import { SecondFactorProof } from './second-factor-proof.service.js';
import { SecondFactors } from './second-factors.service.js';

/** A wrong code (401). The code for programs says whether another try is open, or the sign-in begins anew. */
export class SecondFactorRefused extends ProblemException {
  constructor(code: ProblemCode) {
    super(HttpStatus.UNAUTHORIZED, code, IDENTITY_TEXTS.secondFactorRefused);
  }
}

/** The second half of a sign-in: the password was right, and the second factor is due. */
@Injectable()
export class SecondFactorSignIn {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactors,
    private readonly proof: SecondFactorProof,
    private readonly protection: SignInProtection,
    private readonly signIn: SignInService,
    private readonly auditLog: AuditLog,
  ) {}

  /** What is due, for a page that was loaded again in between. */
  async show(tenantId: string, { accountId, csrfToken }: SessionPrincipal): Promise<SignInOutcome> {
    const methods = await this.factors.methodsOf(tenantId, accountId);
    return { status: 'second-factor-required', methods, csrfToken };
  }

  /**
   * Ends the pending session and begins a full one, under a new id (ID-11). The fifth wrong code ends it too (ID-16).
   * @throws SecondFactorRefused, SignInRequired
   */
  async answer(tenantId: string, actor: Actor, pending: SessionPrincipal, code: string): Promise<SignedIn> {
    const { accountId, sessionId, methods, identityId } = pending;
    const tries = await this.sessions.countTry(tenantId, sessionId);
    const account = await this.accounts.find(tenantId, accountId);
    if (tries === undefined || !account) throw new SignInRequired();
    const method = isLocked(account) ? undefined : await this.proof.use(tenantId, accountId, code);
    if (!method) return this.refuse(tenantId, actor, pending, tries);
    // Of two right codes given at once, one has a session to end.
    if (!(await this.sessions.end(tenantId, accountId, sessionId))) throw new SignInRequired();
    return this.signIn.complete(tenantId, actor, account, [...methods, method], identityId);
  }

  private async refuse(
    tenantId: string,
    actor: Actor,
    { accountId, sessionId }: SessionPrincipal,
    tries: number,
  ): Promise<never> {
    await this.protection.countWrongCode(tenantId, accountId);
    const isOver = tries >= TWO_FACTOR.wrongCodes;
    if (isOver) await this.sessions.end(tenantId, accountId, sessionId);
    await this.auditLog.record(tenantId, actor, {
      action: 'session.second-factor',
      outcome: 'refused',
      target: { kind: 'account', id: accountId },
      reason: isOver ? 'wrong code, the last one: the sign-in begins anew' : 'wrong code',
    });
    throw new SecondFactorRefused(isOver ? 'sign-in-required' : 'second-factor-required');
  }
}
