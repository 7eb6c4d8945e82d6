import type { ArticleStatus } from '@sitedesk/contract/articles';
import type { ReviewState } from '@sitedesk/contract/reviews';

/** What an article's status follows from. */
export interface ArticleFacts {
  readonly trashed: boolean;
  /** State of the open review; null when there is none. */
  readonly review: ReviewState | null;
  readonly draftHash: string;
  /** Of what is live; null when nothing is. */
  readonly liveHash: string | null;
  readonly wasLive: boolean;
  /** A plan publishes it. */
  readonly scheduled: boolean;
}

/** The one status that lists show. It is stored for filtering, and never decides anything. */
export function statusOf({
  trashed,
  review,
  draftHash,
  liveHash,
  wasLive,
  scheduled,
}: ArticleFacts): ArticleStatus {
  if (trashed) return 'trashed';
  if (review !== null) return review;
  if (scheduled) return 'scheduled';
  if (liveHash !== null) return liveHash === draftHash ? 'live' : 'live-with-changes';
  return wasLive ? 'withdrawn' : 'draft';
}
