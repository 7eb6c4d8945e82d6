import { fieldError } from '@sitedesk/contract/field-rules';
import { HttpStatus, Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS, type SessionInfo, type SignInMethod } from '@sitedesk/contract/identity';
import { TWO_FACTOR } from '@sitedesk/contract/two-factor';
import type { RequestContext, SessionContext } from '../../platform/http/request-context.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';
import { SignInRequired } from '../../platform/http/access-refusals.js';
import type { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import type { SessionPrincipal } from '../../platform/http/principal.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInProtectionService } from './sign-in-protection.service.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { SecondFactorsService } from '../two-factor/second-factors.service.js';
import { type RenewedSession, SessionRenewalService } from '../sessions/session-renewal.service.js';

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
 * Step-up for sensitive actions: asks for as much as the sign-in did (ASVS 7.5.1 wants the whole of it before a change of what
 * people sign in with). So with a second factor it takes the password and a code: a code alone would open everything to
 * anyone who finds phone and browser together, a password alone to anyone who has overheard it. A passkey, which is two things
 * at once, is confirmed by its own ceremony.
 */
@Injectable()
export class SignInConfirmationService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly hasher: PasswordHasher,
    private readonly protection: SignInProtectionService,
    private readonly factors: SecondFactorsService,
    private readonly twoFactor: TwoFactorService,
    private readonly renewal: SessionRenewalService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * The fifth wrong proof ends the session, as at the sign-in.
   * @throws ConfirmationRefused, SignInRequired, ValidationProblem when something is missing, TooManyHashesException
   */
  async confirm(context: SessionContext, given: Proof): Promise<RenewedSession<SessionInfo>> {
    const { tenantId, caller } = context;
    const account = await this.accounts.find(tenantId, caller.accountId);
    if (!account) throw new SignInRequired();
    const withCode = (await this.factors.methodsOf(tenantId, account.id)).length > 0;
    const proof = complete(given, { password: account.passwordHash !== null, code: withCode });
    const tries = await this.sessions.countTry(tenantId, caller.sessionId);
    if (tries === undefined) throw new SignInRequired();
    const methods = await this.methodsOf(context, account, proof);
    if (!methods) return this.refuse(context, tries);
    return this.renew(context, caller, methods);
  }

  /**
   * The second factor of a person who proves the first one elsewhere; nothing is asked for where there is none.
   * @throws ConfirmationRefused, SignInRequired, ValidationProblem when the code is missing
   */
  async confirmCode(context: SessionContext, code: string | undefined): Promise<void> {
    const { tenantId } = context;
    const account = await this.accounts.find(tenantId, context.caller.accountId);
    if (!account) throw new SignInRequired();
    if ((await this.factors.methodsOf(tenantId, account.id)).length === 0) return;
    if (code === undefined) throw new ValidationProblem([CODE_MISSING]);
    const tries = await this.sessions.countTry(tenantId, context.caller.sessionId);
    if (tries === undefined) throw new SignInRequired();
    if (!(await this.methodsOf(context, account, { code }))) await this.refuse(context, tries);
  }

  /** The person has just proved who that is, in whatever way: the session counts as fresh, under a new id. */
  async renew(
    context: RequestContext,
    { accountId, sessionId, methods: before }: SessionPrincipal,
    proved: readonly SignInMethod[],
  ): Promise<RenewedSession<SessionInfo>> {
    const methods = [...new Set([...before, ...proved])];
    const target = { kind: 'account', id: accountId };
    const event: AuditEvent = { action: 'session.confirm', target, after: { methods: proved } };
    const { token, session } = await this.renewal.within(
      context.tenantId,
      sessionId,
      (manager) => this.auditLog.record(context, event, manager),
      { methods },
    );
    return { token, answer: session };
  }

  /** What the proof shows; undefined when any part of it is wrong. A code is not used up beside a wrong password. */
  private async methodsOf(
    context: RequestContext,
    account: Account,
    { password, code }: Proof,
  ): Promise<readonly SignInMethod[] | undefined> {
    const { tenantId } = context;
    const methods: SignInMethod[] = [];
    if (password !== undefined) {
      if (!(await this.isPassword(context, account, password))) return undefined;
      methods.push('pwd');
    }
    if (code !== undefined) {
      const method = await this.twoFactor.useCode(tenantId, account.id, code);
      if (!method) await this.protection.countWrongCode(tenantId, account.id);
      if (!method) return undefined;
      methods.push(method);
    }
    return methods;
  }

  private async isPassword(context: RequestContext, account: Account, password: string): Promise<boolean> {
    const { tenantId } = context;
    const email = await this.accounts.emailOf(tenantId, account);
    const attempt = { email, clientAddress: context.clientAddress, deviceToken: undefined };
    const { isRight } = await this.protection.guess(
      tenantId,
      attempt,
      account,
      async () => account.passwordHash !== null && this.hasher.verify(account.passwordHash, password),
    );
    return isRight;
  }

  private async refuse(context: SessionContext, tries: number): Promise<never> {
    const { accountId, sessionId } = context.caller;
    const isOver = tries >= TWO_FACTOR.wrongCodes;
    if (isOver) await this.sessions.end(context.tenantId, accountId, sessionId);
    await this.auditLog.record(context, {
      action: 'session.confirm',
      outcome: 'refused',
      target: { kind: 'account', id: accountId },
      reason: isOver ? 'wrong password or code, no attempts left: session ended' : 'wrong password or code',
    });
    throw isOver ? new SignInRequired() : new ConfirmationRefused();
  }
}

const CODE_MISSING = fieldError('code', IDENTITY_TEXTS.codeMissing);

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
      ? [fieldError('password', IDENTITY_TEXTS.passwordMissing)]
      : []),
    ...(needed.code && given.code === undefined ? [CODE_MISSING] : []),
  ];
  if (missing.length > 0) throw new ValidationProblem(missing);
  return {
    password: needed.password ? given.password : undefined,
    code: needed.code ? given.code : undefined,
  };
}
