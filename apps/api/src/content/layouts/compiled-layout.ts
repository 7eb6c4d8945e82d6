import { LAYOUT_SLOTS, type LayoutSlot, type LayoutSource, SLOT_PATTERN } from '@sitedesk/contract/layouts';
import { isLinkAddress } from '@sitedesk/contract/documents';
import { escapeHtml } from '../../platform/core/escape-html.js';

/**
 * How a value is written at its place: as text (which quoted attributes take as well), as the address of a link, as a part of one, or
 * as the HTML that it is.
 */
export type SlotEscape = 'text' | 'address' | 'address-part' | 'html';

/** Octets that are the same on all pages, or what is filled in on each. */
export type LayoutPiece = string | { readonly slot: LayoutSlot; readonly as: SlotEscape };

/** A layout, ready to be filled: what a page is put together from when it's asked for. */
export interface CompiledLayout {
  readonly head: readonly LayoutPiece[];
  readonly bodyAttributes: readonly LayoutPiece[];
  readonly header: readonly LayoutPiece[];
  readonly footer: readonly LayoutPiece[];
  /** Paths of its files; null without one. */
  readonly stylePath: string | null;
  readonly scriptPath: string | null;
  /** Hashes for the content security policy, such as `'sha256-…'`. */
  readonly policy: { readonly scripts: readonly string[]; readonly styles: readonly string[] };
  /** Of the source; part of every page's entity tag. Empty for a theme of ours, whose changes change its pages. */
  readonly hash: string;
}

/** What a page fills slots with, made when a layout has the slot. */
export type SlotValues = Readonly<Record<LayoutSlot, () => string>>;

/** Puts the pieces together. */
export const filled = (pieces: readonly LayoutPiece[], values: SlotValues): string =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : ESCAPES[piece.as](values[piece.slot]())))
    .join('');

const ESCAPES: Readonly<Record<SlotEscape, (value: string) => string>> = {
  text: escapeHtml,
  // What is no address for a link leads nowhere, also if it was written past every check.
  address: (value) => escapeHtml(isLinkAddress(value) ? value : '#'),
  'address-part': (value) => encodeURIComponent(value),
  html: (value) => value,
};

/** Cuts a source at its slots. @param escapeAt how to escape the slot at a place; undefined where what looks like one is text */
export function piecesOf(
  source: string,
  escapeAt: (slot: LayoutSlot, offset: number) => SlotEscape | undefined,
): readonly LayoutPiece[] {
  const pieces: LayoutPiece[] = [];
  let done = 0;
  for (const { 0: whole, 1: name = '', index } of source.matchAll(SLOT_PATTERN)) {
    const as = isSlot(name) ? escapeAt(name, index) : undefined;
    if (!isSlot(name) || as === undefined) continue;
    if (index > done) pieces.push(source.slice(done, index));
    pieces.push({ slot: name, as });
    done = index + whole.length;
  }
  return done < source.length ? [...pieces, source.slice(done)] : pieces;
}

export const isSlot = (name: string): name is LayoutSlot => Object.hasOwn(LAYOUT_SLOTS, name);

/** A layout of ours, whose slots stand where they need no other escape than their own; a test compiles it as well. */
export function themeLayout(source: LayoutSource, stylePath: string): CompiledLayout {
  const pieces = (html: string): readonly LayoutPiece[] =>
    piecesOf(html, (slot) => {
      const kind = LAYOUT_SLOTS[slot];
      return kind === 'text' || kind === 'address' ? kind : 'html';
    });
  return {
    head: pieces(source.head),
    bodyAttributes: pieces(source.bodyAttributes),
    header: pieces(source.header),
    footer: pieces(source.footer),
    stylePath,
    scriptPath: null,
    policy: { scripts: [], styles: [] },
    hash: '',
  };
}
