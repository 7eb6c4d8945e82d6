import { FIRST_HASH, hashOf } from './audit-chain.js';

const ROW = {
  id: 'id',
  tenantId: 'tenant',
  sequence: '1',
  at: new Date('2026-01-02T03:04:05.678Z'),
  actorKind: 'account',
  actorId: 'actor',
  actorLabel: 'Anna',
  action: 'role.change',
  targetKind: 'role',
  targetId: 'target',
  outcome: 'done',
  reason: null,
  before: { name: 'Desk' },
  after: { name: 'Night desk' },
  partOf: null,
  affected: null,
  clientAddress: '192.0.2.1',
  userAgent: 'Browser',
  requestId: 'request',
  previousHash: FIRST_HASH,
} as const;

describe('the hash of an entry (G-05)', () => {
  it('stays what it was for entries from before there were parts', () =>
    expect(hashOf(ROW)).toBe('4b4488fda9cf898e666e2414d267ab456841773d26886f872c7be4409b9ddf30'));

  it('covers what an entry is a part of, and everything that was affected', () => {
    const affected = ['018f0000-0000-7000-8000-000000000000'];
    const hashes = [ROW, { ...ROW, partOf: 'other' }, { ...ROW, affected }, { ...ROW, affected: [] }].map(
      hashOf,
    );
    expect(new Set(hashes).size).toBe(4);
  });
});
