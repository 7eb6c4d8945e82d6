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
  emailNotConfigured: 'email-not-configured',
  /** A built-in role was to be changed. */
  builtInRole: 'built-in-role',
  /** What it is to be done to is in no state for it. */
  wrongState: 'wrong-state',
  /** A service that the site uses refused, or could not be reached. */
  serviceFailed: 'service-failed',
  // What the status says already.
  notFound: 'not-found',
  tooLarge: 'too-large',
  tooManyRequests: 'too-many-requests',
  unavailable: 'unavailable',
  failed: 'failed',
} as const;
export type ProblemCode = (typeof PROBLEM_CODES)[keyof typeof PROBLEM_CODES];
