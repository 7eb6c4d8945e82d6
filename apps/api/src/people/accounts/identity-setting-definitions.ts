import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';

/** How people come to a site's editor. */
export const IDENTITY_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    'Identity',
    'EditorUrl',
    { kind: 'url', steers: 'links', label: 'Admin URL' },
    "Admin URL, used for links in emails; defaults to https:// and the site's first hostname",
  ),
  defineSetting(
    'Identity',
    'AllowRegistration',
    { kind: 'flag', steers: 'nothing', fallback: 'false' },
    'true or false: whether public registration is allowed; defaults to false',
  ),
  defineSetting(
    'Identity',
    'TwoFactorRequiredRoles',
    { kind: 'roles', steers: 'sign-in', label: 'Roles that require a second factor' },
    'Names or IDs of roles that require a second factor, separated by commas; defaults to none',
  ),
];
