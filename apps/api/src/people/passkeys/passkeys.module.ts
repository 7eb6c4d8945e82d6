import { Module } from '@nestjs/common';
import { AccountEmailModule } from '../account-emails/account-email.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { PasskeyCeremoniesService } from './passkey-ceremonies.service.js';
import { PasskeySignInController } from './passkey-sign-in.controller.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { PasskeyStore } from './passkey-store.js';
import { PasskeyUser } from './passkey-user.entity.js';
import { Passkey } from './passkey.entity.js';
import { PasskeysController } from './passkeys.controller.js';
import { PasskeysService } from './passkeys.service.js';
import { WebAuthnChallengesService } from './webauthn-challenges.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { WebAuthnChallenge } from './webauthn-challenge.entity.js';

/** Passkeys: registered, used to sign in, and to confirm a sign-in. */
@Module({
  imports: [AccountsModule, AccountEmailModule, SessionsModule, TwoFactorModule, SignInModule],
  controllers: [PasskeysController, PasskeySignInController],
  providers: [
    WebAuthnChallengesService,
    PasskeyStore,
    PasskeyCeremoniesService,
    PasskeysService,
    PasskeySignInService,
  ],
  exports: [PasskeyCeremoniesService],
})
@Registers(ENTITIES, Passkey, PasskeyUser, WebAuthnChallenge)
export class PasskeysModule {}
