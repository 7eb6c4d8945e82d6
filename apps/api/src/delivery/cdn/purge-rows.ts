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

const ADD_JOB = `INSERT INTO job (id, tenant_id, kind, target, subject_id, state, created_at, next_attempt_at)
  VALUES ($1, $2, $3, $3, $4, 'queued', now(), now() + make_interval(secs => $5::float8))`;

/** Queues a job of {@link CDN_PURGE} or {@link CDN_VERIFY}, as part of a transaction. */
export async function addJob(
  manager: EntityManager,
  tenantId: string,
  job: {
    readonly id: string;
    readonly kind: string;
    readonly subject: string | null;
    readonly seconds: number;
  },
): Promise<void> {
  await manager.query(ADD_JOB, [job.id, tenantId, job.kind, job.subject, job.seconds]);
}
