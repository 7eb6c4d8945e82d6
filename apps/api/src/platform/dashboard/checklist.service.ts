import { Injectable } from '@nestjs/common';
import {
  CHECKLIST_RULES,
  CHECKLIST_STEPS,
  type ChecklistStepName,
  type ChecklistTile,
} from '@sitedesk/contract/dashboard';
import { SecretUnreadableError } from '../crypto/key-ring.js';
import type { CallerContext } from '../http/request-context.js';
import { SettingInvalidError, type SettingValues } from '../settings/setting-values.js';
import { SettingsService } from '../settings/settings.service.js';
import { TenantsService } from '../tenancy/tenants.service.js';

type IsDone = (context: CallerContext) => Promise<boolean>;

/** Whether a site is set up: looked at each time, nobody ticks anything off. */
@Injectable()
export class ChecklistService {
  private readonly steps = new Map<ChecklistStepName, IsDone>();

  constructor(
    private readonly settings: SettingsService,
    tenants: TenantsService,
  ) {
    this.add(
      'hostname',
      async ({ tenantId }) => ((await tenants.find(tenantId))?.hostnames ?? []).length > 0,
    );
  }

  /** For features, in the constructor of a service or module. */
  add(step: ChecklistStepName, isDone: IsDone): void {
    this.steps.set(step, isDone);
  }

  /** The same for a step that is done when settings say so; those that cannot be read do not. */
  addSetting(step: ChecklistStepName, isDone: (values: SettingValues) => boolean): void {
    this.add(step, async ({ tenantId }) => {
      const values = await this.settings.values(tenantId);
      try {
        return isDone(values);
      } catch (error) {
        if (error instanceof SettingInvalidError || error instanceof SecretUnreadableError) return false;
        throw error;
      }
    });
  }

  /** The steps that this person can do. */
  async read(context: CallerContext): Promise<ChecklistTile> {
    const names = CHECKLIST_STEPS.filter((step) => {
      const { permission } = CHECKLIST_RULES[step];
      return permission === null || context.caller.permissions.has(permission);
    });
    const steps = await Promise.all(
      names.map(async (step) => ({
        step,
        done: (await this.steps.get(step)?.(context)) ?? false,
        to: CHECKLIST_RULES[step].to,
      })),
    );
    return { steps, complete: steps.every(({ done }) => done) };
  }
}
