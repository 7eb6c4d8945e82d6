import { Injectable } from '@nestjs/common';
import {
  CHECKLIST_RULES,
  CHECKLIST_STEPS,
  type ChecklistStepName,
  type ChecklistTile,
} from '@sitedesk/contract';
import { readCaptchaSettings } from '../captcha/captcha-settings.js';
import { readContactSettings } from '../contact/contact-settings.js';
import { type PreparedStatement, Sql } from '../database/sql.js';
import type { Principal } from '../identity/principal.js';
import { HAS_SECOND_FACTOR } from '../identity/two-factor/has-second-factor.js';
import { SecretUnreadableError } from '../keys/key-ring.js';
import { DeliveryNotConfiguredError, DeliveryReadiness } from '../outbox/delivery-readiness.service.js';
import { SettingInvalidError, type SettingValues } from '../settings/setting-values.js';
import { SettingsService } from '../settings/settings.service.js';
import { TenantsService } from '../tenancy/tenants.service.js';

const HAS_MESSAGE: PreparedStatement = {
  name: 'checklist_message',
  text: 'SELECT EXISTS (SELECT FROM contact_submission WHERE tenant_id = $1) AS done',
};
const HAS_FACTOR: PreparedStatement = {
  name: 'checklist_factor',
  text: `SELECT ${HAS_SECOND_FACTOR} AS done FROM account a WHERE a.tenant_id = $1 AND a.id = $2`,
};

/** Whether a site is set up: looked at each time, nobody ticks anything off. */
@Injectable()
export class Checklist {
  private readonly steps: Readonly<
    Record<ChecklistStepName, (tenantId: string, principal: Principal) => Promise<boolean>>
  >;

  constructor(
    private readonly sql: Sql,
    private readonly tenants: TenantsService,
    private readonly settings: SettingsService,
    private readonly readiness: DeliveryReadiness,
  ) {
    this.steps = {
      hostname: (tenantId) => this.hasHostname(tenantId),
      'mail-provider': (tenantId) => this.hasMail(tenantId),
      'admin-address': (tenantId) => this.has(tenantId, hasRecipient),
      captcha: (tenantId) => this.has(tenantId, hasCaptcha),
      'first-submission': (tenantId) => this.ask(HAS_MESSAGE, [tenantId]),
      'second-factor': (tenantId, { accountId }) => this.ask(HAS_FACTOR, [tenantId, accountId]),
    };
  }

  /** The steps that this person can do. */
  async read(tenantId: string, principal: Principal): Promise<ChecklistTile> {
    const names = CHECKLIST_STEPS.filter((step) => {
      const { permission } = CHECKLIST_RULES[step];
      return permission === null || principal.permissions.has(permission);
    });
    const steps = await Promise.all(
      names.map(async (step) => ({
        step,
        done: await this.steps[step](tenantId, principal),
        to: CHECKLIST_RULES[step].to,
      })),
    );
    return { steps, complete: steps.every(({ done }) => done) };
  }

  private async hasHostname(tenantId: string): Promise<boolean> {
    return ((await this.tenants.find(tenantId))?.hostnames ?? []).length > 0;
  }

  private async hasMail(tenantId: string): Promise<boolean> {
    if (!(await this.has(tenantId, hasOwnProvider))) return false;
    const route = await this.readiness.mailRoute(tenantId).catch(asNotConfigured);
    return route !== undefined;
  }

  private async has(tenantId: string, look: (values: SettingValues) => boolean): Promise<boolean> {
    const values = await this.settings.values(tenantId);
    try {
      return look(values);
    } catch (error) {
      if (error instanceof SettingInvalidError || error instanceof SecretUnreadableError) return false;
      throw error;
    }
  }

  private async ask(statement: PreparedStatement, values: readonly unknown[]): Promise<boolean> {
    const [row] = await this.sql.run<{ readonly done: boolean }>(statement, values);
    return row?.done ?? false;
  }
}

/** The demonstration's mail catcher is nobody's provider. */
function hasOwnProvider(values: SettingValues): boolean {
  const found = values.find('EMAIL', 'ConnectionString');
  return found !== undefined && found.source !== 'demonstration';
}

function hasRecipient(values: SettingValues): boolean {
  const usable = values.read(readContactSettings).adminEmail !== undefined;
  return usable && values.find('ContactApi', 'AdminEmail')?.source !== 'demonstration';
}

function hasCaptcha(values: SettingValues): boolean {
  const { requireCaptcha, provider } = values.read(readCaptchaSettings);
  return requireCaptcha && provider !== null;
}

function asNotConfigured(error: unknown): undefined {
  if (error instanceof DeliveryNotConfiguredError) return undefined;
  throw error;
}
