import { describe, expect, it } from 'vitest';
import { changeLine, changesOf } from './changes';

describe('the changes of an entry', () => {
  it('puts what was before beside what was after', () => {
    expect(
      changesOf({ name: 'Desk', permissions: ['a', 'b'] }, { name: 'Desk', permissions: ['a'], note: '' }),
    ).toEqual([
      { name: 'name', before: 'Desk', after: 'Desk' },
      { name: 'permissions', before: 'a\nb', after: 'a' },
      { name: 'note', before: undefined, after: '' },
    ]);
  });

  it('takes members of members one by one, and says null, numbers and emptiness as they are', () => {
    expect(changesOf(null, { mail: { port: 25, user: null, extra: {} } })).toEqual([
      { name: 'mail.port', before: undefined, after: '25' },
      { name: 'mail.user', before: undefined, after: 'null' },
      { name: 'mail.extra', before: undefined, after: '{}' },
    ]);
  });

  it('says in one line what became another', () => {
    const [before, after] = [
      { name: 'Desk', permissions: ['a', 'b'], note: 'x', same: 1 },
      { name: 'Night desk', permissions: ['a'], note: 'y', same: 1, more: 2 },
    ];
    expect(changeLine(changesOf(before, after), 2)).toBe('name: Desk → Night desk · permissions: a, b → a');
  });

  it('says nothing of nothing', () => expect(changesOf(null, null)).toEqual([]));
});
