import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountMailer } from '../../account-mail/account-mailer.service.js';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { unavailableAware } from '../../database/sql.js';
import { PersonalData } from '../../keys/personal-data.service.js';
import { Account, emailPlace } from '../account.entity.js';
import { AccountsService, AddressTaken, canonicalEmail, isUniqueViolation } from '../accounts.service.js';
import { AccountLinks } from '../links/account-links.service.js';
import { type LiveLink, LinkStore } from '../links/link-store.service.js';
import { maskEmail } from '../mask-email.js';
import { neutrally } from '../neutral-answer.js';
import { awaitsConfirmation } from './registration.service.js';

/** Takes the links that prove an address: a new account's, or the one that an account is to have from now on. */
@Injectable()
export class EmailConfirmation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly store: LinkStore,
    private readonly links: AccountLinks,
    private readonly mailer: AccountMailer,
    private readonly personalData: PersonalData,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Sends the link again; says nothing about whether it did (ID-06). */
  async resend(tenantId: string, actor: Actor, email: string): Promise<void> {
    await neutrally(async () => {
      const account = await this.accounts.findByEmail(tenantId, email);
      const due = account !== null && awaitsConfirmation(account);
      await this.auditLog.record(tenantId, actor, {
        action: 'account.confirmation-request',
        ...(account ? { target: { kind: 'account', id: account.id } } : {}),
        ...(due ? {} : { outcome: 'refused', reason: account ? 'nothing to confirm' : 'unknown address' }),
      });
      if (due) await this.links.request(tenantId, account, 'confirm-email');
    });
  }

  /**
   * Proves an address. Nobody is signed in by it.
   * @throws LinkRefused, AddressTaken when another account has got the new address meanwhile
   */
  async confirm(tenantId: string, actor: Actor, token: string): Promise<void> {
    const live = await this.store.find(tenantId, ['confirm-email', 'change-email'], token);
    await unavailableAware(() =>
      this.dataSource.transaction((manager) =>
        live.link.purpose === 'change-email'
          ? this.changeAddress(manager, tenantId, actor, live)
          : this.confirmAddress(manager, tenantId, actor, live),
      ),
    );
    this.mailer.wake();
  }

  private async confirmAddress(
    manager: EntityManager,
    tenantId: string,
    actor: Actor,
    { link }: LiveLink,
  ): Promise<void> {
    const { id } = await this.store.use(manager, tenantId, link);
    await manager.update(
      Account,
      { id, tenantId },
      { emailConfirmedAt: new Date(this.clock.now()), version: () => 'version + 1' },
    );
    const target = { kind: 'account', id };
    await this.auditLog.record(tenantId, actor, { action: 'account.confirm-email', target }, manager);
  }

  private async changeAddress(
    manager: EntityManager,
    tenantId: string,
    actor: Actor,
    { link }: LiveLink,
  ): Promise<void> {
    const account = await this.store.use(manager, tenantId, link);
    const { id } = account;
    const before = await this.accounts.emailOf(tenantId, account);
    const after = canonicalEmail(await this.store.newEmail(tenantId, link));
    const row = {
      email: await this.personalData.encrypt(tenantId, emailPlace(id), after),
      emailKey: await this.personalData.lookupKey(tenantId, after),
      emailConfirmedAt: new Date(this.clock.now()),
    };
    try {
      await manager.update(Account, { id, tenantId }, { ...row, version: () => 'version + 1' });
    } catch (error) {
      throw isUniqueViolation(error) ? new AddressTaken() : error;
    }
    await this.links.revokeAll(manager, tenantId, id);
    await this.mailer.postNews(manager, tenantId, account, 'email-changed', { to: before });
    await this.auditLog.record(
      tenantId,
      actor,
      {
        action: 'account.change-email',
        target: { kind: 'account', id },
        ...{ before: { email: maskEmail(before) }, after: { email: maskEmail(after) } },
      },
      manager,
    );
  }
}
