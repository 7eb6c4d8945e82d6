import { isSlug, slugOf } from '@sitedesk/contract/articles';
import { IMPORT_MESSAGES as TEXTS, type ImportNote, importNote } from '@sitedesk/contract/imports';
import { jsonElements } from './json-elements.js';
import { count, type ExportedDocument, type ExportSummary, UnreadableExport } from './prepared-document.js';

type Row = Readonly<Record<string, unknown>>;

/** What has to be known before the first document: the tables of an export are in any order. */
export interface GhostSummary extends ExportSummary {
  readonly tags: ReadonlyMap<string, string>;
  readonly users: ReadonlyMap<string, string>;
  readonly tagsOf: ReadonlyMap<string, readonly string[]>;
  readonly authorsOf: ReadonlyMap<string, readonly string[]>;
  readonly metaOf: ReadonlyMap<string, Row>;
}

const TABLES = new Set(['posts', 'tags', 'users', 'posts_tags', 'posts_authors', 'posts_meta']);
const STATUSES = new Set(['published', 'draft', 'scheduled']);
/** What posts and their `posts_meta` say that an article has no place for, by what it's called in the report. */
const UNPLACED: readonly (readonly [kind: string, keys: readonly string[]])[] = [
  ['code injection', ['codeinjection_head', 'codeinjection_foot']],
  ['feature image caption', ['feature_image_caption']],
  [
    'social card',
    ['og_title', 'og_description', 'og_image', 'twitter_title', 'twitter_description', 'twitter_image'],
  ],
  ['custom template', ['custom_template']],
  ['front matter', ['frontmatter']],
];

/** As databases of Ghost write that something is off. */
const HIDDEN: ReadonlySet<unknown> = new Set([0, false]);

/** Without what a database can't store. */
const clean = (text: string): string => text.replaceAll(/\0|[\uD800-\uDFFF]/gu, '');
const textOf = (row: Row | undefined, key: string): string => {
  const value = row?.[key];
  return typeof value === 'string' ? clean(value) : typeof value === 'number' ? String(value) : '';
};
/** @throws UnreadableExport */
export async function summariseGhost(path: string): Promise<GhostSummary> {
  const [tags, users] = [new Map<string, string>(), new Map<string, string>()];
  const [tagRows, authorRows]: [Row[], Row[]] = [[], []];
  const metaOf = new Map<string, Row>();
  const leftOut = new Map<string, number>();
  const authors: { key: string; email: string }[] = [];
  let posts = 0;
  for await (const { list, value } of jsonElements(path, TABLES)) {
    const id = textOf(value, 'id');
    if (list === 'posts') posts += 1;
    if (list === 'posts' && !STATUSES.has(textOf(value, 'status')))
      count(leftOut, textOf(value, 'status') || 'post');
    if (list === 'posts' || list === 'posts_meta')
      for (const [kind, keys] of UNPLACED)
        if (keys.some((key) => textOf(value, key).trim() !== '')) count(leftOut, kind);
    if (list === 'posts' && [1, true].includes(value['featured'] as number | boolean))
      count(leftOut, 'featured mark');
    if (list === 'posts' && HIDDEN.has(value['show_title_and_feature_image']))
      count(leftOut, 'hidden title and feature image');
    if (list === 'tags' && textOf(value, 'description').trim() !== '') count(leftOut, 'tag description');
    if (list === 'users' && textOf(value, 'bio').trim() !== '') count(leftOut, 'author bio');
    // Those that begin with a number sign are for the site's own use.
    if (list === 'tags' && !textOf(value, 'name').startsWith('#')) tags.set(id, textOf(value, 'name'));
    if (list === 'users') {
      users.set(id, textOf(value, 'name'));
      authors.push({ key: id, email: textOf(value, 'email') });
    }
    if (list === 'posts_tags') tagRows.push(value);
    if (list === 'posts_authors') authorRows.push(value);
    if (list === 'posts_meta') metaOf.set(textOf(value, 'post_id'), value);
  }
  if (posts === 0) throw new UnreadableExport(TEXTS.notGhost);
  const [tagsOf, authorsOf] = [listsOf(tagRows, 'tag_id'), listsOf(authorRows, 'author_id')];
  return { hosts: [], leftOut, authors, tags, users, tagsOf, authorsOf, metaOf };
}

/** What belongs to each post, in its order. */
function listsOf(rows: readonly Row[], key: string): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  const inOrder = [...rows].sort((a, b) => Number(a['sort_order'] ?? 0) - Number(b['sort_order'] ?? 0));
  for (const row of inOrder) {
    const post = textOf(row, 'post_id');
    const list = lists.get(post) ?? [];
    list.push(textOf(row, key));
    lists.set(post, list);
  }
  return lists;
}

/**
 * The posts and pages of an export.
 * @param authorIds profiles of authors here, by the ids of users in the export
 * @param host where they were published, which the export doesn't say; undefined where nobody does
 */
export async function* ghostDocuments(
  path: string,
  { tags, users, tagsOf, authorsOf, metaOf }: GhostSummary,
  authorIds: ReadonlyMap<string, string>,
  host: string | undefined,
): AsyncGenerator<ExportedDocument> {
  const origin = host === undefined ? '' : `https://${host}`;
  const placed = (text: string): string => text.replaceAll('__GHOST_URL__', origin);
  for await (const { value } of jsonElements(path, new Set(['posts']))) {
    const status = textOf(value, 'status');
    if (!STATUSES.has(status)) continue;
    const [id, title, html] = [textOf(value, 'id'), textOf(value, 'title'), textOf(value, 'html')];
    const isPage = textOf(value, 'type') === 'page' || Number(value['page'] ?? 0) === 1;
    const given = textOf(value, 'slug');
    const slug = isSlug(given, { segments: 'one' }) ? given : slugOf(given) || slugOf(title);
    const meta = metaOf.get(id) ?? value;
    const authors = authorsOf.get(id) ?? [textOf(value, 'author_id')];
    const visibility = textOf(value, 'visibility');
    const isForMembers = visibility !== '' && visibility !== 'public';
    const notes: ImportNote[] = [];
    if (isForMembers) notes.push(importNote('warning', TEXTS.membersOnly));
    if (html === '') notes.push(importNote('warning', TEXTS.noHtml));
    const [image, imageText] = [placed(textOf(value, 'feature_image')), textOf(meta, 'feature_image_alt')];
    yield {
      externalId: `${isPage ? 'page' : 'post'}/${id || slug}`,
      document: {
        data: {
          title,
          slug,
          date: textOf(value, 'published_at'),
          excerpt: textOf(value, 'custom_excerpt'),
          meta_title: textOf(meta, 'meta_title'),
          meta_description: textOf(meta, 'meta_description'),
          tags: (tagsOf.get(id) ?? []).flatMap((tag) => tags.get(tag) ?? []),
          authors: authors.flatMap((author) => users.get(author) ?? []),
          ...(image !== '' && { image }),
          ...(imageText !== '' && { image_alt: imageText }),
          canonical: textOf(value, 'canonical_url'),
          draft: isForMembers || status === 'draft',
          aliases: given === '' ? [] : [`/${given}`],
        },
        html: placed(html),
        isPage,
        authorId: authors.flatMap((author) => authorIds.get(author) ?? [])[0] ?? null,
        notes,
      },
    };
  }
}
