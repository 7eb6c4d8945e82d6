import type { SecondFactorMethod } from './two-factor.js';

/** Below this path stands everything for the people who run a site. */
export const EDITOR_PATH = '/editor';

/** Header that carries the session's anti-forgery token on every request that changes something. */
export const CSRF_HEADER = 'X-CSRF-TOKEN';

/** Lengths in characters; times in seconds (D17, acceptance ID). */
export const IDENTITY_LIMITS = {
  displayName: { min: 1, max: 100 },
  emailOctets: 254,
  roleName: { min: 1, max: 64 },
  reason: { min: 3, max: 500 },
  session: { idleSeconds: 30 * 60, absoluteSeconds: 12 * 60 * 60, pendingSeconds: 5 * 60 },
  /** How fresh a sign-in must be for a risky act (ID-18). */
  recentSignInSeconds: 10 * 60,
  resetSeconds: 60 * 60,
  confirmationSeconds: 3 * 24 * 60 * 60,
  invitationSeconds: 7 * 24 * 60 * 60,
  rolesPerUser: 20,
  bulkIds: 500,
  pageSize: { default: 50, max: 200 },
} as const;

/** How guessing passwords is slowed down (ID-05, NIST SP 800-63B 3.2.2). */
export const SIGN_IN_PROTECTION = {
  /** Wrong guesses from one network that cost nothing. */
  freeFailures: 5,
  /** The first wait; it doubles with each further wrong guess. */
  delaySeconds: 30,
  maxDelaySeconds: 15 * 60,
  /** Wrong guesses are forgotten after so long without one. */
  memorySeconds: 24 * 60 * 60,
  maxConsecutiveFailures: 100,
  deviceDays: 180,
} as const;

/** Member `code` of a problem answer: what a program may react to. */
export const PROBLEM_CODES = {
  signInRequired: 'sign-in-required',
  recentSignInRequired: 'recent-sign-in-required',
  secondFactorRequired: 'second-factor-required',
  permissionMissing: 'permission-missing',
  forgery: 'invalid-anti-forgery-token',
  validation: 'validation-failed',
  conflict: 'changed-meanwhile',
  preconditionMissing: 'if-match-required',
  lastAdministrator: 'last-administrator',
  setupClosed: 'setup-closed',
  busy: 'busy',
  linkRefused: 'link-refused',
  twoFactorConflict: 'two-factor-conflict',
  passwordTooShort: 'password-too-short',
  mailNotConfigured: 'mail-not-configured',
  /** A built-in role was to be changed. */
  builtInRole: 'built-in-role',
  /** What it is to be done to is in no state for it. */
  wrongState: 'wrong-state',
  /** A service that the site uses refused, or could not be reached. */
  serviceFailed: 'service-failed',
} as const;
export type ProblemCode = (typeof PROBLEM_CODES)[keyof typeof PROBLEM_CODES];

/** Answers to a sign-in that say nothing of which accounts exist (ID-04). */
export const IDENTITY_TEXTS = {
  signInRefused: 'The email address or the password is not right, or this account cannot sign in now.',
  secondFactorRefused: 'This code is not right, or was used before.',
  confirmationRefused: 'The password or the code is not right.',
  resetAnswered: 'If an account with this address exists, a message with a link is on its way.',
  confirmationAnswered:
    'If an account with this address waits for its confirmation, a message with a link is on its way.',
  registrationAnswered: 'If this address can be registered, a message with a link is on its way.',
  lastWayIn: 'Set a password first: without this you could not sign in any more.',
  hasPassword: 'You have a password already. Change it.',
  passwordChangedMeanwhile: 'Your password was changed meanwhile.',
  linkRefused: 'This link is not valid any more. Ask for a new one.',
  notCurrentPassword: 'This is not your current password.',
  passwordMissing: 'Type your password.',
  codeMissing: 'Type a code of your second factor as well.',
  ownAddress: 'This is your address already.',
  addressTaken: 'There is a user with this email address already.',
  setupCodeWrong: 'This is not the code that was printed.',
  unknownUser: 'There is no such user.',
} as const;

/** How a person is signed in (RFC 8176 words where there is one). */
export const SIGN_IN_METHODS = ['pwd', 'otp', 'recovery', 'passkey', 'oidc'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

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
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  readonly permissions: readonly string[];
  readonly csrfToken: string;
  /** What the page offers when the person has to sign in again, or to confirm a risky act. */
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
