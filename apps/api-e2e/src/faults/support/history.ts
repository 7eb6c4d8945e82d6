import type { E2eDatabase } from '../../harness/database.js';
import { eventually } from '../../harness/eventually.js';

/** What of a received mail the history needs. */
export interface ReceivedMail {
  readonly raw: string;
}

/** For a queue that does not become empty; a busy machine takes its time. */
const PATIENCE_MS = 300_000;

export interface History {
  readonly accepted: number;
  readonly mails: number;
  /** Keys that were answered with success and have no stored row, or no email. */
  readonly lost: readonly string[];
  /** Emails beyond the first with the same Message-ID. */
  readonly duplicates: number;
}

/** Emails per submission; the Message-ID begins with the submission's id. */
export function emailsBySubmission(mails: readonly ReceivedMail[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { raw } of mails) {
    const id = /^message-id:\s*<([0-9a-f-]{36})@/im.exec(raw)?.[1];
    if (id === undefined) throw new Error(`An email has no Message-ID of ours:\n${raw.slice(0, 500)}`);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Compares what visitors were told with what is on disk and what arrived. */
export async function checkHistory(
  database: E2eDatabase,
  acceptedKeys: readonly string[],
  mails: readonly ReceivedMail[],
): Promise<History> {
  const rows = await database.query<{ readonly id: string; readonly key: string }>(
    'SELECT id, idempotency_key AS key FROM contact_submission WHERE idempotency_key = ANY($1)',
    [acceptedKeys],
  );
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  const arrived = emailsBySubmission(mails);
  const lost = acceptedKeys.filter((key) => !arrived.has(ids.get(key) ?? ''));
  const duplicates = mails.length - arrived.size;
  return { accepted: acceptedKeys.length, mails: mails.length, lost, duplicates };
}

/** Waits until nothing is left to send. Resolves to the seconds it took. */
export async function drained(database: E2eDatabase): Promise<number> {
  const from = performance.now();
  await eventually(async () => {
    const [row] = await database.query<{ readonly open: number }>(
      `SELECT count(*)::int AS open FROM job WHERE state IN ('queued', 'running')`,
    );
    if (row?.open !== 0) throw new Error(`${row?.open} emails are still in the outbox.`);
  }, PATIENCE_MS);
  return Math.round((performance.now() - from) / 100) / 10;
}
