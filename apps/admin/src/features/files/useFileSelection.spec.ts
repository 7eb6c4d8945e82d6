import type { FileSummary } from '@sitedesk/contract/files';
import { describe, expect, it } from 'vitest';
import { type Entry, fileEntry } from './file-entries';
import { useFileSelection } from './useFileSelection';

const ENTRIES: readonly Entry[] = ['a', 'b', 'c', 'd', 'e'].map((id) =>
  fileEntry({ id, name: `${id}.txt` } as FileSummary),
);
const at = (index: number): Entry => ENTRIES[index] as Entry; // one of the five
const start = () => {
  const selection = useFileSelection(() => ENTRIES);
  return { selection, ids: () => selection.chosen.value.map(({ id }) => id) };
};

describe('the selection of files', () => {
  it('takes one more, and away again', () => {
    const { selection, ids } = start();
    selection.toggle(at(1));
    selection.toggle(at(3));
    expect(ids()).toEqual(['b', 'd']);
    selection.toggle(at(1));
    expect(ids()).toEqual(['d']);
    expect(selection.has('d')).toBe(true);
  });

  it('reaches from the last one that was selected, both ways, and is drawn again from there', () => {
    const { selection, ids } = start();
    selection.toggle(at(2));
    selection.extendTo(at(4));
    expect(ids()).toEqual(['c', 'd', 'e']);
    selection.extendTo(at(1));
    expect(ids()).toEqual(['b', 'c']);
  });

  it('begins where the keys are when nothing is selected', () => {
    const { selection, ids } = start();
    selection.anchorAt(at(1));
    selection.extendTo(at(2));
    selection.anchorAt(at(4));
    selection.extendTo(at(3));
    expect(ids()).toEqual(['b', 'c', 'd']);
  });

  it('is one entry where the range has no beginning', () => {
    const { selection, ids } = start();
    selection.extendTo(at(3));
    expect(ids()).toEqual(['d']);
    selection.clear();
    expect(selection.count.value).toBe(0);
  });
});
