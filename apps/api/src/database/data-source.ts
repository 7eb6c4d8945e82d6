import { DataSource, type DataSourceOptions } from 'typeorm';
import { AccountMail } from '../account-mail/account-mail.entity.js';
import { AuditEntry } from '../audit/audit-entry.entity.js';
import { AuditHead } from '../audit/audit-head.entity.js';
import { ContactAttempt } from '../audit/contact-attempt.entity.js';
import { AuthorProfileRow } from '../authors/author-profile.entity.js';
import { CaptchaPass } from '../captcha/captcha-pass.entity.js';
import { RateLimitCounter } from '../common/throttling/rate-limit-counter.entity.js';
import { ContactFormPageRow } from '../contact/form/contact-form-page.entity.js';
import { ContactSubmission } from '../contact/contact-submission.entity.js';
import { EmailVerificationRow } from '../email/email-verification.entity.js';
import { AccountNameKey } from '../identity/account-name-key.subscriber.js';
import { Account } from '../identity/account.entity.js';
import { ApiToken } from '../identity/api-tokens/api-token.entity.js';
import { KnownDevice } from '../identity/known-device.entity.js';
import { OneTimeLink } from '../identity/links/one-time-link.entity.js';
import { Session } from '../identity/session.entity.js';
import { EXTERNAL_ENTITIES } from '../identity/external/external.entities.js';
import { PASSKEY_ENTITIES } from '../identity/passkeys/passkeys.entities.js';
import { SetupState } from '../identity/setup-state.entity.js';
import { SignInFailure } from '../identity/sign-in-failure.entity.js';
import { RecoveryCode } from '../identity/two-factor/recovery-code.entity.js';
import { TotpCredential } from '../identity/two-factor/totp-credential.entity.js';
import { AccountKey } from '../keys/account-key.entity.js';
import { KeyCheck } from '../keys/key-check.entity.js';
import { TenantKey } from '../keys/tenant-key.entity.js';
import { MailingListJob } from '../mailing-list/mailing-list-job.entity.js';
import { MailingList } from '../mailing-list/mailing-list.entity.js';
import { DeliveryAttempt } from '../outbox/delivery-attempt.entity.js';
import { OutboxMessage } from '../outbox/outbox-message.entity.js';
import { ProviderState } from '../outbox/provider-state.entity.js';
import { AccountRole } from '../roles/account-role.entity.js';
import { Role } from '../roles/role.entity.js';
import { SettingChange } from '../settings/setting-change.entity.js';
import { Setting } from '../settings/setting.entity.js';
import { TenantHostname } from '../tenancy/tenant-hostname.entity.js';
import { Tenant } from '../tenancy/tenant.entity.js';
import { CreateContactService1790000000000 } from './migrations/1790000000000-create-contact-service.js';
import { CreateIdentity1790100000000 } from './migrations/1790100000000-create-identity.js';
import { CreateAccountMail1790110000000 } from './migrations/1790110000000-create-account-mail.js';
import { CreateTwoFactor1790130000000 } from './migrations/1790130000000-create-two-factor.js';
import { CreatePasskeys1790140000000 } from './migrations/1790140000000-create-passkeys.js';
import { SortAccounts1790120000000 } from './migrations/1790120000000-sort-accounts.js';
import { ProtectAuditLog1790150000000 } from './migrations/1790150000000-protect-audit-log.js';
import { CreateAccountKey1790160000000 } from './migrations/1790160000000-create-account-key.js';
import { CreateApiTokensAndAuthors1790180000000 } from './migrations/1790180000000-create-api-tokens-and-authors.js';
import { CreateExternalSignIn1790190000000 } from './migrations/1790190000000-create-external-sign-in.js';
import { CreateMailingList1790220000000 } from './migrations/1790220000000-create-mailing-list.js';
import { CreateSettingHistory1790210000000 } from './migrations/1790210000000-create-setting-history.js';
import { SortContacts1790200000000 } from './migrations/1790200000000-sort-contacts.js';
import { TieSessionsToIdentities1790230000000 } from './migrations/1790230000000-tie-sessions-to-identities.js';
import { AddSetupSteps1790240000100 } from './migrations/1790240000100-add-setup-steps.js';
import { ConfirmAtProvider1790240000200 } from './migrations/1790240000200-confirm-at-provider.js';
import { ListSessions1790240000202 } from './migrations/1790240000202-list-sessions.js';
import { MailWithoutAccount1790240000201 } from './migrations/1790240000201-mail-without-account.js';
import { ProtectSignIn1790170000000 } from './migrations/1790170000000-protect-sign-in.js';
import { ForgetDeletedContacts1790240000000 } from './migrations/1790240000000-forget-deleted-contacts.js';

/** Every table the product has. */
export const ENTITIES = [
  Tenant,
  TenantHostname,
  Setting,
  ContactSubmission,
  ContactAttempt,
  OutboxMessage,
  DeliveryAttempt,
  ProviderState,
  KeyCheck,
  CaptchaPass,
  RateLimitCounter,
  TenantKey,
  Account,
  Role,
  AccountRole,
  Session,
  SetupState,
  AuditEntry,
  AuditHead,
  AccountKey,
  OneTimeLink,
  AccountMail,
  KnownDevice,
  ApiToken,
  ...EXTERNAL_ENTITIES,
  AuthorProfileRow,
  SignInFailure,
  TotpCredential,
  RecoveryCode,
  ...PASSKEY_ENTITIES,
  MailingList,
  MailingListJob,
  SettingChange,
  EmailVerificationRow,
  ContactFormPageRow,
];

const MIGRATIONS = [
  CreateContactService1790000000000,
  CreateIdentity1790100000000,
  CreateAccountMail1790110000000,
  CreateTwoFactor1790130000000,
  CreatePasskeys1790140000000,
  SortAccounts1790120000000,
  ProtectAuditLog1790150000000,
  CreateAccountKey1790160000000,
  ProtectSignIn1790170000000,
  CreateApiTokensAndAuthors1790180000000,
  CreateExternalSignIn1790190000000,
  SortContacts1790200000000,
  CreateSettingHistory1790210000000,
  CreateMailingList1790220000000,
  TieSessionsToIdentities1790230000000,
  ForgetDeletedContacts1790240000000,
  AddSetupSteps1790240000100,
  ConfirmAtProvider1790240000200,
  MailWithoutAccount1790240000201,
  ListSessions1790240000202,
];

/** How long a caller waits for a free connection before it is told that the database is not available. */
const CONNECTION_WAIT_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Somebody who locks a table is no reason to keep visitors waiting, nor to hold every connection of the pool (L-16). */
const LOCK_TIMEOUT_MS = 1_000;
/**
 * A search for a word that every message has must remember each of them; with the usual 4 MB it remembers only their pages,
 * and looks through every message on them again.
 */
const WORK_MEMORY = '-c work_mem=32MB';

/** Options of the one connection pool of a process. */
export function dataSourceOptions(url: string, poolSize: number): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    subscribers: [AccountNameKey],
    migrationsTableName: 'migration',
    installExtensions: false,
    synchronize: false,
    logging: false,
    poolSize,
    applicationName: 'sitedesk',
    connectTimeoutMS: CONNECTION_WAIT_MS,
    extra: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      keepAlive: true,
      options: WORK_MEMORY,
    },
  };
}

/** A data source of its own, for the command line and for tests; it waits as long as a migration takes. */
export function createDataSource(url: string): DataSource {
  return new DataSource({
    ...dataSourceOptions(url, 2),
    extra: { keepAlive: true },
  });
}
