import { Module } from '@nestjs/common';
import { Account } from './account.entity.js';
import { AccountPreferences } from './account-preferences.entity.js';
import { AccountPreferencesService } from './account-preferences.service.js';
import { AccountsService } from './accounts.service.js';
import { SignInMethodsService } from './sign-in-methods.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES, MIGRATIONS, SUBSCRIBERS } from '../../platform/database/data-source.js';
import { ENCRYPTED_COLUMNS } from '../../platform/keys/encrypted-columns.js';
import { AccountNameKeySubscriber } from './account-name-key.subscriber.js';
import { AccountRole } from './account-role.entity.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { IDENTITY_SETTINGS } from './identity-setting-definitions.js';
import { readIdentitySettings } from './identity-settings.js';
import { CreateAccountPreferences1790350000000 } from './migrations/1790350000000-create-account-preferences.js';

/** The accounts of a site, and with what people can sign in to them. */
@Module({
  providers: [AccountsService, AccountPreferencesService, SignInMethodsService],
  exports: [AccountsService, AccountPreferencesService, SignInMethodsService],
})
@Registers(ENTITIES, Account, AccountPreferences, AccountRole)
@Registers(MIGRATIONS, CreateAccountPreferences1790350000000)
@Registers(SUBSCRIBERS, AccountNameKeySubscriber)
@Registers(ENCRYPTED_COLUMNS, { table: 'account', column: 'email', lookupColumn: 'email_key' })
@Registers(SETTING_GROUPS, { name: 'Identity', order: 40 })
@Registers(SETTINGS, ...IDENTITY_SETTINGS)
@Registers(SETTING_READERS, { groups: ['Identity'], read: readIdentitySettings })
export class AccountsModule {}
