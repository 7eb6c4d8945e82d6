import {
  LAYOUT_LIMITS,
  LAYOUT_MESSAGES,
  LAYOUT_SLOTS,
  type LayoutMessageCode,
  type LayoutSlot,
  SLOT_PATTERN,
} from '@sitedesk/contract/layouts';
import type { Message } from '@sitedesk/contract/messages';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { isSlot, type SlotEscape } from './compiled-layout.js';
import { isHtml, type LayoutPage } from './layout-page.js';

const ADDRESSES = new Set(
  'href src action formaction poster cite data ping manifest background longdesc xlink:href'.split(' '),
);
/** Values of which take other syntax than text. */
const CLOSED_ATTRIBUTES = /^(?:on.*|style|srcdoc|srcset|imagesizes|imagesrcset|http-equiv|id|nonce)$/;
/** Elements whose content is text to a browser, whatever it looks like. */
export const RAW_TEXT = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext']);
/** Where HTML that a slot is filled with wouldn't stay. */
const NO_BLOCKS = new Set('p a button h1 h2 h3 h4 h5 h6 label summary title textarea option'.split(' '));
const NO_LINKS = new Set('a button title textarea option'.split(' '));
const NO_TEXT = new Set('table thead tbody tfoot tr colgroup select optgroup datalist'.split(' '));

/** A stretch of the page, its end not included. */
export interface Span {
  readonly startOffset: number;
  readonly endOffset: number;
}
const within = (offset: number, { startOffset, endOffset }: Span): boolean =>
  offset >= startOffset && offset < endOffset;

/** Where a slot can be looked at: what is around it. */
export type Around =
  | {
      /** `slot`: the element that stands for one. */
      readonly kind: 'text' | 'comment' | 'slot';
      readonly span: Span;
      readonly parents: readonly Tree.Element[];
      /** Whether a browser would move it out of a table. */
      readonly isMoved: () => boolean;
    }
  | {
      readonly kind: 'attribute';
      readonly span: Span;
      readonly name: string;
      readonly element: Tree.Element;
    };

/**
 * Decides for each slot how it's escaped where it stands. What can't be filled is an error.
 * @param escapes filled with the decisions, by their offset in the page
 * @returns the slots that are filled
 */
export function checkSlots(
  page: LayoutPage,
  around: readonly Around[],
  escapes: Map<number, SlotEscape>,
): ReadonlySet<LayoutSlot> {
  const used = new Set<LayoutSlot>();
  const all = [...page.text.matchAll(SLOT_PATTERN)];
  if (all.length > LAYOUT_LIMITS.slots)
    page.add('error', 0, LAYOUT_MESSAGES.tooManySlots({ limit: LAYOUT_LIMITS.slots }));
  for (const { 1: name = '', index } of all.slice(0, LAYOUT_LIMITS.slots)) {
    if (page.paneAt(index) === undefined) continue;
    // The innermost: a template's text is inside nothing else that is looked at.
    const place = around.findLast(({ span }) => within(index, span));
    if (!isSlot(name)) {
      const isCode = place?.kind === 'text' && RAW_TEXT.has(place.parents.at(-1)?.tagName ?? '');
      if (!isCode && place?.kind !== 'comment')
        page.add('error', index, LAYOUT_MESSAGES.unknownSlot({ name }));
      continue;
    }
    if (place?.kind === 'comment') continue;
    const as = place && escapeAt(page, name, index, place);
    if (typeof as === 'string') {
      escapes.set(index, as);
      used.add(name);
    } else page.add('error', index, as ?? LAYOUT_MESSAGES.slotPlace({ name }));
  }
  return used;
}

/** How a slot is escaped at its place, or why it can't stand there. */
function escapeAt(
  page: LayoutPage,
  name: LayoutSlot,
  index: number,
  place: Around,
): SlotEscape | Message<LayoutMessageCode> {
  const kind = LAYOUT_SLOTS[name];
  const notHere = LAYOUT_MESSAGES.slotPlace({ name });
  if (place.kind === 'attribute') {
    const { startOffset, endOffset } = place.span;
    const [, quote] = /^[^=]*=\s*(["']?)/.exec(page.text.slice(startOffset, endOffset)) ?? [];
    if (isHtml(name) || quote === undefined || CLOSED_ATTRIBUTES.test(place.name)) return notHere;
    if (quote === '') return LAYOUT_MESSAGES.slotUnquoted({ name });
    const value = startOffset + page.text.slice(startOffset, endOffset).indexOf(quote) + 1;
    if (index < value || place.element.attrs.some((each) => each.name === 'http-equiv')) return notHere;
    if (!ADDRESSES.has(place.name)) return 'text';
    if (index > value) return 'address-part';
    return kind === 'address' ? 'address' : LAYOUT_MESSAGES.slotInAddress({ name });
  }
  const parent = place.parents.at(-1)?.tagName ?? '';
  const isIn = (tags: ReadonlySet<string>): boolean => place.parents.some(({ tagName }) => tags.has(tagName));
  if (RAW_TEXT.has(parent)) return LAYOUT_MESSAGES.slotInCode({ name });
  const pane = page.paneAt(index);
  if (NO_TEXT.has(parent) || place.isMoved() || (pane === 'head' && !isIn(HEAD))) return notHere;
  if (!isHtml(name)) return pane === 'head' && parent !== 'title' ? notHere : 'text';
  if (place.kind !== 'slot') return notHere;
  if (kind === 'head') return pane === 'head' || name === 'script' ? 'html' : notHere;
  return pane === 'head' || isIn(kind === 'block' ? NO_BLOCKS : NO_LINKS) ? notHere : 'html';
}

const HEAD: ReadonlySet<string> = new Set(['head']);
