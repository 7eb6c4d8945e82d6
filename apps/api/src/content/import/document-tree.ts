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

export function* elementsIn(node: Tree.Node): Generator<Tree.Element> {
  for (const child of childrenOf(node)) {
    if (isElement(child)) yield child;
    yield* elementsIn(child);
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
  for (const link of [...elementsIn(page)].filter(({ tagName }) => tagName === 'a')) {
    const href = attribute(link, 'href');
    if (!href.startsWith('#') || !isNote(href.slice(1))) continue;
    replace(link, textOf(link).trim() === '↑' ? [] : link.childNodes);
  }
}
