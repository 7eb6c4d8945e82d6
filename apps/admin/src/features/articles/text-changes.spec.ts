import { describe, expect, it } from 'vitest';
import { textChanges } from './text-changes';

/** Makes the changes in a plain text. */
const changed = (before: string, changes: ReturnType<typeof textChanges>): string =>
  changes
    .toReversed()
    .reduce((text, { from, to, after }) => text.slice(0, from) + after + text.slice(to), before);

describe('changes between two texts', () => {
  it.each([
    ['The summer was was long.', 'The summer was long.'],
    ['Their going home', 'They’re going home.'],
    ['', 'new'],
    ['old', ''],
    ['same', 'same'],
    ['👍🏽 über Straße', '👍🏽 unter der Straße'],
    ['a\nb', 'a b'],
  ])('%j becomes %j', (before, after) => {
    expect(changed(before, textChanges(before, after))).toBe(after);
  });

  it('are as small as words, and one where only a space is between them', () => {
    expect(textChanges('I has a apple and a pear', 'I have an apple and a pear')).toEqual([
      { from: 2, to: 7, before: 'has a', after: 'have an' },
    ]);
    expect(textChanges('one two three four', 'one zwei three vier').map(({ before }) => before)).toEqual([
      'two',
      'four',
    ]);
  });
});
