import {
  ARTICLE_TYPES,
  type ArticleFields,
  type ArticleStatus,
  type ArticleType,
} from '@sitedesk/contract/articles';
import type { ArticleDocument } from '@sitedesk/contract/documents';
import type { TemplateRef } from '@sitedesk/contract/page-templates';
import type { ReviewState } from '@sitedesk/contract/reviews';
import type { EntityManager } from 'typeorm';
import { runWith, statement } from '../../platform/database/sql.js';
import { grantedTo, seesAll, type Viewer, visibleTo } from './article-permissions.js';
import type { ArticlePlace } from './article-fields.js';
import { livePathOf } from './live-path.js';

/** A row of `article`: what lists show, and what is live of it. Columns beside the number follow the draft. */
export interface ListRow {
  readonly number: number;
  readonly id: string;
  readonly type: ArticleType;
  readonly stream_number: number | null;
  readonly blog_key: string | null;
  readonly owner_id: string | null;
  readonly owner_name: string | null;
  readonly title: string;
  readonly slug: string;
  readonly path: string;
  readonly introduction: string | null;
  readonly banner_image: string | null;
  readonly status: ArticleStatus;
  /** State of the open review. */
  readonly review: ReviewState | null;
  readonly last_version: number;
  readonly live_version: number | null;
  readonly live_hash: string | null;
  readonly publication_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly published_at: Date | null;
  readonly first_published_at: Date | null;
  readonly live_path: string | null;
  /** When the next plan publishes it. */
  readonly scheduled_at: Date | null;
  readonly trashed_at: Date | null;
  readonly restricted: boolean;
}

/** An article as someone works on it. */
export interface ArticleRow extends ListRow {
  /** The highest level of access that was granted to the one who looks; null for none. */
  readonly granted: number | null;
  readonly access_version: number;
}

type Streamed = Pick<ArticleRow, 'number' | 'type' | 'stream_number'>;

/** What stays as it is while the article is edited. */
export const placeOfRow = ({ type, blog_key, path }: ListRow): ArticlePlace => ({
  type,
  blogKey: blog_key,
  isHome: path === '/',
});

/** A row of `article_draft`. */
export interface DraftRow {
  readonly revision: number;
  readonly base_version: number;
  readonly fields: ArticleFields;
  readonly document: ArticleDocument;
  readonly hash: string;
  readonly editor_id: string | null;
  readonly editor_name: string | null;
  readonly saved_at: Date;
  readonly last_operation: string | null;
  /** Who has edited it, and when last. */
  readonly editors: Readonly<Record<string, string>>;
}

export const ARTICLE_COLUMNS = `a.number, a.id, a.type, a.stream_number, a.blog_key, a.owner_id, o.display_name AS owner_name, a.title, a.slug,
  a.path, a.introduction, a.banner_image, a.status, a.review, a.last_version, a.live_version, a.live_hash, a.publication_id, a.created_at,
  a.updated_at, a.published_at, a.first_published_at, a.scheduled_at, a.trashed_at, a.restricted,
  ${livePathOf('a.tenant_id', 'a.number')} AS live_path`;

/**
 * Reads an article; with `lock`, nobody changes it until the transaction ends.
 * @returns undefined also when it's hidden from the caller
 */
export async function findArticle(
  manager: EntityManager,
  { tenantId, caller }: Viewer,
  number: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ArticleRow | undefined> {
  const values: unknown[] = [tenantId, number];
  const value = (each: unknown): string => `$${values.push(each)}`;
  const text = `SELECT ${ARTICLE_COLUMNS}, a.access_version, ${grantedTo(caller, value)} AS granted
    FROM article a LEFT JOIN account o ON o.id = a.owner_id
    WHERE a.tenant_id = $1 AND a.number = $2 AND ${visibleTo(caller, value)} ${lock ? 'FOR UPDATE OF a' : ''}`;
  const name = `article_find_${nameOf(caller)}${lock ? '_lock' : ''}`;
  const [article] = await runWith<ArticleRow>(manager, { name, text }, values);
  return article;
}

/** Statements about what someone sees differ by who it is: the product, an administrator, or anyone else. */
const nameOf = (caller: Viewer['caller']): string => {
  if (!caller) return 'any';
  return seesAll(caller) ? 'all' : 'own';
};

/** An article with what saving needs of its draft and of its newest version: without the text, which would be dear to read. */
export interface SavedArticle
  extends
    ArticleRow,
    Pick<DraftRow, 'revision' | 'base_version' | 'saved_at' | 'last_operation' | 'editors'> {
  readonly draft_hash: string;
  readonly draft_editor: string | null;
  readonly template: TemplateRef | null;
  readonly newest_at: Date | null;
}

/**
 * Reads an article that someone wants to save, and locks it with its draft until the transaction ends.
 * @returns undefined also when it's hidden from the caller
 */
export async function lockForSave(
  manager: EntityManager,
  { tenantId, caller }: Viewer,
  number: number,
): Promise<SavedArticle | undefined> {
  const values: unknown[] = [tenantId, number];
  const value = (each: unknown): string => `$${values.push(each)}`;
  const text = `SELECT ${ARTICLE_COLUMNS}, a.access_version, ${grantedTo(caller, value)} AS granted,
      d.revision, d.base_version, d.hash AS draft_hash, d.saved_at, d.last_operation, d.editors, d.editor_id AS draft_editor, d.fields->'template' AS template, v.at AS newest_at
    FROM article a LEFT JOIN account o ON o.id = a.owner_id
    JOIN article_draft d ON d.tenant_id = a.tenant_id AND d.number = a.number
    LEFT JOIN article_version v ON v.tenant_id = a.tenant_id AND v.number = a.number AND v.version = a.last_version
    WHERE a.tenant_id = $1 AND a.number = $2 AND ${visibleTo(caller, value)} FOR UPDATE OF a, d`;
  const [article] = await runWith<SavedArticle>(
    manager,
    { name: `article_save_${nameOf(caller)}`, text },
    values,
  );
  return article;
}

const FIND_DRAFT = statement('article_draft_find')`
SELECT d.revision, d.base_version, d.fields, d.document, d.hash, d.saved_at, d.last_operation, d.editors,
  o.id AS editor_id, o.display_name AS editor_name
FROM article_draft d LEFT JOIN account o ON o.tenant_id = d.tenant_id AND o.id = d.editor_id
WHERE d.tenant_id = $1 AND d.number = $2`;

export async function findDraft(
  manager: EntityManager,
  tenantId: string,
  number: number,
): Promise<DraftRow | undefined> {
  const [draft] = await runWith<DraftRow>(manager, FIND_DRAFT, [tenantId, number]);
  return draft;
}

/** Which of these author profiles there are. */
export async function knownAuthors(
  manager: EntityManager,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows: { readonly id: string }[] = await manager.query(
    `SELECT id FROM author_profile WHERE tenant_id = $1 AND id = ANY($2)`,
    [tenantId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks the blog of a post until the transaction ends, so that it stays where it is.
 * @returns undefined when it's in the trash
 */
export async function lockStream(
  manager: EntityManager,
  tenantId: string,
  number: number,
): Promise<{ readonly isLive: boolean; readonly blogKey: string } | undefined> {
  const [stream]: { readonly isLive: boolean; readonly blogKey: string }[] = await manager.query(
    `SELECT publication_id IS NOT NULL AS "isLive", blog_key AS "blogKey" FROM article
     WHERE tenant_id = $1 AND number = $2 AND trashed_at IS NULL FOR SHARE`,
    [tenantId, number],
  );
  return stream;
}

/** The blog that an article is, or that a post is of. */
export const streamOf = ({ number, type, stream_number }: Streamed): number | null =>
  type === ARTICLE_TYPES.stream ? number : stream_number;

/**
 * What everyone sees who lists blogs, or the posts of one, has changed: the blog's version is part of the entity tag of every
 * answer about it.
 * @param live how many live posts more or less
 */
export async function streamChanged(
  manager: EntityManager,
  tenantId: string,
  stream: number,
  live: number,
): Promise<void> {
  await manager.query(
    `INSERT INTO stream_state (tenant_id, stream_number, version, live_count) VALUES ($1, $2, 1, $3)
     ON CONFLICT (tenant_id, stream_number)
     DO UPDATE SET version = stream_state.version + 1, live_count = stream_state.live_count + $3`,
    [tenantId, stream, live],
  );
}

/** The same for the blog of an article, if it has one. */
export async function listsChanged(
  manager: EntityManager,
  tenantId: string,
  article: Streamed,
  live = 0,
): Promise<void> {
  const stream = streamOf(article);
  if (stream !== null)
    await streamChanged(manager, tenantId, stream, article.type === ARTICLE_TYPES.stream ? 0 : live);
}
