import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import {
  append,
  attribute,
  childrenOf,
  classesOf,
  isElement,
  rename,
  setAttribute,
  textOf,
} from './document-tree.js';
import { BUTTON } from './html-elements.js';
import { oneLine } from './html-parts.js';

/** What the colors of callouts say. */
const KINDS: Readonly<Record<string, string>> = { green: 'TIP', yellow: 'WARNING', red: 'CAUTION' };
const BUTTONS = ['kg-btn', 'kg-header-card-button', 'kg-product-card-button', 'kg-cta-button'] as const;

/** Levels below a card that its parts can be at. */
const DEPTH = 6;

/**
 * Puts elements that pages have for the same in the place of the cards of Ghost's editor, and takes their controls away. Cards are changed
 * where they stand, and their parts are looked for a few levels below, so that it takes time in proportion to the page.
 */
export function simplifyCards(page: Tree.Node): void {
  for (const child of childrenOf(page)) {
    if (isElement(child)) simplify(child);
    simplifyCards(child);
  }
}

function simplify(element: Tree.Element): void {
  const classes = classesOf(element);
  if (element.tagName === 'a' && BUTTONS.some((name) => classes.includes(name))) asButton(element);
  if (!classes.includes('kg-card')) return;
  const kind = classes.find((name) => Object.hasOwn(CARDS, name));
  if (kind !== undefined) CARDS[kind]?.(element);
}

const CARDS: Readonly<Record<string, (card: Tree.Element) => void>> = {
  'kg-toggle-card': (card) => {
    const [heading, content] = [part(card, 'kg-toggle-heading-text'), part(card, 'kg-toggle-content')];
    if (!heading || !content) return;
    rename(card, 'details');
    rename(heading, 'summary');
    fill(card, [heading, ...childrenOf(content)]);
  },
  'kg-callout-card': (card) => {
    const text = part(card, 'kg-callout-text');
    if (!text) return;
    const color = /\bkg-callout-card-(\w+)/.exec(attribute(card, 'class'))?.[1] ?? '';
    const kind = Object.hasOwn(KINDS, color) ? KINDS[color] : 'NOTE';
    const emoji = textOfPart(card, 'kg-callout-emoji');
    rename(card, 'blockquote');
    rename(text, 'p');
    fill(text, [words(`[!${kind}] ${emoji} `), ...childrenOf(text)]);
    fill(card, [text]);
  },
  'kg-bookmark-card': (card) => {
    const link = part(card, 'kg-bookmark-container');
    const caption = childrenOf(card).find((child): child is Tree.Element => child.nodeName === 'figcaption');
    if (!link) return;
    const title = textOf(part(link, 'kg-bookmark-title') ?? link);
    const about = textOfPart(link, 'kg-bookmark-description');
    if (caption) rename(caption, 'p');
    rename(card, 'div');
    fill(card, [linked(link, attribute(link, 'href'), title, about), ...(caption ? [caption] : [])]);
  },
  'kg-file-card': (card) => {
    const link = part(card, 'kg-file-card-container');
    if (!link) return;
    const title = textOf(part(link, 'kg-file-card-title') ?? part(link, 'kg-file-card-filename') ?? link);
    const about = textOfPart(link, 'kg-file-card-caption');
    fill(card, [linked(link, attribute(link, 'href'), title, about)]);
  },
  'kg-audio-card': (card) => asFile(card, 'audio', textOfPart(card, 'kg-audio-title')),
  'kg-video-card': (card) => {
    const caption = childrenOf(card).find((child) => child.nodeName === 'figcaption');
    asFile(card, 'video', caption ? textOf(caption) : '');
  },
  'kg-header-card': (card) => {
    // The first kind has its picture in the background only.
    const background = attribute(card, 'data-kg-background-image');
    if (background === '') return;
    const picture = created(card, 'img');
    setAttribute(picture, 'src', background);
    fill(card, [picture, ...childrenOf(card)]);
  },
  'kg-product-card': (card) => {
    const rating = part(card, 'kg-product-card-rating');
    if (!rating) return;
    const stars = [...partsOf(rating)].filter((each) =>
      classesOf(each).includes('kg-product-card-rating-star'),
    );
    const given = stars.filter((each) => classesOf(each).includes('kg-product-card-rating-active')).length;
    rename(rating, 'p');
    fill(rating, [words('★'.repeat(Math.min(given, 5)) + '☆'.repeat(Math.max(0, 5 - given)))]);
  },
  // Nobody can sign up here: the form is left out, and the report says so.
  'kg-signup-card': (card) => {
    const form = [...partsOf(card)].find(({ tagName }) => tagName === 'form');
    if (form) fill(card, [form]);
  },
};

function* partsOf(card: Tree.Element, depth = DEPTH): Generator<Tree.Element> {
  for (const child of childrenOf(card)) {
    if (!isElement(child)) continue;
    yield child;
    if (depth > 1) yield* partsOf(child, depth - 1);
  }
}

function part(card: Tree.Element, name: string): Tree.Element | undefined {
  for (const element of partsOf(card)) if (classesOf(element).includes(name)) return element;
  return undefined;
}

/** What a part says; empty where the card has none. */
function textOfPart(card: Tree.Element, name: string): string {
  const found = part(card, name);
  return found ? textOf(found) : '';
}

function fill(element: Tree.Element, children: readonly Tree.ChildNode[]): void {
  element.childNodes = [];
  append(element, children);
}

const created = (like: Tree.Element, name: string): Tree.Element => ({
  ...like,
  tagName: name,
  nodeName: name,
  attrs: [],
  childNodes: [],
});

const words = (value: string): Tree.TextNode => ({
  nodeName: '#text' as Tree.TextNode['nodeName'],
  value,
  parentNode: null,
});

/** A paragraph with a link, and what is said about its target in a line below. */
function linked(like: Tree.Element, address: string, title: string, about: string): Tree.Element {
  const [line, link] = [created(like, 'p'), created(like, 'a')];
  setAttribute(link, 'href', address);
  fill(link, [words(oneLine(title) || address)]);
  fill(line, [link, ...(about.trim() === '' ? [] : [created(like, 'br'), words(about)])]);
  return line;
}

/** A link to a recording, which articles have no player for. */
function asFile(card: Tree.Element, name: 'audio' | 'video', title: string): void {
  const player = [...partsOf(card)].find(({ tagName }) => tagName === name);
  if (!player) return;
  const address = attribute(player, 'src');
  rename(card, 'div');
  fill(card, [linked(card, address, title.trim() || (address.split('/').at(-1) ?? ''), '')]);
}

/** One whose words are too long for a button stays a link. */
function asButton(link: Tree.Element): void {
  const label = oneLine(textOf(link));
  if (label !== '' && [...label].length <= 100 && attribute(link, 'href') !== '') rename(link, BUTTON);
}
