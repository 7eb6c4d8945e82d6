import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SetupStepsService } from './setup-steps.service.js';
import { SetupController } from './setup.controller.js';
import { SetupService } from './setup.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { ENCRYPTED_COLUMNS } from '../../platform/keys/encrypted-columns.js';
import { ENVIRONMENT } from '../../platform/config/env.js';
import { readSetupAdministrator } from './setup-environment.js';
import { SetupState } from './setup-state.entity.js';

/** First run: the first administrator, and what is asked about the site afterwards. */
@Module({
  imports: [AccountsModule, PasswordsModule],
  controllers: [SetupController],
  providers: [SetupService, SetupStepsService],
  exports: [SetupService, SetupStepsService],
})
@Registers(ENTITIES, SetupState)
@Registers(ENVIRONMENT, readSetupAdministrator)
@Registers(ENCRYPTED_COLUMNS, { table: 'setup_state', column: 'code', idColumn: 'tenant_id' })
export class SetupModule {}
