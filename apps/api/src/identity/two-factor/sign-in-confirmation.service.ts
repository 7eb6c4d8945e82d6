import { HttpStatus, Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS, type SessionInfo, type SignInMethod, TWO_FACTOR } from '@sitedesk/contract';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { ProblemException, ValidationProblem } from '../../common/problem.js';
import { SignInRequired } from '../access.guard.js';
import type { Account } from '../account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import type { SessionPrincipal } from '../principal.js';
import { SessionsService } from '../sessions.service.js';
import { SignInProtection } from '../sign-in-protection.service.js';
import { SecondFactorProof } from './second-factor-proof.service.js';
import { SecondFactors } from './second-factors.service.js';
import { type RenewedSession, SessionRenewal } from './session-renewal.service.js';

/** What a signed-in person types once more. */
export interface Proof {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
}

/** What was typed is wrong (403): the session goes on as it was. */
export class ConfirmationRefused extends ProblemException {
  constructor() {
    super(HttpStatus.FORBIDDEN, 'recent-sign-in-required', IDENTITY_TEXTS.confirmationRefused);
  }
}

/**
 * Step-up for risky acts: asks for as much as the sign-in did (ASVS 7.5.1 wants the whole of it before a change of what
 * people sign in with). So with a second factor it takes the password and a code: a code alone would open everything to
 * whoever finds phone and browser together, a password alone to whoever has overheard it. A passkey, which is two things
 * at once, is confirmed by its own ceremony.
 */
@Injectable()
export class SignInConfirmation {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly hasher: PasswordHasher,
    private readonly protection: SignInProtection,
    private readonly factors: SecondFactors,
    private readonly proof: SecondFactorProof,
    private readonly renewal: SessionRenewal,
    private readonly auditLog: AuditLog,
  ) {}

  /**
   * The fifth wrong proof ends the session, as at the sign-in.
   * @throws ConfirmationRefused, SignInRequired, ValidationProblem when something is missing, TooManyHashesException
   */
  async confirm(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
    given: Proof,
  ): Promise<RenewedSession<SessionInfo>> {
    const account = await this.accounts.find(tenantId, session.accountId);
    if (!account) throw new SignInRequired();
    const withCode = (await this.factors.methodsOf(tenantId, account.id)).length > 0;
    const proof = complete(given, { password: account.passwordHash !== null, code: withCode });
    const tries = await this.sessions.countTry(tenantId, session.sessionId);
    if (tries === undefined) throw new SignInRequired();
    const methods = await this.methodsOf(tenantId, actor, account, proof);
    if (!methods) return this.refuse(tenantId, actor, session, tries);
    return this.renew(tenantId, actor, session, methods);
  }

  /**
   * The second factor of a person who proves the first one elsewhere; nothing is asked for where there is none.
   * @throws ConfirmationRefused, SignInRequired, ValidationProblem when the code is missing
   */
  async confirmCode(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
    code: string | undefined,
  ): Promise<void> {
    const account = await this.accounts.find(tenantId, session.accountId);
    if (!account) throw new SignInRequired();
    if ((await this.factors.methodsOf(tenantId, account.id)).length === 0) return;
    if (code === undefined) throw new ValidationProblem([CODE_MISSING]);
    const tries = await this.sessions.countTry(tenantId, session.sessionId);
    if (tries === undefined) throw new SignInRequired();
    if (!(await this.methodsOf(tenantId, actor, account, { code })))
      await this.refuse(tenantId, actor, session, tries);
  }

  /** The person has just proved who that is, in whatever way: the session counts as fresh, under a new id. */
  async renew(
    tenantId: string,
    actor: Actor,
    { accountId, sessionId, methods: before }: SessionPrincipal,
    proved: readonly SignInMethod[],
  ): Promise<RenewedSession<SessionInfo>> {
    const methods = [...new Set([...before, ...proved])];
    const target = { kind: 'account', id: accountId };
    const event = { action: 'session.confirm', target, after: { methods: proved } };
    const { token, session } = await this.renewal.within(
      ...([tenantId, sessionId] as const),
      (manager) => this.auditLog.record(tenantId, actor, event, manager),
      { methods },
    );
    return { token, answer: session };
  }

  /** What the proof shows; undefined when any part of it is wrong. A code is not used up beside a wrong password. */
  private async methodsOf(
    tenantId: string,
    actor: Actor,
    account: Account,
    { password, code }: Proof,
  ): Promise<readonly SignInMethod[] | undefined> {
    const methods: SignInMethod[] = [];
    if (password !== undefined) {
      if (!(await this.isPassword(tenantId, actor, account, password))) return undefined;
      methods.push('pwd');
    }
    if (code !== undefined) {
      const method = await this.proof.use(tenantId, account.id, code);
      if (!method) await this.protection.countWrongCode(tenantId, account.id);
      if (!method) return undefined;
      methods.push(method);
    }
    return methods;
  }

  private async isPassword(
    tenantId: string,
    actor: Actor,
    account: Account,
    password: string,
  ): Promise<boolean> {
    const email = await this.accounts.emailOf(tenantId, account);
    const attempt = { email, clientAddress: actor.clientAddress, deviceToken: undefined };
    if ((await this.protection.refusal(tenantId, attempt, account)) !== undefined) return false;
    const right = account.passwordHash !== null && (await this.hasher.verify(account.passwordHash, password));
    if (!right) await this.protection.failed(tenantId, attempt, account);
    return right;
  }

  private async refuse(
    tenantId: string,
    actor: Actor,
    { accountId, sessionId }: SessionPrincipal,
    tries: number,
  ): Promise<never> {
    const isOver = tries >= TWO_FACTOR.wrongCodes;
    if (isOver) await this.sessions.end(tenantId, accountId, sessionId);
    await this.auditLog.record(tenantId, actor, {
      action: 'session.confirm',
      outcome: 'refused',
      target: { kind: 'account', id: accountId },
      reason: isOver ? 'wrong password or code, the last one: the session ended' : 'wrong password or code',
    });
    throw isOver ? new SignInRequired() : new ConfirmationRefused();
  }
}

const CODE_MISSING = { field: 'code', message: IDENTITY_TEXTS.codeMissing } as const;

/**
 * The parts of a proof that count.
 * @throws ValidationProblem naming what is missing; ProblemException for who has neither a password nor a second factor
 */
function complete(given: Proof, needed: { readonly password: boolean; readonly code: boolean }): Proof {
  if (!needed.password && !needed.code) {
    throw new ProblemException(HttpStatus.FORBIDDEN, 'recent-sign-in-required', 'Sign in again to confirm.');
  }
  const missing = [
    ...(needed.password && given.password === undefined
      ? [{ field: 'password', message: IDENTITY_TEXTS.passwordMissing }]
      : []),
    ...(needed.code && given.code === undefined ? [CODE_MISSING] : []),
  ];
  if (missing.length > 0) throw new ValidationProblem(missing);
  return {
    password: needed.password ? given.password : undefined,
    code: needed.code ? given.code : undefined,
  };
}
