import { LAYOUT_PANES, type LayoutPane, type LayoutSource } from '@sitedesk/contract/layouts';
import { commonPlaces } from '@sitedesk/contract/sequences';

/** A line of a difference; `gap`: lines that are the same were left out. */
export interface ChangedLine {
  readonly kind: 'same' | 'removed' | 'added' | 'gap';
  readonly text: string;
}

/** Lines that are the same, shown before and after one that isn't. */
const AROUND = 2;

/** The difference of two texts by lines, with a little of what is around it. */
export function changedLines(before: string, after: string): readonly ChangedLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const lines: ChangedLine[] = [];
  const add = (kind: ChangedLine['kind'], texts: readonly string[]): void =>
    void lines.push(...texts.map((text) => ({ kind, text })));
  let [from, to] = [0, 0];
  for (const [one, other] of [...commonPlaces(old, now), [old.length, now.length] as const]) {
    add('removed', old.slice(from, one));
    add('added', now.slice(to, other));
    add('same', old.slice(one, one + 1));
    [from, to] = [one + 1, other + 1];
  }
  const isNear = (place: number): boolean =>
    lines.slice(Math.max(0, place - AROUND), place + AROUND + 1).some(({ kind }) => kind !== 'same');
  return lines.flatMap((line, place) => {
    if (isNear(place)) return line;
    return place === 0 || isNear(place - 1) ? { kind: 'gap' as const, text: '' } : [];
  });
}

/** Panes in which two layouts differ. */
export const changedPanes = (before: LayoutSource, after: LayoutSource): readonly LayoutPane[] =>
  LAYOUT_PANES.filter((pane) => before[pane] !== after[pane]);
