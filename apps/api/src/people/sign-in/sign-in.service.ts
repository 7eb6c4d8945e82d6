import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS, type SignInMethod, type SignInOutcome } from '@sitedesk/contract/identity';
import { PASSWORD_LIMITS } from '@sitedesk/contract/passwords';
import type { SecondFactorMethod } from '@sitedesk/contract/two-factor';
import { EntityManager, IsNull } from 'typeorm';
import { nameActor, type RequestContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { ProblemException } from '../../platform/http/problem.js';
import { Account, hasShortPassword } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { csrfTokenOf } from '../sessions/session-cookie.js';
import { SessionInfoService } from '../sessions/session-info.service.js';
import { type NewSession, SessionsService } from '../sessions/sessions.service.js';
import { SignInProtectionService } from './sign-in-protection.service.js';
import { SecondFactorsService } from '../two-factor/second-factors.service.js';

/** What a person types to sign in, and what the browser keeps from an earlier time. */
interface PasswordCredentials {
  readonly email: string;
  readonly password: string;
  readonly deviceToken?: string | undefined;
}

/** A sign-in that led somewhere: the id for the browser's cookie, and what the browser gets. */
export interface SignedIn {
  readonly token: string;
  readonly outcome: SignInOutcome;
}

/** How someone has come in so far. */
interface Way {
  readonly methods: readonly SignInMethod[];
  /** Through which identity at a provider. */
  readonly identityId: string | null;
}

/** One answer for every reason, so that it reveals nothing about which accounts exist. */
export class SignInRefused extends ProblemException {
  constructor() {
    super(HttpStatus.UNAUTHORIZED, 'sign-in-required', IDENTITY_TEXTS.signInRefused);
  }
}

/** Signs people in. Every way in ends in {@link complete}. */
@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly info: SessionInfoService,
    private readonly hasher: PasswordHasher,
    private readonly protection: SignInProtectionService,
    private readonly factors: SecondFactorsService,
    private readonly auditLog: AuditLogService,
    private readonly manager: EntityManager,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws SignInRefused, TooManyHashesException */
  async withPassword(context: RequestContext, credentials: PasswordCredentials): Promise<SignedIn> {
    const { tenantId } = context;
    const { email, password, deviceToken } = credentials;
    const attempt = { email, deviceToken, clientAddress: context.clientAddress };
    this.hasher.requireRoom();
    const account = await this.accounts.findByEmail(tenantId, email);
    const { isRight, refused } = await this.protection.guess(tenantId, attempt, account, () =>
      this.isRight(account, password),
    );
    if (refused !== undefined) return this.refuse(context, account, refused);
    if (!account || !isRight)
      return this.refuse(context, account, account ? 'wrong password' : 'unknown address');
    if (!canSignIn(account)) return this.refuse(context, account, whyNot(account));
    await this.rehash(account, password);
    await this.noteLength(account, password);
    return this.complete(context, account, ['pwd']);
  }

  /**
   * The person has proved who they are, as far as `methods` go: begins the session. With a second factor on the account
   * and none among the methods, whatever they are, that is a pending one, which opens nothing but the next step.
   * @param identityId at a provider, if that is how the person came: the session ends with it
   */
  async complete(
    context: RequestContext,
    account: Account,
    methods: readonly SignInMethod[],
    identityId: string | null = null,
  ): Promise<SignedIn> {
    const due = await this.factors.dueAfter(context.tenantId, account.id, methods);
    return due.length > 0
      ? this.askForSecondFactor(context, account, { methods, due, identityId })
      : this.finish(context, account, { methods, identityId });
  }

  private async askForSecondFactor(
    context: RequestContext,
    account: Account,
    { methods, due, identityId }: Way & { readonly due: readonly SecondFactorMethod[] },
  ): Promise<SignedIn> {
    const token = await this.begin(context, account, {
      kind: 'pending',
      methods,
      identityId,
    });
    nameActor(context, account);
    await this.auditLog.record(context, {
      action: 'session.first-factor',
      target: { kind: 'account', id: account.id },
      after: { methods },
    });
    const csrfToken = csrfTokenOf(token);
    return { token, outcome: { status: 'second-factor-required', methods: due, csrfToken } };
  }

  private async finish(
    context: RequestContext,
    account: Account,
    { methods, identityId }: Way,
  ): Promise<SignedIn> {
    const { tenantId } = context;
    const token = await this.begin(context, account, {
      kind: 'full',
      methods,
      identityId,
    });
    const session = await this.sessions.find(tenantId, token);
    if (!session) throw new SignInRefused(); // disabled in this very moment
    if (methods.includes('pwd')) await this.protection.signedIn(tenantId, account.id);
    await this.manager.update(
      Account,
      { id: account.id, tenantId },
      { lastSignInAt: new Date(this.clock.now()) },
    );
    nameActor(context, account);
    await this.auditLog.record(context, {
      action: 'session.begin',
      target: { kind: 'account', id: account.id },
      after: { methods },
    });
    const described = await this.info.describe(tenantId, session);
    const status = described.enrolmentRequired ? 'enrolment-required' : 'signed-in';
    return { token, outcome: { status, session: described } };
  }

  /** Anyone who was let in by a password that has been changed in this very moment stays out. */
  private async begin(
    context: RequestContext,
    account: Account,
    how: Omit<NewSession, 'passwordChangedAt'>,
  ): Promise<string> {
    const { id, passwordChangedAt } = account;
    const token = await this.sessions.begin(context, id, { ...how, passwordChangedAt });
    return token ?? this.refuse(context, account, 'the password was changed during sign-in');
  }

  private isRight(account: Account | null, password: string): Promise<boolean> {
    return account?.passwordHash
      ? this.hasher.verify(account.passwordHash, password)
      : this.hasher.verifyNothing(password);
  }

  private async refuse(context: RequestContext, account: Account | null, reason: string): Promise<never> {
    const target = account ? { target: { kind: 'account', id: account.id } } : {};
    await this.auditLog.record(context, {
      action: 'session.begin',
      outcome: 'refused',
      ...target,
      reason,
    });
    throw new SignInRefused();
  }

  /** With the parameters of today, if the stored hash has older ones. */
  private async rehash(account: Account, password: string): Promise<void> {
    const { id, tenantId, passwordHash } = account;
    if (passwordHash === null || !this.hasher.needsRehash(passwordHash)) return;
    // Only if the password is still the one that was just verified.
    await this.manager.update(
      Account,
      { id, tenantId, passwordHash },
      { passwordHash: await this.hasher.hash(password) },
    );
  }

  /** Only here is the length of a password known. Should the second factor ever be gone, it is too short. */
  private async noteLength(account: Account, password: string): Promise<void> {
    const { id, tenantId, passwordChangedAt } = account;
    if ([...password.normalize('NFC')].length >= PASSWORD_LIMITS.min || hasShortPassword(account)) return;
    // Not a change of the password that comes in between.
    await this.manager.update(
      Account,
      { id, tenantId, passwordChangedAt: passwordChangedAt ?? IsNull() },
      { passwordFoundShortAt: new Date(this.clock.now()) },
    );
  }
}

/** Whether an account may sign in at all. */
export const canSignIn = ({ status, emailConfirmedAt }: Account): boolean =>
  status === 'active' && emailConfirmedAt !== null;

const whyNot = ({ status }: Account): string => (status === 'active' ? 'address not confirmed' : status);
