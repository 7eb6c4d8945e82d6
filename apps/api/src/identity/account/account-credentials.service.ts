import { Inject, Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS } from '@sitedesk/contract';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../audit/actor.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { ValidationProblem } from '../../common/problem.js';
import { Account } from '../account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { AccountLinks } from '../links/account-links.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService } from '../sessions.service.js';
import { SignInProtection } from '../sign-in-protection.service.js';

/** What every change of a password has in common, whoever asks for it. */
@Injectable()
export class AccountCredentials {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly protection: SignInProtection,
    private readonly hasher: PasswordHasher,
    private readonly links: AccountLinks,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores a new password as part of a transaction, with what else changes on the account. Every session ends, every
   * link dies, and old guesses count no more (ID-07, ID-10). The second factor stays as it is (ID-09).
   * @param passwordHash null for who joins with a passkey and has no password
   */
  async store(
    manager: EntityManager,
    tenantId: string,
    accountId: string,
    passwordHash: string | null,
    also: Partial<Pick<Account, 'status' | 'displayName' | 'emailConfirmedAt'>> = {},
  ): Promise<void> {
    const password =
      passwordHash === null ? {} : { passwordHash, passwordChangedAt: new Date(this.clock.now()) };
    await manager.update(
      Account,
      { id: accountId, tenantId },
      { ...also, ...password, version: () => 'version + 1' },
    );
    await this.sessions.endAll(manager, tenantId, accountId);
    await this.protection.forgetAll(manager, tenantId, accountId);
    await this.links.revokeAll(manager, tenantId, accountId);
  }

  /**
   * Asks a signed-in person for the password once more. Wrong ones count like those at the sign-in.
   * @throws ValidationProblem
   */
  async requireCurrent(tenantId: string, actor: Actor, account: Account, password: string): Promise<void> {
    const email = await this.accounts.emailOf(tenantId, account);
    const attempt = { email, clientAddress: actor.clientAddress, deviceToken: undefined };
    const blocked = await this.protection.refusal(tenantId, attempt, account);
    const right = account.passwordHash !== null && (await this.hasher.verify(account.passwordHash, password));
    if (blocked === undefined && right) return this.protection.succeeded(tenantId, attempt, account);
    if (blocked === undefined) await this.protection.failed(tenantId, attempt, account);
    throw new ValidationProblem([{ field: 'currentPassword', message: IDENTITY_TEXTS.notCurrentPassword }]);
  }
}
