import type {
  CdnFailure,
  CdnProviderName,
  PurgeAnswer,
  PurgeDetails,
  PurgeEntry,
  PurgeLook,
  PurgeReason,
  PurgeScope,
  PurgeState,
} from '@sitedesk/contract/cdn';
import { type MessageCode, storedMessage, worded } from '@sitedesk/contract/messages';
import type { EntityManager } from 'typeorm';
import { newId } from '../../platform/core/id.js';

/** Kind and target of the jobs that send purges. */
export const CDN_PURGE = 'cdn-purge';
/** Kind and target of the jobs that look whether the new version is there. */
export const CDN_VERIFY = 'cdn-verify';

/** A row of `cdn_purge`. */
export interface PurgeRow {
  readonly id: string;
  readonly reason: PurgeReason;
  readonly scope: PurgeScope;
  readonly state: PurgeState;
  readonly actor: string | null;
  readonly article: number | null;
  /** Paths with their query, encoded as visitors send them. */
  readonly addresses: readonly string[];
  readonly tags: readonly string[];
  /** Paths of pages that are to be looked at, decoded. */
  readonly pages: readonly string[];
  /** Addresses that the service hasn't been asked for yet; null: all of them. */
  readonly rest: readonly string[] | null;
  /** Version marks by path, for what isn't an article. */
  readonly marks: Readonly<Record<string, string>>;
  readonly provider: CdnProviderName | null;
  /** Job that sends it. */
  readonly batch: string | null;
  readonly collapsed: PurgeDetails['collapsed'];
  readonly repeats: number;
  readonly failure: CdnFailure | null;
  readonly error: string | null;
  readonly error_code: MessageCode | null;
  readonly answers: readonly PurgeAnswer[];
  readonly looks: readonly PurgeLook[];
  readonly created_at: Date;
  readonly accepted_at: Date | null;
  readonly live_at: Date | null;
}

/** Names that the list shows of a purge. */
const SHOWN = 3;

export const entryOf = (row: PurgeRow): PurgeEntry => {
  const names = row.scope === 'tags' ? row.tags : row.addresses;
  return {
    id: row.id,
    reason: row.reason,
    scope: row.scope,
    state: row.state,
    failure: row.failure,
    actor: row.actor,
    article: row.article,
    provider: row.provider,
    names: names.slice(0, SHOWN),
    count: names.length,
    createdAt: row.created_at.toISOString(),
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    liveAt: row.live_at?.toISOString() ?? null,
    repeats: row.repeats,
    ...worded('error', row.error === null ? null : storedMessage(row.error, row.error_code)),
  };
};

export const detailsOf = (row: PurgeRow): PurgeDetails => ({
  ...entryOf(row),
  addresses: row.addresses,
  tags: row.tags,
  answers: row.answers,
  looks: row.looks,
  collapsed: row.collapsed,
});

const ADD_JOB = `INSERT INTO job (id, tenant_id, kind, target, subject_id, data, state, created_at, next_attempt_at)
  VALUES ($1, $2, $3, $3, $4, $6, 'queued', now(), now() + make_interval(secs => $5::float8))`;

/**
 * A job that waits takes everything along that waits when it runs. As long as it is locked nobody runs it, so that it can't miss what
 * this transaction adds. A job that has waited for long gives up before what is new has had its time.
 */
const SHARE_JOB = `SELECT id FROM job WHERE tenant_id = $1 AND target = '${CDN_PURGE}' AND kind = '${CDN_PURGE}' AND state = 'queued'
    AND subject_id IS NULL AND created_at > now() - interval '1 hour' AND next_attempt_at < now() + interval '10 minutes'
  ORDER BY next_attempt_at LIMIT 1 FOR KEY SHARE SKIP LOCKED`;

/** What a job of {@link CDN_VERIFY} asks the service before it looks. */
export interface Underway {
  readonly provider: CdnProviderName;
  readonly handle: string;
  /** Milliseconds since the epoch; after that it's no longer asked. */
  readonly until: number;
}

/** Queues a job of {@link CDN_PURGE} or {@link CDN_VERIFY}, as part of a transaction. */
export async function addJob(
  manager: EntityManager,
  tenantId: string,
  job: {
    readonly id: string;
    readonly kind: string;
    readonly subject: string | null;
    readonly seconds: number;
    readonly underway?: Underway | undefined;
  },
): Promise<void> {
  const data = job.underway === undefined ? null : JSON.stringify(job.underway);
  await manager.query(ADD_JOB, [job.id, tenantId, job.kind, job.subject, job.seconds, data]);
}

/** Has what waits sent in so many seconds, or with what is going to be sent anyway. */
export async function sendSoon(manager: EntityManager, tenantId: string, seconds: number): Promise<void> {
  const shared: unknown[] = await manager.query(SHARE_JOB, [tenantId]);
  if (shared.length > 0) return;
  await addJob(manager, tenantId, { id: newId(), kind: CDN_PURGE, subject: null, seconds });
}

/** With other settings, what waits may have to wait no longer. */
export async function lookAgain(manager: EntityManager, tenantId: string): Promise<void> {
  await manager.query(
    `UPDATE job SET next_attempt_at = now() WHERE tenant_id = $1 AND target = '${CDN_PURGE}' AND state = 'queued' AND next_attempt_at > now()`,
    [tenantId],
  );
}

/** Has what waits sent now. */
export const sendNow = (manager: EntityManager, tenantId: string): Promise<void> =>
  addJob(manager, tenantId, { id: newId(), kind: CDN_PURGE, subject: null, seconds: 0 });
