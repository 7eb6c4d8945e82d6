import type { SettingPart } from '@sitedesk/contract/settings';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import { providerOf } from './email-settings.js';
import { viewProvider } from './provider-view.js';

/** How a site sends email. */
export const EMAIL_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    'EMAIL',
    'ConnectionString',
    {
      kind: 'connection',
      steers: 'email',
      label: 'Email provider',
      composed: { parts: connectionParts },
      demonstration: (mailUrl) => mailUrl,
      endsDemonstration: true,
    },
    'Email provider: smtp://, smtps://, endpoint=...;accesskey=..., SG...., none:',
  ),
  defineSetting(
    'EMAIL',
    'SenderEmail',
    { kind: 'email', steers: 'messages', demonstration: () => 'website@sitedesk.example' },
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
