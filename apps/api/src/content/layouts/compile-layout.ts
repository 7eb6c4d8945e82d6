import { FRAME_ORIGINS } from '@sitedesk/contract/embed-frames';
import {
  LAYOUT_LIMITS,
  LAYOUT_MESSAGES,
  LAYOUT_PANES,
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
import { createHash } from 'node:crypto';
import { types } from 'node:util';
import { Script } from 'node:vm';
import type { DefaultTreeAdapterTypes as Tree, Token } from 'parse5';
import { canonicalJson } from '../../platform/core/canonical-json.js';
import { type CompiledLayout, isSlot, piecesOf, type SlotEscape } from './compiled-layout.js';
import { type HtmlFault, parsedHtml, TooMuchHtml } from './parse-html.js';

/** A file of a layout, which pages name by its content. */
export interface LayoutFile {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** A layout that was looked at: all that was found, and what can be published if none of it is an error. */
export interface Compilation {
  readonly check: LayoutCheck;
  readonly compiled: CompiledLayout;
  readonly files: readonly LayoutFile[];
}

/** Parts of a page that are HTML, in its order. */
const HTML_PANES = ['head', 'bodyAttributes', 'header', 'footer'] as const;
type HtmlPane = (typeof HTML_PANES)[number];

/** What stands before each of them, and behind the last. */
const BETWEEN = {
  head: '<!doctype html><html><head>',
  bodyAttributes: '</head><body ',
  header: '>',
  footer: '<main id="content" tabindex="-1"></main>',
  end: '</body></html>',
} as const;

const REQUIRED: readonly LayoutSlot[] = ['meta'];
const ADDRESSES = new Set(
  'href src action formaction poster cite data ping manifest background longdesc xlink:href'.split(' '),
);
/** Values of which take other syntax than text. */
const CLOSED_ATTRIBUTES = /^(?:on.*|style|srcdoc|srcset|imagesizes|imagesrcset|http-equiv|id|nonce)$/;
const RAW_TEXT = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext']);
/** Where HTML that a slot is filled with wouldn't stay. */
const NO_BLOCKS = new Set('p a button h1 h2 h3 h4 h5 h6 label summary title textarea option'.split(' '));
const NO_LINKS = new Set('a button title textarea option'.split(' '));
const NO_TEXT = new Set('table thead tbody tfoot tr colgroup select optgroup datalist'.split(' '));
/** Whose end may be left out. */
const OPTIONAL_END = new Set(
  'html head body p li dt dd option optgroup tr td th thead tbody tfoot colgroup caption rp rt'.split(' '),
);
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen'.split(
    ' ',
  ),
);
/** Types of script that browsers run, or read as orders. */
const RUN = /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

const sha256 = (text: string, form: 'hex' | 'base64'): string =>
  createHash('sha256').update(text).digest(form);

/**
 * Looks at a layout as a browser would read it, and cuts it at its slots. Nothing in it is changed: it's the site's own code. How a slot
 * is escaped depends on what is around it, and where that isn't safe it's an error.
 */
export async function compileLayout(source: LayoutSource): Promise<Compilation> {
  const found = new Findings(source);
  const faults: HtmlFault[] = [];
  const tree = await found.parsed((fault) => void faults.push(fault));
  const escapes = new Map<number, SlotEscape>();
  if (tree) look(found, tree, faults, escapes);
  lookAtCode(found, source);
  const files = filesOf(source);
  const piecesIn = (pane: HtmlPane): CompiledLayout['head'] =>
    piecesOf(source[pane], (_slot, offset) => escapes.get(found.startOf(pane) + offset));
  const pathOf = (type: string): string | null =>
    files.find((file) => file.type.startsWith(type))?.path ?? null;
  const { scripts, styles } = found;
  return {
    check: {
      problems: found.problems.toSorted(
        (a, b) => places.indexOf(a.pane) - places.indexOf(b.pane) || a.line - b.line || a.column - b.column,
      ),
      slots: found.slots(escapes),
      policy: { scripts, styles },
    },
    compiled: {
      head: piecesIn('head'),
      bodyAttributes: piecesIn('bodyAttributes'),
      header: piecesIn('header'),
      footer: piecesIn('footer'),
      stylePath: pathOf('text/css'),
      scriptPath: pathOf('text/javascript'),
      policy: { scripts, styles },
      hash: layoutHash(source),
    },
    files,
  };
}

/** The same for the same source, on every instance. */
export const layoutHash = (source: LayoutSource): string =>
  sha256(canonicalJson(LAYOUT_PANES.map((pane) => source[pane])), 'hex');

const places: readonly LayoutPane[] = LAYOUT_PANES;

const filesOf = ({ css, js }: LayoutSource): readonly LayoutFile[] => [
  ...(css.trim() === '' ? [] : [layoutFile('css', 'text/css; charset=utf-8', css)]),
  ...(js.trim() === '' ? [] : [layoutFile('js', 'text/javascript; charset=utf-8', js)]),
];

const layoutFile = (extension: string, type: string, body: string): LayoutFile => ({
  path: `/_sd/layout.${sha256(body, 'hex').slice(0, 24)}.${extension}`,
  type,
  body,
});

/** A layout as one page, and what was found in it. */
class Findings {
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

const isHtml = (slot: LayoutSlot): boolean => !['text', 'address'].includes(LAYOUT_SLOTS[slot]);

/** A stretch of the page, its end not included. */
interface Span {
  readonly startOffset: number;
  readonly endOffset: number;
}
const within = (offset: number, { startOffset, endOffset }: Span): boolean =>
  offset >= startOffset && offset < endOffset;

/** Where a slot can be looked at: what is around it. */
type Around =
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

function look(
  found: Findings,
  tree: Tree.Document,
  faults: readonly HtmlFault[],
  escapes: Map<number, SlotEscape>,
): void {
  const around: Around[] = [];
  const slots = new Set(
    [...found.text.matchAll(SLOT_PATTERN)].flatMap(({ 1: name = '', index }) =>
      isSlot(name) && isHtml(name) ? index : [],
    ),
  );
  const ids = new Set<string>();
  const ends = new Set<number>();
  const seen = { main: false, title: false, skipLink: false };
  for (const { node, parents } of walk(tree)) {
    const span = node.sourceCodeLocation;
    if (!span) continue;
    if ('value' in node) {
      around.push({ kind: 'text', span, parents, isMoved: () => isMoved(node) });
      if (isMisplaced(found, span, parents) && isOfBody(parents) && node.value.trim() !== '')
        found.add('error', span.startOffset, LAYOUT_MESSAGES.notInHead({ what: cut(node.value.trim()) }));
    } else if ('data' in node) around.push({ kind: 'comment', span, parents, isMoved: () => false });
    else if (slots.has(span.startOffset))
      around.push({ kind: 'slot', span, parents, isMoved: () => isMoved(node) });
    else if ('tagName' in node) {
      const { tagName: tag } = node;
      const { endTag } = node.sourceCodeLocation ?? {};
      if (endTag) ends.add(endTag.startOffset);
      if (tag === 'main' && span.startOffset === found.main) {
        seen.main = parents.every(({ tagName }) => !RAW_TEXT.has(tagName) && tagName !== 'template');
        continue;
      }
      if (found.paneAt(span.startOffset) === undefined && tag !== 'body') continue;
      if (tag === 'title' && parents.some(({ tagName }) => tagName === 'head')) seen.title = true;
      for (const [name, place] of Object.entries(node.sourceCodeLocation?.attrs ?? {}))
        around.push({ kind: 'attribute', span: place, name, element: node });
      if (tag === 'a' && node.attrs.some(({ name, value }) => name === 'href' && value === '#content'))
        seen.skipLink = true;
      lookAtElement(found, node, parents, ids);
    }
  }
  const bodyStart = tree.childNodes
    .flatMap((node) => ('childNodes' in node ? node.childNodes : []))
    .find((node) => node.nodeName === 'body')?.sourceCodeLocation;
  const startTag = bodyStart && 'startTag' in bodyStart ? bodyStart.startTag : bodyStart;
  // Where the head has ended early, the body has begun elsewhere.
  const isHeadWhole = found.problems.every(({ code }) => code.code !== 'layout.notInHead');
  if (isHeadWhole && startTag?.endOffset !== found.endOf('bodyAttributes') + 1)
    found.add('error', found.startOf('bodyAttributes'), LAYOUT_MESSAGES.attributes);
  if (!seen.main) found.add('error', found.main, LAYOUT_MESSAGES.swallowed);
  if (!seen.title)
    found.add('error', found.startOf('head'), LAYOUT_MESSAGES.titleMissing({ slot: '{{page.full-title}}' }));
  lookForTags(found, around, ends);
  for (const { code, startOffset } of faults)
    if (!OWN_WORDS.has(code) && found.paneAt(startOffset) !== undefined)
      found.add('warning', startOffset, LAYOUT_MESSAGES.html({ what: code }));
  const used = lookAtSlots(found, around, escapes);
  for (const name of REQUIRED)
    if (!used.has(name)) found.add('error', found.startOf('head'), LAYOUT_MESSAGES.slotMissing({ name }));
  if (!seen.skipLink && !used.has('skip-link'))
    found.add('warning', found.startOf('header'), LAYOUT_MESSAGES.skipLink({ slot: '{{skip-link}}' }));
  for (const [pane, slot] of [
    ['css', 'style'],
    ['js', 'script'],
  ] as const)
    if (!used.has(slot) && found.holds(pane))
      found.addIn('warning', pane, 0, LAYOUT_MESSAGES.unusedFile({ slot: `{{${slot}}}` }));
}

/** Said in words of ours, at the place where the element starts. */
const OWN_WORDS: ReadonlySet<string> = new Set(['closing-of-element-with-open-child-elements']);

/** Whether it is written in the head, and a browser puts it into the body. */
const isMisplaced = (found: Findings, { startOffset }: Span, parents: readonly Tree.Element[]): boolean =>
  found.paneAt(startOffset) === 'head' && !parents.some(({ tagName }) => tagName === 'head');

const isOfBody = (parents: readonly Tree.Element[]): boolean => parents.at(-1)?.tagName === 'body';

/** What stands in a table where no text can, a browser puts before the table. */
function isMoved(node: Tree.ChildNode): boolean {
  const { childNodes = [] } = node.parentNode ?? {};
  const start = node.sourceCodeLocation?.startOffset ?? 0;
  return childNodes
    .slice(childNodes.indexOf(node) + 1)
    .some(({ sourceCodeLocation }) => sourceCodeLocation && sourceCodeLocation.startOffset < start);
}

const cut = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

function lookAtElement(
  found: Findings,
  element: Tree.Element,
  parents: readonly Tree.Element[],
  ids: Set<string>,
): void {
  const { tagName: tag, attrs, sourceCodeLocation: location } = element;
  if (!location) return;
  const at = location.startOffset;
  const attribute = (name: string): string | undefined => attrs.find((each) => each.name === name)?.value;
  const placeOf = (name: string): number => location.attrs?.[name]?.startOffset ?? at;
  if (tag !== 'body' && isMisplaced(found, location, parents)) {
    // What it holds is said with it.
    if (isOfBody(parents)) found.add('error', at, LAYOUT_MESSAGES.notInHead({ what: `<${tag}>` }));
    return;
  }
  if (!location.endTag && !OPTIONAL_END.has(tag) && !VOID.has(tag) && !isSelfClosed(found, location))
    found.add('warning', at, LAYOUT_MESSAGES.unclosed({ what: tag }));
  if (tag === 'base') found.add('error', at, LAYOUT_MESSAGES.baseBlocked);
  const id = attribute('id');
  if (id !== undefined) {
    if (ids.has(id) || id === 'content')
      found.add('warning', placeOf('id'), LAYOUT_MESSAGES.duplicateId({ what: id }));
    ids.add(id);
  }
  for (const { name } of attrs) {
    if (/^on[a-z]/.test(name))
      found.add('warning', placeOf(name), LAYOUT_MESSAGES.handlerBlocked({ what: name }));
    if (name === 'style') found.add('warning', placeOf(name), LAYOUT_MESSAGES.styleBlocked);
  }
  const code = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  if (tag === 'style') found.styles.push(`'sha256-${sha256(code, 'base64')}'`);
  if (tag === 'script' && attribute('src') === undefined && RUN.test(attribute('type')?.trim() ?? '')) {
    found.scripts.push(`'sha256-${sha256(code, 'base64')}'`);
    if (!/^(?:module|importmap|speculationrules)$/i.test(attribute('type') ?? ''))
      lookAtScript(code, (line, text) => {
        const start = (location.startTag?.endOffset ?? at) + offsetOfLine(code, line);
        found.add('error', start, LAYOUT_MESSAGES.syntax({ what: text }));
      });
  }
  const loads = LOADS[tag];
  const address = loads && attribute(loads);
  const host = address === undefined ? undefined : otherHost(address);
  if (loads && host !== undefined && !isAllowed(tag, attribute('rel') ?? '', host))
    found.add('warning', placeOf(loads), LAYOUT_MESSAGES.hostBlocked({ what: host }));
}

/** Of foreign elements, such as `<path/>`. */
const isSelfClosed = (
  found: Findings,
  { startOffset, startTag, endOffset }: Token.ElementLocation,
): boolean => found.text.slice(startOffset, startTag?.endOffset ?? endOffset).endsWith('/>');

/** What names something that the policy of pages lets a browser load from some hosts only. */
const LOADS: Readonly<Record<string, string>> = {
  script: 'src',
  link: 'href',
  iframe: 'src',
  form: 'action',
  object: 'data',
  embed: 'src',
};

function otherHost(address: string): string | undefined {
  if (!/^\s*(?:https?:)?\/\//i.test(address)) return undefined;
  const base = 'https://this-site.invalid';
  return URL.canParse(address, base) ? new URL(address, base).origin : undefined;
}

const isAllowed = (tag: string, rel: string, origin: string): boolean =>
  tag === 'link'
    ? !/\b(?:stylesheet|preload|modulepreload|manifest|prefetch)\b/i.test(rel)
    : tag === 'iframe' && FRAME_ORIGINS.some((each) => each === origin);

/** Tags of what every page has, which a browser would take as the page's own or ignore, and ends of nothing. */
function lookForTags(found: Findings, around: readonly Around[], ends: ReadonlySet<number>): void {
  const opaque = new Uint8Array(found.text.length);
  for (const each of around)
    if (
      each.kind !== 'text' ||
      ['title', 'textarea', ...RAW_TEXT].includes(each.parents.at(-1)?.tagName ?? '')
    )
      opaque.fill(1, each.span.startOffset, each.span.endOffset);
  for (const { index, 1: end, 2: name = '' } of found.text.matchAll(/<(\/?)([a-z!][a-z0-9-]*)/gi)) {
    const what = name.toLowerCase();
    if (found.paneAt(index) === undefined || opaque[index] === 1) continue;
    if (/^(?:html|head|body|!doctype)$/.test(what) || (what === 'main' && end === ''))
      found.add('error', index, LAYOUT_MESSAGES.notHere({ what }));
    else if (end !== '' && !ends.has(index) && what !== 'main')
      found.add('warning', index, LAYOUT_MESSAGES.strayEnd({ what }));
  }
}

/** @returns the slots that are filled */
function lookAtSlots(
  found: Findings,
  around: readonly Around[],
  escapes: Map<number, SlotEscape>,
): ReadonlySet<LayoutSlot> {
  const used = new Set<LayoutSlot>();
  const all = [...found.text.matchAll(SLOT_PATTERN)];
  if (all.length > LAYOUT_LIMITS.slots)
    found.add('error', 0, LAYOUT_MESSAGES.tooManySlots({ limit: LAYOUT_LIMITS.slots }));
  for (const { 1: name = '', index } of all.slice(0, LAYOUT_LIMITS.slots)) {
    if (found.paneAt(index) === undefined) continue;
    // The innermost: a template's text is inside nothing else that is looked at.
    const place = around.findLast(({ span }) => within(index, span));
    if (!isSlot(name)) {
      const isCode = place?.kind === 'text' && RAW_TEXT.has(place.parents.at(-1)?.tagName ?? '');
      if (!isCode && place?.kind !== 'comment')
        found.add('error', index, LAYOUT_MESSAGES.unknownSlot({ name }));
      continue;
    }
    if (place?.kind === 'comment') continue;
    const as = place && escapeAt(found, name, index, place);
    if (typeof as === 'string') {
      escapes.set(index, as);
      used.add(name);
    } else found.add('error', index, as ?? LAYOUT_MESSAGES.slotPlace({ name }));
  }
  return used;
}

/** How a slot is escaped at its place, or why it can't stand there. */
function escapeAt(
  found: Findings,
  name: LayoutSlot,
  index: number,
  place: Around,
): SlotEscape | Message<LayoutMessageCode> {
  const kind = LAYOUT_SLOTS[name];
  const notHere = LAYOUT_MESSAGES.slotPlace({ name });
  if (place.kind === 'attribute') {
    const { startOffset, endOffset } = place.span;
    const [, quote] = /^[^=]*=\s*(["']?)/.exec(found.text.slice(startOffset, endOffset)) ?? [];
    if (isHtml(name) || quote === undefined || CLOSED_ATTRIBUTES.test(place.name)) return notHere;
    if (quote === '') return LAYOUT_MESSAGES.slotUnquoted({ name });
    const value = startOffset + found.text.slice(startOffset, endOffset).indexOf(quote) + 1;
    if (index < value || place.element.attrs.some((each) => each.name === 'http-equiv')) return notHere;
    if (!ADDRESSES.has(place.name)) return 'text';
    if (index > value) return 'address-part';
    return kind === 'address' ? 'address' : LAYOUT_MESSAGES.slotInAddress({ name });
  }
  const parent = place.parents.at(-1)?.tagName ?? '';
  const isIn = (tags: ReadonlySet<string>): boolean => place.parents.some(({ tagName }) => tags.has(tagName));
  if (RAW_TEXT.has(parent)) return LAYOUT_MESSAGES.slotInCode({ name });
  const pane = found.paneAt(index);
  if (NO_TEXT.has(parent) || place.isMoved() || (pane === 'head' && !isIn(HEAD))) return notHere;
  if (!isHtml(name)) return pane === 'head' && parent !== 'title' ? notHere : 'text';
  if (place.kind !== 'slot') return notHere;
  if (kind === 'head') return pane === 'head' || name === 'script' ? 'html' : notHere;
  return pane === 'head' || isIn(kind === 'block' ? NO_BLOCKS : NO_LINKS) ? notHere : 'html';
}

const HEAD: ReadonlySet<string> = new Set(['head']);

function lookAtCode(found: Findings, { css, js }: LayoutSource): void {
  lookAtScript(js, (line, text) =>
    found.addIn('error', 'js', offsetOfLine(js, line), LAYOUT_MESSAGES.syntax({ what: text })),
  );
  const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
  const bare = css
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, blank)
    .replaceAll(/"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/g, (text) => `"${blank(text).slice(2)}"`);
  const open: number[] = [];
  for (const { 0: brace, index } of bare.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index);
    else open.pop();
  }
  const [first] = open;
  if (first !== undefined) found.addIn('warning', 'css', first, LAYOUT_MESSAGES.braces);
  const loaded =
    /@import\s+(?:url\(\s*)?["']?((?:https?:)?\/\/[^"')\s;]+)|@font-face\s*\{[^}]*?url\(\s*["']?((?:https?:)?\/\/[^"')\s]+)/gi;
  for (const { 1: sheet, 2: font, index } of css.matchAll(loaded)) {
    const host = otherHost(sheet ?? font ?? '');
    if (host !== undefined) found.addIn('warning', 'css', index, LAYOUT_MESSAGES.hostBlocked({ what: host }));
  }
}

/** Whether it can be run, without running it. @param fault is told the line, from 1 */
function lookAtScript(code: string, fault: (line: number, text: string) => void): void {
  try {
    new Script(code, { filename: 'layout.js' });
  } catch (error) {
    if (!types.isNativeError(error) || error.name !== 'SyntaxError') throw error;
    fault(Number(/^layout\.js:(\d+)/.exec(error.stack ?? '')?.[1] ?? 1), error.message);
  }
}

const offsetOfLine = (text: string, line: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0);

/** Everything in a tree, in order, with the elements around it. Without recursion: a tree can be deep. */
function* walk(
  tree: Tree.Document,
): Generator<{ readonly node: Tree.ChildNode; readonly parents: readonly Tree.Element[] }> {
  const todo: { readonly node: Tree.ChildNode; readonly parents: readonly Tree.Element[] }[] = [];
  const later = (nodes: readonly Tree.ChildNode[], parents: readonly Tree.Element[]): void => {
    for (const node of nodes.toReversed()) todo.push({ node, parents });
  };
  later(tree.childNodes, []);
  for (let next = todo.pop(); next; next = todo.pop()) {
    yield next;
    const { node, parents } = next;
    if (!('tagName' in node)) continue;
    const inner = [...parents, node];
    if ('content' in node) later(node.content.childNodes, inner);
    later(node.childNodes, inner);
  }
}
