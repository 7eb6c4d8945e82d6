import { CONTACT_LIMITS, DELIVERY_MODES, type DeliveryMode } from '@sitedesk/contract/contact';
import { SETTING_DEFAULTS, SETTING_FAULTS, type SettingRange } from '@sitedesk/contract/settings';
import { IsEmail, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { readEmailSettings } from '../../email/providers/email-settings.js';
import type { JsonLimits } from '../../platform/http/json-body.js';
import type { SettingValues } from '../../platform/settings/setting-values.js';
import { fault, validated } from '../../platform/settings/validated.js';

/** A character outside the basic plane, escaped in JSON as two surrogates. */
const MAX_BYTES_PER_CHARACTER = 12;
/** What the other fields of a submit may take. */
const OTHER_FIELDS_BYTES = 4 * 1024;

/** What a site can set its limits to. */
export const CONTACT_RANGES = {
  maxMessageLength: { min: CONTACT_LIMITS.message.min, max: 100_000, unit: 'characters' },
  tokenHours: { min: 1, max: 24, unit: 'hours' },
} as const satisfies Readonly<Record<string, SettingRange>>;
const { maxMessageLength: LENGTH, tokenHours: HOURS } = CONTACT_RANGES;

/** The setting that turns alert notifications on or off (specification 3). */
export const ALERTS_SETTING = { group: 'ContactApi', name: 'AlertsEnabled' } as const;

/** Group `ContactApi` (specification 2.3). */
export class ContactSettings {
  @IsOptional()
  @IsEmail({}, fault(SETTING_FAULTS.email))
  readonly adminEmail: string | undefined;

  @IsInt(fault(SETTING_FAULTS.wholeNumber))
  @Min(LENGTH.min, fault(SETTING_FAULTS.atLeast({ min: LENGTH.min })))
  @Max(LENGTH.max, fault(SETTING_FAULTS.atMost({ max: LENGTH.max })))
  readonly maxMessageLength: number;

  @IsIn(DELIVERY_MODES, fault(SETTING_FAULTS.oneOf({ options: DELIVERY_MODES.join(', ') })))
  readonly deliveryMode: DeliveryMode;

  @IsInt(fault(SETTING_FAULTS.wholeNumber))
  @Min(HOURS.min, fault(SETTING_FAULTS.atLeast({ min: HOURS.min })))
  @Max(HOURS.max, fault(SETTING_FAULTS.atMost({ max: HOURS.max })))
  readonly tokenHours: number;

  /** Whether an email is sent for every message; off, messages are only stored. */
  readonly alertsEnabled: boolean;

  /** Whether a form may be posted without the script: what comes so is held for review. */
  readonly formPosts: boolean;

  constructor(values: SettingValues) {
    this.adminEmail = values.text('ContactApi', 'AdminEmail');
    this.maxMessageLength = Number(
      values.text('ContactApi', 'MaxMessageLength') ?? CONTACT_LIMITS.message.max,
    );
    this.deliveryMode =
      DELIVERY_MODES.find((mode) => mode === deliveryModeText(values)) ?? invalidMode(values);
    this.tokenHours = Number(values.text('ContactApi', 'TokenHours') ?? SETTING_DEFAULTS.tokenHours);
    this.alertsEnabled = values.flag(ALERTS_SETTING.group, ALERTS_SETTING.name, true);
    this.formPosts = values.flag('ContactApi', 'FormPosts', false);
  }
}

const deliveryModeText = (values: SettingValues): string =>
  values.text('ContactApi', 'DeliveryMode') ?? SETTING_DEFAULTS.deliveryMode;

/** Keeps a wrong word, so that validation can refuse it by name. */
const invalidMode = (values: SettingValues): DeliveryMode => deliveryModeText(values) as DeliveryMode;

const NAMES = {
  adminEmail: 'AdminEmail',
  maxMessageLength: 'MaxMessageLength',
  deliveryMode: 'DeliveryMode',
  tokenHours: 'TokenHours',
};

/** @throws SettingInvalidError */
export function readContactSettings(values: SettingValues): ContactSettings {
  return validated(new ContactSettings(values), 'ContactApi', NAMES);
}

/** What a submit may have: 64 KB, more when the tenant allows messages that would not fit. */
export function bodyLimits({ maxMessageLength }: ContactSettings): JsonLimits {
  const fitting = maxMessageLength * MAX_BYTES_PER_CHARACTER + OTHER_FIELDS_BYTES;
  return { maxBytes: Math.max(CONTACT_LIMITS.bodyBytes, fitting), maxKeys: CONTACT_LIMITS.jsonKeys };
}

/** Who gets notified of a message: AdminEmail, else the sender (specification 2.3); undefined when neither is set. */
export function readRecipient(values: SettingValues): { readonly address: string | undefined } {
  return {
    address: values.read(readContactSettings).adminEmail ?? values.read(readEmailSettings).senderEmail,
  };
}
