import { Inject, Injectable } from '@nestjs/common';
import type { CompletePasswordResetDto } from '@sitedesk/contract/account.dto';
import { EntityManager } from 'typeorm';
import { AccountEmailService } from '../account-emails/account-email.service.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import type { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { AccountLinksService } from '../links/account-links.service.js';
import { LinkRefused } from '../links/link-refused.js';
import { LinkStore } from '../links/link-store.js';
import { constantTime } from '../sign-in/constant-time.js';
import { PasswordRulesService } from '../passwords/password-rules.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SecondFactorsService } from '../two-factor/second-factors.service.js';
import { SignInMethodsService } from '../accounts/sign-in-methods.service.js';
import { AccountCredentialsService } from './account-credentials.service.js';

/** A new password for who has forgotten the old one, by a link to the account's own address. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly manager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly store: LinkStore,
    private readonly links: AccountLinksService,
    private readonly mailer: AccountEmailService,
    private readonly credentials: AccountCredentialsService,
    private readonly rules: PasswordRulesService,
    private readonly factors: SecondFactorsService,
    private readonly signInMethods: SignInMethodsService,
    private readonly hasher: PasswordHasher,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Sends a link if the address has an account with a password; says nothing about whether it did. */
  async request(context: RequestContext, email: string): Promise<void> {
    const { tenantId } = context;
    await constantTime(async () => {
      const account = await this.accounts.findByEmail(tenantId, email);
      const problem = await this.whyNot(tenantId, account);
      await this.auditLog.record(context, {
        action: 'account.password-reset-request',
        ...(account ? { target: { kind: 'account', id: account.id } } : {}),
        ...(problem === undefined ? {} : { outcome: 'refused', reason: problem }),
      });
      if (account && problem === undefined) await this.links.request(tenantId, account, 'reset-password');
    });
  }

  /**
   * Sets the new password. Signs nobody in and leaves the second factor alone. The link proves the address too.
   * @throws LinkRefused, ValidationProblem when the password is too weak (the link then still works),
   * TooManyHashesException
   */
  async complete(context: RequestContext, { token, password }: CompletePasswordResetDto): Promise<void> {
    const { tenantId } = context;
    const { link, account: found } = await this.store.find(tenantId, ['reset-password'], token);
    const secondFactor = (await this.factors.methodsOf(tenantId, found.id)).length > 0;
    const email = await this.accounts.emailOf(tenantId, found);
    await this.rules.require(tenantId, password, email, { secondFactor });
    const passwordHash = await this.hasher.hash(password);
    await this.manager.transaction(async (manager) => {
      const account = await this.store.use(manager, tenantId, link);
      if (account.status !== 'active') throw new LinkRefused();
      const emailConfirmedAt = account.emailConfirmedAt ?? new Date(this.clock.now());
      await this.credentials.store(manager, tenantId, account.id, passwordHash, { emailConfirmedAt });
      await this.mailer.postNotice(manager, tenantId, account, 'password-changed');
      const target = { kind: 'account', id: account.id };
      await this.auditLog.record(context, { action: 'account.password-reset', target }, manager);
    });
    this.mailer.wake();
  }

  /** An account without a password signs in some other way, which a link must not go around. */
  private async whyNot(tenantId: string, account: Account | null): Promise<string | undefined> {
    if (!account) return 'unknown address';
    if (account.status !== 'active') return account.status;
    if (account.passwordHash !== null) return undefined;
    const factors = await this.factors.methodsOf(tenantId, account.id);
    const isSafe =
      factors.includes('passkey') && (await this.signInMethods.mayBeginByLink(tenantId, account.id));
    return isSafe ? undefined : 'no password';
  }
}
