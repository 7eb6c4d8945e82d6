import { messages, type Worded } from './messages.js';
import type { CaptchaProvider } from './contact.js';

/**
 * What a provider says to the secret key. `accepted`: it knows the secret; `test-keys`: it takes every answer for right,
 * as its published test keys do; `refused`: it does not know it; `unclear`: its answer says neither; `unreachable`: there
 * was none.
 */
export type CaptchaCheckOutcome = 'accepted' | 'test-keys' | 'refused' | 'unclear' | 'unreachable';

/** A setup step. */
export type CaptchaStep = 'captcha';

/** Answer of `POST /editor/captcha/check`. */
export interface CaptchaCheck extends Worded<'message'> {
  readonly outcome: CaptchaCheckOutcome;
  readonly provider: CaptchaProvider;
  /** Host that was asked. */
  readonly host: string;
  /** The provider's own error codes. */
  readonly codes: readonly string[];
  readonly durationMs: number;
}

export const CAPTCHA_CHECK_TEXTS = messages('captcha-check', {
  accepted: 'The provider recognizes this secret key. To check the site key, try it in the preview.',
  'test-keys':
    'These are the provider’s test keys. They let everyone through, so don’t use them on a live site.',
  refused: 'The provider doesn’t recognize this secret key. Copy it again from the provider’s dashboard.',
  unclear: 'The provider responded, but didn’t say whether the secret key is valid: {detail}.',
  unreachable: 'Couldn’t reach the provider: {detail}. The keys weren’t checked.',
} as const satisfies Record<CaptchaCheckOutcome, string>);

export const CAPTCHA_TEXTS = messages('captcha', {
  noProvider: 'Choose a provider first.',
  noSecret: 'Enter the secret key, or save one first.',
  secretOfOtherHost:
    'The saved secret key belongs to another host and isn’t sent to this one. Enter the secret key again.',
});

/** Why a provider could not be asked, or what is wrong with its answer; part of the texts above. */
export const CAPTCHA_ANSWER_TEXTS = messages('captcha-answer', {
  timeout: 'it didn’t respond within three seconds',
  unreachable: 'the connection failed',
  'not-allowed': 'its address isn’t public',
  garbage: 'its response isn’t one of a CAPTCHA provider',
  'too-large': 'its response is too long',
  'no-code': 'no error code',
});
