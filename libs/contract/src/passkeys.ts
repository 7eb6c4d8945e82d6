import { messages } from './messages.js';
import type { SessionInfo, SignInOutcome } from './identity.js';

/** Numbers of passkeys (WebAuthn Level 3). */
export const PASSKEY_LIMITS = {
  name: { min: 1, max: 60 },
  perAccount: 20,
  challengeOctets: 32,
  /** How long a ceremony may take; after that its challenge is void. */
  challengeSeconds: 5 * 60,
  /** Random, and nothing of the account (WebAuthn 14.6.1). */
  userHandleOctets: 64,
  credentialIdOctets: 1023,
} as const;

/** COSE algorithms that a passkey may have, the best first: EdDSA, ES256, RS256. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

/** Texts about passkeys. A refusal never names the check that failed; the audit log does. */
export const PASSKEY_TEXTS = messages('passkeys', {
  refused: 'This passkey wasn’t accepted. Try again, or confirm your identity another way.',
  notRegistered: 'This passkey couldn’t be registered. Start again.',
  registeredAlready: 'This passkey is already registered.',
  tooMany: `An account can have up to ${PASSKEY_LIMITS.perAccount} passkeys. Remove one before you add another.`,
  needsHostname: 'Passkeys need a hostname, but this page was opened by IP address.',
  changedMeanwhile: 'Your passkeys were changed somewhere else. Try again.',
});

/** A passkey as its owner sees it. Instants are ISO 8601 in UTC. */
export interface OwnPasskey {
  readonly id: string;
  readonly name: string;
  /** It works at this host only. */
  readonly hostname: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** Whether it is synchronised, so that it survives the loss of the device. */
  readonly backedUp: boolean;
  /** Since when it is refused: its counter went back, so there may be a copy of it. Null for a good one. */
  readonly flaggedAt: string | null;
}

/** `POST /editor/invitation/accept/passkey`. */
export interface AcceptedWithPasskey {
  readonly outcome: SignInOutcome;
  /** Ten, shown this once: the way back for who loses the device. */
  readonly recoveryCodes: readonly string[];
}

/** `POST /editor/account/passkeys`. The session has a new id and a new token. */
export interface RegisteredPasskey {
  readonly passkey: OwnPasskey;
  /** Ten, shown this once, if the account had none left; null when those it has still count. */
  readonly recoveryCodes: readonly string[] | null;
  readonly session: SessionInfo;
}

/** Names a passkey to a browser. */
export interface PasskeyDescriptor {
  readonly type: 'public-key';
  readonly id: string;
  readonly transports: readonly string[];
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn Level 3, 5.1.9). */
export interface PasskeyCreationOptions {
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly challenge: string;
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[];
  /** Milliseconds. */
  readonly timeout: number;
  readonly excludeCredentials: readonly PasskeyDescriptor[];
  readonly authenticatorSelection: {
    readonly residentKey: 'required';
    readonly requireResidentKey: true;
    readonly userVerification: 'required';
  };
  readonly attestation: 'none';
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON` (WebAuthn Level 3, 5.1.10). */
export interface PasskeyRequestOptions {
  readonly challenge: string;
  readonly rpId: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly userVerification: 'required';
  /** Empty: whichever passkey of this site the person chooses. */
  readonly allowCredentials: readonly PasskeyDescriptor[];
}

/** What `PublicKeyCredential.toJSON()` gives after a registration; further members are ignored. Octets are base64url. */
export interface PasskeyCreation {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[];
  };
}

/** What `PublicKeyCredential.toJSON()` gives after a sign-in; further members are ignored. Octets are base64url. */
export interface PasskeyAssertion {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null;
  };
}
