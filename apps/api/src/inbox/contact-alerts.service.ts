import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { type ContactAlerts, INBOX_TEXTS } from '@sitedesk/contract';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../common/clock.js';
import { ProblemException } from '../common/problem.js';
import { ALERTS_SETTING, readContactSettings, readRecipient } from '../contact/contact-settings.js';
import { SecretUnreadableError } from '../keys/key-ring.js';
import { DeliveryReadiness } from '../outbox/delivery-readiness.service.js';
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
    private readonly auditLog: AuditLog,
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

  /** @throws AlertsNotChangeable */
  async change(tenantId: string, actor: Actor, enabled: boolean): Promise<ContactAlerts> {
    const before = await this.find(tenantId);
    if (before.lockedBy !== null) throw new AlertsNotChangeable(INBOX_TEXTS.alertsLocked);
    if (before.enabled === enabled) return before;
    const { group, name } = ALERTS_SETTING;
    await this.settings.set(tenantId, group, name, String(enabled)).catch((error: unknown) => {
      throw asRefusal(error);
    });
    await this.auditLog.record(tenantId, actor, {
      action: 'contact.alerts',
      before: { enabled: before.enabled },
      after: { enabled },
    });
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
