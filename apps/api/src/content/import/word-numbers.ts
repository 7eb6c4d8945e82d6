import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, childrenOf, elementsIn, isElement, remove, setAttribute } from './document-tree.js';

/* Numbers of lists in Word documents go on behind other paragraphs. What reads these documents starts each part with 1. */

/** What the marks of numbered paragraphs begin with; behind it is the list's number. */
const MARK = '_sitedesk-list-';
const END = '</w:pPr>';

/** Marks the paragraphs of the first level of a list with the list that they are of, as bookmarks at their starts. */
export function markNumbers(xml: string): string {
  const parts = xml.split(END);
  return parts
    .map((part, at) => {
      if (at === parts.length - 1) return part;
      const properties = part.slice(Math.max(part.lastIndexOf('<w:pPr'), 0));
      const [, numbers = ''] = /<w:numPr>([^]{0,300}?)<\/w:numPr>/.exec(properties) ?? [];
      const list = /<w:numId\s+w:val="(\d{1,9})"/.exec(numbers)?.[1];
      const level = /<w:ilvl\s+w:val="(\d)"/.exec(numbers)?.[1] ?? '0';
      if (list === undefined || level !== '0') return part + END;
      return `${part}${END}<w:bookmarkStart w:id="0" w:name="${MARK}${list}"/><w:bookmarkEnd w:id="0"/>`;
    })
    .join('');
}

/** Has each part of a list start with the number that it has in the document, and takes the marks away. */
export function continueNumbers(page: Tree.Node): void {
  const counts = new Map<string, number>();
  const isMark = (node: Tree.Node): node is Tree.Element =>
    isElement(node) && attribute(node, 'id').startsWith(MARK);
  const elements = [...elementsIn(page)];
  for (const element of elements) {
    if (element.tagName !== 'ol') continue;
    const marks = childrenOf(element).map((item) => childrenOf(item).find(isMark));
    const list = marks[0] && attribute(marks[0], 'id');
    if (list === undefined) continue;
    const before = counts.get(list) ?? 0;
    if (before > 0) setAttribute(element, 'start', String(before + 1));
    counts.set(list, before + marks.length);
  }
  for (const element of elements) if (isMark(element)) remove(element);
}
