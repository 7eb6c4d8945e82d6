import {
  OUTBOX_TEXTS,
  type OutboxAttempt,
  type OutboxItem,
  type OutboxKind,
  type OutboxState,
} from '@sitedesk/contract';

/** A row of the outbox with what it tells of. */
export interface OutboxRow {
  readonly id: string;
  readonly kind: OutboxKind;
  readonly state: OutboxState;
  readonly createdAt: Date;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly sentAt: Date | null;
  readonly lastError: string | null;
  readonly sender: string | null;
  readonly isTest: boolean | null;
  readonly mailKind: string | null;
  readonly accountId: string | null;
  /** Ciphertext of the account's address. */
  readonly accountEmail: string | null;
  readonly hasContent: boolean;
  /** `created_at` to the microsecond, for the cursor. */
  readonly createdMicros: string;
}

const COLUMNS = `
  o.id, o.kind, o.state, o.created_at AS "createdAt", o.attempts, o.next_attempt_at AS "nextAttemptAt",
  o.sent_at AS "sentAt", o.last_error AS "lastError", s.name AS sender, s.is_test AS "isTest",
  m.kind AS "mailKind", m.account_id AS "accountId", a.email AS "accountEmail",
  (o.kind = 'submission' OR m.content IS NOT NULL) AS "hasContent",
  (extract(epoch FROM o.created_at) * 1000000)::bigint AS "createdMicros"`;

const TABLES = `
  outbox_message o
  LEFT JOIN contact_submission s ON s.tenant_id = o.tenant_id AND s.id = o.id
  LEFT JOIN account_mail m ON m.tenant_id = o.tenant_id AND m.id = o.id
  LEFT JOIN account a ON a.tenant_id = o.tenant_id AND a.id = m.account_id`;

/** $1 tenant, $2 state, $3 kind, $4 whether submissions go to the wanted recipient, $5 account of the wanted recipient, $6 whether a recipient is wanted, $7 and $8 the cursor, $9 rows. */
export const LIST_OUTBOX = {
  name: 'outbox_list',
  text: `
SELECT ${COLUMNS} FROM ${TABLES}
WHERE o.tenant_id = $1
  AND ($2::text IS NULL OR o.state = $2) AND ($3::text IS NULL OR o.kind = $3)
  AND (NOT $6::boolean OR (o.kind = 'submission' AND $4::boolean) OR m.account_id = $5::uuid)
  AND ($7::bigint IS NULL
       OR (o.created_at, o.id) < (timestamptz 'epoch' + $7::bigint * interval '1 microsecond', $8::uuid))
ORDER BY o.created_at DESC, o.id DESC LIMIT $9`,
} as const;

export const FIND_OUTBOX = {
  name: 'outbox_find',
  text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE o.tenant_id = $1 AND o.id = $2`,
} as const;

export const OUTBOX_ATTEMPTS = {
  name: 'outbox_attempts',
  text: `SELECT at, outcome, provider, detail, duration_ms AS "durationMs" FROM delivery_attempt
          WHERE tenant_id = $1 AND outbox_id = $2 ORDER BY at DESC, id DESC LIMIT 200`,
} as const;

/** A row of {@link OUTBOX_ATTEMPTS}. */
export interface AttemptRow extends Omit<OutboxAttempt, 'at'> {
  readonly at: Date;
}

export function toAttempt({ at, outcome, provider, detail, durationMs }: AttemptRow): OutboxAttempt {
  return { at: at.toISOString(), outcome, provider, detail, durationMs };
}

/** @param to the recipient, opened; null when it is not known any more */
export function toOutboxItem(row: OutboxRow, to: string | null): OutboxItem {
  const { id, kind, state, attempts } = row;
  return {
    ...{ id, kind, state, to, attempts },
    subject: (kind === 'submission' ? row.sender : row.mailKind) ?? '',
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: state === 'queued' ? row.nextAttemptAt.toISOString() : null,
    sentAt: row.sentAt?.toISOString() ?? null,
    lastError: row.lastError,
    test: row.isTest === true,
    retryProblem: retryProblem(row) ?? null,
    cancelProblem: cancelProblem(row) ?? null,
  };
}

/** Why a mail cannot be tried now; undefined when it can. */
export function retryProblem({ state, hasContent }: OutboxRow): string | undefined {
  if (state === 'sending') return OUTBOX_TEXTS.sending;
  if (state === 'sent') return OUTBOX_TEXTS.sent;
  return hasContent ? undefined : OUTBOX_TEXTS.contentGone;
}

/** Why a mail cannot be cancelled; undefined when it can. */
export function cancelProblem({ state }: OutboxRow): string | undefined {
  if (state === 'queued') return undefined;
  if (state === 'sending') return OUTBOX_TEXTS.sending;
  return state === 'sent' ? OUTBOX_TEXTS.sent : OUTBOX_TEXTS.notWaiting;
}
