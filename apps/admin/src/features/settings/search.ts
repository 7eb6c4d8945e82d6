import type { SettingGroup } from '@sitedesk/contract';

/** Names of the settings of each group, as the page orders them. */
export const NAMES: Readonly<Record<SettingGroup, readonly string[]>> = {
  ContactApi: [
    'AdminEmail',
    'DeliveryMode',
    'MaxMessageLength',
    'TokenHours',
    'RequireCaptcha',
    'CaptchaProvider',
    'CaptchaSiteKey',
    'CaptchaSecretKey',
  ],
  CAPTCHA: ['Config'],
  EMAIL: ['ConnectionString', 'SenderEmail', 'SenderName'],
  Identity: ['EditorUrl', 'AllowRegistration', 'TwoFactorRequiredRoles'],
};

/** Names of a group that a search finds: in the words of the page, and as they are spelt in files and variables. */
export function matches(group: SettingGroup, term: string, t: (key: string) => string): readonly string[] {
  const wanted = term.trim().toLowerCase();
  if (wanted === '') return NAMES[group];
  return NAMES[group].filter((name) => {
    const words = [
      t(`settings.${group}.${name}`),
      t(`settings.${group}.${name}Help`),
      t(`settings.groups.${group}`),
      `${group}/${name}`,
      `${group}__${name}`,
    ];
    return words.some((text) => text.toLowerCase().includes(wanted));
  });
}
