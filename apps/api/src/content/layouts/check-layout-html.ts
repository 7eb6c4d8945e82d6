import { FRAME_ORIGINS } from '@sitedesk/contract/embed-frames';
import { LAYOUT_MESSAGES, type LayoutSlot, SLOT_PATTERN } from '@sitedesk/contract/layouts';
import { createHash } from 'node:crypto';
import type { DefaultTreeAdapterTypes as Tree, Token } from 'parse5';
import { checkScript, offsetOfLine, otherHost } from './check-layout-code.js';
import { type Around, checkSlots, RAW_TEXT, type Span } from './check-layout-slots.js';
import { isSlot, type SlotEscape } from './compiled-layout.js';
import { isHtml, type LayoutPage } from './layout-page.js';
import type { HtmlFault } from './parse-html.js';

const REQUIRED: readonly LayoutSlot[] = ['meta'];

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

/** As a policy for content names code that stands in a page. */
const policyHash = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/**
 * Looks at the page that a layout makes as a browser would read it.
 * @param faults what the parser found
 * @param escapes filled with how each slot is escaped, by its offset in the page
 */
export function checkHtml(
  page: LayoutPage,
  tree: Tree.Document,
  faults: readonly HtmlFault[],
  escapes: Map<number, SlotEscape>,
): void {
  const around: Around[] = [];
  const slots = new Set(
    [...page.text.matchAll(SLOT_PATTERN)].flatMap(({ 1: name = '', index }) =>
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
      if (isMisplaced(page, span, parents) && isOfBody(parents) && node.value.trim() !== '')
        page.add('error', span.startOffset, LAYOUT_MESSAGES.notInHead({ what: cut(node.value.trim()) }));
    } else if ('data' in node) around.push({ kind: 'comment', span, parents, isMoved: () => false });
    else if (slots.has(span.startOffset))
      around.push({ kind: 'slot', span, parents, isMoved: () => isMoved(node) });
    else if ('tagName' in node) {
      const { tagName: tag } = node;
      const { endTag } = node.sourceCodeLocation ?? {};
      if (endTag) ends.add(endTag.startOffset);
      if (tag === 'main' && span.startOffset === page.main) {
        seen.main = parents.every(({ tagName }) => !RAW_TEXT.has(tagName) && tagName !== 'template');
        continue;
      }
      if (page.paneAt(span.startOffset) === undefined && tag !== 'body') continue;
      if (tag === 'title' && parents.some(({ tagName }) => tagName === 'head')) seen.title = true;
      for (const [name, place] of Object.entries(node.sourceCodeLocation?.attrs ?? {}))
        around.push({ kind: 'attribute', span: place, name, element: node });
      if (tag === 'a' && node.attrs.some(({ name, value }) => name === 'href' && value === '#content'))
        seen.skipLink = true;
      checkElement(page, node, parents, ids);
    }
  }
  const bodyStart = tree.childNodes
    .flatMap((node) => ('childNodes' in node ? node.childNodes : []))
    .find((node) => node.nodeName === 'body')?.sourceCodeLocation;
  const startTag = bodyStart && 'startTag' in bodyStart ? bodyStart.startTag : bodyStart;
  // Where the head has ended early, the body has begun elsewhere.
  const isHeadWhole = page.problems.every(({ code }) => code.code !== 'layout.notInHead');
  if (isHeadWhole && startTag?.endOffset !== page.endOf('bodyAttributes') + 1)
    page.add('error', page.startOf('bodyAttributes'), LAYOUT_MESSAGES.attributes);
  if (!seen.main) page.add('error', page.main, LAYOUT_MESSAGES.swallowed);
  if (!seen.title)
    page.add('error', page.startOf('head'), LAYOUT_MESSAGES.titleMissing({ slot: '{{page.full-title}}' }));
  checkTags(page, around, ends);
  for (const { code, startOffset } of faults)
    if (!SAID_OTHERWISE.has(code) && page.paneAt(startOffset) !== undefined)
      page.add('warning', startOffset, LAYOUT_MESSAGES.html({ what: code }));
  const used = checkSlots(page, around, escapes);
  for (const name of REQUIRED)
    if (!used.has(name)) page.add('error', page.startOf('head'), LAYOUT_MESSAGES.slotMissing({ name }));
  if (!seen.skipLink && !used.has('skip-link'))
    page.add('warning', page.startOf('header'), LAYOUT_MESSAGES.skipLink({ slot: '{{skip-link}}' }));
  for (const [pane, slot] of [
    ['css', 'style'],
    ['js', 'script'],
  ] as const)
    if (!used.has(slot) && page.holds(pane))
      page.addIn('warning', pane, 0, LAYOUT_MESSAGES.unusedFile({ slot: `{{${slot}}}` }));
}

/** Said in words of ours, at the place where the element starts. */
const SAID_OTHERWISE: ReadonlySet<string> = new Set(['closing-of-element-with-open-child-elements']);

/** Whether it is written in the head, and a browser puts it into the body. */
const isMisplaced = (page: LayoutPage, { startOffset }: Span, parents: readonly Tree.Element[]): boolean =>
  page.paneAt(startOffset) === 'head' && !parents.some(({ tagName }) => tagName === 'head');

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

function checkElement(
  page: LayoutPage,
  element: Tree.Element,
  parents: readonly Tree.Element[],
  ids: Set<string>,
): void {
  const { tagName: tag, attrs, sourceCodeLocation: location } = element;
  if (!location) return;
  const at = location.startOffset;
  const attribute = (name: string): string | undefined => attrs.find((each) => each.name === name)?.value;
  const placeOf = (name: string): number => location.attrs?.[name]?.startOffset ?? at;
  if (tag !== 'body' && isMisplaced(page, location, parents)) {
    // What it holds is said with it.
    if (isOfBody(parents)) page.add('error', at, LAYOUT_MESSAGES.notInHead({ what: `<${tag}>` }));
    return;
  }
  if (!location.endTag && !OPTIONAL_END.has(tag) && !VOID.has(tag) && !isSelfClosed(page, location))
    page.add('warning', at, LAYOUT_MESSAGES.unclosed({ what: tag }));
  if (tag === 'base') page.add('error', at, LAYOUT_MESSAGES.baseBlocked);
  const id = attribute('id');
  if (id !== undefined) {
    if (ids.has(id) || id === 'content')
      page.add('warning', placeOf('id'), LAYOUT_MESSAGES.duplicateId({ what: id }));
    ids.add(id);
  }
  for (const { name } of attrs) {
    if (/^on[a-z]/.test(name))
      page.add('warning', placeOf(name), LAYOUT_MESSAGES.handlerBlocked({ what: name }));
    if (name === 'style') page.add('warning', placeOf(name), LAYOUT_MESSAGES.styleBlocked);
  }
  const code = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  if (tag === 'style') page.styles.push(policyHash(code));
  if (tag === 'script' && attribute('src') === undefined && RUN.test(attribute('type')?.trim() ?? '')) {
    page.scripts.push(policyHash(code));
    if (!/^(?:module|importmap|speculationrules)$/i.test(attribute('type') ?? ''))
      checkScript(code, (line, text) => {
        const start = (location.startTag?.endOffset ?? at) + offsetOfLine(code, line);
        page.add('error', start, LAYOUT_MESSAGES.syntax({ what: text }));
      });
  }
  const loads = LOADS[tag];
  const address = loads && attribute(loads);
  const host = address === undefined ? undefined : otherHost(address);
  if (loads && host !== undefined && !isAllowed(tag, attribute('rel') ?? '', host))
    page.add('warning', placeOf(loads), LAYOUT_MESSAGES.hostBlocked({ what: host }));
}

/** Of foreign elements, such as `<path/>`. */
const isSelfClosed = (
  page: LayoutPage,
  { startOffset, startTag, endOffset }: Token.ElementLocation,
): boolean => page.text.slice(startOffset, startTag?.endOffset ?? endOffset).endsWith('/>');

/** What names something that the policy of pages lets a browser load from some hosts only. */
const LOADS: Readonly<Record<string, string>> = {
  script: 'src',
  link: 'href',
  iframe: 'src',
  form: 'action',
  object: 'data',
  embed: 'src',
};

const isAllowed = (tag: string, rel: string, origin: string): boolean =>
  tag === 'link'
    ? !/\b(?:stylesheet|preload|modulepreload|manifest|prefetch)\b/i.test(rel)
    : tag === 'iframe' && FRAME_ORIGINS.some((each) => each === origin);

/** Tags of what every page has, which a browser would take as the page's own or ignore, and ends of nothing. */
function checkTags(page: LayoutPage, around: readonly Around[], ends: ReadonlySet<number>): void {
  const opaque = new Uint8Array(page.text.length);
  for (const each of around)
    if (
      each.kind !== 'text' ||
      ['title', 'textarea', ...RAW_TEXT].includes(each.parents.at(-1)?.tagName ?? '')
    )
      opaque.fill(1, each.span.startOffset, each.span.endOffset);
  for (const { index, 1: end, 2: name = '' } of page.text.matchAll(/<(\/?)([a-z!][a-z0-9-]*)/gi)) {
    const what = name.toLowerCase();
    if (page.paneAt(index) === undefined || opaque[index] === 1) continue;
    if (/^(?:html|head|body|!doctype)$/.test(what) || (what === 'main' && end === ''))
      page.add('error', index, LAYOUT_MESSAGES.notHere({ what }));
    else if (end !== '' && !ends.has(index) && what !== 'main')
      page.add('warning', index, LAYOUT_MESSAGES.strayEnd({ what }));
  }
}

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
