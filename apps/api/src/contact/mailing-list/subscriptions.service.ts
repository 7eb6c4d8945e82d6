import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { newId } from '../../platform/core/id.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { enrolment, type SubscriptionRule } from './mailing-list-rules.js';
import { MailingList } from './mailing-list.entity.js';

/** A contact that is to go to the list, to be written with its message. */
export interface NewSubscription {
  readonly jobId: string;
  readonly confirm: boolean;
}

/** Says of each message whether its sender goes to the mailing list; costs a look into memory. */
@Injectable()
export class SubscriptionsService {
  private readonly rules = new Map<string, Promise<SubscriptionRule | undefined>>();

  constructor(
    private readonly manager: EntityManager,
    changes: DatabaseChanges,
  ) {
    changes.on(CHANNELS.tenant, (tenantId) => this.rules.delete(tenantId));
    changes.onLost(() => this.rules.clear());
  }

  /** While the synchronisation is paused contacts are kept all the same: anyone who agreed then has agreed. */
  async of(
    tenantId: string,
    { page }: { readonly page: string | null },
    now: number,
  ): Promise<NewSubscription | null> {
    const rule = await this.ruleOf(tenantId);
    const found = rule && enrolment(rule, page);
    return found ? { jobId: newId(now), confirm: found.confirm } : null;
  }

  private ruleOf(tenantId: string): Promise<SubscriptionRule | undefined> {
    const known = this.rules.get(tenantId);
    if (known) return known;
    const loading = this.load(tenantId);
    this.rules.set(tenantId, loading);
    loading.catch(() => this.rules.get(tenantId) === loading && this.rules.delete(tenantId));
    return loading;
  }

  private async load(tenantId: string): Promise<SubscriptionRule | undefined> {
    const row = await this.manager.findOneBy(MailingList, { tenantId });
    if (!row?.listId || !row.consentRule) return undefined;
    return { rule: row.consentRule, pages: row.consentPages };
  }
}
