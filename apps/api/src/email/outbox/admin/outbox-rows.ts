import { LINK_HIDDEN } from '@sitedesk/contract/email';
import { type Message, type MessageCode, worded } from '@sitedesk/contract/messages';
import {
  OUTBOX_TEXTS,
  type OutboxAttempt,
  type OutboxEmailView,
  type OutboxItem,
} from '@sitedesk/contract/outbox';
import type { JobState } from '../../../platform/jobs/job.entity.js';
import type { MailAddress, OutgoingEmail } from '../../providers/outgoing-email.js';
import type { Envelope } from '../delivery-attempt.entity.js';
import type { EmailDescription, EmailKind } from '../email-kind.js';
import { OUTBOX_STATE_OF } from '../outbox-state.js';
import { statement } from '../../../platform/database/sql.js';

/** The job of an email. */
export interface OutboxRow {
  readonly id: string;
  readonly kind: string;
  readonly state: JobState;
  readonly createdAt: Date;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly finishedAt: Date | null;
  readonly lastError: string | null;
  readonly lastErrorCode: MessageCode | null;
  /** `created_at` to the microsecond, for the cursor. */
  readonly createdMicros: string;
}

/** An email as the outbox shows it. */
export interface OutboxEmail extends Omit<OutboxRow, 'kind'>, EmailDescription {
  readonly kind: EmailKind;
}

const COLUMNS = `
  id, kind, state, created_at AS "createdAt", attempts, next_attempt_at AS "nextAttemptAt", finished_at AS "finishedAt",
  last_error AS "lastError", last_error_code AS "lastErrorCode",
  (extract(epoch FROM created_at) * 1000000)::bigint AS "createdMicros"`;

/** $1 tenant, $2 kinds, $3 state, $4 kinds and $5 ids of what goes to the wanted recipient, $6 and $7 the cursor, $8 rows. */
export const LIST_OUTBOX = statement('outbox_list')`
SELECT ${COLUMNS} FROM job
WHERE tenant_id = $1 AND kind = ANY($2::text[]) AND ($3::text IS NULL OR state = $3)
  AND ($4::text[] IS NULL OR kind = ANY($4) OR id = ANY($5::uuid[]))
  AND ($6::bigint IS NULL
       OR (created_at, id) < (timestamptz 'epoch' + $6::bigint * interval '1 microsecond', $7::uuid))
ORDER BY created_at DESC, id DESC LIMIT $8`;

/** $1 tenant, $2 kinds, $3 email. */
export const FIND_OUTBOX = statement('outbox_find')`
SELECT ${COLUMNS} FROM job WHERE tenant_id = $1 AND kind = ANY($2::text[]) AND id = $3`;

/** $1 tenant, $2 kinds. */
export const COUNT_DEAD = `
SELECT count(*)::int AS count FROM job WHERE tenant_id = $1 AND kind = ANY($2::text[]) AND state = 'dead'`;

export const OUTBOX_ATTEMPTS = statement('outbox_attempts')`
SELECT at, outcome, provider, detail, detail_code AS "detailCode", duration_ms AS "durationMs", envelope
  FROM delivery_attempt
 WHERE tenant_id = $1 AND job_id = $2 ORDER BY at DESC, id DESC LIMIT 200`;

/** A row of {@link OUTBOX_ATTEMPTS}. */
export interface AttemptRow extends Omit<OutboxAttempt, 'at'> {
  readonly at: Date;
  readonly envelope: Envelope | null;
}

export function toAttempt(row: AttemptRow): OutboxAttempt {
  const { at, outcome, provider, durationMs, detail, detailCode } = row;
  return { at: at.toISOString(), outcome, provider, durationMs, detail, detailCode };
}

export function toOutboxItem(email: OutboxEmail): OutboxItem {
  const { id, kind, state, to, attempts, subject, isTest: test, lastError, lastErrorCode } = email;
  return {
    id,
    kind: kind.name,
    state: OUTBOX_STATE_OF[state],
    to,
    attempts,
    subject,
    createdAt: email.createdAt.toISOString(),
    nextAttemptAt: state === 'queued' ? email.nextAttemptAt.toISOString() : null,
    sentAt: state === 'done' ? (email.finishedAt?.toISOString() ?? null) : null,
    lastError,
    lastErrorCode,
    test,
    ...worded('retryProblem', retryProblem(email)),
    ...worded('cancelProblem', cancelProblem(email)),
  };
}

/** The email as people read it, a secret link masked. */
export function toEmailView(
  { from, to, replyTo, subject, text, html }: OutgoingEmail,
  hiddenLink: string | undefined,
): OutboxEmailView {
  const masked = (body: string): string =>
    hiddenLink === undefined ? body : body.replaceAll(hiddenLink, `[${LINK_HIDDEN}]`);
  return {
    from: addressText(from),
    to: addressText(to),
    replyTo: replyTo ? addressText(replyTo) : null,
    subject,
    text: masked(text),
    html: masked(html),
    linkHidden: hiddenLink !== undefined,
  };
}

const addressText = ({ name, address }: MailAddress): string =>
  name === '' ? address : `${name} <${address}>`;

/** Why an email cannot be tried now; undefined when it can. */
export function retryProblem({ state, hasContent }: OutboxEmail): Message | undefined {
  if (state === 'running') return OUTBOX_TEXTS.sending;
  if (state === 'done') return OUTBOX_TEXTS.sent;
  return hasContent ? undefined : OUTBOX_TEXTS.contentGone;
}

/** Why an email cannot be cancelled; undefined when it can. */
export function cancelProblem({ state }: OutboxEmail): Message | undefined {
  if (state === 'queued') return undefined;
  if (state === 'running') return OUTBOX_TEXTS.sending;
  return state === 'done' ? OUTBOX_TEXTS.sent : OUTBOX_TEXTS.notWaiting;
}
