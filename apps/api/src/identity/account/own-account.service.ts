import { HttpStatus, Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS, type OwnAccount } from '@sitedesk/contract';
import {
  type ChangeEmailDto,
  type ChangePasswordDto,
  normaliseLine,
  type SetFirstPasswordDto,
  type UpdateOwnAccountDto,
} from '@sitedesk/contract/dto';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountMailer } from '../../account-mail/account-mailer.service.js';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { ChangedMeanwhile } from '../../common/entity-tag.js';
import { ProblemException, ValidationProblem } from '../../common/problem.js';
import { unavailableAware } from '../../database/sql.js';
import { Account } from '../account.entity.js';
import { AccountsService, canonicalEmail } from '../accounts.service.js';
import { AccountLinks, type LinkMailed } from '../links/account-links.service.js';
import { LinkStore } from '../links/link-store.service.js';
import { maskEmail } from '../mask-email.js';
import { PasswordRules } from '../password-rules.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import type { SessionPrincipal } from '../principal.js';
import { SessionInfoService } from '../session-info.service.js';
import { SessionsService } from '../sessions.service.js';
import type { SignedIn } from '../sign-in.service.js';
import { AccountCredentials } from './account-credentials.service.js';

/** What people do with their own accounts. */
@Injectable()
export class OwnAccountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly info: SessionInfoService,
    private readonly store: LinkStore,
    private readonly links: AccountLinks,
    private readonly mailer: AccountMailer,
    private readonly credentials: AccountCredentials,
    private readonly rules: PasswordRules,
    private readonly hasher: PasswordHasher,
    private readonly auditLog: AuditLog,
  ) {}

  async show(tenantId: string, { accountId, twoFactor }: SessionPrincipal): Promise<OwnAccount> {
    const account = await this.require(tenantId, accountId);
    return {
      id: account.id,
      email: await this.accounts.emailOf(tenantId, account),
      displayName: account.displayName,
      hasPassword: account.passwordHash !== null,
      twoFactor,
      passwordChangedAt: account.passwordChangedAt?.toISOString() ?? null,
      createdAt: account.createdAt.toISOString(),
      lastSignInAt: account.lastSignInAt?.toISOString() ?? null,
      pendingEmail: await this.store.pendingEmail(tenantId, accountId),
      version: account.version,
    };
  }

  /** @throws ChangedMeanwhile */
  async update(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
    input: UpdateOwnAccountDto,
    expectedVersion: number,
  ): Promise<OwnAccount> {
    const id = session.accountId;
    const displayName = String(normaliseLine(input.displayName));
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const { affected } = await manager.update(
          Account,
          { id, tenantId, version: expectedVersion },
          { displayName, version: expectedVersion + 1 },
        );
        if (affected !== 1) throw new ChangedMeanwhile();
        const target = { kind: 'account', id };
        const change = { before: { displayName: session.displayName }, after: { displayName } };
        await this.auditLog.record(tenantId, actor, { action: 'account.update', target, ...change }, manager);
      }),
    );
    return this.show(tenantId, session);
  }

  /**
   * Every session ends, and this browser gets a new one, which lasts as long as the one before would have (ID-10, ID-11).
   * @throws ValidationProblem, TooManyHashesException
   */
  async changePassword(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
    { currentPassword, newPassword }: ChangePasswordDto,
  ): Promise<SignedIn> {
    const account = await this.require(tenantId, session.accountId);
    await this.credentials.requireCurrent(tenantId, actor, account, currentPassword);
    return this.storePassword(actor, session, account, newPassword, 'account.change-password');
  }

  /**
   * For who came by a passkey or from a provider and has none yet. The rest is as for a change.
   * @throws ProblemException when there is one, ValidationProblem, TooManyHashesException
   */
  async setFirstPassword(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
    { newPassword }: SetFirstPasswordDto,
  ): Promise<SignedIn> {
    const account = await this.require(tenantId, session.accountId);
    if (account.passwordHash !== null) {
      throw new ProblemException(HttpStatus.CONFLICT, 'wrong-state', IDENTITY_TEXTS.hasPassword);
    }
    return this.storePassword(actor, session, account, newPassword, 'account.set-password');
  }

  private async storePassword(
    actor: Actor,
    session: SessionPrincipal,
    account: Account,
    newPassword: string,
    action: 'account.change-password' | 'account.set-password',
  ): Promise<SignedIn> {
    const { id, tenantId } = account;
    const { twoFactor: secondFactor, methods, identityId, expiresAt: endsAt } = session;
    const email = await this.accounts.emailOf(tenantId, account);
    await this.rules.require(tenantId, newPassword, email, { secondFactor, field: 'newPassword' });
    const passwordHash = await this.hasher.hash(newPassword);
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        await requireSamePassword(manager, account);
        await this.credentials.store(manager, tenantId, id, passwordHash);
        await this.mailer.postNews(manager, tenantId, account, 'password-changed');
        await this.auditLog.record(tenantId, actor, { action, target: { kind: 'account', id } }, manager);
      }),
    );
    this.mailer.wake();
    const how = { kind: 'full', methods, endsAt, identityId } as const;
    const token = await this.sessions.begin(tenantId, id, actor, how);
    const begun = token === undefined ? undefined : await this.sessions.find(tenantId, token);
    if (token === undefined || !begun) throw new AccountGone();
    return { token, outcome: { status: 'signed-in', session: await this.info.describe(tenantId, begun) } };
  }

  /**
   * Sends a link to the new address; the account keeps the old one until it is used. Whether another account has the new
   * one is not told here, but to its holder.
   * @throws ValidationProblem
   */
  async requestEmailChange(
    tenantId: string,
    actor: Actor,
    session: SessionPrincipal,
    input: ChangeEmailDto,
  ): Promise<LinkMailed> {
    const account = await this.require(tenantId, session.accountId);
    await this.credentials.requireCurrent(tenantId, actor, account, input.currentPassword);
    const email = canonicalEmail(input.email);
    if (email === (await this.accounts.emailOf(tenantId, account))) {
      throw new ValidationProblem([{ field: 'email', message: IDENTITY_TEXTS.ownAddress }]);
    }
    const sent = await this.links.sendEmailChange(tenantId, account, email);
    await this.auditLog.record(tenantId, actor, {
      action: 'account.change-email-request',
      target: { kind: 'account', id: account.id },
      after: { email: maskEmail(email), mail: sent.mail.status },
    });
    return sent;
  }

  private async require(tenantId: string, accountId: string): Promise<Account> {
    const account = await this.accounts.find(tenantId, accountId);
    if (!account) throw new AccountGone();
    return account;
  }
}

/** Of two changes at once the second one is refused (409); locks the account. */
async function requireSamePassword(manager: EntityManager, account: Account): Promise<void> {
  const { id, tenantId, passwordChangedAt } = account;
  const now = await manager.findOne(Account, {
    where: { id, tenantId },
    lock: { mode: 'for_no_key_update' },
  });
  if (now?.passwordChangedAt?.getTime() === passwordChangedAt?.getTime()) return;
  const text = IDENTITY_TEXTS.passwordChangedMeanwhile;
  throw new ProblemException(HttpStatus.CONFLICT, 'changed-meanwhile', text);
}

/** The account was deleted or disabled while its holder's request was under way (401). */
export class AccountGone extends ProblemException {
  constructor() {
    super(HttpStatus.UNAUTHORIZED, 'sign-in-required', 'Sign in to do this.');
  }
}
