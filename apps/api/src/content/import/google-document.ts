import { IMPORT_MESSAGES as TEXTS, importNote, type ImportNote } from '@sitedesk/contract/imports';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import {
  append,
  attribute,
  childrenOf,
  classesOf,
  elementsIn,
  isElement,
  isText,
  levelHeadings,
  remove,
  rename,
  setAttribute,
  textOf,
  unlinkNotes,
} from './document-tree.js';
import { UnreadableDocument } from './front-matter.js';
import { unpack } from './packed-file.js';
import { PackedPictures } from './packed-pictures.js';
import { parsePage } from './parse-page.js';
import type { UnpackedDocument } from './prepared-document.js';

/**
 * Reads what Google Docs downloads as a web page: an archive with one page, and a folder of its pictures.
 * @param path of the archive
 * @param folder name that its pictures get beside it
 * @throws UnreadableDocument
 */
export async function readGoogle(path: string, folder: string): Promise<UnpackedDocument> {
  const files = await unpack(path, (name) => !name.endsWith('/'));
  const pages = [...files.keys()].filter((name) => /^[^/]+\.html?$/i.test(name));
  const [name = ''] = pages;
  if (pages.length !== 1) throw new UnreadableDocument(TEXTS.notGoogle);
  const page = await parsePage(files.get(name)?.toString() ?? '');
  if (!isGoogleDocument(page)) throw new UnreadableDocument(TEXTS.notGoogle);
  simplifyGoogle(page);
  const pictures = new PackedPictures(folder);
  for (const picture of elementsIn(page)) {
    if (picture.tagName !== 'img') continue;
    const src = attribute(picture, 'src');
    // One that isn't in the archive stays what it is: on another server, or missing.
    if (files.has(src)) setAttribute(picture, 'src', await pictures.add(files.get(src)));
  }
  const notes: ImportNote[] = [];
  if (pictures.leftOut > 0)
    notes.push(importNote('warning', TEXTS.picturesLeftOut({ count: pictures.leftOut })));
  const { serialize } = await import('parse5');
  const document = { data: {}, html: serialize(page), isPage: false, authorId: null, notes };
  return { document, pictures: pictures.all };
}

const stylesOf = (page: Tree.Node): string =>
  [...elementsIn(page)]
    .filter(({ tagName }) => tagName === 'style')
    .map(textOf)
    .join('\n');

/** Whether a page was written by Google Docs. */
export function isGoogleDocument(page: Tree.Node): boolean {
  const body = [...elementsIn(page)].find(({ tagName }) => tagName === 'body');
  if (body && classesOf(body).includes('doc-content')) return true;
  return /\.lst-kix_|themes\.googleusercontent\.com/.test(stylesOf(page));
}

/** Puts elements in the place of the classes and flat lists that such a page has, and takes its comments away. */
export function simplifyGoogle(page: Tree.Node): void {
  const marks = markRules(stylesOf(page));
  removeComments(page);
  for (const element of [...elementsIn(page)]) {
    if (element.tagName === 'style') remove(element);
    if (element.tagName === 'body') setAttribute(element, 'class', ''); // what was simplified isn't again
    if (element.tagName === 'hr' && /display:\s*none/.test(attribute(element, 'style'))) remove(element);
    if (element.tagName === 'p' && classesOf(element).includes('title')) {
      rename(element, 'h1');
      setAttribute(element, 'class', 'title');
    }
    if (element.tagName === 'span') mark(element, marks);
  }
  for (const element of [page, ...elementsIn(page)]) nestLists(element);
  levelHeadings(page);
  unlinkNotes(page, (name) => /^ftnt/.test(name));
}

/** Elements that classes stand for, by the name of the class: the sheet has one rule for each look of a text. */
function markRules(sheet: string): ReadonlyMap<string, readonly string[]> {
  const rules = new Map<string, readonly string[]>();
  for (const [, name = '', rule = ''] of sheet.matchAll(/\.(c\d+)\s*\{([^{}]*)\}/g)) {
    const weight = /font-weight:\s*(\w+)/.exec(rule)?.[1] ?? '';
    const elements = [
      ...(weight === 'bold' || Number(weight) >= 600 ? ['strong'] : []),
      ...(/font-style:\s*italic/.test(rule) ? ['em'] : []),
      ...(/text-decoration[\w-]*:[^;]*line-through/.test(rule) ? ['s'] : []),
      ...(/vertical-align:\s*super/.test(rule) ? ['sup'] : []),
      ...(/vertical-align:\s*sub/.test(rule) ? ['sub'] : []),
    ];
    if (elements.length > 0) rules.set(name, elements);
  }
  return rules;
}

/** A heading is bold anyway. */
const isInHeading = (node: Tree.Node): boolean => {
  if (!('parentNode' in node) || !node.parentNode) return false;
  const { parentNode } = node;
  return (isElement(parentNode) && /^h[1-6]$/.test(parentNode.tagName)) || isInHeading(parentNode);
};

function mark(span: Tree.Element, marks: ReadonlyMap<string, readonly string[]>): void {
  const names = new Set(classesOf(span).flatMap((name) => marks.get(name) ?? []));
  if (isInHeading(span)) names.delete('strong');
  for (const name of names) {
    const inner: Tree.Element = {
      ...span,
      tagName: name,
      nodeName: name,
      attrs: [],
      childNodes: [],
      parentNode: span,
    };
    const { childNodes } = span;
    span.childNodes = [];
    append(inner, childNodes);
    append(span, [inner]);
  }
}

/** What is said beside the text stands in brackets in it, and at its end. */
function removeComments(page: Tree.Node): void {
  for (const link of [...elementsIn(page)].filter(({ tagName }) => tagName === 'a')) {
    const own = attribute(link, 'id');
    const { parentNode } = link;
    if (!parentNode || !isElement(parentNode)) continue;
    if (/^cmnt_ref\d+$/.test(own)) remove(parentNode.tagName === 'sup' ? parentNode : link);
    // Several paragraphs of one comment are in one element, the first of which has the link.
    const around = parentNode.parentNode;
    if (/^cmnt\d+$/.test(own))
      remove(around && isElement(around) && around.tagName === 'div' ? around : parentNode);
  }
}

interface OpenList {
  readonly level: number;
  readonly name: string;
  readonly list: Tree.Element;
}

const isList = (node: Tree.Node): node is Tree.Element =>
  isElement(node) && (node.tagName === 'ul' || node.tagName === 'ol');

/** Lists in lists stand one after the other, with their level at the end of a class: `lst-kix_4x3k-1`. */
function nestLists(parent: Tree.Node): void {
  let open: OpenList[] = [];
  for (const child of [...childrenOf(parent)]) {
    if (isText(child) && child.value.trim() === '') continue;
    const [, name = '', digits = ''] =
      (isList(child) && /(?:^|\s)lst-(\S+)-(\d)(?:\s|$)/.exec(attribute(child, 'class'))) || [];
    if (!isList(child) || name === '') {
      open = [];
      continue;
    }
    const level = Number(digits);
    open = open.filter((each) => each.level <= level);
    const last = open.at(-1);
    if (last?.level === level && last.name === name && last.list.tagName === child.tagName) {
      remove(child);
      append(last.list, child.childNodes);
      continue;
    }
    open = open.filter((each) => each.level < level);
    const item = open.at(-1)?.list.childNodes.findLast(isElement);
    if (item) {
      remove(child);
      append(item, [child]);
    }
    open.push({ level, name, list: child });
  }
}
