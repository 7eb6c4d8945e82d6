import { type MessageCodes, messages, type Worded } from './messages.js';

/** What a plan does when it's due. */
export const PLAN_ACTIONS = ['publish', 'withdraw'] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/**
 * `waiting` for its time; `held`: the person who made it may no longer do it; `failed`: given up after several attempts; `cancelled`: by a
 * person, or because the article went to the trash.
 */
export const PLAN_STATES = ['waiting', 'done', 'failed', 'held', 'cancelled'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/**
 * Why a plan that waits can't have been meant so: another one of its article is for the same time (`same-time`), or it withdraws an
 * article that isn't live by then (`not-live`), such as when what publishes it was moved behind it.
 */
export const PLAN_CONFLICTS = ['same-time', 'not-live'] as const;
export type PlanConflict = (typeof PLAN_CONFLICTS)[number];

/** How long before and after now a plan may be due. */
export const PLAN_LIMITS = { years: 5 } as const;

/** What a withdrawn page's address answers: as if it had never been there, that it is gone, or where to go instead. */
export const WITHDRAWAL_ANSWERS = [404, 410, 301] as const;
export type WithdrawalAnswer = (typeof WITHDRAWAL_ANSWERS)[number];

/** For so long, a publication can be taken back to what was live before. */
export const UNDO_PUBLICATION_MINUTES = 10;

/** Something that happens to an article at a time. */
export interface PublicationPlan extends Worded<'error'> {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  /** Of the article now, on the public site. */
  readonly path: string;
  readonly action: PlanAction;
  readonly state: PlanState;
  /** The promised time. */
  readonly at: string;
  /** The version that is published, whatever is written since; null for a withdrawal. */
  readonly version: number | null;
  /** Whether the draft says something else by now. */
  readonly isOutdated: boolean;
  /** What another plan of the article has to do with it; null where nothing, and once it has ended. */
  readonly conflict: PlanConflict | null;
  /** What it is carried out with; its time is that of the release. */
  readonly release: { readonly id: string; readonly title: string } | null;
  /** Of a withdrawal; null otherwise. */
  readonly answer: WithdrawalAnswer | null;
  readonly forwardArticle: number | null;
  readonly forwardUrl: string | null;
  /** Who made or last changed it; null when the account is deleted. */
  readonly planner: { readonly id: string; readonly displayName: string } | null;
  readonly attempts: number;
  /** When it really happened, failed or was cancelled. */
  readonly endedAt: string | null;
}

/** A page of plans, with the time zone that times without one are read in. */
export interface PublicationPlanPage {
  readonly items: readonly PublicationPlan[];
  readonly nextCursor: string | null;
  readonly zone: string;
}

export const PLAN_MESSAGES = messages('plan', {
  zone: 'must be the name of a time zone, such as Europe/Zurich',
  skipped: 'Clocks in {zone} go forward over this time: there is no {time} on that day',
  twice: 'Clocks in {zone} go back over this time: {time} comes twice. Add its offset, {first} or {second}',
  past: 'This time has passed',
  far: 'Choose a time within the next {years} years',
  noChoice: 'Name the draft’s revision or a version, not both',
  noVersion: 'There’s no such version',
  onlyPublish: 'Only for plans that publish',
  onlyWithdraw: 'Only for plans that withdraw',
  needsAnswer: 'Choose what the URL answers',
  needsForward: 'Name an article or a URL to forward to, not both',
  noForward: 'Only for the answer 301',
  forwardsToItself: 'A page can’t forward to itself',
  forwardMissing: 'There’s no such article',
  nothingToWithdraw: 'This article isn’t live, and no earlier plan publishes it',
  ended: 'This plan has been carried out or cancelled',
  makerGone: 'The account of the person who planned this is deleted',
  makerDisabled: 'The account of the person who planned this is disabled',
  makerLostPermission: 'The person who planned this may no longer publish',
  broken: 'An error on the server: its log has the details',
  undoOver: 'A publication can be undone for {minutes} minutes. Restore an earlier version, and publish it',
  notThatVersion: 'Version {version} is no longer live',
});
export type PlanMessageCode = MessageCodes<typeof PLAN_MESSAGES>;

export const PLAN_ATTENTION = ['plans-held', 'plans-failed', 'plans-late'] as const;
export type PlanAttention = (typeof PLAN_ATTENTION)[number];
