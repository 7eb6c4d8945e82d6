/** Member `code` of a problem answer: what a program may react to. Features have codes of their own. */
export const PROBLEM_CODES = {
  signInRequired: 'sign-in-required',
  recentSignInRequired: 'recent-sign-in-required',
  secondFactorRequired: 'second-factor-required',
  permissionMissing: 'permission-missing',
  forgery: 'invalid-anti-forgery-token',
  validation: 'validation-failed',
  conflict: 'changed-meanwhile',
  preconditionMissing: 'if-match-required',
  busy: 'busy',
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
export type PlatformProblemCode = (typeof PROBLEM_CODES)[keyof typeof PROBLEM_CODES];

type FeatureProblemCode = string & { readonly of: 'feature' };
export type ProblemCode = PlatformProblemCode | FeatureProblemCode;

/** The code of a feature, named where the feature refuses with it. */
export const problemCode = (code: string): FeatureProblemCode => code as FeatureProblemCode;
