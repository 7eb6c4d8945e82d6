import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** What is looked for. */
export interface Sought {
  readonly term: string;
  readonly isCase: boolean;
  readonly isWord: boolean;
}

/** Where it stands. */
export interface Match {
  readonly from: number;
  readonly to: number;
}

/** What was found; `active` is the match that is shown, -1 without any. */
interface Found {
  readonly sought: Sought;
  readonly matches: readonly Match[];
  readonly active: number;
}

export const FOUND = new PluginKey<Found>('found');

/** Matches in one block each, also across formats. A space finds one that doesn't break, too. */
export function findMatches(doc: Node, { term, isCase, isWord }: Sought): readonly Match[] {
  if (term === '') return [];
  const words = term.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`).replaceAll(' ', '[ \u00A0\u202F]');
  const pattern = new RegExp(
    isWord ? String.raw`(?<![\p{L}\p{N}_])${words}(?![\p{L}\p{N}_])` : words,
    isCase ? 'gu' : 'giu',
  );
  const matches: Match[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const start = position + 1;
    for (const { index, 0: found } of node
      .textBetween(0, node.content.size, undefined, '\uFFFC')
      .matchAll(pattern))
      matches.push({ from: start + index, to: start + index + found.length });
    return false;
  });
  return matches;
}

/** Marks what is looked for in the text. */
export const findPlugin = (): Plugin<Found> =>
  new Plugin<Found>({
    key: FOUND,
    state: {
      init: () => ({ sought: { term: '', isCase: false, isWord: false }, matches: [], active: -1 }),
      apply: (tr, found) => {
        const asked = tr.getMeta(FOUND) as Partial<Found> | undefined; // only this file sets it
        if (!asked && !tr.docChanged) return found;
        if (asked?.active !== undefined) return { ...found, active: asked.active };
        const sought = asked?.sought ?? found.sought;
        const matches = findMatches(tr.doc, sought);
        // Goes on where it was, or behind what was replaced there.
        const was = found.matches[found.active] ?? tr.selection;
        const isReplaced = tr.mapping.mapResult(was.from).deletedAfter;
        const from = tr.mapping.map(isReplaced ? was.to : was.from);
        const next = matches.findIndex((match) => match.from >= from);
        return { sought, matches, active: next < 0 ? Math.min(0, matches.length - 1) : next };
      },
    },
    props: {
      decorations: (state) => {
        const { matches = [], active = -1 } = FOUND.getState(state) ?? {};
        return DecorationSet.create(
          state.doc,
          matches.map(({ from, to }, index) =>
            Decoration.inline(from, to, { class: index === active ? 'found is-active' : 'found' }),
          ),
        );
      },
    },
  });

export const seek = (state: EditorState, sought: Sought): Transaction => state.tr.setMeta(FOUND, { sought });

/** Goes to the next match, or back; from the last to the first. */
export function step(state: EditorState, by: 1 | -1): Transaction {
  const { matches = [], active = -1 } = FOUND.getState(state) ?? {};
  return state.tr.setMeta(FOUND, { active: (active + by + matches.length) % matches.length || 0 });
}

/** Replaces matches, as one step to undo. The new words look as the first of the old ones did. */
export function replaceMatches(state: EditorState, matches: readonly Match[], words: string): Transaction {
  const tr = closeHistory(state.tr);
  // From the end, so that places before stay.
  for (const { from, to } of matches.toReversed()) {
    if (words === '') tr.delete(from, to);
    else tr.replaceWith(from, to, state.schema.text(words, state.doc.resolve(from + 1).marks()));
  }
  return tr;
}
