import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { BrowserSessionsService } from './browser-sessions.service.js';
import { SecondFactorSignInService } from './second-factor-sign-in.service.js';
import { SessionController } from './session.controller.js';
import { SignInConfirmationService } from './sign-in-confirmation.service.js';
import { SignInProtectionService } from './sign-in-protection.service.js';
import { SignInService } from './sign-in.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES, MIGRATIONS } from '../../platform/database/data-source.js';
import { SignInFailure } from './sign-in-failure.entity.js';
import { KnownDevice } from './known-device.entity.js';
import { CountGuessesPerBrowser1790290000000 } from './migrations/1790290000000-count-guesses-per-browser.js';

/** Signing in and out, with the second factor and the confirmation of a sign-in. */
@Module({
  imports: [AccountsModule, PasswordsModule, SessionsModule, TwoFactorModule],
  controllers: [SessionController],
  providers: [
    SignInService,
    SignInProtectionService,
    SecondFactorSignInService,
    SignInConfirmationService,
    BrowserSessionsService,
  ],
  exports: [SignInService, SignInProtectionService, SignInConfirmationService, BrowserSessionsService],
})
@Registers(ENTITIES, SignInFailure, KnownDevice)
@Registers(MIGRATIONS, CountGuessesPerBrowser1790290000000)
export class SignInModule {}
