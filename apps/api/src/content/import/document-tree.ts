import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** Nodes of a page that are changed before it's read. */
export const isElement = (node: Tree.Node): node is Tree.Element => 'tagName' in node;
export const isText = (node: Tree.Node): node is Tree.TextNode => node.nodeName === '#text';
export const childrenOf = (node: Tree.Node): readonly Tree.ChildNode[] =>
  'childNodes' in node ? node.childNodes : [];
export const attribute = (element: Tree.Element, name: string): string =>
  element.attrs.find((each) => each.name === name)?.value ?? '';
export const classesOf = (element: Tree.Element): readonly string[] =>
  attribute(element, 'class')
    .split(/\s+/)
    .filter((name) => name !== '');

export function setAttribute(element: Tree.Element, name: string, value: string): void {
  element.attrs = [...element.attrs.filter((each) => each.name !== name), { name, value }];
}

export function textOf(node: Tree.Node): string {
  return isText(node) ? node.value : childrenOf(node).map(textOf).join('');
}

/** In the order of the page. A generator in a generator would pass each element through all levels above it. */
export function* elementsIn(node: Tree.Node): Generator<Tree.Element> {
  const levels = [childrenOf(node).values()];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const { value: child, done } = level.next();
    if (done === true) {
      levels.pop();
      continue;
    }
    if (isElement(child)) yield child;
    levels.push(childrenOf(child).values());
  }
}

export function rename(element: Tree.Element, name: string): void {
  element.tagName = name;
  element.nodeName = name;
}

/** Puts other nodes in the place of one. */
export function replace(node: Tree.ChildNode, by: readonly Tree.ChildNode[]): void {
  const { parentNode } = node;
  if (!parentNode) return;
  for (const each of by) each.parentNode = parentNode;
  parentNode.childNodes.splice(parentNode.childNodes.indexOf(node), 1, ...by);
}

export const remove = (node: Tree.ChildNode): void => replace(node, []);

export function append(parent: Tree.Element, children: readonly Tree.ChildNode[]): void {
  for (const child of children) child.parentNode = parent;
  parent.childNodes.push(...children);
}

/**
 * Gives headings their places below the title, where writing programs have a level of their own for it: with a title, or with several
 * headings of the first level, each goes one level down.
 * @param page its title is an `h1` of the class `title`
 */
export function levelHeadings(page: Tree.Node): void {
  const headings = [...elementsIn(page)].filter(({ tagName }) => /^h[1-6]$/.test(tagName));
  const title = headings.find((each) => each.tagName === 'h1' && classesOf(each).includes('title'));
  const others = headings.filter((each) => each !== title);
  if (!title && others.filter(({ tagName }) => tagName === 'h1').length < 2) return;
  for (const heading of others) rename(heading, `h${Math.min(Number(heading.tagName.slice(1)) + 1, 6)}`);
}

/**
 * Turns links between notes and their marks into text: notes stay where they are, with their numbers.
 * @param isNote whether the name of a place is one of these
 */
export function unlinkNotes(page: Tree.Node, isNote: (name: string) => boolean): void {
  if (!('childNodes' in page)) return;
  page.childNodes = page.childNodes.flatMap((child) => {
    unlinkNotes(child, isNote);
    if (!isElement(child) || child.tagName !== 'a') return [child];
    const href = attribute(child, 'href');
    if (!href.startsWith('#') || !isNote(href.slice(1))) return [child];
    const kept = /^[↑↩⏎^]\uFE0E?$/.test(textOf(child).trim()) ? [] : child.childNodes;
    for (const each of kept) each.parentNode = page;
    const [last] = kept.slice(-1);
    // The number of a note has no space behind it in the web pages of LibreOffice.
    if (last && isText(last) && /notesym$/.test(attribute(child, 'class'))) last.value += ' ';
    return kept;
  });
}

/**
 * Puts captions where pages have them: into a figure with the picture above, or into the table below or above.
 * @param page its captions are paragraphs of the class `caption`
 */
export function placeCaptions(page: Tree.DocumentFragment): void {
  const placed: Tree.ChildNode[] = [];
  let waiting: Tree.Element | undefined;
  const isEmpty = (node: Tree.ChildNode | undefined): boolean => !!node && textOf(node).trim() === '';
  for (const child of page.childNodes) {
    const last = placed.at(-1);
    if (waiting && isElement(child) && child.tagName === 'table') {
      placed.pop();
      child.childNodes.unshift(waiting);
    } else if (waiting) rename(waiting, 'p');
    waiting = undefined;
    placed.push(child);
    if (!isElement(child) || child.tagName !== 'p' || !classesOf(child).includes('caption')) continue;
    if (
      last &&
      isElement(last) &&
      isEmpty(last) &&
      [...elementsIn(last)].some(({ tagName }) => tagName === 'img')
    ) {
      placed.pop();
      rename(last, 'figure');
      rename(child, 'figcaption');
      append(last, [child]);
    } else if (last && isElement(last) && last.tagName === 'table') {
      placed.pop();
      rename(child, 'caption');
      last.childNodes.unshift(child);
    } else {
      rename(child, 'caption');
      waiting = child;
    }
  }
  if (waiting) rename(waiting, 'p');
  page.childNodes = placed;
}
