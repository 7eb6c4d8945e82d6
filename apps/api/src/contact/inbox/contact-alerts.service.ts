import { worded } from '@sitedesk/contract/messages';
import { Inject, Injectable } from '@nestjs/common';
import { type ContactAlerts, INBOX_TEXTS } from '@sitedesk/contract/inbox';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { ALERTS_SETTING, readContactSettings, readRecipient } from '../settings/contact-settings.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { DeliveryReadinessService } from '../../email/outbox/delivery-readiness.service.js';
import { SettingEditorService } from '../../platform/settings/setting-editor.service.js';
import { isUnusable, type SettingValue } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { WrongState } from '../../platform/http/problem.js';

/** Whether an email is sent for every new message of a site (specification 3). */
@Injectable()
export class ContactAlertsService {
  constructor(
    private readonly settings: SettingsService,
    private readonly readiness: DeliveryReadinessService,
    private readonly editor: SettingEditorService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws WrongState when the settings cannot be read: nobody may take that for on or off */
  async find(tenantId: string): Promise<ContactAlerts> {
    const values = await this.settings.values(tenantId);
    const problem = await this.readiness.knownProblem(tenantId, this.clock.now());
    try {
      return {
        enabled: values.read(readContactSettings).alertsEnabled,
        lockedBy: lockOf(values.find(ALERTS_SETTING.group, ALERTS_SETTING.name)),
        recipient: values.read(readRecipient).address ?? null,
        ...worded('problem', problem),
      };
    } catch (error) {
      throw isUnusable(error) ? new WrongState(error.fault) : error;
    }
  }

  /** A change of the settings like any other, with its history and its row in the audit log. @throws WrongState */
  async change(context: CallerContext, enabled: boolean): Promise<ContactAlerts> {
    const { tenantId } = context;
    const before = await this.find(tenantId);
    if (before.lockedBy !== null) throw new WrongState(INBOX_TEXTS.alertsLocked);
    if (before.enabled === enabled) return before;
    const { group, name } = ALERTS_SETTING;
    const values = { [name]: String(enabled) };
    await this.editor.save(context, { group, version: undefined, values, kind: 'save' });
    return this.find(tenantId);
  }
}

/** What has the last word over what is stored here; null when nothing has. */
function lockOf(value: SettingValue | undefined): string | null {
  if (value?.source === 'environment') return value.variable ?? value.source;
  return value?.source === 'file' ? value.source : null;
}
