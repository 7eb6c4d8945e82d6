import { Injectable } from '@nestjs/common';
import type { ChecklistTile } from '@sitedesk/contract/dashboard';
import type { Permission } from '@sitedesk/contract/permissions';
import { SecretUnreadableError } from '../crypto/key-ring.js';
import type { CallerContext } from '../http/request-context.js';
import { SettingInvalidError, type SettingValues } from '../settings/setting-values.js';
import { SettingsService } from '../settings/settings.service.js';

type IsDone = (context: CallerContext) => Promise<boolean>;

/** Who can do a step to a working site, and where. */
interface StepRule {
  /** Null: every user, for themselves. */
  readonly permission: Permission | null;
  readonly order: number;
  /** Path below the admin URL. */
  readonly to: string;
}

/** Whether a site is set up: looked at each time, nobody ticks anything off. */
@Injectable()
export class ChecklistService {
  private steps: readonly (StepRule & { readonly step: string; readonly isDone: IsDone })[] = [];

  constructor(private readonly settings: SettingsService) {}

  /** For features, in the constructor of a service or module. */
  add<Step extends string>(step: Step, rule: StepRule, isDone: IsDone): void {
    this.steps = [...this.steps, { step, ...rule, isDone }].toSorted((a, b) => a.order - b.order);
  }

  /** Done when the settings say so; settings that cannot be read do not. */
  bySettings(isDone: (values: SettingValues) => boolean): IsDone {
    return async ({ tenantId }) => {
      const values = await this.settings.values(tenantId);
      try {
        return isDone(values);
      } catch (error) {
        if (error instanceof SettingInvalidError || error instanceof SecretUnreadableError) return false;
        throw error;
      }
    };
  }

  /** The steps that this person can do. */
  async read(context: CallerContext): Promise<ChecklistTile> {
    const { permissions } = context.caller;
    const values = await this.settings.values(context.tenantId);
    const steps = await Promise.all(
      this.steps
        .filter(({ permission }) => permission === null || permissions.has(permission))
        .map(async ({ step, isDone, to }) => ({ step, done: await isDone(context), to })),
    );
    const complete = steps.every(({ done }) => done);
    return { steps, complete, demonstration: values.sources.has('demonstration') };
  }
}
