import { SETTING_TEXTS } from '@sitedesk/contract';
import { ValidationProblem } from '../common/problem.js';
import type { Principal } from '../identity/principal.js';
import { readTwoFactorSettings } from '../identity/two-factor/two-factor-settings.js';
import { fieldOf, type SettingDraft } from './setting-draft.js';
import type { SettingValues } from './setting-values.js';

const REQUIRED_ROLES = 'TwoFactorRequiredRoles';

/**
 * No setting may shut out the person who saves it (C16).
 * @throws ValidationProblem
 */
export function requireNoLockOut(
  after: SettingValues,
  drafts: readonly SettingDraft[],
  principal: Principal | undefined,
): void {
  if (!drafts.some(({ definition }) => definition.name === REQUIRED_ROLES)) return;
  if (principal?.kind !== 'session' || principal.twoFactor) return;
  const { requiredRoles } = readTwoFactorSettings(after);
  const role = principal.roles.find(({ key, name }) =>
    [key, name].some((word) => requiredRoles.has(word.toLowerCase())),
  );
  if (!role) return;
  const message = SETTING_TEXTS.secondFactorFirst.replace('{role}', role.name);
  throw new ValidationProblem([{ field: fieldOf(REQUIRED_ROLES), message }]);
}
