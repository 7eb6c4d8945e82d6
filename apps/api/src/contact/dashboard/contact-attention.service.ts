import { Injectable } from '@nestjs/common';
import type { ContactAttention, ContactStep } from '@sitedesk/contract/contact-dashboard';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { ChecklistService } from '../../platform/dashboard/checklist.service.js';
import { COUNTED_ROWS } from '../../platform/dashboard/finding.js';
import { type PreparedStatement, Sql, statement } from '../../platform/database/sql.js';
import type { SettingValues } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { readContactSettings } from '../settings/contact-settings.js';

const FAILED = statement('dashboard_failed')`
SELECT count(*)::int AS count, min(received_at) AS since FROM (
  SELECT received_at FROM contact_submission WHERE tenant_id = $1 AND undelivered = 'failed'
   ORDER BY received_at DESC LIMIT ${COUNTED_ROWS}) failed`;

const HELD = statement('dashboard_held')`
SELECT count(*)::int AS count, min(received_at) AS since FROM (
  SELECT received_at FROM contact_submission WHERE tenant_id = $1 AND folder = 'held'
   ORDER BY received_at DESC LIMIT ${COUNTED_ROWS}) held`;

const HAS_MESSAGE = statement('checklist_message')`
SELECT EXISTS (SELECT FROM contact_submission WHERE tenant_id = $1) AS done`;

/** The demonstration's page is on none of the site's hostnames. */
const HAS_OWN_PAGE = statement('checklist_own_page')`
SELECT EXISTS (SELECT FROM contact_form_page WHERE tenant_id = $1 AND own_host) AS done`;

const RULES = {
  failed: { permission: 'contacts.manage', level: 'critical', order: 10, to: '/inbox?view=failed' },
  held: { permission: 'contacts.manage', level: 'notice', order: 5, to: '/inbox?view=held' },
  alertsOff: { permission: 'contacts.manage', level: 'notice', order: 10, to: '/inbox' },
  address: { permission: 'settings.manage', order: 30, to: '/settings/contact' },
  page: { permission: 'settings.manage', order: 45, to: '/settings/contact' },
  first: { permission: 'contacts.manage', order: 50, to: '/settings/contact' },
} as const;

/** What the dashboard says about messages. */
@Injectable()
export class ContactAttentionService {
  constructor(attention: AttentionService, checklist: ChecklistService, settings: SettingsService, sql: Sql) {
    attention.add<ContactAttention>('delivery-failed', RULES.failed, ({ tenantId }) =>
      attention.count(FAILED, [tenantId]),
    );
    attention.add<ContactAttention>('messages-held', RULES.held, ({ tenantId }) =>
      attention.count(HELD, [tenantId]),
    );
    attention.add<ContactAttention>('alerts-off', RULES.alertsOff, async ({ tenantId }) => {
      const { alertsEnabled } = await settings.read(tenantId, readContactSettings);
      return alertsEnabled ? undefined : {};
    });
    checklist.add<ContactStep>('admin-address', RULES.address, checklist.bySettings(hasRecipient));
    const isTrue = async (question: PreparedStatement, tenantId: string): Promise<boolean> =>
      (await sql.run<{ readonly done: boolean }>(question, [tenantId])).some(({ done }) => done);
    checklist.add<ContactStep>('own-page', RULES.page, ({ tenantId }) => isTrue(HAS_OWN_PAGE, tenantId));
    checklist.add<ContactStep>('first-submission', RULES.first, ({ tenantId }) =>
      isTrue(HAS_MESSAGE, tenantId),
    );
  }
}

function hasRecipient(values: SettingValues): boolean {
  const usable = values.read(readContactSettings).adminEmail !== undefined;
  return usable && values.find('ContactApi', 'AdminEmail')?.source !== 'demonstration';
}
