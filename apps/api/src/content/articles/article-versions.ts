import type { ArticleFields, VersionKind } from '@sitedesk/contract/articles';
import type { ArticleDocument } from '@sitedesk/contract/documents';
import { countWords } from '@sitedesk/contract/words';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { canonicalJson } from '../../platform/core/canonical-json.js';
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

const FIRST_HASH = '0'.repeat(64);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The same for equal fields and text, in whatever order their members are. */
export const contentHash = ({ fields, document }: VersionContent): string =>
  sha256(canonicalJson([fields, document]));

/** Adds a version to an article that the transaction has locked. The versions of an article are a chain of hashes. */
export async function addVersion(manager: EntityManager, version: NewVersion): Promise<void> {
  const { tenantId, number, fields, document, kind, note = null, authorId, at, baseVersion } = version;
  const textHash = sha256(canonicalJson(document));
  await storeOnce(manager, 'article_content', {
    tenant_id: tenantId,
    hash: textHash,
    document: JSON.stringify(document),
    words: countWords(plainText(document)),
  });
  const [before]: { readonly hash: string }[] = await manager.query(
    `SELECT hash FROM article_version WHERE tenant_id = $1 AND number = $2 AND version = $3`,
    [tenantId, number, version.version - 1],
  );
  const previous = before?.hash ?? FIRST_HASH;
  const parts = [
    tenantId,
    number,
    version.version,
    kind,
    authorId,
    at.toISOString(),
    baseVersion,
    fields,
    textHash,
    previous,
  ];
  await manager.query(
    `INSERT INTO article_version (tenant_id, number, version, kind, author_id, at, base_version, fields, content_hash, previous_hash, hash, note)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
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
      sha256(canonicalJson(parts)),
      note,
    ],
  );
}

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

/**
 * Stores what many may need under its hash, once. It stays locked until the transaction ends, so that it isn't deleted with the
 * last article that had it before the row that needs it now is there.
 */
export async function storeOnce(
  manager: EntityManager,
  table: 'article_content' | 'publication_body',
  row: Readonly<Record<string, string | number>> & { readonly tenant_id: string; readonly hash: string },
): Promise<void> {
  const columns = Object.keys(row);
  const values = columns.map((_, index) => `$${index + 1}`);
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')}) ON CONFLICT DO NOTHING RETURNING hash`;
  const lock = `SELECT hash FROM ${table} WHERE tenant_id = $1 AND hash = $2 FOR KEY SHARE`;
  for (let rows: unknown[] = []; rows.length === 0;) {
    rows = await manager.query(insert, Object.values(row));
    if (rows.length === 0) rows = await manager.query(lock, [row.tenant_id, row.hash]);
  }
}
