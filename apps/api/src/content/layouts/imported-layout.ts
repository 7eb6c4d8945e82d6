import { LAYOUT_LIMITS, type LayoutSource } from '@sitedesk/contract/layouts';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parsedHtml } from './parse-html.js';

/** What the slots of the head say of each page. */
const SAID_BY_SLOTS =
  /^(?:description|robots|twitter:.*|og:.*|article:.*|generator|viewport)$|^(?:canonical|alternate|icon|shortcut icon)$/i;

/**
 * Makes a layout of the HTML of a page: what stands around its main content becomes header and footer, inline styles and scripts become
 * files, and what differs from page to page becomes slots. The rest is kept as it is, so the compiler may still find something in it.
 * @throws TooMuchHtml
 */
export async function importedLayout(html: string): Promise<LayoutSource> {
  const text = html.replaceAll(/\r\n?/g, '\n');
  const tree = await parsedHtml(text, LAYOUT_LIMITS.importedElements);
  const all = elementsOf(tree);
  const head = all.find(({ tagName }) => tagName === 'head');
  const body = all.find(({ tagName }) => tagName === 'body');
  const styles = all.filter(({ tagName }) => tagName === 'style');
  const scripts = all.filter((each) => each.tagName === 'script' && isInlineCode(each));
  // In the order of the source.
  const taken = all.filter((each) => styles.includes(each) || scripts.includes(each) || isSaidBySlots(each));
  /** Source between two places, without what is elsewhere now. */
  const between = (from: number, until: number): string => {
    let kept = '';
    let done = from;
    for (const { sourceCodeLocation: place } of taken) {
      if (!place || place.startOffset < done || place.endOffset > until) continue;
      kept += text.slice(done, place.startOffset);
      done = place.endOffset;
    }
    return tidy(kept + text.slice(done, until));
  };
  const [headFrom, headUntil] = insideOf(head);
  const [bodyFrom, bodyUntil] = insideOf(body);
  const main = body && mainIn(body);
  const place = main?.sourceCodeLocation;
  return {
    head: [
      '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{{page.full-title}}</title>',
      between(headFrom, headUntil),
      '{{style}}\n{{icon}}\n{{script}}\n{{meta}}',
    ]
      .filter(Boolean)
      .join('\n'),
    bodyAttributes: attributesIn(text, body),
    header: [`{{skip-link}}`, between(bodyFrom, place?.startOffset ?? bodyUntil)].filter(Boolean).join('\n'),
    footer: place ? between(place.endOffset, bodyUntil) : '',
    css: styles.map(codeIn).join('\n'),
    js: scripts.map(codeIn).join('\n'),
  };
}

/** In the order of the source. Without recursion: a page can be deep. */
function elementsOf(tree: Tree.Document): readonly Tree.Element[] {
  const found: Tree.Element[] = [];
  const todo: Tree.ChildNode[] = tree.childNodes.toReversed();
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (!('tagName' in node)) continue;
    found.push(node);
    todo.push(...node.childNodes.toReversed());
  }
  return found;
}

const valueOf = ({ attrs }: Tree.Element, name: string): string | undefined =>
  attrs.find((each) => each.name === name)?.value;

const isInlineCode = (script: Tree.Element): boolean =>
  valueOf(script, 'src') === undefined && /^(?:|text\/javascript)$/i.test(valueOf(script, 'type') ?? '');

function isSaidBySlots(element: Tree.Element): boolean {
  const { tagName } = element;
  if (tagName === 'title') return element.parentNode?.nodeName === 'head';
  if (tagName === 'base') return true;
  if (tagName === 'script') return /ld\+json/i.test(valueOf(element, 'type') ?? '');
  if (tagName === 'meta' && valueOf(element, 'charset') !== undefined) return true;
  const what =
    tagName === 'meta'
      ? (valueOf(element, 'name') ?? valueOf(element, 'property'))
      : tagName === 'link'
        ? valueOf(element, 'rel')
        : undefined;
  return what !== undefined && SAID_BY_SLOTS.test(what);
}

/** The element with the content of the page. */
function mainIn(body: Tree.Element): Tree.Element | undefined {
  const todo: Tree.ChildNode[] = [...body.childNodes];
  const articles: Tree.Element[] = [];
  for (let node = todo.shift(); node; node = todo.shift()) {
    if (!('tagName' in node)) continue;
    if (node.tagName === 'main' || valueOf(node, 'role') === 'main') return node;
    if (node.tagName === 'article') articles.push(node);
    todo.push(...node.childNodes);
  }
  return articles[0];
}

/** Where the content of an element begins and ends in the source; nowhere when there is none. */
function insideOf(element: Tree.Element | undefined): readonly [number, number] {
  const place = element?.sourceCodeLocation;
  // Where it has no tags of its own, it is what is in it.
  const [first, last] = [element?.childNodes[0], element?.childNodes.at(-1)];
  return [
    place?.startTag?.endOffset ?? first?.sourceCodeLocation?.startOffset ?? 0,
    place?.endTag?.startOffset ?? last?.sourceCodeLocation?.endOffset ?? 0,
  ];
}

function attributesIn(text: string, body: Tree.Element | undefined): string {
  const tag = body?.sourceCodeLocation?.startTag;
  return tag ? text.slice(tag.startOffset + '<body'.length, tag.endOffset - 1).trim() : '';
}

const codeIn = ({ childNodes }: Tree.Element): string =>
  childNodes
    .map((child) => ('value' in child ? child.value : ''))
    .join('')
    .trim();

/** Without lines that were left empty, and tags of what every page has. */
const tidy = (text: string): string =>
  text
    .replaceAll(/<(?:\/?(?:html|head|body)|!doctype)(?=[\s>])[^>]*>/gi, '')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
