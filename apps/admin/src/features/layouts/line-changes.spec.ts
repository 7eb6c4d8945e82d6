import { expect, it } from 'vitest';
import { changedLines } from './line-changes';

const shown = (before: string, after: string): readonly string[] =>
  changedLines(before, after).map(
    ({ kind, text }) => `${{ same: ' ', removed: '-', added: '+', gap: '…' }[kind]}${text}`,
  );

it('shows lines that differ with those around them', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh';
  expect(shown(before, before.replace('e', 'E'))).toEqual(['…', ' c', ' d', '-e', '+E', ' f', ' g', '…']);
  expect(shown(before, `${before}\ni`)).toEqual(['…', ' g', ' h', '+i']);
  expect(shown('a', 'b')).toEqual(['-a', '+b']);
  expect(shown(before, before)).toEqual(['…']);
});
