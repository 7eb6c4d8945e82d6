import { CONTACT_LIMITS, DELIVERY_MODES } from '@sitedesk/contract/contact';
import { SETTING_DEFAULTS } from '@sitedesk/contract/settings';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import { CONTACT_RANGES } from './contact-settings.js';
import { SINGLE_CAPTCHA_SETTINGS } from '../captcha/captcha-setting-definitions.js';

/** What a site can set about its contact form. */
export const CONTACT_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    'ContactApi',
    'AdminEmail',
    { kind: 'email', steers: 'messages', demonstration: () => 'owner@sitedesk.example' },
    'Notification recipient; defaults to the sender address',
  ),
  defineSetting(
    'ContactApi',
    'MaxMessageLength',
    {
      kind: 'integer',
      steers: 'nothing',
      fallback: String(CONTACT_LIMITS.message.max),
      range: CONTACT_RANGES.maxMessageLength,
    },
    `Maximum message length in characters; defaults to ${CONTACT_LIMITS.message.max}`,
  ),
  defineSetting(
    'ContactApi',
    'DeliveryMode',
    { kind: 'choice', steers: 'nothing', choices: DELIVERY_MODES, fallback: SETTING_DEFAULTS.deliveryMode },
    `${DELIVERY_MODES.join(' or ')}: whether visitors wait for the first delivery attempt; defaults to queued`,
  ),
  defineSetting(
    'ContactApi',
    'TokenHours',
    {
      kind: 'integer',
      steers: 'nothing',
      fallback: String(SETTING_DEFAULTS.tokenHours),
      range: CONTACT_RANGES.tokenHours,
    },
    'Form token lifetime in hours; defaults to 12; open pages renew their token automatically',
  ),
  defineSetting(
    'ContactApi',
    'AlertsEnabled',
    { kind: 'flag', steers: 'nothing', fallback: 'true' },
    'true or false: whether each new message sends a notification; defaults to true',
  ),
  defineSetting(
    'ContactApi',
    'FormPosts',
    { kind: 'flag', steers: 'nothing', fallback: 'false', demonstration: () => 'true' },
    'true or false: whether the form also works without JavaScript; messages sent that way are held for review; defaults to false',
  ),
  ...SINGLE_CAPTCHA_SETTINGS,
];
