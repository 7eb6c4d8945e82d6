import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { IsEmail, IsOptional, MaxLength } from 'class-validator';
import {
  SettingInvalidError,
  type SettingValue,
  type SettingValues,
} from '../../platform/settings/setting-values.js';
import { fault, validated } from '../../platform/settings/validated.js';
import {
  EmailConnectionStringError,
  parseEmailConnectionString,
  type EmailProvider,
} from './connection-string.js';

const MAX_SENDER_NAME = 100;

/** Group `EMAIL`: how a tenant's mail leaves, and from whom. */
export class EmailSettings {
  /** Undefined: nothing is configured, so nothing can be delivered. */
  readonly provider: EmailProvider | undefined;

  @IsOptional()
  @IsEmail({}, fault(SETTING_FAULTS.email))
  readonly senderEmail: string | undefined;

  @IsOptional()
  @MaxLength(MAX_SENDER_NAME, fault(SETTING_FAULTS.tooLong({ max: MAX_SENDER_NAME })))
  readonly senderName: string | undefined;

  constructor(values: SettingValues) {
    this.provider = readProvider(values.find('EMAIL', 'ConnectionString'));
    this.senderEmail = values.text('EMAIL', 'SenderEmail');
    this.senderName = values.text('EMAIL', 'SenderName');
  }
}

/** @throws SettingInvalidError, SecretUnreadableError */
export function readEmailSettings(values: SettingValues): EmailSettings {
  return validated(new EmailSettings(values), 'EMAIL', {
    senderEmail: 'SenderEmail',
    senderName: 'SenderName',
  });
}

function readProvider(connection: SettingValue | undefined): EmailProvider | undefined {
  if (connection === undefined) return undefined;
  const provider = providerOf(connection.value);
  // What the operator has set for all sites may lead into his own network; what a site has stored may not.
  return connection.source === 'database' ? { ...provider, guarded: true } : provider;
}

/** @throws SettingInvalidError */
export function providerOf(connectionString: string): EmailProvider {
  try {
    return parseEmailConnectionString(connectionString);
  } catch (error) {
    if (!(error instanceof EmailConnectionStringError)) throw error;
    throw new SettingInvalidError(
      'EMAIL',
      'ConnectionString',
      SETTING_FAULTS.connection({ fault: error.problem }),
    );
  }
}
