import { type DocumentNode, writableText } from '@sitedesk/contract/documents';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, childrenOf, classesOf, elementsIn, isElement, isText } from './document-tree.js';
import { MORE } from './html-elements.js';

/* What is looked up in a page, and what lines of text are made of. */

/** A block on the way: links and pictures still have the addresses of the source. */
export type RawNode = DocumentNode;

export function* find(node: Tree.Node, matches: (element: Tree.Element) => boolean): Generator<Tree.Element> {
  for (const element of elementsIn(node)) if (matches(element)) yield element;
}

export function firstOf(page: Tree.Node, name: string): readonly Tree.Element[] {
  for (const element of find(page, ({ tagName }) => tagName === name)) return [element];
  return [];
}

export const collapsed = (text: string): string => text.replaceAll(/[ \t\n\r\f]+/g, ' ');
export const oneLine = (text: string): string =>
  writableText(collapsed(text))
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
export const clipped = (text: string, max: number): string => [...text].slice(0, max).join('');

/** What ends an introduction in WordPress, and in Markdown of Hugo and others. */
export const isIntroductionEnd = (node: Tree.ChildNode): boolean =>
  'data' in node ? node.data.trim() === 'more' : isElement(node) && attribute(node, 'class') === MORE;

/** The head of a page of Pandoc says who wrote it and when, as the page's `meta` does. */
export const withoutByline = (element: Tree.Element): Tree.Element =>
  attribute(element, 'id') === 'title-block-header'
    ? ({
        ...element,
        childNodes: childrenOf(element).filter(
          (child) =>
            !isElement(child) || !classesOf(child).some((name) => name === 'author' || name === 'date'),
        ),
      } as Tree.Element)
    : element;

/** The first text of an element, where it begins with one. */
export function startOf(node: Tree.Node): string {
  if (isText(node)) return node.value;
  const first = childrenOf(node).find(
    (child) => child.nodeName !== '#comment' && (!isText(child) || child.value.trim() !== ''),
  );
  return first ? startOf(first) : '';
}

/** The text of code, with its lines. */
export function linesOf(node: Tree.Node): string {
  if (isElement(node) && node.tagName === 'br') return '\n';
  return isText(node) ? node.value : childrenOf(node).map(linesOf).join('');
}

export const isHead = ({ parentNode }: Tree.Element): boolean =>
  !!parentNode && isElement(parentNode) && parentNode.tagName === 'thead';

/** Rows of a table, not those of a table in it. */
export function* rowsOf(element: Tree.Node): Generator<Tree.Element> {
  for (const child of childrenOf(element)) {
    if (!isElement(child)) continue;
    if (child.tagName === 'tr') yield child;
    if (['thead', 'tbody', 'tfoot'].includes(child.tagName)) yield* rowsOf(child);
  }
}

/** Whether a task is done, which its first box or its first characters say; undefined for an item that is no task. */
export function checkbox(
  item: Tree.Element,
): { readonly isDone: boolean; readonly remove: () => void } | undefined {
  const [first] = childrenOf(item).filter((child) => !isText(child) || child.value.trim() !== '');
  const line = first && isElement(first) && ['p', 'label'].includes(first.tagName) ? first : item;
  const start = childrenOf(line).find((child) => !isText(child) || child.value.trim() !== '');
  if (start && isElement(start) && start.tagName === 'input' && attribute(start, 'type') === 'checkbox')
    return {
      isDone: start.attrs.some(({ name }) => name === 'checked'),
      remove: () => void (line.childNodes = line.childNodes.filter((child) => child !== start)),
    };
  if (!start || !isText(start)) return undefined;
  const [whole, mark = ''] = /^\s*(?:\[([ xX])\]|[☐☑☒])\s+/.exec(start.value) ?? [];
  if (whole === undefined) return undefined;
  return {
    isDone: mark === '' ? !whole.includes('☐') : mark !== ' ',
    remove: () => void (start.value = start.value.slice(whole.length)),
  };
}

/** Without white space and line breaks at either end, and with texts of the same marks put together. */
export function trimmed(pieces: readonly RawNode[]): readonly RawNode[] {
  const joined: RawNode[] = [];
  let isBehindSpace = true;
  for (const piece of pieces) {
    const last = joined.at(-1);
    const text: string | undefined =
      piece.text !== undefined && isBehindSpace ? piece.text.replace(/^ +/, '') : piece.text;
    if (piece.type === 'text' && text === '') continue;
    // Of the piece: a text that has grown would be copied to look at its end.
    isBehindSpace = piece.type === 'hardBreak' || (text ?? '').endsWith(' ');
    if (
      piece.type === 'text' &&
      last?.type === 'text' &&
      JSON.stringify(last.marks) === JSON.stringify(piece.marks)
    )
      joined[joined.length - 1] = { ...last, text: `${last.text}${text}` };
    else joined.push(piece.type === 'text' ? { ...piece, text } : piece);
  }
  while (joined.length > 0) {
    const last = joined.at(-1);
    if (last?.type === 'text') {
      const text = (last.text ?? '').replace(/ +$/, '');
      if (text !== '') {
        joined[joined.length - 1] = { ...last, text };
        break;
      }
    }
    joined.pop();
  }
  while (joined[0]?.type === 'hardBreak') joined.shift();
  return joined;
}

export function withoutStart(pieces: readonly RawNode[], start: string): readonly RawNode[] {
  const [first, ...rest] = pieces;
  if (!first?.text?.startsWith(start)) return pieces;
  const text = first.text.slice(start.length);
  return text === '' ? rest : [{ ...first, text }, ...rest];
}
