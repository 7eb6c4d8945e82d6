import type { AuditRecord } from '@sitedesk/contract/audit';
import { describe, expect, it } from 'vitest';
import { readUndo, undoWord } from './undo-link';

const AT = Date.UTC(2026, 0, 1);
const ENTRY = {
  id: 'one',
  at: new Date(AT).toISOString(),
  action: 'contact.archive',
  outcome: 'done',
  after: { changed: 2_000, actionId: 'one' },
  parts: { count: 1, matched: 500, changed: 345 },
} as unknown as AuditRecord; // the members that count here

describe('taking back an action from its entry', () => {
  it('takes all of it back', () =>
    expect(readUndo(undoWord(ENTRY, AT) ?? '')).toEqual({ id: 'one', action: 'archive', count: 2_345 }));

  it.each<[string, Partial<AuditRecord>, number]>([
    ['a day later', {}, AT + 24 * 60 * 60 * 1_000 + 1],
    ['from a part of it', { id: 'two' }, AT],
    ['of what cannot be taken back', { action: 'contact.delete' }, AT],
    ['of another thing', { action: 'user.create' }, AT],
    ['of what changed nothing', { after: { changed: 0, actionId: 'one' }, parts: null }, AT],
  ])('is not offered %s', (_when, entry, now) =>
    expect(undoWord({ ...ENTRY, ...entry }, now)).toBeUndefined(),
  );

  it.each(['', 'archive', 'archive.0.one', 'archive.x.one', 'explode.2.one'])(
    'reads nothing from "%s"',
    (word) => expect(readUndo(word)).toBeUndefined(),
  );
});
