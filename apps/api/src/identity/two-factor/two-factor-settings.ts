import type { SettingValues } from '../../settings/setting-values.js';

/** Who needs a second factor at a site. */
export interface TwoFactorSettings {
  /** Names or ids of roles, in lower case. */
  readonly requiredRoles: ReadonlySet<string>;
}

/** Never throws: an unreadable value could keep everybody out (C16), and any text is a list of names. */
export const readTwoFactorSettings = (values: SettingValues): TwoFactorSettings => ({
  requiredRoles: new Set(
    (values.text('Identity', 'TwoFactorRequiredRoles') ?? '')
      .split(',')
      .map((role) => role.trim().toLowerCase())
      .filter((role) => role !== ''),
  ),
});
