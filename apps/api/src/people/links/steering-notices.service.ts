import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { keptRoute } from '../../email/outbox/delivery-readiness.service.js';
import { type SteeringChange, SteeringService } from '../../platform/settings/steering.service.js';
import { type AccountEmailDraft, AccountEmailService } from '../account-emails/account-email.service.js';
import { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { ADMINISTRATOR } from '../roles/last-administrator.js';
import { LinkStore } from './link-store.js';

/** A site has a handful of administrators; of a thousand, those who are longest there hear. */
const MOST = 100;

/** Tells a site's administrators when something was changed that decides where sign-in links, emails and scripts go. */
@Injectable()
export class SteeringNoticesService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly emails: AccountEmailService,
    private readonly links: LinkStore,
    steering: SteeringService,
  ) {
    steering.onChange((manager, change) => this.announce(manager, change));
  }

  private async announce(manager: EntityManager, change: SteeringChange): Promise<void> {
    const { context, steering, what, before } = change;
    const { tenantId, actor } = context;
    // Links that were sent lead to the address before; anyone who has it could use them.
    if (steering === 'links') await this.links.endAll(manager, tenantId);
    const formerRoute = steering === 'email' && before ? keptRoute(before) : undefined;
    if (!formerRoute && (steering === 'email' || (await this.emails.problem(tenantId)) !== undefined)) return;
    for (const account of await this.administrators(manager, tenantId)) {
      const to = await this.accounts.emailOf(tenantId, account);
      const draft = {
        account,
        kind: 'security-changed',
        to,
        by: actor.label,
        byId: actor.id,
        detail: what,
        formerRoute,
      } as const;
      await this.emails.post(manager, tenantId, draft);
    }
  }

  /** Of something that happened without anyone; as part of a transaction. Wake the emails after it. */
  async tellAdministrators(
    manager: EntityManager,
    tenantId: string,
    notice: Pick<AccountEmailDraft, 'kind' | 'detail'>,
  ): Promise<void> {
    if ((await this.emails.problem(tenantId)) !== undefined) return;
    for (const account of await this.administrators(manager, tenantId)) {
      const to = await this.accounts.emailOf(tenantId, account);
      await this.emails.post(manager, tenantId, { account, to, ...notice });
    }
  }

  private administrators(manager: EntityManager, tenantId: string): Promise<readonly Account[]> {
    return manager
      .createQueryBuilder(Account, 'a')
      .where('a.tenantId = :tenantId', { tenantId })
      .andWhere("a.status = 'active' AND a.emailConfirmedAt IS NOT NULL")
      .andWhere(
        'EXISTS (SELECT 1 FROM account_role r WHERE r.tenant_id = a.tenant_id AND r.account_id = a.id AND r.role_key = :role)',
        { role: ADMINISTRATOR },
      )
      .orderBy('a.createdAt')
      .take(MOST)
      .getMany();
  }
}
