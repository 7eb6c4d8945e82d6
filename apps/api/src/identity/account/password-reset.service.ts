import { Inject, Injectable } from '@nestjs/common';
import type { CompletePasswordResetDto } from '@sitedesk/contract/dto';
import { DataSource } from 'typeorm';
import { AccountMailer } from '../../account-mail/account-mailer.service.js';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { unavailableAware } from '../../database/sql.js';
import type { Account } from '../account.entity.js';
import { AccountsService } from '../accounts.service.js';
import { AccountLinks } from '../links/account-links.service.js';
import { LinkRefused } from '../links/link-refused.js';
import { LinkStore } from '../links/link-store.service.js';
import { neutrally } from '../neutral-answer.js';
import { PasswordRules } from '../password-rules.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SecondFactors } from '../two-factor/second-factors.service.js';
import { WaysIn } from '../ways-in.service.js';
import { AccountCredentials } from './account-credentials.service.js';

/** A new password for who has forgotten the old one, by a link to the account's own address (ID-06 to ID-10). */
@Injectable()
export class PasswordReset {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly store: LinkStore,
    private readonly links: AccountLinks,
    private readonly mailer: AccountMailer,
    private readonly credentials: AccountCredentials,
    private readonly rules: PasswordRules,
    private readonly factors: SecondFactors,
    private readonly waysIn: WaysIn,
    private readonly hasher: PasswordHasher,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Sends a link if the address has an account with a password; says nothing about whether it did (ID-06). */
  async request(tenantId: string, actor: Actor, email: string): Promise<void> {
    await neutrally(async () => {
      const account = await this.accounts.findByEmail(tenantId, email);
      const problem = await this.whyNot(tenantId, account);
      await this.auditLog.record(tenantId, actor, {
        action: 'account.password-reset-request',
        ...(account ? { target: { kind: 'account', id: account.id } } : {}),
        ...(problem === undefined ? {} : { outcome: 'refused', reason: problem }),
      });
      if (account && problem === undefined) await this.links.request(tenantId, account, 'reset-password');
    });
  }

  /**
   * Sets the new password. Signs nobody in and leaves the second factor alone (ID-09). The link proves the address too.
   * @throws LinkRefused, ValidationProblem when the password is too weak (the link then still works),
   * TooManyHashesException
   */
  async complete(
    tenantId: string,
    actor: Actor,
    { token, password }: CompletePasswordResetDto,
  ): Promise<void> {
    const { link, account: found } = await this.store.find(tenantId, ['reset-password'], token);
    const secondFactor = (await this.factors.methodsOf(tenantId, found.id)).length > 0;
    const email = await this.accounts.emailOf(tenantId, found);
    await this.rules.require(tenantId, password, email, { secondFactor });
    const passwordHash = await this.hasher.hash(password);
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const account = await this.store.use(manager, tenantId, link);
        if (account.status !== 'active') throw new LinkRefused();
        const emailConfirmedAt = account.emailConfirmedAt ?? new Date(this.clock.now());
        await this.credentials.store(manager, tenantId, account.id, passwordHash, { emailConfirmedAt });
        await this.mailer.postNews(manager, tenantId, account, 'password-changed');
        const target = { kind: 'account', id: account.id };
        await this.auditLog.record(tenantId, actor, { action: 'account.password-reset', target }, manager);
      }),
    );
    this.mailer.wake();
  }

  /** An account without a password signs in some other way, which a link must not go around. */
  private async whyNot(tenantId: string, account: Account | null): Promise<string | undefined> {
    if (!account) return 'unknown address';
    if (account.status !== 'active') return account.status;
    if (account.passwordHash !== null) return undefined;
    const factors = await this.factors.methodsOf(tenantId, account.id);
    const isSafe = factors.includes('passkey') && (await this.waysIn.mayBeginByLink(tenantId, account.id));
    return isSafe ? undefined : 'no password';
  }
}
