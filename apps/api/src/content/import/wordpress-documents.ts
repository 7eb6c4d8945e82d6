import { isSlug, slugOf } from '@sitedesk/contract/articles';
import {
  IMPORT_LIMITS as LIMITS,
  IMPORT_MESSAGES as TEXTS,
  importNote,
  type ImportNote,
} from '@sitedesk/contract/imports';
import { count, type ExportedDocument, type ExportSummary, hostOf, plainText } from './prepared-document.js';
import { decoded } from './resolve-addresses.js';
import { type Attachment, wordPressHtml } from './wordpress-html.js';
import { type WordPressItem, wordPressItems, WordPressSite } from './wordpress-export.js';

/** What has to be known before the first document: the pictures of an export come after its posts. */
export interface WordPressSummary extends ExportSummary {
  readonly site: WordPressSite;
  readonly attachments: ReadonlyMap<string, Attachment>;
}

/** What is left of a revision or of a draft that nobody saved. */
const UNWANTED = new Set(['auto-draft', 'inherit', 'trash']);
const DOCUMENTS = new Set(['post', 'page']);
/** Kinds of terms that become tags. */
const TAGS = new Set(['post_tag', 'tag', 'category']);

const textOf = ({ texts }: WordPressItem, name: string): string => texts.get(name) ?? '';
/** A part of a text keeps all of it in memory: what stays for long is on its own. */
const copied = (text: string): string => Buffer.from(text).toString();
const isDocument = (item: WordPressItem): boolean =>
  DOCUMENTS.has(textOf(item, 'wp:post_type')) && !UNWANTED.has(textOf(item, 'wp:status'));

/** @throws UnreadableExport */
export async function summariseWordPress(path: string): Promise<WordPressSummary> {
  const site = new WordPressSite();
  const attachments = new Map<string, Attachment>();
  const leftOut = new Map<string, number>();
  for await (const item of wordPressItems(path, site)) {
    const type = textOf(item, 'wp:post_type').trim();
    if (type === 'attachment')
      attachments.set(copied(textOf(item, 'wp:post_id').trim()), {
        address: copied(textOf(item, 'wp:attachment_url').trim()),
        alt: copied(item.alt),
      });
    else if (!isDocument(item))
      count(leftOut, DOCUMENTS.has(type) ? textOf(item, 'wp:status') : type || 'item');
    if (item.comments > 0) count(leftOut, 'comment', item.comments);
    if (!isDocument(item)) continue;
    for (const [name, text] of item.search)
      if (hasVariables(text)) count(leftOut, `search engine ${name} with variables`);
    if (item.customFields > 0) count(leftOut, 'custom field', item.customFields);
    if (textOf(item, 'wp:is_sticky').trim() === '1') count(leftOut, 'sticky mark');
    for (const { domain } of item.terms) if (!TAGS.has(domain)) count(leftOut, domain || 'term');
  }
  const hosts = new Set(site.addresses.flatMap((address) => hostOf(address) ?? []));
  const authors = site.authors.map(({ login, email }) => ({ key: login, email }));
  return { site, attachments, leftOut, authors, hosts: [...hosts] };
}

/**
 * The posts and pages of an export.
 * @param authorIds profiles of authors here, by their names in the export
 */
export async function* wordPressDocuments(
  path: string,
  { site, attachments }: WordPressSummary,
  authorIds: ReadonlyMap<string, string>,
): AsyncGenerator<ExportedDocument> {
  const names = new Map(site.authors.map(({ login, name }) => [login, name]));
  for await (const item of wordPressItems(path, new WordPressSite())) {
    if (!isDocument(item)) continue;
    const type = textOf(item, 'wp:post_type');
    const title = await plainText(textOf(item, 'title'));
    const { slug, aliases } = addressOf(item, title);
    const notes: ImportNote[] = [];
    const isLocked = textOf(item, 'wp:post_password') !== '';
    if (isLocked) notes.push(importNote('warning', TEXTS.passwordProtected));
    if (item.isCut) notes.push(importNote('error', TEXTS.tooLarge({ limit: LIMITS.document })));
    const login = textOf(item, 'dc:creator');
    const image = item.thumbnail === undefined ? undefined : attachments.get(item.thumbnail);
    const status = textOf(item, 'wp:status');
    yield {
      externalId: `${type}/${textOf(item, 'wp:post_id').trim() || slug}`,
      document: {
        data: {
          title,
          slug,
          date: dateOf(item),
          excerpt: await plainText(textOf(item, 'excerpt:encoded')),
          meta_title: await searchText(item, 'title'),
          meta_description: await searchText(item, 'description'),
          tags: await Promise.all(tagsOf(item).map(plainText)),
          author: [await plainText(names.get(login) ?? login)],
          ...(image && { image: image.address, image_alt: image.alt }),
          draft: isLocked || (status !== 'publish' && status !== 'future'),
          aliases,
        },
        html: wordPressHtml(textOf(item, 'content:encoded'), attachments, notes),
        isPage: type === 'page',
        authorId: authorIds.get(login) ?? null,
        notes,
      },
    };
  }
}

/** Whether a plugin fills in something when it shows the text: `%%title%%` of Yoast SEO, `%title%` of Rank Math. */
const hasVariables = (text: string): boolean => /%[a-z][\w-]*(?:\([^()%]*\))?%/i.test(text);

/** Empty for what only the plugin could show. */
async function searchText({ search }: WordPressItem, name: 'title' | 'description'): Promise<string> {
  const text = search.get(name) ?? '';
  return hasVariables(text) ? '' : plainText(text);
}

/** A page is where it was, with the pages above it; a post is at its name, and its former address leads there. */
function addressOf(
  item: WordPressItem,
  title: string,
): { readonly slug: string; readonly aliases: readonly string[] } {
  const link = textOf(item, 'link').trim();
  const { pathname, search } = URL.canParse(link) ? new URL(link) : { pathname: '/', search: '?' };
  const path = decoded(pathname).replaceAll(/^\/+|\/+$/g, '');
  const isPretty = search === '' && path !== '';
  const given = decoded(textOf(item, 'wp:post_name').trim()).normalize('NFC');
  const name = isSlug(given, { segments: 'one' }) ? given : slugOf(given) || slugOf(title);
  const isPlace =
    textOf(item, 'wp:post_type') === 'page' &&
    isPretty &&
    isSlug(path, { segments: 'many' }) &&
    path.endsWith(name);
  const slug = isPlace ? path : name;
  return { slug, aliases: isPretty ? [`/${path}`] : [] };
}

/** What was never published has zeros. */
function dateOf(item: WordPressItem): string {
  const [inZone, inUtc] = [textOf(item, 'wp:post_date').trim(), textOf(item, 'wp:post_date_gmt').trim()];
  if (!/^0{4}|^$/.test(inUtc)) return `${inUtc}Z`;
  return /^0{4}/.test(inZone) ? '' : inZone;
}

/** The category of what has none is no tag. */
const tagsOf = ({ terms }: WordPressItem): readonly string[] =>
  terms
    .filter(({ domain, nicename }) => TAGS.has(domain) && nicename !== 'uncategorized')
    .map(({ name }) => name);
