import { messages } from './messages.js';
import type { SessionInfo } from './identity.js';

/** What can be asked for after a password. A recovery code stands in for one of the others; alone it is no factor. */
export type SecondFactorMethod = 'otp' | 'recovery' | 'passkey';

/** What of second factors needs attention: one's own recovery codes, and those of others. */
export type SecondFactorAttention = 'recovery-codes-own' | 'recovery-codes-others';
/** A setup step. */
export type SecondFactorStep = 'second-factor';

/** Numbers of the second factor (RFC 6238, RFC 4226). */
export const TWO_FACTOR = {
  totp: { digits: 6, stepSeconds: 30, driftSteps: 1, secretOctets: 20 },
  /** Of five bits per character: 80 bits each. */
  recoveryCodes: { count: 10, characters: 16, groupCharacters: 4 },
  /** After so many in one session it ends, and the sign-in begins again. */
  wrongCodes: 5,
} as const;

/** Why a change of the second factor is refused, or what is wrong with it. */
export const TWO_FACTOR_TEXTS = messages('two-factor', {
  alreadySetUp: 'An authenticator app is already set up. Remove it before you set up another one.',
  notBegun: 'Start setting up the authenticator app first.',
  notSetUp: 'There’s no authenticator app to remove.',
  noFactor: 'Set up an authenticator app or a passkey first. Recovery codes are only a backup for those.',
  passwordTooShort:
    'Your password is only long enough in combination with a second factor. Choose a longer one before you remove it.',
  required: 'Your role on this site requires a second factor. Set one up to continue.',
});

/** `GET /editor/account/two-factor`: how well a person's own account is protected. */
export interface TwoFactorState {
  /** ISO 8601 instant in UTC since when the authenticator app counts; null when there is none. */
  readonly totpSince: string | null;
  readonly recoveryCodesLeft: number;
  /** What a sign-in with the password may be completed with; empty without a second factor. */
  readonly methods: readonly SecondFactorMethod[];
  /** Whether nothing else is open to this person until a second factor is set up. */
  readonly enrolmentRequired: boolean;
}

/** `POST /editor/account/two-factor/totp`: what the authenticator app needs. Shown this once. */
export interface TotpEnrolment {
  /** Base32, for typing. */
  readonly secret: string;
  /** `otpauth://totp/...`. */
  readonly uri: string;
  /** The same as a QR code: the text of an SVG image. */
  readonly qrSvg: string;
}

/** Fresh recovery codes, shown this once; all earlier ones are void. The session has a new id and a new token. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
  readonly session: SessionInfo;
}
