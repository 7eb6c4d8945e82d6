import type { AttentionItem } from '@sitedesk/contract/dashboard';
import type { Message } from '@sitedesk/contract/messages';

/** Something that needs attention; what is left out is 1, not known, or the rule's own. */
export type Finding = Partial<Pick<AttentionItem, 'count' | 'capped' | 'at' | 'to'>> & {
  readonly detail?: Message;
};

const MOST = 1_000;
/** Rows that a check counts: one more than it says. */
export const COUNTED_ROWS = MOST + 1;

/** A count of at most {@link COUNTED_ROWS}; nothing when there is none. */
export function counted(count: number, rest: Finding = {}): Finding | undefined {
  if (count === 0) return undefined;
  return { ...rest, count: Math.min(count, MOST), capped: count > MOST };
}
