import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { type ContactAlerts, INBOX_TEXTS } from '@sitedesk/contract';
import { CLOCK, type Clock } from '../common/clock.js';
import { ProblemException } from '../common/problem.js';
import { ALERTS_SETTING, readContactSettings, readRecipient } from '../contact/contact-settings.js';
import type { Acting } from '../identity/acting.js';
import { SecretUnreadableError } from '../keys/key-ring.js';
import { DeliveryReadiness } from '../outbox/delivery-readiness.service.js';
import { SettingEditor } from '../settings/setting-editor.service.js';
import { SettingInvalidError, type SettingValue } from '../settings/setting-values.js';
import { SettingsService } from '../settings/settings.service.js';

/** The operator has set this where nobody else can change it, or it cannot be read (409). */
export class AlertsNotChangeable extends ProblemException {
  constructor(why: string) {
    super(HttpStatus.CONFLICT, 'wrong-state', why);
  }
}

/** Whether a mail is sent for every new message of a site (specification 3). */
@Injectable()
export class ContactAlertsService {
  constructor(
    private readonly settings: SettingsService,
    private readonly readiness: DeliveryReadiness,
    private readonly editor: SettingEditor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws AlertsNotChangeable when the settings cannot be read: nobody may take that for on or off */
  async find(tenantId: string): Promise<ContactAlerts> {
    const values = await this.settings.values(tenantId);
    const problem = await this.readiness.knownProblem(tenantId, this.clock.now());
    try {
      return {
        enabled: values.read(readContactSettings).alertsEnabled,
        lockedBy: lockOf(values.find(ALERTS_SETTING.group, ALERTS_SETTING.name)),
        recipient: values.read(readRecipient).address ?? null,
        problem: problem ?? null,
      };
    } catch (error) {
      throw asRefusal(error);
    }
  }

  /** A change of the settings like any other, with its history and its row in the audit log. @throws AlertsNotChangeable */
  async change(tenantId: string, acting: Acting, enabled: boolean): Promise<ContactAlerts> {
    const before = await this.find(tenantId);
    if (before.lockedBy !== null) throw new AlertsNotChangeable(INBOX_TEXTS.alertsLocked);
    if (before.enabled === enabled) return before;
    const { group, name } = ALERTS_SETTING;
    const values = { [name]: String(enabled) };
    await this.editor.save(tenantId, acting, { group, version: undefined, values, kind: 'save' });
    return this.find(tenantId);
  }
}

/** What has the last word over what is stored here; null when nothing has. */
function lockOf(value: SettingValue | undefined): string | null {
  if (value?.source === 'environment') return value.variable ?? value.source;
  return value?.source === 'file' ? value.source : null;
}

function asRefusal(error: unknown): unknown {
  const unreadable = error instanceof SettingInvalidError || error instanceof SecretUnreadableError;
  return unreadable ? new AlertsNotChangeable(error.message) : error;
}
