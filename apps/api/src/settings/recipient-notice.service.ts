import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountMailer } from '../account-mail/account-mailer.service.js';
import type { Actor } from '../audit/actor.js';
import type { SettingValues } from './setting-values.js';

/** Tells whoever was told of visitors' messages that somebody else is now: nobody redirects them unnoticed (S-10). */
@Injectable()
export class RecipientNotice {
  constructor(private readonly mailer: AccountMailer) {}

  /**
   * Part of the transaction of the change; call {@link send} after it. A site that sends no mail tells nobody of messages
   * either.
   * @param former who is not the recipient any more: see {@link formerRecipient}
   */
  async post(manager: EntityManager, tenantId: string, actor: Actor, former: string): Promise<void> {
    if ((await this.mailer.problem(tenantId)) !== undefined) return;
    const draft = { account: null, kind: 'recipient-changed', to: former, by: actor.label } as const;
    await this.mailer.post(manager, tenantId, draft);
  }

  send(): void {
    this.mailer.wake();
  }
}

/**
 * The address that was set to be told of messages and is not any more; undefined when none was set, or when what is set
 * above the database decides and nothing changes.
 */
export function formerRecipient(before: SettingValues, after: SettingValues): string | undefined {
  const former = before.find('ContactApi', 'AdminEmail');
  if (former === undefined || former.source === 'demonstration') return undefined;
  const now = after.text('ContactApi', 'AdminEmail');
  return now?.toLowerCase() === former.value.toLowerCase() ? undefined : former.value;
}
