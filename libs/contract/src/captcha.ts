import type { CaptchaProvider } from './contact.js';

/**
 * What a provider says to the secret key. `accepted`: it knows the secret; `test-keys`: it takes every answer for right,
 * as its published test keys do; `refused`: it does not know it; `unclear`: its answer says neither; `unreachable`: there
 * was none.
 */
export const CAPTCHA_CHECK_OUTCOMES = ['accepted', 'test-keys', 'refused', 'unclear', 'unreachable'] as const;
export type CaptchaCheckOutcome = (typeof CAPTCHA_CHECK_OUTCOMES)[number];

/** Answer of `POST /editor/captcha/check`. */
export interface CaptchaCheck {
  readonly outcome: CaptchaCheckOutcome;
  readonly provider: CaptchaProvider;
  /** Host that was asked. */
  readonly host: string;
  /** A sentence for the person who asked. */
  readonly message: string;
  /** The provider's own error codes. */
  readonly codes: readonly string[];
  readonly durationMs: number;
}

export const CAPTCHA_CHECK_TEXTS = {
  accepted:
    'The provider knows this secret key. The site key can only be checked by a visitor’s browser: try it in the preview.',
  'test-keys':
    'The provider takes every answer for right: these are its test keys. They let everybody through; do not use them on a live site.',
  refused: 'The provider does not know this secret key. Copy it again from the provider’s page.',
  unclear:
    'The provider answered, but said neither that the secret key is right nor that it is wrong: {detail}.',
  unreachable: 'The provider could not be asked: {detail}. Nothing is known about the keys.',
} as const satisfies Record<CaptchaCheckOutcome, string>;

export const CAPTCHA_TEXTS = {
  noProvider: 'Choose a provider first.',
  noSecret: 'Enter the secret key, or store one first.',
  secretOfOtherHost:
    'The stored secret key belongs to another host and is not sent to this one. Enter the secret key again.',
} as const;
