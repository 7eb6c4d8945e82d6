import { messages } from './messages.js';
import type { AccountPreferences } from './preferences.js';
import { problemCode } from './problems.js';
import type { SecondFactorMethod } from './two-factor.js';

/** Below this path stands everything for the people who run a site. */
export const EDITOR_PATH = '/editor';

/** Header that carries the session's anti-forgery token on every request that changes something. */
export const CSRF_HEADER = 'X-CSRF-TOKEN';

/** Lengths in characters; times in seconds. */
export const IDENTITY_LIMITS = {
  displayName: { min: 1, max: 100 },
  emailOctets: 254,
  roleName: { min: 1, max: 64 },
  reason: { min: 3, max: 500 },
  session: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 60 * 60, pendingSeconds: 5 * 60 },
  /** How fresh a sign-in must be for a sensitive action. */
  recentSignInSeconds: 10 * 60,
  resetSeconds: 60 * 60,
  confirmationSeconds: 3 * 24 * 60 * 60,
  invitationSeconds: 7 * 24 * 60 * 60,
  rolesPerUser: 20,
  bulkIds: 500,
  pageSize: { default: 50, max: 200 },
} as const;

/** How guessing passwords is slowed down (NIST SP 800-63B 3.2.2). */
export const SIGN_IN_PROTECTION = {
  /** Wrong guesses from one network that cost nothing. */
  freeFailures: 5,
  /** The same from one IPv6 /48, which may be one subscriber's or many people's. */
  siteFreeFailures: 20,
  /** The first wait; it doubles with each further wrong guess. */
  delaySeconds: 30,
  maxDelaySeconds: 15 * 60,
  /** Wrong guesses are forgotten after so long without one. */
  memorySeconds: 24 * 60 * 60,
  maxConsecutiveFailures: 100,
  deviceDays: 180,
} as const;

export const LINK_REFUSED = problemCode('link-refused');

/** Answers to a sign-in that say nothing of which accounts exist. */
export const IDENTITY_TEXTS = messages('identity', {
  signInRefused: 'The email address or password is incorrect, or this account can’t sign in right now.',
  secondFactorRefused: 'This code is incorrect or was already used.',
  confirmationRefused: 'The password or code is incorrect.',
  emailNotConfigured: 'This isn’t possible right now because this site can’t send email.',
  resetAnswered: 'If an account with this address exists, we’ve sent it a link.',
  confirmationAnswered: 'If an account with this address is waiting for confirmation, we’ve sent it a link.',
  registrationAnswered: 'If this address can be registered, we’ve sent it a link.',
  lastSignInMethod: 'Set a password first. Without it, you couldn’t sign in anymore.',
  hasPassword: 'You already have a password. Change it instead.',
  passwordChangedMeanwhile: 'Your password was changed. Try again.',
  linkRefused: 'This link no longer works. Request a new one.',
  notCurrentPassword: 'This isn’t your current password.',
  passwordMissing: 'Enter your password.',
  codeMissing: 'Enter a code from your second factor too.',
  ownAddress: 'This is already your email address.',
  addressTaken: 'There’s already a user with this email address.',
  setupCodeWrong: 'This setup code isn’t correct.',
  unknownUser: 'This user doesn’t exist.',
  adminUrlMissing:
    'The admin URL isn’t set, so links can’t be emailed. Set it in the settings under Sign-in.',
});

/** How a person is signed in (RFC 8176 words where there is one). */
export type SignInMethod = 'pwd' | 'otp' | 'recovery' | 'passkey' | 'oidc';

/** With what a person can prove who that is, beside a second factor. */
export interface Proofs {
  readonly password: boolean;
  readonly passkey: boolean;
  /** Providers that are switched on, and know the person. */
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

/** Who is signed in, as `GET /editor/session` answers. */
export interface SessionInfo {
  readonly account: {
    readonly id: string;
    readonly email: string;
    readonly displayName: string;
    readonly twoFactor: boolean;
  };
  readonly preferences: AccountPreferences;
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly permissions: readonly string[];
  readonly csrfToken: string;
  /** What the page offers when the person has to sign in again, or to confirm a sensitive action. */
  readonly proofs: Proofs;
  /** Nothing else is open to this person until a second factor is set up. */
  readonly enrolmentRequired: boolean;
  /** ISO 8601 instants in UTC. */
  readonly authenticatedAt: string;
  readonly idleEndsAt: string;
  readonly endsAt: string;
  /** The first administrator has not been through the set-up of the site yet; only for who may change settings. */
  readonly setupPending: boolean;
  /** The site that the session is for. */
  readonly tenant: { readonly id: string; readonly name: string };
}

/** What a sign-in, or a step of it, led to. */
export type SignInOutcome =
  | { readonly status: 'signed-in'; readonly session: SessionInfo }
  | {
      readonly status: 'second-factor-required';
      readonly methods: readonly SecondFactorMethod[];
      /** Of the pending session, for {@link CSRF_HEADER}. */
      readonly csrfToken: string;
    }
  /** The site requires a second factor of this person's roles: nothing else is open until one is set up. */
  | { readonly status: 'enrolment-required'; readonly session: SessionInfo };
