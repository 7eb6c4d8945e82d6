import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';

/** How people come to a site's editor. */
export const IDENTITY_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    'Identity',
    'EditorUrl',
    { kind: 'url', steers: 'links', label: { en: 'Admin URL', de: 'URL der Verwaltung' } },
    "Admin URL, used for links in emails; defaults to https:// and the site's first hostname",
  ),
  defineSetting(
    'Identity',
    'AllowRegistration',
    {
      kind: 'flag',
      steers: 'sign-in',
      fallback: 'false',
      label: { en: 'Public sign-up', de: 'Öffentliche Registrierung' },
    },
    'true or false: whether public registration is allowed; defaults to false',
  ),
  defineSetting(
    'Identity',
    'TwoFactorRequiredRoles',
    {
      kind: 'roles',
      steers: 'sign-in',
      label: { en: 'Roles that require a second factor', de: 'Rollen, die einen zweiten Faktor brauchen' },
    },
    'Names or IDs of roles that require a second factor, separated by commas; defaults to none',
  ),
];
