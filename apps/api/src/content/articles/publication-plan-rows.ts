import type { WithdrawArticleDto } from '@sitedesk/contract/articles.dto';
import { type MessageCode, storedMessage, worded } from '@sitedesk/contract/messages';
import {
  PLAN_MESSAGES,
  type PlanAction,
  type PlanConflict,
  type PlanState,
  type PublicationPlan,
  type WithdrawalAnswer,
} from '@sitedesk/contract/publication-plans';
import type { EntityManager } from 'typeorm';
import { ValidationProblem } from '../../platform/http/problem.js';
import type { Viewer } from './article-permissions.js';
import { type ArticleRow, findArticle, findDraft } from './article-rows.js';
import { statusOf } from './article-status.js';
import { pathOnSite, requireOneStep } from './forwards.js';
import { dropPreparedPages } from './planned-pages.js';

/** A row of `publication_job`. */
export interface PlanRow {
  readonly id: string;
  readonly number: number;
  readonly action: PlanAction;
  readonly version: number | null;
  readonly answer: WithdrawalAnswer | null;
  readonly forward_number: number | null;
  readonly forward_url: string | null;
  readonly state: PlanState;
  readonly due_at: Date;
  readonly attempts: number;
  readonly planned_by: string | null;
  readonly release_id: string | null;
}

export const PLAN_COLUMNS = `j.id, j.number, j.action, j.version, j.answer, j.forward_number, j.forward_url, j.state, j.due_at, j.attempts,
  j.planned_by, j.release_id`;

/** The same as lists show it. */
export interface ListedPlanRow extends PlanRow {
  readonly title: string;
  readonly path: string;
  readonly planner_name: string | null;
  readonly release_title: string | null;
  readonly is_outdated: boolean;
  readonly conflict: PlanConflict | null;
  readonly error: string | null;
  readonly error_code: MessageCode | null;
  readonly ended_at: Date | null;
}

/** Of a plan `j` of `article a`. What it finds is decided by what waits right before it, or else by what is live now. */
const CONFLICT = `CASE WHEN j.state <> 'waiting' THEN NULL
    WHEN EXISTS (SELECT FROM publication_job o WHERE o.tenant_id = j.tenant_id AND o.number = j.number AND o.due_at = j.due_at
      AND o.state = 'waiting' AND o.id <> j.id) THEN 'same-time'
    WHEN j.action = 'withdraw' AND coalesce((SELECT o.action = 'withdraw' FROM publication_job o WHERE o.tenant_id = j.tenant_id
      AND o.number = j.number AND o.due_at < j.due_at AND o.state = 'waiting' ORDER BY o.due_at DESC, o.id DESC LIMIT 1),
      a.publication_id IS NULL) THEN 'not-live' END`;

/**
 * Plans `j` of the tenant `$1` with what lists show of them. A draft that was saved after its version was pinned says something else,
 * unless it is what the version says.
 * @param of the plans to choose from
 */
export const listedPlans = (
  of = 'publication_job',
): string => `SELECT ${PLAN_COLUMNS}, j.error, j.error_code, j.ended_at, a.title, a.path, p.display_name AS planner_name,
    r.title AS release_title,
    j.action = 'publish' AND (v.fields IS DISTINCT FROM d.fields OR c.document IS DISTINCT FROM d.document) AS is_outdated,
    ${CONFLICT} AS conflict
  FROM ${of} j
  JOIN article a ON a.tenant_id = j.tenant_id AND a.number = j.number
  JOIN article_draft d ON d.tenant_id = j.tenant_id AND d.number = j.number
  LEFT JOIN article_version v ON v.tenant_id = j.tenant_id AND v.number = j.number AND v.version = j.version
  LEFT JOIN article_content c ON c.tenant_id = v.tenant_id AND c.hash = v.content_hash
  LEFT JOIN publication_release r ON r.tenant_id = j.tenant_id AND r.id = j.release_id
  LEFT JOIN account p ON p.tenant_id = j.tenant_id AND p.id = j.planned_by
  WHERE j.tenant_id = $1`;

export const planOf = (row: ListedPlanRow): PublicationPlan => ({
  id: row.id,
  number: row.number,
  title: row.title,
  path: row.path,
  action: row.action,
  state: row.state,
  at: row.due_at.toISOString(),
  version: row.version,
  isOutdated: row.is_outdated,
  conflict: row.conflict,
  release:
    row.release_id !== null && row.release_title !== null
      ? { id: row.release_id, title: row.release_title }
      : null,
  answer: row.answer,
  forwardArticle: row.forward_number,
  forwardUrl: row.forward_url,
  planner:
    row.planned_by !== null && row.planner_name !== null
      ? { id: row.planned_by, displayName: row.planner_name }
      : null,
  attempts: row.attempts,
  ...worded('error', row.error === null ? null : storedMessage(row.error, row.error_code)),
  endedAt: row.ended_at?.toISOString() ?? null,
});

/** Of `article a`. */
export const NEXT_PLAN = `(SELECT min(n.due_at) FROM publication_job n
  WHERE n.tenant_id = a.tenant_id AND n.number = a.number AND n.state = 'waiting' AND n.action = 'publish')`;

/** When the next plan publishes articles that the transaction has locked; their status is the caller's. */
export async function noteSchedule(
  manager: EntityManager,
  tenantId: string,
  numbers: readonly number[],
): Promise<void> {
  await manager.query(
    `UPDATE article a SET scheduled_at = ${NEXT_PLAN} WHERE a.tenant_id = $1 AND a.number = ANY($2)`,
    [tenantId, numbers],
  );
}

/** What follows for lists from the plans of an article that the transaction has locked. */
export async function plansChanged(manager: EntityManager, tenantId: string, number: number): Promise<void> {
  await noteSchedule(manager, tenantId, [number]);
  const article = await findArticle(manager, { tenantId, caller: undefined }, number);
  const draft = article && (await findDraft(manager, tenantId, number));
  if (!draft) return;
  const status = statusOf({
    trashed: article.trashed_at !== null,
    review: article.review,
    draftHash: draft.hash,
    liveHash: article.live_hash,
    wasLive: article.first_published_at !== null,
    scheduled: article.scheduled_at !== null,
  });
  if (status !== article.status)
    await manager.query('UPDATE article SET status = $3 WHERE tenant_id = $1 AND number = $2', [
      tenantId,
      number,
      status,
    ]);
}

/** Nothing is to happen to an article that the transaction has locked; its status is the caller's. */
export async function cancelPlans(manager: EntityManager, tenantId: string, number: number): Promise<void> {
  const [cancelled]: [{ readonly id: string }[], number] = await manager.query(
    `UPDATE publication_job SET state = 'cancelled', ended_at = now()
     WHERE tenant_id = $1 AND number = $2 AND state IN ('waiting', 'held', 'failed') RETURNING id`,
    [tenantId, number],
  );
  await dropPreparedPages(
    manager,
    tenantId,
    cancelled.map(({ id }) => id),
  );
  await manager.query(`UPDATE article SET scheduled_at = NULL WHERE tenant_id = $1 AND number = $2`, [
    tenantId,
    number,
  ]);
}

/** @throws ValidationProblem when an answer and its forward don't go together */
export async function requireForward(
  manager: EntityManager,
  viewer: Viewer,
  { number, path }: ArticleRow,
  { answer, forwardArticle = null, forwardUrl = null }: WithdrawArticleDto,
): Promise<void> {
  const field = forwardArticle === null ? 'forwardUrl' : 'forwardArticle';
  const isForward = forwardArticle !== null || forwardUrl !== null;
  if (answer !== 301 && isForward) throw ValidationProblem.at(field, PLAN_MESSAGES.noForward);
  if (answer === 301 && (forwardArticle === null) === (forwardUrl === null))
    throw ValidationProblem.at('forwardArticle', PLAN_MESSAGES.needsForward);
  if (forwardArticle === number || forwardUrl === path)
    throw ValidationProblem.at(field, PLAN_MESSAGES.forwardsToItself);
  if (forwardUrl !== null) await requireNoDetour(manager, viewer.tenantId, number, forwardUrl);
  if (forwardArticle === null) return;
  const target = await findArticle(manager, viewer, forwardArticle);
  if (!target || target.trashed_at) throw ValidationProblem.at(field, PLAN_MESSAGES.forwardMissing);
}

/** All addresses of the article would lead there, former ones too. */
async function requireNoDetour(
  manager: EntityManager,
  tenantId: string,
  number: number,
  forwardUrl: string,
): Promise<void> {
  const kept: { readonly path: string }[] = await manager.query(
    'SELECT path FROM path_history WHERE tenant_id = $1 AND number = $2',
    [tenantId, number],
  );
  const paths = kept.map(({ path }) => path);
  const target = await pathOnSite(manager, tenantId, forwardUrl);
  await requireOneStep(manager, tenantId, { paths, target }, { path: 'forwardUrl', target: 'forwardUrl' });
}
