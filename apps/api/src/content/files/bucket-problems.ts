import { type Message, verbatim } from '@sitedesk/contract/messages';
import { SITE_EXPORT_TEXTS as TEXTS } from '@sitedesk/contract/site-export';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import type { Attempt } from '../../platform/jobs/job-kind.js';
import { StoreError, type StoreProblem } from './object-store.js';

/** Seconds after the first failure; a hold doubles them. */
const FIRST_HOLD_SECONDS = 10;
/** Until a person does something: ten years. */
const UNTIL_CHANGED_SECONDS = 315_360_000;

const PROBLEMS: Readonly<Partial<Record<StoreProblem, Message>>> = {
  'unknown-key': TEXTS.unknownKey,
  'wrong-secret': TEXTS.wrongSecret,
  denied: TEXTS.denied,
  'no-bucket': TEXTS.noBucket,
  'wrong-region': TEXTS.wrongRegion,
  clock: TEXTS.clock,
};

/** Why a bucket doesn't do, in words for people. */
export interface BucketProblem {
  readonly text: Message;
  /** Whether only other settings help. */
  readonly isFinal: boolean;
}

/** @returns undefined for what is no fault of the bucket */
export function bucketProblem(error: unknown): BucketProblem | undefined {
  if (error instanceof OutboundError)
    return { text: TEXTS.unreachable({ reason: error.fault }), isFinal: false };
  if (!(error instanceof StoreError)) return undefined;
  const known = PROBLEMS[error.problem];
  if (known) return { text: known, isFinal: error.problem !== 'clock' };
  if (error.cause instanceof OutboundError)
    return {
      text: TEXTS.unreachable({ reason: error.cause.fault }),
      isFinal: error.cause.kind === 'refused',
    };
  return { text: TEXTS.failed({ reason: verbatim(error.reason ?? error.message) }), isFinal: false };
}

/** What becomes of a job that failed: it waits for the bucket, or for other settings. @param fingerprint of those that were used */
export const heldFor = ({ text, isFinal }: BucketProblem, fingerprint = ''): Attempt => ({
  outcome: 'retry',
  error: text,
  hold: {
    fingerprint,
    kind: isFinal ? 'configuration' : 'service',
    detail: text,
    first: FIRST_HOLD_SECONDS,
    atLeast: isFinal ? UNTIL_CHANGED_SECONDS : 0,
  },
  retryInSeconds: 0,
  uncounted: true,
});
