import { type MessageCodes, messages, type Worded } from './messages.js';
import type { PlanState } from './publication-plans.js';

export const RELEASE_LIMITS = { title: { min: 1, max: 120 }, plans: 500 } as const;

/** Plans that are carried out together, at one time: all of them, or none. */
export interface Release extends Worded<'error'> {
  readonly id: string;
  readonly title: string;
  readonly state: PlanState;
  /** The promised time. */
  readonly at: string;
  /** How many plans it has; those that were cancelled aren't counted. */
  readonly plans: number;
  /** Who made or last changed it; null when the account is deleted. */
  readonly planner: { readonly id: string; readonly displayName: string } | null;
  readonly attempts: number;
  /** When it really happened, failed or was cancelled. */
  readonly endedAt: string | null;
}

export const RELEASE_MESSAGES = messages('release', {
  unknown: 'There’s no such release',
  ended: 'This release has been carried out or cancelled',
  timeOrRelease: 'Name a time or a release, not both',
  timeOfRelease: 'Its time is that of its release',
  twice: 'This article is in the release already',
  full: 'A release has at most {limit} articles',
  unseen: 'It has articles that you don’t have access to, so you can’t change or cancel it',
  notTogether: 'Nothing was carried out, because {count} of its articles can’t be. Each says why',
});
export type ReleaseMessageCode = MessageCodes<typeof RELEASE_MESSAGES>;
