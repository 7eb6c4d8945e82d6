import { WebAuthnChallenges } from './challenges.service.js';
import { PasskeyCeremonies } from './passkey-ceremonies.service.js';
import { PasskeySignInController } from './passkey-sign-in.controller.js';
import { PasskeySignIn } from './passkey-sign-in.service.js';
import { PasskeyStore } from './passkey-store.service.js';
import { PasskeysController } from './passkeys.controller.js';
import { PasskeysService } from './passkeys.service.js';
import { RelyingParties } from './relying-parties.service.js';

export const PASSKEY_CONTROLLERS = [PasskeysController, PasskeySignInController];

export const PASSKEY_PROVIDERS = [
  WebAuthnChallenges,
  RelyingParties,
  PasskeyStore,
  PasskeyCeremonies,
  PasskeysService,
  PasskeySignIn,
];
