import type { SettingPart } from '@sitedesk/contract/settings';
import type { LookUp } from '../../platform/config/env.js';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import { providerOf } from './email-settings.js';
import { viewProvider } from './provider-view.js';

/** Where the launcher keeps the emails of the demonstration. */
export const readMailCatcher = (variable: LookUp): string | undefined =>
  variable('DEMO_MAIL_URL', 'internal');

/** Of a reserved domain, which no real provider sends for. */
export const DEMONSTRATION_SENDER = 'website@sitedesk.example';

/** How a site sends email. */
export const EMAIL_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    'EMAIL',
    'ConnectionString',
    {
      kind: 'connection',
      steers: 'email',
      label: { en: 'Email provider', de: 'E-Mail-Anbieter' },
      composed: { parts: connectionParts },
      demonstration: (env) => env.of(readMailCatcher),
      endsDemonstration: true,
    },
    'Email provider: smtp://, smtps://, endpoint=...;accesskey=..., SG...., none:',
  ),
  defineSetting(
    'EMAIL',
    'SenderEmail',
    { kind: 'email', steers: 'messages', demonstration: () => DEMONSTRATION_SENDER },
    'Sender address of emails',
  ),
  defineSetting(
    'EMAIL',
    'SenderName',
    { kind: 'text', steers: 'nothing' },
    'Sender name; defaults to the site name',
  ),
];

function connectionParts(text: string): Readonly<Record<string, SettingPart>> {
  const { kind, parts } = viewProvider(providerOf(text));
  const members = parts.map(({ name, value, secret }): [string, SettingPart] => [
    name,
    secret ? { isSet: true, updatedAt: null } : value,
  ]);
  return { kind, ...Object.fromEntries(members) };
}
