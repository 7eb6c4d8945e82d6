import type { ArticleFields, VersionKind } from '@sitedesk/contract/articles';
import type { ArticleDocument } from '@sitedesk/contract/documents';
import { countWords } from '@sitedesk/contract/words';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { canonicalJson } from '../../platform/core/canonical-json.js';
import { type PreparedStatement, runWith, statement } from '../../platform/database/sql.js';
import { plainText } from '../documents/render-document.js';
import type { ArticleRow, DraftRow } from './article-rows.js';

/** What a version holds. */
export interface VersionContent {
  readonly fields: ArticleFields;
  readonly document: ArticleDocument;
}

export interface StoredVersion extends VersionContent {
  readonly at: Date;
  readonly note: string | null;
  readonly hash: string;
}

interface NewVersion extends VersionContent {
  readonly tenantId: string;
  readonly number: number;
  readonly version: number;
  readonly kind: VersionKind;
  /** What someone calls it. */
  readonly note?: string;
  readonly authorId: string | null;
  readonly at: Date;
  readonly baseVersion: number;
}

export const FIRST_HASH = '0'.repeat(64);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A draft or a version as JSON, and its hash: the same for equal fields and text, in whatever order their members are. */
export function contentText({ fields, document }: VersionContent): {
  readonly fields: string;
  readonly document: string;
  readonly hash: string;
} {
  const [first, second] = [canonicalJson(fields), canonicalJson(document)];
  return { fields: first, document: second, hash: sha256(`[${first},${second}]`) };
}

export const contentHash = (content: VersionContent): string => contentText(content).hash;

const STORE_CONTENT = {
  insert: statement('article_content_store')`
    INSERT INTO article_content (tenant_id, hash, document, words)
    SELECT $1, hash, document, words FROM json_to_recordset($2) AS x (hash text, document jsonb, words integer)
    ORDER BY hash ON CONFLICT DO NOTHING RETURNING hash`,
  lock: statement('article_content_lock')`
    SELECT hash FROM article_content WHERE tenant_id = $1 AND hash = ANY($2) ORDER BY hash FOR KEY SHARE`,
};

const FIND_HASH = statement('article_version_hash')`
  SELECT hash FROM article_version WHERE tenant_id = $1 AND number = $2 AND version < $3 AND chained ORDER BY version DESC LIMIT 1`;

const ADD_VERSION = statement('article_version_add')`
  INSERT INTO article_version (tenant_id, number, version, kind, author_id, at, base_version, fields, content_hash, previous_hash, hash, note, chained)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $4 <> 'checkpoint')`;

/**
 * Adds a version to an article that the transaction has locked. The versions of an article are a chain of hashes. Checkpoints name
 * its end and aren't part of it, so it stays whole when they are deleted.
 */
export async function addVersion(manager: EntityManager, version: NewVersion): Promise<void> {
  const { tenantId, number, fields, document, kind, note = null, authorId, at, baseVersion } = version;
  const textHash = sha256(canonicalJson(document));
  const words = countWords(plainText(document));
  await storeOnce(manager, tenantId, STORE_CONTENT, [{ hash: textHash, document, words }]);
  const place = [tenantId, number, version.version];
  const [before] = await runWith<{ readonly hash: string }>(manager, FIND_HASH, place);
  const previous = before?.hash ?? FIRST_HASH;
  await runWith(manager, ADD_VERSION, [
    tenantId,
    number,
    version.version,
    kind,
    authorId,
    at,
    baseVersion,
    JSON.stringify(fields),
    textHash,
    previous,
    versionHash({ ...version, contentHash: textHash, previous }),
    note,
  ]);
}

/** Of all that a version says, and of those before it. */
export const versionHash = (
  version: Omit<NewVersion, 'document' | 'note'> & {
    readonly contentHash: string;
    readonly previous: string;
  },
): string => {
  const { tenantId, number, kind, authorId, at, baseVersion, fields, previous } = version;
  const place = [tenantId, number, version.version, kind, authorId, at.toISOString()];
  return sha256(canonicalJson([...place, baseVersion, fields, version.contentHash, previous]));
};

/** What a version of an article holds, and when it was made. */
export async function findVersion(
  manager: EntityManager,
  tenantId: string,
  number: number,
  version: number,
): Promise<StoredVersion | undefined> {
  const rows: StoredVersion[] = await manager.query(
    `SELECT v.at, v.note, v.hash, v.fields, c.document FROM article_version v
     JOIN article_content c ON c.tenant_id = v.tenant_id AND c.hash = v.content_hash
     WHERE v.tenant_id = $1 AND v.number = $2 AND v.version = $3`,
    [tenantId, number, version],
  );
  return rows[0];
}

/**
 * Keeps a draft as it stands as a version, unless the newest version is the same.
 * @returns the number of the version that holds it
 */
export async function keepDraft(
  manager: EntityManager,
  tenantId: string,
  { number, last_version: last }: Pick<ArticleRow, 'number' | 'last_version'>,
  draft: DraftRow,
): Promise<number> {
  const newest = await findVersion(manager, tenantId, number, last);
  if (newest && contentHash(newest) === draft.hash) return last;
  const { fields, document, editor_id: authorId, saved_at: at, base_version: baseVersion } = draft;
  const version = { tenantId, number, version: last + 1, authorId, at, baseVersion };
  await addVersion(manager, { ...version, kind: 'checkpoint', fields, document });
  return last + 1;
}

/** Statements that store rows under their hashes, of `$1` a site: `$2` are the rows, or the hashes of those to lock. */
export interface StoredOnce {
  readonly insert: PreparedStatement;
  readonly lock: PreparedStatement;
}

/**
 * Stores what many may need under its hash, once. It stays locked until the transaction ends, so that it isn't deleted with the
 * last article that had it before the row that needs it now is there.
 */
export async function storeOnce<Row extends { readonly hash: string }>(
  manager: EntityManager,
  tenantId: string,
  { insert, lock }: StoredOnce,
  rows: readonly Row[],
): Promise<void> {
  const missing = new Map(rows.map((row) => [row.hash, row]));
  const found = (stored: readonly { readonly hash: string }[]): void => {
    for (const { hash } of stored) missing.delete(hash);
  };
  while (missing.size > 0) {
    found(await runWith(manager, insert, [tenantId, JSON.stringify([...missing.values()])]));
    if (missing.size > 0) found(await runWith(manager, lock, [tenantId, [...missing.keys()]]));
  }
}
