import { HttpStatus } from '@nestjs/common';
import { APPROVAL_REQUIRED, FOUR_EYES, REVIEW_MESSAGES } from '@sitedesk/contract/reviews';
import type { EntityManager } from 'typeorm';
import { ProblemException } from '../../platform/http/problem.js';
import { changesBetween, findOpenReview } from './article-reviews.js';
import { contentHash, findVersion, type VersionContent } from './article-versions.js';
import type { PublishingSettings } from './publishing-settings.js';

/** What someone wants to publish. */
interface Candidate extends VersionContent {
  readonly tenantId: string;
  readonly number: number;
  /** The account of who publishes. */
  readonly publisher: string;
}

/** The last change of a person after the version that is live, or was at last. */
const OWN_CHANGE = `
SELECT d.editors->>$3 AS at FROM article_draft d JOIN article a USING (tenant_id, number)
WHERE d.tenant_id = $1 AND d.number = $2 AND (d.editors->>$3)::timestamptz > coalesce((
  SELECT v.at FROM article_version v WHERE v.tenant_id = $1 AND v.number = $2 AND v.version = coalesce(a.live_version, (
    SELECT p.version FROM publication p WHERE p.tenant_id = $1 AND p.number = $2 AND a.first_published_at IS NOT NULL
    ORDER BY p.at DESC, p.id DESC LIMIT 1))), '-infinity')`;

/**
 * Refuses what the site's settings don't let this person publish, of an article that the transaction has locked.
 * @throws ProblemException 409 that names the setting
 */
export async function requirePublishable(
  manager: EntityManager,
  { requireApproval, fourEyes }: PublishingSettings,
  candidate: Candidate,
): Promise<void> {
  if (requireApproval) await requireApprovalOf(manager, candidate);
  if (fourEyes) await requireOtherEyes(manager, candidate);
}

async function requireApprovalOf(manager: EntityManager, candidate: Candidate): Promise<void> {
  const { tenantId, number } = candidate;
  const review = await findOpenReview(manager, tenantId, number);
  const setting = 'Publishing/RequireApproval';
  if (review?.state !== 'approved')
    throw new ProblemException(HttpStatus.CONFLICT, APPROVAL_REQUIRED, REVIEW_MESSAGES.notApproved, {
      setting,
    });
  if (review.hash === contentHash(candidate)) return;
  const { version } = review;
  const approved = await findVersion(manager, tenantId, number, version);
  const changes = approved ? changesBetween(approved, candidate) : 0;
  const reason = REVIEW_MESSAGES.changedSince({ version, changes });
  throw new ProblemException(HttpStatus.CONFLICT, APPROVAL_REQUIRED, reason, {
    setting,
    approvedVersion: version,
    changes,
  });
}

async function requireOtherEyes(
  manager: EntityManager,
  { tenantId, number, publisher }: Candidate,
): Promise<void> {
  const [own]: { readonly at: string }[] = await manager.query(OWN_CHANGE, [tenantId, number, publisher]);
  if (!own) return;
  throw new ProblemException(HttpStatus.CONFLICT, FOUR_EYES, REVIEW_MESSAGES.ownChange, {
    setting: 'Publishing/FourEyes',
    changedAt: new Date(own.at).toISOString(),
  });
}
