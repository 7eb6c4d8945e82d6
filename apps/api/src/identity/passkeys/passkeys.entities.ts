import { Passkey } from './passkey.entity.js';
import { PasskeyUser } from './passkey-user.entity.js';
import { WebAuthnChallenge } from './webauthn-challenge.entity.js';

export const PASSKEY_ENTITIES = [Passkey, PasskeyUser, WebAuthnChallenge];
