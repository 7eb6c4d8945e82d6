import { Injectable } from '@nestjs/common';
import { DASHBOARD } from '@sitedesk/contract/dashboard';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { ChecklistService } from '../../platform/dashboard/checklist.service.js';
import { type PreparedStatement, Sql, statement } from '../../platform/database/sql.js';
import type { SettingValues } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { readContactSettings } from '../settings/contact-settings.js';

const CAP = DASHBOARD.countCap + 1;

const FAILED = statement('dashboard_failed')`
SELECT count(*)::int AS count, min(received_at) AS since FROM (
  SELECT received_at FROM contact_submission WHERE tenant_id = $1 AND undelivered = 'failed'
   ORDER BY received_at DESC LIMIT ${CAP}) failed`;

const HAS_MESSAGE: PreparedStatement = {
  name: 'checklist_message',
  text: 'SELECT EXISTS (SELECT FROM contact_submission WHERE tenant_id = $1) AS done',
};

/** What the dashboard says about messages. */
@Injectable()
export class ContactAttentionService {
  constructor(attention: AttentionService, checklist: ChecklistService, settings: SettingsService, sql: Sql) {
    attention.add('delivery-failed', ({ tenantId }) => attention.count(FAILED, [tenantId]));
    attention.add('alerts-off', async ({ tenantId }) => {
      const { alertsEnabled } = await settings.read(tenantId, readContactSettings);
      return alertsEnabled ? undefined : {};
    });
    checklist.addSetting('admin-address', hasRecipient);
    checklist.add('first-submission', async ({ tenantId }) => {
      const [row] = await sql.run<{ readonly done: boolean }>(HAS_MESSAGE, [tenantId]);
      return row?.done ?? false;
    });
  }
}

function hasRecipient(values: SettingValues): boolean {
  const usable = values.read(readContactSettings).adminEmail !== undefined;
  return usable && values.find('ContactApi', 'AdminEmail')?.source !== 'demonstration';
}
