import { IMPORT_MESSAGES as TEXTS } from '@sitedesk/contract/imports';
import { createReadStream } from 'node:fs';
import type { SaxesParser, SaxesTagPlain } from 'saxes';
import { UnreadableExport } from './prepared-document.js';

/** Characters of one text. Above, its document is too large for an article anyway. */
const LONGEST = 1_100_000;
/** Characters without an end of anything. A parser would collect them in memory. */
const LONGEST_NODE = 8_000_000;

/** An item of an export: a post, a page, a picture, or anything else that the site kept as one. */
export interface WordPressItem {
  /** Texts of its elements, such as `title` and `wp:post_id`. */
  readonly texts: ReadonlyMap<string, string>;
  readonly terms: readonly { readonly domain: string; readonly nicename: string; readonly name: string }[];
  /** ID of the attachment that is its picture; undefined for none. */
  readonly thumbnail: string | undefined;
  /** What its picture is for those who don't see it, where it's an attachment. */
  readonly alt: string;
  /** What plugins keep for search engines: `title` and `description`. */
  readonly search: ReadonlyMap<string, string>;
  readonly comments: number;
  /** Fields of its own that someone has added, beside those of WordPress itself. */
  readonly customFields: number;
  /** Whether a text was longer than any can be, and isn't all here. */
  readonly isCut: boolean;
}

export interface WordPressAuthor {
  readonly login: string;
  readonly email: string;
  readonly name: string;
}

/** Characters of the words for a picture, all of which are kept until the documents are read. */
const LONGEST_ALT = 1_000;
const OF_ITEM = new Set([
  'title',
  'link',
  'dc:creator',
  'content:encoded',
  'excerpt:encoded',
  'wp:post_id',
  'wp:post_date',
  'wp:post_date_gmt',
  'wp:post_name',
  'wp:status',
  'wp:post_type',
  'wp:post_password',
  'wp:attachment_url',
  'wp:is_sticky',
]);
/** Of Yoast SEO and Rank Math. */
const FOR_SEARCH: ReadonlyMap<string, 'title' | 'description'> = new Map([
  ['_yoast_wpseo_title', 'title'],
  ['_yoast_wpseo_metadesc', 'description'],
  ['rank_math_title', 'title'],
  ['rank_math_description', 'description'],
]);
const OF_AUTHOR = new Set(['wp:author_login', 'wp:author_email', 'wp:author_display_name']);
const OF_SITE = new Set(['link', 'wp:base_site_url', 'wp:base_blog_url']);
/** Not allowed in XML, and in exports all the same. */
// eslint-disable-next-line no-control-regex -- control characters are what it removes
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/**
 * Reads an export of WordPress (WXR 1.0 to 1.2) from a file, item after item and never as a whole.
 * @param site gets what is said of the site before the items
 * @throws UnreadableExport for what is no such export, isn't well-formed or declares entities
 */
export async function* wordPressItems(path: string, site: WordPressSite): AsyncGenerator<WordPressItem> {
  const { SaxesParser } = await import('saxes');
  const reader = new Reader(new SaxesParser({ position: true }), site);
  const decoder = new TextDecoder();
  for await (const chunk of createReadStream(path)) {
    reader.write(decoder.decode(chunk as Buffer, { stream: true })); // of a stream without an encoding
    yield* reader.taken();
  }
  reader.write(decoder.decode());
  reader.close();
  yield* reader.taken();
}

/** What an export says of its site. */
export class WordPressSite {
  readonly addresses: string[] = [];
  readonly authors: WordPressAuthor[] = [];
}

class Reader {
  private readonly stack: string[] = [];
  private items: WordPressItem[] = [];
  private isExport = false;
  private text = '';
  private isCut = false;
  private texts = new Map<string, string>();
  private terms: WordPressItem['terms'][number][] = [];
  private term: { readonly domain: string; readonly nicename: string } | undefined;
  private metaKey = '';
  private thumbnail: string | undefined;
  private alt = '';
  private search = new Map<string, string>();
  private comments = 0;
  private customFields = 0;
  private author = new Map<string, string>();
  /** Where the last end of anything was. */
  private lastEvent = 0;

  constructor(
    private readonly parser: SaxesParser,
    private readonly site: WordPressSite,
  ) {
    const collect = (text: string): void => {
      this.lastEvent = parser.position;
      const room = LONGEST - this.text.length;
      if (text.length > room) this.isCut = true;
      this.text += text.length > room ? text.slice(0, Math.max(room, 0)) : text;
    };
    parser.on('text', collect);
    parser.on('cdata', collect);
    parser.on('opentag', (tag) => this.open(tag));
    parser.on('closetag', (tag) => this.closed(tag.name));
    // Entities can only be declared there.
    parser.on('doctype', () => this.refuse(TEXTS.xmlDoctype));
    parser.on('error', (error) => {
      const reason = error.message.replace(/^\d+:\d+: /, '');
      throw new UnreadableExport(TEXTS.xmlBroken({ line: String(parser.line), reason }));
    });
  }

  write(chunk: string): void {
    this.parser.write(chunk.replaceAll(CONTROLS, ''));
    if (this.parser.position - this.lastEvent > LONGEST_NODE) this.refuse(TEXTS.exportTextLarge);
  }

  close(): void {
    this.parser.close();
    if (!this.isExport) this.refuse(TEXTS.notWordPress);
  }

  taken(): readonly WordPressItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  private refuse(message: ConstructorParameters<typeof UnreadableExport>[0]): never {
    throw new UnreadableExport(message);
  }

  private open({ name, attributes }: SaxesTagPlain): void {
    this.lastEvent = this.parser.position;
    if (this.stack.length === 0 && name !== 'rss') this.refuse(TEXTS.notWordPress);
    if (this.stack.length > 32) this.refuse(TEXTS.tooDeep);
    this.stack.push(name);
    this.text = '';
    if (name === 'category' && this.stack.at(-2) === 'item')
      this.term = { domain: attributes['domain'] ?? '', nicename: attributes['nicename'] ?? '' };
  }

  private closed(name: string): void {
    this.lastEvent = this.parser.position;
    this.stack.pop();
    const text = this.text;
    this.text = '';
    const parent = this.stack.at(-1);
    if (parent === 'item') this.ofItem(name, text);
    if (parent === 'channel') this.ofSite(name, text.trim());
    if (parent === 'wp:author' && OF_AUTHOR.has(name)) this.author.set(name, text.trim());
    if (parent !== 'wp:postmeta') return;
    if (name === 'wp:meta_key') this.metaKey = text;
    if (name !== 'wp:meta_value') return;
    const forSearch = FOR_SEARCH.get(this.metaKey);
    if (forSearch && text.trim() !== '') this.search.set(forSearch, text.trim());
    if (!this.metaKey.startsWith('_') && !forSearch) this.customFields += 1;
    if (this.metaKey === '_thumbnail_id') this.thumbnail = text.trim();
    if (this.metaKey === '_wp_attachment_image_alt') this.alt = text.trim().slice(0, LONGEST_ALT);
  }

  private ofItem(name: string, text: string): void {
    if (OF_ITEM.has(name)) this.texts.set(name, text);
    if (name === 'wp:comment') this.comments += 1;
    if (name === 'category' && this.term) this.terms.push({ ...this.term, name: text.trim() });
  }

  private ofSite(name: string, text: string): void {
    if (name === 'wp:wxr_version') this.isExport = true;
    if (OF_SITE.has(name) && text !== '') this.site.addresses.push(text);
    if (name === 'wp:author') {
      const of = (key: string): string => this.author.get(key) ?? '';
      const [login, email] = [of('wp:author_login'), of('wp:author_email')];
      this.site.authors.push({ login, email, name: of('wp:author_display_name') || login });
      this.author = new Map();
    }
    if (name !== 'item') return;
    const { texts, terms, thumbnail, alt, search, comments, customFields, isCut } = this;
    this.items.push({ texts, terms, thumbnail, alt, search, comments, customFields, isCut });
    this.texts = new Map();
    this.terms = [];
    this.thumbnail = undefined;
    this.alt = '';
    this.search = new Map();
    this.comments = 0;
    this.customFields = 0;
    this.isCut = false;
    this.metaKey = '';
  }
}
