import { IsEmail, IsOptional, MaxLength } from 'class-validator';
import { SettingInvalidError, type SettingValue, type SettingValues } from '../settings/setting-values.js';
import { validated } from '../settings/validated.js';
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
  @IsEmail({}, { message: 'must be an email address' })
  readonly senderEmail: string | undefined;

  @IsOptional()
  @MaxLength(MAX_SENDER_NAME, { message: `must have at most ${MAX_SENDER_NAME} characters` })
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
  try {
    const provider = parseEmailConnectionString(connection.value);
    // What the operator has set for all sites may lead into his own network; what a site has stored may not.
    return connection.source === 'database' ? { ...provider, guarded: true } : provider;
  } catch (error) {
    if (!(error instanceof EmailConnectionStringError)) throw error;
    throw new SettingInvalidError('EMAIL', 'ConnectionString', `is not usable: ${error.message}`);
  }
}
