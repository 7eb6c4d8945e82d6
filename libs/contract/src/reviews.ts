import type { ArticleType } from './articles.js';
import { type MessageCodes, messages } from './messages.js';
import { problemCode } from './problems.js';

/** Lengths in characters (code points). */
export const REVIEW_LIMITS = {
  note: { min: 1, max: 4_000 },
  reviewers: 20,
} as const;

/** What became of a submission so far. */
export const REVIEW_STATES = ['in-review', 'changes-requested', 'approved'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** Why a review is over; `resubmitted`: another one has taken its place. */
export const REVIEW_ENDS = ['withdrawn', 'resubmitted', 'published', 'trashed'] as const;
export type ReviewEnd = (typeof REVIEW_ENDS)[number];

/** Who is asked to review. Anyone with the permission may do it; these get notified. */
export interface Reviewer {
  readonly kind: 'account' | 'role';
  /** ID of the account; name of a built-in role, or ID of a custom one. */
  readonly id: string;
  readonly name: string;
}

/** A submission of an article and the verdict on it. Both are about one version and the hash of what it holds. */
export interface ArticleReview {
  readonly id: string;
  readonly version: number;
  /** Of fields and text, in hexadecimal. */
  readonly hash: string;
  readonly state: ReviewState;
  /** What the submitter wrote to the reviewers. */
  readonly note: string | null;
  /** Null when the account is deleted. */
  readonly submitter: { readonly id: string; readonly displayName: string } | null;
  readonly submittedAt: string;
  /** Empty: everyone who may review. */
  readonly reviewers: readonly Reviewer[];
  readonly decider: { readonly id: string; readonly displayName: string } | null;
  readonly decidedAt: string | null;
  /** What the reviewer wrote to the verdict. */
  readonly comment: string | null;
  /** Null while it's open. */
  readonly ended: ReviewEnd | null;
  readonly endedAt: string | null;
}

/** What the queue of reviews shows: those that wait for the caller, those that wait for others, those with a verdict. */
export const REVIEW_QUEUES = ['mine', 'others', 'decided'] as const;
export type ReviewQueue = (typeof REVIEW_QUEUES)[number];

/** A row of the queue: a review with its article as it is now. */
export interface QueuedReview extends ArticleReview {
  readonly number: number;
  readonly type: ArticleType;
  readonly title: string;
  readonly path: string;
  /** Of what was live when it was submitted; null for reviews older than this count. */
  readonly wordsInserted: number | null;
  readonly wordsRemoved: number | null;
}

/** Where an article stands. */
export interface ReviewOverview {
  /** The open one; null when there is none. */
  readonly review: ArticleReview | null;
  /** How many fields and blocks of the draft differ from the version of the open review. */
  readonly changes: number;
  /** What the caller may do now. */
  readonly may: {
    readonly submit: boolean;
    readonly withdraw: boolean;
    readonly decide: boolean;
  };
}

declare module './live-events.js' {
  interface LiveEvents {
    /** Reviews or comments of articles are different now. It names none: some of those who hear it may not see the article. */
    'article.discussed': { readonly count: number; readonly ids: readonly string[] };
  }
}

/** Settings decide who publishes what, beside the permission. */
export const APPROVAL_REQUIRED = problemCode('approval-required');
export const FOUR_EYES = problemCode('four-eyes');

export const REVIEW_MESSAGES = messages('review', {
  underway: 'This article is already in review',
  notInReview: 'This article isn’t in review',
  nothingNew: 'This article is live without changes, so there’s nothing to review',
  stillApproved: 'This article is already approved as it is',
  otherVersion: 'Version {version} is in review now: reload to see it',
  unknownReviewer: 'Nobody who may review has this ID',
  unknownRole: 'There’s no such role, or it doesn’t include the permission to review',
  notApproved: 'The setting “Require approval” is on: submit this article for review first',
  changedSince:
    'The setting “Require approval” is on, and the article was changed since version {version} was approved (changes: {changes})',
  ownChange:
    'The setting “Four eyes” is on, and you changed this article since it was last published: someone else must publish it',
});
export type ReviewMessageCode = MessageCodes<typeof REVIEW_MESSAGES>;
