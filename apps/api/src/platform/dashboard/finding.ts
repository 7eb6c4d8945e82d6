import { type AttentionItem, DASHBOARD } from '@sitedesk/contract/dashboard';
import type { Message } from '@sitedesk/contract/messages';

/** Something that needs attention; what is left out is 1, not known, or the rule's own. */
export type Finding = Partial<Pick<AttentionItem, 'count' | 'capped' | 'at' | 'to'>> & {
  readonly detail?: Message;
};

/** A count that was made over one row more than {@link DASHBOARD.countCap}; nothing when there is none. */
export function counted(count: number, rest: Finding = {}): Finding | undefined {
  if (count === 0) return undefined;
  return { ...rest, count: Math.min(count, DASHBOARD.countCap), capped: count > DASHBOARD.countCap };
}
