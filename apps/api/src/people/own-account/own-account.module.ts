import { Module } from '@nestjs/common';
import { AccountEmailModule } from '../account-emails/account-email.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { LinksModule } from '../links/links.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { AccountCredentialsService } from './account-credentials.service.js';
import { AccountKey } from './account-key.entity.js';
import { AccountKeysService } from './account-keys.service.js';
import { EncryptionKeyController } from './encryption-key.controller.js';
import { InvitationController } from './invitation.controller.js';
import { InvitationService } from './invitation.service.js';
import { OwnAccountController } from './own-account.controller.js';
import { OwnAccountService } from './own-account.service.js';
import { PasswordResetController } from './password-reset.controller.js';
import { PasswordResetService } from './password-reset.service.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { ENCRYPTED_COLUMNS } from '../../platform/keys/encrypted-columns.js';

/** What people do with their own accounts: join, confirm an address, change or reset a password. */
@Module({
  imports: [
    AccountsModule,
    AccountEmailModule,
    PasswordsModule,
    LinksModule,
    SessionsModule,
    TwoFactorModule,
    SignInModule,
    PasskeysModule,
  ],
  controllers: [
    RegistrationController,
    PasswordResetController,
    InvitationController,
    OwnAccountController,
    EncryptionKeyController,
  ],
  providers: [
    AccountCredentialsService,
    RegistrationService,
    PasswordResetService,
    InvitationService,
    OwnAccountService,
    AccountKeysService,
  ],
})
@Registers(ENTITIES, AccountKey)
@Registers(ENCRYPTED_COLUMNS, { table: 'account_key', column: 'key', idColumn: 'account_id' })
export class OwnAccountModule {}
