import { ARTICLE_LIMITS, isSlug, RESERVED_SEGMENTS, slugOf } from '@sitedesk/contract/articles';
import type { ArticleFieldsDto } from '@sitedesk/contract/articles.dto';
import {
  IMPORT_LIMITS as LIMITS,
  IMPORT_MESSAGES as TEXTS,
  importNote,
  type ImportFormat,
  type ImportNote,
} from '@sitedesk/contract/imports';
import type { Message } from '@sitedesk/contract/messages';
import { characters, normaliseLine, normaliseText } from '@sitedesk/contract/text';
import { plainText } from '../documents/render-document.js';
import { clip, DATED, INDEX, instantOf, lowered, nameOf, printable } from './document-values.js';
import { splitFrontMatter, UnreadableDocument } from './front-matter.js';
import { type ReadHtml, readHtml } from './html-document.js';
import type { RawNode } from './html-parts.js';
import { resolveInnerLinks } from './inner-links.js';
import { markdownToHtml } from './markdown-document.js';
import type { PreparedDocument } from './prepared-document.js';
import { decoded } from './resolve-addresses.js';
import { withoutTemplates } from './site-templates.js';

/** What a document arrives as: `prepared` is the JSON of a `PreparedDocument`, of an export that was uploaded. */
export type SourceFormat = ImportFormat | 'prepared';

/** A document of the source, as it was sent. */
export interface SourceDocument {
  readonly externalId: string;
  readonly format: SourceFormat;
  readonly content: string;
}

/** What was read of a document: everything that doesn't depend on others, nor on what is there already. */
export interface ReadDocument {
  readonly title: string;
  /** Behind the `/`, or behind the blog's key. */
  readonly slug: string;
  readonly fields: Pick<
    ArticleFieldsDto,
    'introduction' | 'tags' | 'canonical' | 'searchTitle' | 'searchDescription' | 'bannerText' | 'unlisted'
  >;
  /** As the document names them. */
  readonly authors: readonly string[];
  /** Address of the banner in the source. */
  readonly banner: string | null;
  /** When it was published first. */
  readonly date: string | null;
  readonly draft: boolean;
  /** Former addresses, with their leading slash. */
  readonly aliases: readonly string[];
  /** Whether it's a page, also where the others become posts. */
  readonly isPage: boolean;
  /** ID of the profile of its author, which goes before the names. */
  readonly authorId: string | null;
  /** Links and pictures have the addresses of the source. */
  readonly content: readonly RawNode[];
  readonly notes: readonly ImportNote[];
}

export interface Surroundings {
  /** Whether it becomes a post, whose address has one part. */
  readonly isPost: boolean;
  /** In which dates without a zone are. */
  readonly zone: string;
  /** Title and address, where they aren't the document's to say. */
  readonly title?: string;
  readonly slug?: string;
}

const NAMES = {
  title: ['title'],
  slug: ['slug', 'permalink', 'url'],
  date: ['date', 'published_at', 'publishdate', 'pubdate'],
  introduction: ['summary', 'excerpt', 'description', 'introduction', 'abstract'],
  searchTitle: ['meta_title', 'seo_title'],
  searchDescription: ['meta_description', 'description'],
  tags: ['tags', 'keywords', 'categories', 'category', 'tag'],
  authors: ['authors', 'author'],
  banner: ['image', 'banner', 'cover', 'thumbnail', 'feature_image', 'featured_image', 'images', 'hero'],
  bannerText: ['image_alt', 'banner_alt', 'cover_alt'],
  aliases: ['aliases', 'redirects', 'redirect_from', 'alias'],
  canonical: ['canonical', 'canonical_url'],
} as const;
/** Read in another way, or without a meaning here that anyone would miss. */
const BESIDES = [
  'layout',
  'draft',
  'published',
  'status',
  'noindex',
  'unlisted',
  'updated',
  'modified',
  'lastmod',
  'last_modified_at',
];
const KNOWN: ReadonlySet<string> = new Set([...Object.values(NAMES).flat(), ...BESIDES]);

/**
 * Reads a document of the source.
 * @throws UnreadableDocument
 */
export async function readDocument(source: SourceDocument, around: Surroundings): Promise<ReadDocument> {
  const { externalId, format, content } = source;
  if (format === 'prepared') return readPrepared(source, JSON.parse(content) as PreparedDocument, around); // written by us
  requireReadable(content);
  if (/\.mdx$/i.test(externalId)) throw new UnreadableDocument(TEXTS.mdx);
  if (format === 'html') {
    const page = await readHtml(content, externalId);
    return new Reading(source, dataOf(page.head, externalId), around).read(page);
  }
  const { data, body } = await splitFrontMatter(content);
  const { markdown, names } = withoutTemplates(body, externalId);
  const read = new Reading(source, data, around).read(
    await readHtml(await markdownToHtml(markdown), externalId),
  );
  if (names.length === 0) return read;
  const first = names.slice(0, 2 * LIMITS.named).join(', ');
  return { ...read, notes: [importNote('warning', TEXTS.shortcodes({ names: first })), ...read.notes] };
}

/** A page stays one, whatever the others become. */
async function readPrepared(
  source: SourceDocument,
  { data, html, isPage, authorId, notes }: PreparedDocument,
  around: Surroundings,
): Promise<ReadDocument> {
  requireReadable(html);
  const page = await readHtml(html, source.externalId);
  const read = new Reading(source, data, { ...around, isPost: around.isPost && !isPage }).read(page);
  return { ...read, isPage, authorId, notes: [...notes, ...read.notes] };
}

/** @throws UnreadableDocument */
function requireReadable(content: string): void {
  if (Buffer.byteLength(content) > LIMITS.document)
    throw new UnreadableDocument(TEXTS.tooLarge({ limit: LIMITS.document }));
  if (content.includes('\uFFFD')) throw new UnreadableDocument(TEXTS.encoding);
}

/** What the head of a page says, in the words of front matter. */
function dataOf(
  head: Readonly<Record<string, string>>,
  externalId: string,
): Readonly<Record<string, unknown>> {
  const { title, description, keywords, date, canonical } = head;
  const author = head['author'] ?? head['dc.creator'];
  const published =
    date ?? head['article:published_time'] ?? head['dc.date'] ?? head['dcterms.date'] ?? head['created'];
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(author !== undefined && { author }),
    ...(keywords !== undefined && { tags: keywords }),
    ...(published !== undefined && { date: published }),
    ...(isElsewhere(canonical, externalId) && { canonical }),
    ...(/noindex/i.test(head['robots'] ?? '') && { noindex: true }),
  };
}

/** Most pages name themselves as the original, where they were: only another one is worth keeping. */
function isElsewhere(canonical: string | undefined, externalId: string): boolean {
  if (canonical === undefined || !URL.canParse(canonical)) return false;
  const parts = (path: string): readonly string[] =>
    path.split('/').filter((part, at, { length }) => part !== '' && !(at === length - 1 && INDEX.test(part)));
  const [there, here] = [new URL(canonical).pathname, externalId].map((path) =>
    parts(decoded(path).replace(/\.[^./]+$/, '')),
  );
  return there?.at(-1) !== here?.at(-1);
}

class Reading {
  private readonly notes: ImportNote[] = [];
  private readonly data: ReadonlyMap<string, unknown>;
  private readonly around: Surroundings;
  /** Jekyll says with its layout what is none of the posts. */
  private readonly isPage: boolean;

  constructor(
    private readonly source: SourceDocument,
    data: Readonly<Record<string, unknown>>,
    around: Surroundings,
  ) {
    this.data = new Map(Object.entries(data).map(([key, value]) => [key.toLowerCase(), value]));
    this.isPage = this.data.get('layout') === 'page';
    this.around = { ...around, isPost: around.isPost && !this.isPage };
  }

  read({ content, heading, headingNames, firstLevel, dropped, moved }: ReadHtml): ReadDocument {
    const unknown = [...this.data.keys()].filter((key) => !KNOWN.has(key));
    if (unknown.length > 0) {
      const keys = [
        ...unknown.slice(0, 2 * LIMITS.named),
        ...(unknown.length > 2 * LIMITS.named ? ['…'] : []),
      ].join(', ');
      this.say('info', TEXTS.unknownKeys({ keys: printable(keys) }));
    }
    const title = this.title(heading?.text);
    const kept = heading && normaliseLine(heading.text) !== title ? [heading.block] : [];
    for (const [what, count] of dropped) this.say('warning', TEXTS.dropped({ what, count }));
    for (const [what, count] of moved) this.say('info', TEXTS.moved({ what, count }));
    // Below other headings of the first level than the title, those of the second are of the third.
    const isLower = kept.length > 0 || firstLevel.size > 0;
    const [first, ...rest] = content;
    // LibreOffice has the title as a paragraph.
    const isTitle =
      this.source.format === 'html' && first?.type === 'paragraph' && printable(plainText(first)) === title;
    const text = isTitle ? rest : content;
    const below = isLower ? text.map((block) => lowered(block, firstLevel)) : text;
    const linked = resolveInnerLinks([...kept, ...below], headingNames);
    if (linked.removed > 0) this.say('info', TEXTS.innerLinks({ count: linked.removed }));
    const introduction = this.bounded('introduction');
    return {
      title,
      slug: this.slug(title),
      fields: {
        introduction,
        tags: this.tags(),
        canonical: this.canonical(),
        searchTitle: this.search('searchTitle', title),
        searchDescription: this.search('searchDescription', introduction),
        bannerText: this.bannerText(),
        unlisted:
          this.flag('noindex') === true || this.flag('unlisted') === true || this.status() === 'hidden',
      },
      authors: this.authors(),
      banner: this.line('banner'),
      date: this.date(),
      draft: this.isDraft(),
      aliases: this.aliases(),
      isPage: this.isPage,
      authorId: null,
      content: linked.content,
      notes: this.notes,
    };
  }

  private say(level: ImportNote['level'], message: Message): void {
    this.notes.push(importNote(level, message));
  }

  private values(name: keyof typeof NAMES): readonly unknown[] {
    return NAMES[name].flatMap((key) => {
      const value = this.data.get(key);
      return value === undefined || value === null || value === '' ? [] : [value];
    });
  }

  private line(name: keyof typeof NAMES): string | null {
    const [given] = this.values(name);
    const value: unknown = Array.isArray(given) ? given[0] : given;
    const text = typeof value === 'string' || typeof value === 'number' ? printable(String(value)) : '';
    return text === '' ? null : text;
  }

  private list(name: keyof typeof NAMES): readonly string[] {
    const words = this.values(name).flatMap((value) => {
      const each: readonly unknown[] = Array.isArray(value)
        ? value
        : typeof value === 'string'
          ? value.split(this.separator(name, value))
          : [value];
      return each.map((one) => {
        const named: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, 'name') : one;
        return typeof named === 'string' || typeof named === 'number' ? printable(String(named)) : '';
      });
    });
    return [...new Set(words.filter((word) => word !== ''))];
  }

  /** Semicolons, where there are any; and Jekyll separates tags with spaces. */
  private separator(name: keyof typeof NAMES, value: string): string | RegExp {
    if (value.includes(';')) return ';';
    return name === 'tags' && this.isOfJekyll && !value.includes(',') ? /\s+/ : ',';
  }

  private flag(key: string): boolean | undefined {
    const value = this.data.get(key);
    if (typeof value === 'boolean') return value;
    return value === 'true' ? true : value === 'false' ? false : undefined;
  }

  /** Jekyll says with folders what is a post or a draft. */
  private get isOfJekyll(): boolean {
    return /(?:^|\/)_(?:posts|drafts)\//.test(this.source.externalId);
  }

  private status(): string {
    return String(this.data.get('status') ?? '').toLowerCase();
  }

  private isDraft(): boolean {
    if (this.flag('draft') === true || this.flag('published') === false) return true;
    return this.status() === 'draft' || /(?:^|\/)_drafts\//.test(this.source.externalId);
  }

  /** The title of a web page often has the name of its site, too. */
  private ownTitle(heading: string): string | null {
    const title = this.line('title');
    if (title === null || heading === '' || this.source.format !== 'html') return title;
    const [start, end] = [title.slice(heading.length), title.slice(0, -heading.length)];
    const isWithSite =
      (title.startsWith(heading) && /^\s+[|–—·•:»-]\s/.test(start)) ||
      (title.endsWith(heading) && /\s[|–—·•:«-]\s+$/.test(end));
    return isWithSite ? heading : title;
  }

  private title(of: string | undefined): string {
    const heading = of === undefined ? '' : printable(of);
    const given = this.around.title ?? this.ownTitle(heading) ?? heading;
    if (given === '') {
      this.say('info', TEXTS.noTitle);
      const words = nameOf(this.source.externalId).replaceAll(/[-_]+/g, ' ').trim();
      return clip(words.charAt(0).toUpperCase() + words.slice(1), ARTICLE_LIMITS.title.max) ?? 'Untitled';
    }
    const [length, { max: limit }] = [characters(given), ARTICLE_LIMITS.title];
    if (length > limit) this.say('error', TEXTS.titleLong({ length, limit }));
    return given;
  }

  private slug(title: string): string {
    const { isPost } = this.around;
    // One with places to fill is made of what the name of the document is made of.
    const address = this.line('slug');
    const given = (this.around.slug ?? (/\/:\w/.test(address ?? '') ? null : address))
      ?.replace(/^https?:\/\/[^/]+/i, '')
      .replaceAll(/^\/+|\/+$|\.html?$/g, '')
      .normalize('NFC');
    const last = (path: string): string => path.split('/').at(-1) ?? '';
    const slug = given ? (isPost ? last(given) : given) : this.slugOfName(title);
    const isRight =
      slug !== '' &&
      characters(slug) <= ARTICLE_LIMITS.slug.max &&
      isSlug(slug, { segments: isPost ? 'one' : 'many' });
    if (!isRight) this.say('error', TEXTS.slug({ slug }));
    const [word = ''] = slug.split('/');
    if (!isPost && RESERVED_SEGMENTS.includes(word)) this.say('error', TEXTS.reserved({ word }));
    return slug;
  }

  /** Of its folders and its name; that of a post is its name without a date in front. */
  private slugOfName(title: string): string {
    const parts = this.source.externalId.split('/').slice(0, -1);
    const name = nameOf(this.source.externalId);
    if (this.around.isPost) {
      const own = INDEX.test(name) ? (parts.at(-1) ?? '') : name;
      return slugOf(own.replace(/^\d{4}-\d\d-\d\d-(?=.)/, '')) || slugOf(title) || 'untitled';
    }
    const own = INDEX.test(name) ? [] : [name];
    const words = [...parts, ...own]
      .map((part) => slugOf(part.replace(/^\d{1,3}[-_.]\s*(?=\D)/, '')))
      .filter((word) => word !== '');
    return words.length > 0 ? words.join('/') : slugOf(title) || 'untitled';
  }

  /** What it's introduced with; too long a text is an error, and never cut. */
  private bounded(name: 'introduction'): string | null {
    const [value] = this.values(name);
    const text = typeof value === 'string' ? String(normaliseText(value)).trim() : '';
    const [length, { max: limit }] = [characters(text), ARTICLE_LIMITS.introduction];
    if (length > limit) this.say('error', TEXTS.introductionLong({ length, limit }));
    return text === '' ? null : text;
  }

  /** What search engines show, where it isn't what they'd show anyway: a description beside a summary is theirs. */
  private search(name: 'searchTitle' | 'searchDescription', anyway: string | null): string | null {
    const text = this.line(name);
    if (text === null || text === printable(anyway ?? '')) return null;
    if (characters(text) <= ARTICLE_LIMITS[name].max) return text;
    const field = NAMES[name].find((key) => this.data.has(key)) ?? '';
    this.say('warning', TEXTS.searchLong({ field }));
    return null;
  }

  private bannerText(): string | null {
    const [text, { max: limit }] = [this.line('bannerText'), ARTICLE_LIMITS.imageText];
    if (text !== null && characters(text) > limit) this.say('warning', TEXTS.bannerTextLong({ limit }));
    return clip(text, limit);
  }

  private authors(): readonly string[] {
    const [all, limit] = [this.list('authors'), ARTICLE_LIMITS.authors];
    if (all.length > limit) this.say('warning', TEXTS.authorsMany({ limit, count: all.length - limit }));
    return all.slice(0, limit);
  }

  private tags(): readonly string[] {
    const { tag: length, tags: limit } = ARTICLE_LIMITS;
    const all = this.list('tags');
    const fitting = all.filter((tag) => characters(tag) <= length.max);
    for (const tag of all)
      if (!fitting.includes(tag)) this.say('warning', TEXTS.tagLong({ tag: `${clip(tag, 40)}…` }));
    if (fitting.length > limit) this.say('warning', TEXTS.tagsMany({ limit, count: fitting.length - limit }));
    return fitting.slice(0, limit);
  }

  private canonical(): string | null {
    const address = this.line('canonical');
    const isRight =
      address !== null &&
      /^https?:\/\/[^\s\\]+$/i.test(address) &&
      URL.canParse(address) &&
      address.length <= ARTICLE_LIMITS.imageAddress;
    if (address !== null && !isRight)
      this.say('warning', TEXTS.canonicalWrong({ address: clip(address, 200) ?? '' }));
    return isRight ? address : null;
  }

  private date(): string | null {
    const [, named] = ((this.around.isPost || this.isOfJekyll) && DATED.exec(this.source.externalId)) || [];
    const text = this.line('date') ?? named ?? null;
    if (text === null) return null;
    const instant = instantOf(text, this.around.zone);
    if (!instant) this.say('warning', TEXTS.dateWrong({ date: clip(text, 60) ?? '' }));
    return instant?.toISOString() ?? null;
  }

  private aliases(): readonly string[] {
    const paths = this.list('aliases').map((each) => {
      const path = each.replace(/^https?:\/\/[^/]+/i, '').replace(/[?#].*$/, '');
      return path.startsWith('/') ? path : `/${path}`;
    });
    const all = [...new Set(paths)].filter((path) => path !== '/');
    const { aliases: limit } = LIMITS;
    if (all.length > limit) this.say('warning', TEXTS.aliasesMany({ limit, count: all.length - limit }));
    return all.slice(0, limit);
  }
}
