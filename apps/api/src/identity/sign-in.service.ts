import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IDENTITY_TEXTS, type SignInMethod, type SignInOutcome } from '@sitedesk/contract';
import { Repository } from 'typeorm';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../common/clock.js';
import { ProblemException } from '../common/problem.js';
import { Account } from './account.entity.js';
import { AccountsService } from './accounts.service.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { SessionInfoService } from './session-info.service.js';
import { SessionsService } from './sessions.service.js';
import { SignInProtection } from './sign-in-protection.service.js';

/** What a person types to sign in, and what the browser keeps from an earlier time. */
export interface PasswordCredentials {
  readonly email: string;
  readonly password: string;
  readonly deviceToken?: string | undefined;
}

/** A sign-in that led somewhere: the id for the browser's cookie, and what to tell the browser. */
export interface SignedIn {
  readonly token: string;
  readonly outcome: SignInOutcome;
}

/** One answer for every reason, so that it tells nothing of which accounts exist (ID-04). */
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
    private readonly protection: SignInProtection,
    private readonly auditLog: AuditLog,
    @InjectRepository(Account) private readonly rows: Repository<Account>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws SignInRefused, TooManyHashesException */
  async withPassword(tenantId: string, actor: Actor, credentials: PasswordCredentials): Promise<SignedIn> {
    const { email, password, deviceToken } = credentials;
    const attempt = { email, deviceToken, clientAddress: actor.clientAddress };
    const account = await this.accounts.findByEmail(tenantId, email);
    const blocked = await this.protection.refusal(tenantId, attempt, account);
    // The same work whatever the answer will be (ID-04).
    const right = await this.isRight(account, password);
    if (blocked !== undefined) return this.refuse(tenantId, actor, account, blocked);
    if (!account || !right) {
      await this.protection.failed(tenantId, attempt, account);
      return this.refuse(tenantId, actor, account, account ? 'wrong password' : 'unknown address');
    }
    if (!canSignIn(account)) return this.refuse(tenantId, actor, account, whyNot(account));
    await this.protection.succeeded(tenantId, attempt, account);
    await this.rehash(account, password);
    return this.complete(tenantId, actor, account, ['pwd']);
  }

  /** The person has proved who they are: begins the session. */
  async complete(
    tenantId: string,
    actor: Actor,
    account: Account,
    methods: readonly SignInMethod[],
  ): Promise<SignedIn> {
    const token = await this.sessions.begin(tenantId, account.id, actor, { kind: 'full', methods });
    const session = await this.sessions.find(tenantId, token);
    if (!session) throw new SignInRefused(); // disabled in this very moment
    await this.rows.update({ id: account.id, tenantId }, { lastSignInAt: new Date(this.clock.now()) });
    await this.auditLog.record(tenantId, namedActor(actor, account), {
      action: 'session.begin',
      target: { kind: 'account', id: account.id },
      after: { methods },
    });
    return { token, outcome: { status: 'signed-in', session: await this.info.describe(tenantId, session) } };
  }

  private isRight(account: Account | null, password: string): Promise<boolean> {
    return account?.passwordHash
      ? this.hasher.verify(account.passwordHash, password)
      : this.hasher.verifyNothing(password);
  }

  private async refuse(
    tenantId: string,
    actor: Actor,
    account: Account | null,
    reason: string,
  ): Promise<never> {
    const target = account ? { target: { kind: 'account', id: account.id } } : {};
    await this.auditLog.record(tenantId, actor, {
      action: 'session.begin',
      outcome: 'refused',
      ...target,
      reason,
    });
    throw new SignInRefused();
  }

  /** With the parameters of today, if the stored hash has older ones (ID-02). */
  private async rehash(account: Account, password: string): Promise<void> {
    const { id, tenantId, passwordHash } = account;
    if (passwordHash === null || !this.hasher.needsRehash(passwordHash)) return;
    // Only if the password is still the one that was just verified.
    await this.rows.update(
      { id, tenantId, passwordHash },
      { passwordHash: await this.hasher.hash(password) },
    );
  }
}

/** Whether an account may sign in at all. */
export const canSignIn = ({ status, emailConfirmedAt }: Account): boolean =>
  status === 'active' && emailConfirmedAt !== null;

/** The actor of a sign-in, now that it is known who that is. The same request, so the same row. */
export const namedActor = (actor: Actor, account: Pick<Account, 'id' | 'displayName'>): Actor =>
  Object.assign(actor, { kind: 'account', id: account.id, label: account.displayName } as const);

const whyNot = ({ status }: Account): string => (status === 'active' ? 'address not confirmed' : status);
