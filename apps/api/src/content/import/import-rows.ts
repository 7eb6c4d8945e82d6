import type { ArticleFields } from '@sitedesk/contract/articles';
import type { ArticleDocument } from '@sitedesk/contract/documents';
import {
  type ImportCounts,
  type ImportItem,
  type ImportNote,
  type ImportOptions,
  type ImportOutcome,
  type ImportPictures,
  type ImportRun,
  type ImportState,
  NO_COUNTS,
} from '@sitedesk/contract/imports';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { canonicalJson } from '../../platform/core/canonical-json.js';
import type { KeyUse } from '../../platform/http/principal.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import type { ReadDocument, SourceFormat } from './read-document.js';

/** A row of `import_run`. */
export interface RunRow {
  readonly id: string;
  readonly source: string;
  readonly source_key: string;
  readonly options: Omit<ImportOptions, 'source'>;
  readonly state: ImportState;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly created_by_name: string | null;
  readonly finished_at: Date | null;
  readonly report_hash: string | null;
  readonly audit_id: string | null;
  /** Name of the key that created it, and what that is limited to. */
  readonly key_name: string | null;
  readonly key_limit: KeyLimit | null;
  readonly items: number;
  readonly processed: number;
  readonly counts: ImportCounts;
  readonly items_read: number;
  readonly notes: readonly ImportNote[];
  readonly pictures: ImportPictures;
}

/** What a key reaches: the posts of one blog, or what is at a path and below. */
export type KeyLimit = Pick<KeyUse, 'blogKey' | 'path'>;

/** Whether what is at an address can be written with a key that has this limit. */
export function isWithin(
  limit: KeyLimit | null,
  { path, blogKey }: { readonly path: string; readonly blogKey: string | null },
): boolean {
  if (!limit) return true;
  return limit.blogKey === null ? isBelow(limit, path) : blogKey === limit.blogKey;
}

/** Whether an address is at or below what a key with this limit reaches; null for no limit. */
export function isBelow(limit: KeyLimit | null, address: string): boolean {
  const root = limit?.path ?? (limit?.blogKey == null ? '' : `/${limit.blogKey}`);
  return root === '' || address === root || address.startsWith(`${root}/`);
}

/** How far a document is: arrived; read; checked; its draft is written; published and redirected as well; undone. */
export const STEPS = { arrived: -1, read: 0, checked: 1, written: 2, done: 3, undone: 4 } as const;

/** What an article is to become. */
export interface ImportPlan {
  readonly fields: ArticleFields;
  readonly document: ArticleDocument;
  readonly hash: string;
  /** When it was published first, elsewhere. */
  readonly date: string | null;
  readonly aliases: readonly string[];
  /** Key of the blog whose post it becomes; null for a page. */
  readonly blogKey: string | null;
  /** Hash of the draft that it takes the place of; null for a new article. */
  readonly over: string | null;
  /** Whether the article lies in the trash since an import was undone. */
  readonly restore: boolean;
}

/** What an article was before the import. */
export interface BeforeImport {
  /** Nothing; in the trash since an import was undone; or an article with a draft. */
  readonly kind: 'new' | 'trashed' | 'draft';
  /** Number of the version that keeps its draft; null when the draft stayed as it was. */
  readonly version: number | null;
  /** Version that was live. */
  readonly live: number | null;
  /** What was noted of the document by the import before. */
  readonly written: string | null;
}

/** A row of `import_item`. */
export interface ItemRow {
  readonly external_id: string;
  readonly input_hash: string;
  readonly title: string;
  readonly path: string | null;
  readonly read: ReadDocument | null;
  readonly notes: readonly ImportNote[];
  readonly step: number;
  readonly outcome: ImportOutcome | null;
  readonly publish: boolean;
  readonly plan: ImportPlan | null;
  readonly number: number | null;
  readonly written_hash: string | null;
  readonly before: BeforeImport | null;
  readonly redirects: readonly string[];
  /** As it arrived; null once it was read. */
  readonly raw: string | null;
  readonly format: SourceFormat | null;
}

/** A picture whose file someone has removed can be fetched again. */
const PICTURES = `SELECT jsonb_build_object('failed', count(*) FILTER (WHERE p.state = 'failed'), 'fetched', count(f.id),
    'waiting', count(*) FILTER (WHERE p.state <> 'failed' AND f.id IS NULL))
  FROM import_picture p LEFT JOIN file f ON f.tenant_id = p.tenant_id AND f.id = p.file_id AND f.trashed_at IS NULL
  WHERE p.tenant_id = r.tenant_id AND p.run_id = r.id`;

export const RUNS = `SELECT r.id, r.source, r.source_key, r.options, r.state, r.created_at, r.created_by, r.finished_at, r.report_hash, r.audit_id, r.key_name, r.key_limit,
    r.items, r.items_read, r.processed, r.counts, r.notes, (${PICTURES}) AS pictures, a.display_name AS created_by_name
  FROM import_run r LEFT JOIN account a ON a.tenant_id = r.tenant_id AND a.id = r.created_by WHERE r.tenant_id = $1`;

export const ITEM_COLUMNS =
  'external_id, input_hash, title, path, read, notes, step, outcome, publish, plan, number, written_hash, before, redirects, raw, format';
/** The same without texts of documents. */
export const REPORT_COLUMNS = ITEM_COLUMNS.replaceAll(/\b(?:read|plan|raw)\b/g, 'NULL AS $&');

/** The condition of imports that a caller sees, with the line of its key as `$2`: a key sees those of its own line. */
export const SEEN_BY = '($2::uuid IS NULL OR r.key_line = $2)';

/** What {@link SEEN_BY} takes. */
export const keyLineOf = ({ caller }: CallerContext): string | null =>
  caller.kind === 'token' ? (caller.key?.line ?? null) : null;

export async function findRun(
  manager: EntityManager,
  context: CallerContext,
  id: string,
): Promise<RunRow | undefined> {
  const [run]: RunRow[] = await manager.query(`${RUNS} AND ${SEEN_BY} AND r.id = $3`, [
    context.tenantId,
    keyLineOf(context),
    id,
  ]);
  return run;
}

/** The documents of an import that are at a step, in the order of their names. */
export async function itemsAt(
  manager: EntityManager,
  tenantId: string,
  run: string,
  steps: readonly number[],
  limit: number,
): Promise<readonly ItemRow[]> {
  return manager.query(
    `SELECT ${ITEM_COLUMNS} FROM import_item WHERE tenant_id = $1 AND run_id = $2 AND step = ANY($3) ORDER BY external_id LIMIT $4`,
    [tenantId, run, steps, limit],
  );
}

/** Notes in the import's row how far it is. @param from step from which a document counts as processed */
export async function countItems(
  manager: EntityManager,
  tenantId: string,
  run: string,
  from: number,
): Promise<void> {
  const rows: {
    readonly outcome: ImportOutcome | null;
    readonly count: number;
    readonly read: number;
    readonly processed: number;
  }[] = await manager.query(
    `SELECT outcome, count(*)::int AS count, (count(*) FILTER (WHERE step >= ${STEPS.read}))::int AS read,
       (count(*) FILTER (WHERE step >= $3))::int AS processed
       FROM import_item WHERE tenant_id = $1 AND run_id = $2 GROUP BY outcome`,
    [tenantId, run, from],
  );
  const counts = { ...NO_COUNTS };
  for (const { outcome, count } of rows) if (outcome) Object.assign(counts, { [outcome]: count });
  const sum = (of: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((all, row) => all + of(row), 0);
  await manager.query(
    'UPDATE import_run SET items = $3, processed = $4, counts = $5, items_read = $6 WHERE tenant_id = $1 AND id = $2',
    [
      tenantId,
      run,
      sum(({ count }) => count),
      sum(({ processed }) => processed),
      JSON.stringify(counts),
      sum(({ read }) => read),
    ],
  );
}

const BATCH = 500;

/** Of what the report says of every document: the same for the same documents at the same state of the site. */
export async function reportHash(manager: EntityManager, tenantId: string, run: string): Promise<string> {
  const digest = createHash('sha256');
  for (let after = ''; ;) {
    const rows: (Pick<ItemRow, 'external_id' | 'path' | 'outcome' | 'publish' | 'notes'> & {
      readonly hash: string | null;
    })[] = await manager.query(
      `SELECT external_id, path, outcome, publish, notes, plan->>'hash' AS hash FROM import_item
         WHERE tenant_id = $1 AND run_id = $2 AND external_id > $3 ORDER BY external_id LIMIT ${BATCH}`,
      [tenantId, run, after],
    );
    for (const row of rows) digest.update(canonicalJson(row)).update('\n');
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return digest.digest('hex');
    after = last.external_id;
  }
}

export const toRun = (row: RunRow): ImportRun => ({
  id: row.id,
  source: row.source,
  ...row.options,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  createdBy:
    row.created_by_name === null || row.created_by === null
      ? null
      : { id: row.created_by, displayName: row.created_by_name },
  keyName: row.key_name,
  finishedAt: row.finished_at?.toISOString() ?? null,
  items: row.items,
  read: row.items_read,
  processed: row.processed,
  counts: row.counts,
  reportHash: row.report_hash,
  notes: row.notes,
  pictures: row.pictures,
});

export const toItem = (row: ItemRow): ImportItem => ({
  externalId: row.external_id,
  title: row.title,
  path: row.path,
  outcome: row.outcome,
  publish: row.publish,
  article: row.number,
  notes: row.notes,
});

/** What names of sources are compared by. */
export const sourceKey = (source: string): string => source.normalize('NFKC').toLowerCase();
