import { Injectable } from '@nestjs/common';
import { SETTING_TEXTS } from '@sitedesk/contract/settings';
import { ValidationProblem } from '../../platform/http/problem.js';
import { fieldOf } from '../../platform/settings/setting-draft.js';
import type { SettingValues } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import type { HeldRole, SessionPrincipal } from '../../platform/http/principal.js';
import { type CheckedSave, SettingEditorService } from '../../platform/settings/setting-editor.service.js';

/** Who has to set up a second factor before anything else is open. Asked on every request, so a change takes effect at once. */
@Injectable()
export class TwoFactorRequirementService {
  constructor(
    private readonly settings: SettingsService,
    editor: SettingEditorService,
  ) {
    editor.addRule({ check: requireNoLockOut });
  }

  /**
   * Whether a person has no second factor though the site wants one for a role, or the password is too short without it.
   * A passkey is one, also for a sign-in with the passkey alone. What another provider asked for is not known here.
   */
  async isUnmet(
    tenantId: string,
    { twoFactor, shortPassword, roles }: Pick<SessionPrincipal, 'twoFactor' | 'shortPassword' | 'roles'>,
  ): Promise<boolean> {
    if (twoFactor) return false;
    if (shortPassword) return true;
    const requiredRoles = await this.settings.read(tenantId, readRequiredRoles);
    return roles.some((role) => isRequiredOf(requiredRoles, role));
  }
}

const REQUIRED_ROLES = 'TwoFactorRequiredRoles';

/**
 * No setting may shut out the person who saves it.
 * @throws ValidationProblem
 */
function requireNoLockOut({ after, drafts, context: { caller } }: CheckedSave): void {
  if (!drafts.some(({ definition }) => definition.name === REQUIRED_ROLES)) return;
  if (caller?.kind !== 'session' || caller.twoFactor) return;
  const requiredRoles = readRequiredRoles(after);
  const role = caller.roles.find((each) => isRequiredOf(requiredRoles, each));
  if (!role) return;
  throw ValidationProblem.at(fieldOf(REQUIRED_ROLES), SETTING_TEXTS.secondFactorFirst({ role: role.name }));
}

/**
 * Names or ids, in lower case, of the roles that need a second factor. Never throws: an unreadable value could keep
 * everyone out, and any text is a list of names.
 */
const readRequiredRoles = (values: SettingValues): ReadonlySet<string> =>
  new Set(
    (values.text('Identity', REQUIRED_ROLES) ?? '')
      .split(',')
      .map((role) => role.trim().toLowerCase())
      .filter((role) => role !== ''),
  );

const isRequiredOf = (requiredRoles: ReadonlySet<string>, { key, name }: HeldRole): boolean =>
  requiredRoles.has(key.toLowerCase()) || requiredRoles.has(name.toLowerCase());
