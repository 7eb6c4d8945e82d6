import {
  LAYOUT_LIMITS,
  LAYOUT_SLOTS,
  type LayoutCheck,
  type LayoutMessageCode,
  type LayoutPane,
  type LayoutProblem,
  type LayoutSlot,
  type LayoutSource,
  SLOT_PATTERN,
} from '@sitedesk/contract/layouts';
import { codeOf, type Message } from '@sitedesk/contract/messages';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { isSlot, type SlotEscape } from './compiled-layout.js';
import { type HtmlFault, parsedHtml, TooMuchHtml } from './parse-html.js';

/** Parts of a page that are HTML, in its order. */
const HTML_PANES = ['head', 'bodyAttributes', 'header', 'footer'] as const;
export type HtmlPane = (typeof HTML_PANES)[number];

/** What stands before each of them, and behind the last. */
const BETWEEN = {
  head: '<!doctype html><html><head>',
  bodyAttributes: '</head><body ',
  header: '>',
  footer: '<main id="content" tabindex="-1"></main>',
  end: '</body></html>',
} as const;

/** A layout as one page, and what was page in it. */
export class LayoutPage {
  readonly problems: LayoutProblem[] = [];
  readonly scripts: string[] = [];
  readonly styles: string[] = [];
  /** The whole page. */
  readonly text: string;
  private readonly starts = new Map<HtmlPane, number>();

  constructor(private readonly source: LayoutSource) {
    let text = '';
    for (const pane of HTML_PANES) {
      text += BETWEEN[pane];
      this.starts.set(pane, text.length);
      text += source[pane];
    }
    this.text = text + BETWEEN.end;
  }

  startOf(pane: HtmlPane): number {
    return this.starts.get(pane) ?? 0;
  }

  endOf(pane: HtmlPane): number {
    return this.startOf(pane) + this.source[pane].length;
  }

  /** Whether there is anything in a pane. */
  holds(pane: LayoutPane): boolean {
    return this.source[pane].trim() !== '';
  }

  /** Where the element stands that the content of a page is in. */
  get main(): number {
    return this.endOf('header');
  }

  /** The pane that a place of the page is in; undefined in what isn't the layout's. */
  paneAt(offset: number): HtmlPane | undefined {
    return HTML_PANES.find((pane) => offset >= this.startOf(pane) && offset < this.endOf(pane));
  }

  /** @param offset in the page; what lies outside the panes is said of the nearest one before it */
  add(level: LayoutProblem['level'], offset: number, message: Message<LayoutMessageCode>): void {
    const pane = this.paneAt(offset) ?? HTML_PANES.findLast((each) => this.startOf(each) <= offset) ?? 'head';
    this.addIn(level, pane, Math.min(offset, this.endOf(pane)) - this.startOf(pane), message);
  }

  addIn(
    level: LayoutProblem['level'],
    pane: LayoutPane,
    offset: number,
    message: Message<LayoutMessageCode>,
  ): void {
    // Enough is enough; the places of very many would take a while.
    if (this.problems.filter((each) => each.level === level).length >= LAYOUT_LIMITS.problems) return;
    const lines = this.source[pane].slice(0, Math.max(0, offset)).split('\n');
    const code = codeOf(message) as LayoutProblem['code']; // of a message with that code
    const place = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
    this.problems.push({ level, pane, ...place, text: message.text, code });
  }

  /** The page as a tree, if it can be read. Slots for HTML are `meta` elements in it, which the head and the body may hold. */
  async parsed(onFault: (fault: HtmlFault) => void): Promise<Tree.Document | undefined> {
    const html = this.text.replaceAll(SLOT_PATTERN, (whole, name: string) =>
      isSlot(name) && isHtml(name) ? `<meta${' '.repeat(whole.length - 6)}>` : whole,
    );
    try {
      return await parsedHtml(html, LAYOUT_LIMITS.elements, onFault);
    } catch (error) {
      if (!(error instanceof TooMuchHtml)) throw error;
      this.add('error', 0, error.problem);
      return undefined;
    }
  }

  slots(escapes: ReadonlyMap<number, SlotEscape>): LayoutCheck['slots'] {
    return HTML_PANES.flatMap((pane) =>
      [...this.source[pane].matchAll(SLOT_PATTERN)].flatMap(({ 1: name = '', index }) => {
        if (!isSlot(name) || !escapes.has(this.startOf(pane) + index)) return [];
        return [{ name, pane, line: this.source[pane].slice(0, index).split('\n').length }];
      }),
    );
  }
}

/** Whether a slot is filled with HTML, which stands where elements can. */
export const isHtml = (slot: LayoutSlot): boolean => !['text', 'address'].includes(LAYOUT_SLOTS[slot]);
