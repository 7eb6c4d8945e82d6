import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountEmailService } from '../../people/account-emails/account-email.service.js';
import {
  type CheckedSave,
  SettingEditorService,
  type SettingRule,
} from '../../platform/settings/setting-editor.service.js';

/** Notifies the former recipient of notifications that someone else gets them now, so that nobody redirects them unnoticed. */
@Injectable()
export class RecipientNoticeService implements SettingRule {
  constructor(
    private readonly emails: AccountEmailService,
    editor: SettingEditorService,
  ) {
    editor.addRule(this);
  }

  /** A site that sends no email sends no notifications either. */
  async write(manager: EntityManager, save: CheckedSave): Promise<void> {
    const former = formerRecipient(save);
    const { tenantId, actor } = save.context;
    if (former === undefined || (await this.emails.problem(tenantId)) !== undefined) return;
    const by = { by: actor.label, byId: actor.id };
    await this.emails.post(manager, tenantId, {
      account: null,
      kind: 'recipient-changed',
      to: former,
      ...by,
    });
  }

  written(save: CheckedSave): void {
    if (formerRecipient(save) !== undefined) this.emails.wake();
  }
}

/** The address that was set and is not anymore; undefined when none was, or when a higher source decides anyway. */
function formerRecipient({ before, after }: CheckedSave): string | undefined {
  const former = before.find('ContactApi', 'AdminEmail');
  if (former === undefined || former.source === 'demonstration') return undefined;
  const now = after.text('ContactApi', 'AdminEmail');
  return now?.toLowerCase() === former.value.toLowerCase() ? undefined : former.value;
}
