import { HttpStatus, Injectable } from '@nestjs/common';
import type { OwnAccount } from '@sitedesk/contract/account';
import { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import type {
  ChangeEmailDto,
  ChangePasswordDto,
  SetFirstPasswordDto,
  UpdateOwnAccountDto,
} from '@sitedesk/contract/account.dto';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AccountEmailService } from '../account-emails/account-email.service.js';
import type { SessionContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { SignInRequired } from '../../platform/http/access-refusals.js';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { ProblemException, ValidationProblem, WrongState } from '../../platform/http/problem.js';
import { Account } from '../accounts/account.entity.js';
import { AccountsService, canonicalEmail } from '../accounts/accounts.service.js';
import { AccountLinksService, type LinkEmailed } from '../links/account-links.service.js';
import { LinkStore } from '../links/link-store.js';
import { maskEmail } from '../accounts/mask-email.js';
import { PasswordRulesService } from '../passwords/password-rules.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionInfoService } from '../sessions/session-info.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sign-in/sign-in.service.js';
import { AccountCredentialsService } from './account-credentials.service.js';

/** What people do with their own accounts. */
@Injectable()
export class OwnAccountService {
  constructor(
    private readonly manager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly info: SessionInfoService,
    private readonly store: LinkStore,
    private readonly links: AccountLinksService,
    private readonly mailer: AccountEmailService,
    private readonly credentials: AccountCredentialsService,
    private readonly rules: PasswordRulesService,
    private readonly hasher: PasswordHasher,
    private readonly auditLog: AuditLogService,
  ) {}

  async show(context: SessionContext): Promise<OwnAccount> {
    const { tenantId } = context;
    const { accountId, twoFactor } = context.caller;
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

  /** @throws VersionConflict */
  async update(
    context: SessionContext,
    input: UpdateOwnAccountDto,
    expectedVersion: number,
  ): Promise<OwnAccount> {
    const id = context.caller.accountId;
    const displayName = String(normaliseLine(input.displayName));
    await this.manager.transaction(async (manager) => {
      const { affected } = await manager.update(
        Account,
        { id, tenantId: context.tenantId, version: expectedVersion },
        { displayName, version: expectedVersion + 1 },
      );
      if (affected !== 1) throw new VersionConflict();
      const target = { kind: 'account', id };
      const change = { before: { displayName: context.caller.displayName }, after: { displayName } };
      await this.auditLog.record(context, { action: 'account.update', target, ...change }, manager);
    });
    return this.show(context);
  }

  /**
   * Every session ends, and this browser gets a new one, which lasts as long as the one before would have.
   * @throws ValidationProblem, TooManyHashesException
   */
  async changePassword(
    context: SessionContext,
    { currentPassword, newPassword }: ChangePasswordDto,
  ): Promise<SignedIn> {
    const account = await this.require(context.tenantId, context.caller.accountId);
    await this.credentials.requireCurrent(context, account, currentPassword);
    return this.storePassword(context, account, newPassword, 'account.change-password');
  }

  /**
   * For who came by a passkey or from a provider and has none yet. The rest is as for a change.
   * @throws ProblemException when there is one, ValidationProblem, TooManyHashesException
   */
  async setFirstPassword(context: SessionContext, { newPassword }: SetFirstPasswordDto): Promise<SignedIn> {
    const account = await this.require(context.tenantId, context.caller.accountId);
    if (account.passwordHash !== null) {
      throw new WrongState(IDENTITY_TEXTS.hasPassword);
    }
    return this.storePassword(context, account, newPassword, 'account.set-password');
  }

  private async storePassword(
    context: SessionContext,
    account: Account,
    newPassword: string,
    action: 'account.change-password' | 'account.set-password',
  ): Promise<SignedIn> {
    const { id, tenantId } = account;
    const { twoFactor: secondFactor, methods, identityId, expiresAt: endsAt } = context.caller;
    const email = await this.accounts.emailOf(tenantId, account);
    await this.rules.require(tenantId, newPassword, email, { secondFactor, field: 'newPassword' });
    const passwordHash = await this.hasher.hash(newPassword);
    await this.manager.transaction(async (manager) => {
      await requireSamePassword(manager, account);
      await this.credentials.store(manager, tenantId, id, passwordHash);
      await this.mailer.postNotice(manager, tenantId, account, 'password-changed');
      await this.auditLog.record(context, { action, target: { kind: 'account', id } }, manager);
    });
    this.mailer.wake();
    const how = { kind: 'full', methods, endsAt, identityId } as const;
    const token = await this.sessions.begin(context, id, how);
    const begun = token === undefined ? undefined : await this.sessions.find(tenantId, token);
    if (token === undefined || !begun) throw new SignInRequired();
    return { token, outcome: { status: 'signed-in', session: await this.info.describe(tenantId, begun) } };
  }

  /**
   * Sends a link to the new address; the account keeps the old one until it is used. Whether another account has the new
   * one is not refused here; its holder gets an email.
   * @throws ValidationProblem
   */
  async requestEmailChange(context: SessionContext, input: ChangeEmailDto): Promise<LinkEmailed> {
    const { tenantId } = context;
    const account = await this.require(tenantId, context.caller.accountId);
    await this.credentials.requireCurrent(context, account, input.currentPassword);
    const email = canonicalEmail(input.email);
    if (email === (await this.accounts.emailOf(tenantId, account))) {
      throw ValidationProblem.at('email', IDENTITY_TEXTS.ownAddress);
    }
    const sent = await this.links.sendEmailChange(tenantId, account, email);
    await this.auditLog.record(context, {
      action: 'account.change-email-request',
      target: { kind: 'account', id: account.id },
      after: { email: maskEmail(email), delivery: sent.delivery.status },
    });
    return sent;
  }

  private async require(tenantId: string, accountId: string): Promise<Account> {
    const account = await this.accounts.find(tenantId, accountId);
    if (!account) throw new SignInRequired();
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
