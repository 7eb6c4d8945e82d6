import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { EntityManager } from 'typeorm';
import { type RequestContext, systemContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import type { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SetupService } from '../set-up/setup.service.js';
import { SignInProtectionService } from '../sign-in/sign-in-protection.service.js';
import { TwoFactorResetService } from '../two-factor/two-factor-reset.service.js';

const commandLine = (tenantId: string): RequestContext => systemContext(tenantId, 'command line');

/** A new administrator, and the password generated for it; it is shown once. */
interface MadeAdministrator {
  readonly account: Account;
  readonly password: string;
}

/** Ways back in for an operator, when nobody can sign in anymore. Only from the command line. */
@Injectable()
export class BreakGlassService {
  constructor(
    private readonly manager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly hasher: PasswordHasher,
    private readonly setup: SetupService,
    private readonly protection: SignInProtectionService,
    private readonly twoFactorReset: TwoFactorResetService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * While the site waits for its first administrator, this one is the first: the set-up is closed.
   * @throws AddressTaken
   */
  async createAdministrator(tenantId: string, email: string): Promise<MadeAdministrator> {
    const password = randomBytes(18).toString('base64url');
    const passwordHash = await this.hasher.hash(password);
    const isFirst = await this.setup.isOpen(tenantId);
    const account = await this.manager.transaction(async (manager) => {
      if (isFirst) await this.setup.close(manager, tenantId);
      const made = await this.accounts.create(manager, tenantId, {
        email,
        passwordHash,
        displayName: 'Administrator',
        status: 'active',
        emailConfirmed: true,
        roleKeys: ['Administrator'],
      });
      const target = { kind: 'account', id: made.id };
      await this.auditLog.record(commandLine(tenantId), { action: 'user.create', target }, manager);
      return made;
    });
    return { account, password };
  }

  /** Forgets wrong passwords, so that the right one counts again. */
  async unlock(tenantId: string, email: string): Promise<void> {
    const account = await this.require(tenantId, email);
    await this.manager.transaction(async (manager) => {
      await this.protection.forgetAll(manager, tenantId, account.id);
      const target = { kind: 'account', id: account.id };
      await this.auditLog.record(commandLine(tenantId), { action: 'user.unlock', target }, manager);
    });
  }

  /** Removes the second factor of someone who has lost it, and ends every session. */
  async resetTwoFactor(tenantId: string, email: string): Promise<void> {
    const { id } = await this.require(tenantId, email);
    await this.twoFactorReset.reset(commandLine(tenantId), id, 'asked for on the command line');
  }

  /** The account with this address. @throws Error with a sentence for the operator */
  async require(tenantId: string, email: string): Promise<Account> {
    const account = await this.accounts.findByEmail(tenantId, email);
    if (!account) throw new Error(`There’s no user with the email address ${email}.`);
    return account;
  }
}
