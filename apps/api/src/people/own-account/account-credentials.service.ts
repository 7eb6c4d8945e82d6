import { Inject, Injectable } from '@nestjs/common';
import { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import type { EntityManager } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { AccountLinksService } from '../links/account-links.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInProtectionService } from '../sign-in/sign-in-protection.service.js';

/** What every change of a password has in common, no matter who asks for it. */
@Injectable()
export class AccountCredentialsService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly protection: SignInProtectionService,
    private readonly hasher: PasswordHasher,
    private readonly links: AccountLinksService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores a new password as part of a transaction, with what else changes on the account. Every session ends, every
   * link dies, and old guesses count no more. The second factor stays as it is.
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
  async requireCurrent(context: RequestContext, account: Account, password: string): Promise<void> {
    const { tenantId } = context;
    const email = await this.accounts.emailOf(tenantId, account);
    const attempt = { email, clientAddress: context.clientAddress, deviceToken: undefined };
    const { isRight } = await this.protection.guess(
      tenantId,
      attempt,
      account,
      async () => account.passwordHash !== null && this.hasher.verify(account.passwordHash, password),
    );
    if (isRight) return this.protection.signedIn(tenantId, account.id);
    throw ValidationProblem.at('currentPassword', IDENTITY_TEXTS.notCurrentPassword);
  }
}
