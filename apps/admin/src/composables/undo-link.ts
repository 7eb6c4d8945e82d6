import type { AuditRecord } from '@sitedesk/contract/audit';
import { CONTACT_ACTIONS, type ContactAction, INVERSE_CONTACT_ACTIONS } from '@sitedesk/contract/inbox';

/** An action on messages that can be taken back. */
export interface UndoLink {
  readonly id: string;
  readonly action: ContactAction;
  readonly count: number;
}

/** How long the audit log offers it: later, people have gone on from what they saw. */
const OFFERED_MS = 24 * 60 * 60 * 1_000;

/** What the inbox is asked to take back, as a word of its URL; undefined for an entry of anything else. */
export function undoWord(entry: AuditRecord, now: number): string | undefined {
  const action = CONTACT_ACTIONS.find((each) => entry.action === `contact.${each}`);
  const after = Object(entry.after) as Readonly<Record<string, unknown>>; // whatever was recorded
  if (!action || INVERSE_CONTACT_ACTIONS[action] === null || entry.outcome !== 'done') return undefined;
  if (after['actionId'] !== entry.id || now - Date.parse(entry.at) > OFFERED_MS) return undefined;
  const count = Number(after['changed']) + (entry.parts?.changed ?? 0);
  return count > 0 ? `${action}.${count}.${entry.id}` : undefined;
}

export function readUndo(word: string): UndoLink | undefined {
  const [named, count, id] = word.split('.');
  const action = CONTACT_ACTIONS.find((each) => each === named);
  return action && id && Number(count) > 0 ? { id, action, count: Number(count) } : undefined;
}
