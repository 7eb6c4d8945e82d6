import { Module } from '@nestjs/common';
import { AccountEmailModule } from '../account-emails/account-email.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { RecoveryCodesService } from './recovery-codes.service.js';
import { SecondFactorsService } from './second-factors.service.js';
import { TotpService } from './totp.service.js';
import { TwoFactorResetService } from './two-factor-reset.service.js';
import { TwoFactorController } from './two-factor.controller.js';
import { TwoFactorService } from './two-factor.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { ENCRYPTED_COLUMNS } from '../../platform/keys/encrypted-columns.js';
import { TotpCredential } from './totp-credential.entity.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { SecondFactorAttentionService } from './second-factor-attention.service.js';

/** Authenticator apps and recovery codes. */
@Module({
  imports: [AccountsModule, AccountEmailModule, SessionsModule],
  controllers: [TwoFactorController],
  providers: [
    SecondFactorAttentionService,
    SecondFactorsService,
    RecoveryCodesService,
    TotpService,
    TwoFactorService,
    TwoFactorResetService,
  ],
  exports: [SecondFactorsService, RecoveryCodesService, TwoFactorService, TwoFactorResetService],
})
@Registers(ENTITIES, TotpCredential, RecoveryCode)
@Registers(ENCRYPTED_COLUMNS, { table: 'totp_credential', column: 'secret', idColumn: 'account_id' })
export class TwoFactorModule {}
