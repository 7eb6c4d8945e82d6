import { CONTACT_ACTIONS, type ContactSummary } from '@sitedesk/contract/inbox';
import { describe, expect, it } from 'vitest';
import { actionsIn, afterAction, rowsAfter } from './apply-to-rows';

const row = (id: string, more: Partial<ContactSummary> = {}): ContactSummary => ({
  id,
  name: 'Anna',
  email: 'anna@example.com',
  excerpt: 'Hello',
  page: null,
  receiptCode: 'BCDFG-HJKLM',
  receivedAt: '2026-05-04T03:02:01.000Z',
  folder: 'inbox',
  unread: true,
  delivery: 'sent',
  isTest: false,
  ...more,
});

describe('what an action makes of the rows that are shown', () => {
  it('an archived message leaves the inbox, and nothing else moves', () => {
    const rows = [row('a'), row('b'), row('c')];
    expect(rowsAfter(rows, { ids: ['b'], action: 'archive', view: 'inbox' })).toEqual([rows[0], rows[2]]);
  });

  it('a message that was read stays where it is', () => {
    const after = rowsAfter([row('a'), row('b')], { ids: ['a'], action: 'mark-read', view: 'inbox' });
    expect(after.map(({ id, unread }) => [id, unread])).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });

  it.each([
    ['trash', 'inbox', 0],
    ['trash', 'failed', 0],
    ['archive', 'failed', 1],
    ['resend', 'failed', 1],
    ['unarchive', 'inbox', 1],
    ['delete', 'inbox', 1],
  ] as const)('%s in the view %s leaves %i', (action, view, left) => {
    expect(rowsAfter([row('a')], { ids: ['a'], action, view })).toHaveLength(left);
  });

  it('only what lies in the trash is deleted or restored', () => {
    expect(afterAction(row('a', { folder: 'trash' }), 'delete')).toBeNull();
    expect(afterAction(row('a'), 'delete')).toEqual(row('a'));
    expect(afterAction(row('a', { folder: 'trash' }), 'restore')).toMatchObject({ folder: 'inbox' });
    expect(afterAction(row('a', { folder: 'archived' }), 'restore')).toMatchObject({ folder: 'archived' });
  });

  it('what was sent again waits, and what lies in the trash is not sent', () => {
    expect(afterAction(row('a', { delivery: 'failed' }), 'resend')).toMatchObject({ delivery: 'queued' });
    expect(afterAction(row('a', { folder: 'trash' }), 'resend')).toMatchObject({ delivery: 'sent' });
  });

  it('a held message leaves its tab when it is released, goes back there from the trash, and is not sent before', () => {
    const held = row('a', { folder: 'held', delivery: 'held' });
    expect(rowsAfter([held], { ids: ['a'], action: 'release', view: 'held' })).toEqual([]);
    expect(afterAction(held, 'release')).toMatchObject({ folder: 'inbox', delivery: 'queued' });
    expect(afterAction({ ...held, folder: 'trash' }, 'restore')).toMatchObject({ folder: 'held' });
    expect(afterAction(held, 'resend')).toBe(held);
    expect(afterAction(row('b'), 'release')).toMatchObject({ delivery: 'sent' });
  });

  it('every action can be done in some view', () => {
    const all = ['inbox', 'held', 'archived', 'failed', 'trash'].flatMap(actionsIn);
    expect(new Set(all)).toEqual(new Set(CONTACT_ACTIONS));
  });
});
