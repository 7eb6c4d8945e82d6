import { CreateContactService1790000000000 } from './1790000000000-create-contact-service.js';
import { CreateIdentity1790100000000 } from './1790100000000-create-identity.js';
import { CreateAccountMail1790110000000 } from './1790110000000-create-account-mail.js';
import { SortAccounts1790120000000 } from './1790120000000-sort-accounts.js';
import { CreateTwoFactor1790130000000 } from './1790130000000-create-two-factor.js';
import { CreatePasskeys1790140000000 } from './1790140000000-create-passkeys.js';
import { ProtectAuditLog1790150000000 } from './1790150000000-protect-audit-log.js';
import { CreateAccountKey1790160000000 } from './1790160000000-create-account-key.js';
import { ProtectSignIn1790170000000 } from './1790170000000-protect-sign-in.js';
import { CreateApiTokensAndAuthors1790180000000 } from './1790180000000-create-api-tokens-and-authors.js';
import { CreateExternalSignIn1790190000000 } from './1790190000000-create-external-sign-in.js';
import { SortContacts1790200000000 } from './1790200000000-sort-contacts.js';
import { CreateSettingHistory1790210000000 } from './1790210000000-create-setting-history.js';
import { CreateMailingList1790220000000 } from './1790220000000-create-mailing-list.js';
import { TieSessionsToIdentities1790230000000 } from './1790230000000-tie-sessions-to-identities.js';
import { ForgetDeletedContacts1790240000000 } from './1790240000000-forget-deleted-contacts.js';
import { AddSetupSteps1790240000100 } from './1790240000100-add-setup-steps.js';
import { ConfirmAtProvider1790240000200 } from './1790240000200-confirm-at-provider.js';
import { MailWithoutAccount1790240000201 } from './1790240000201-mail-without-account.js';
import { ListSessions1790240000202 } from './1790240000202-list-sessions.js';

/** The migrations from before features kept their own; a new one is registered by the module of its feature. */
export const MIGRATION_HISTORY = [
  CreateContactService1790000000000,
  CreateIdentity1790100000000,
  CreateAccountMail1790110000000,
  SortAccounts1790120000000,
  CreateTwoFactor1790130000000,
  CreatePasskeys1790140000000,
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
