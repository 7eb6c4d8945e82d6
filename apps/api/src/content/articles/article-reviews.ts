import { compareDocuments, compareFields, countChanges } from '@sitedesk/contract/comparison';
import type { ReviewEnd, ReviewState } from '@sitedesk/contract/reviews';
import type { EntityManager } from 'typeorm';
import type { ArticleRow } from './article-rows.js';
import type { VersionContent } from './article-versions.js';

/** The open review of an article, and what it is about. */
export interface OpenReview {
  readonly id: string;
  readonly version: number;
  readonly hash: string;
  readonly state: ReviewState;
  readonly asked_by: string | null;
}

export async function findOpenReview(
  manager: EntityManager,
  tenantId: string,
  number: number,
): Promise<OpenReview | undefined> {
  const rows: OpenReview[] = await manager.query(
    `SELECT id, version, hash, state, asked_by FROM article_review WHERE tenant_id = $1 AND number = $2 AND ended_at IS NULL`,
    [tenantId, number],
  );
  return rows[0];
}

/** Ends the open review, if there is one, of an article that the transaction has locked. Its status is the caller's. */
export async function endReview(
  manager: EntityManager,
  tenantId: string,
  number: number,
  { ended, at }: { readonly ended: ReviewEnd; readonly at: Date },
): Promise<void> {
  await manager.query(
    `UPDATE article_review SET ended = $3, ended_at = $4 WHERE tenant_id = $1 AND number = $2 AND ended_at IS NULL`,
    [tenantId, number, ended, at],
  );
  await manager.query(`UPDATE article SET review = NULL WHERE tenant_id = $1 AND number = $2`, [
    tenantId,
    number,
  ]);
}

/**
 * The same when what was reviewed, or the whole draft, is published; a review of something newer goes on.
 * @returns the state of the review that is open then
 */
export async function endPublishedReview(
  manager: EntityManager,
  tenantId: string,
  { number, review }: Pick<ArticleRow, 'number' | 'review'>,
  { liveHash, draftHash, at }: { readonly liveHash: string; readonly draftHash: string; readonly at: Date },
): Promise<ReviewState | null> {
  const open = review === null ? undefined : await findOpenReview(manager, tenantId, number);
  if (open && open.hash !== liveHash && draftHash !== liveHash) return review;
  if (open) await endReview(manager, tenantId, number, { ended: 'published', at });
  return null;
}

/** How many fields and blocks differ. */
export function changesBetween(before: VersionContent, after: VersionContent): number {
  const { blocksInserted, blocksRemoved, blocksMoved, blocksChanged } = countChanges(
    compareDocuments(before.document, after.document),
  );
  const fields = compareFields(before.fields, after.fields).length;
  return fields + blocksInserted + blocksRemoved + blocksMoved + blocksChanged;
}
