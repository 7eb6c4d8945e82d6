/** A row as a driver returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement with `$1` parameters. */
export type Query = (sql: string, values: readonly unknown[]) => Promise<readonly Row[]>;

/** Requests of one key that arrived together. */
export interface KeyHits {
  readonly key: string;
  readonly windowSeconds: number;
  readonly hits: number;
}

/** A key's standing in the store's current window. */
export interface StoredCount {
  /** Hits in this window, those of the statement included. */
  readonly hits: number;
  /** Milliseconds until the window ends, by the store's clock. */
  readonly remainingMs: number;
}

/**
 * Adds to the counters of many keys at once. The store's clock decides the window, and the rows are locked in
 * one order, so that two instances never wait for each other in a circle.
 */
const ADD_HITS = `
  INSERT INTO rate_limit_counter AS counter (key, window_start, hits)
  SELECT given.key,
         to_timestamp(floor(extract(epoch FROM statement_timestamp()) / given.seconds) * given.seconds),
         given.hits
  FROM unnest($1::text[], $2::integer[], $3::integer[]) AS given (key, seconds, hits)
  ORDER BY given.key COLLATE "C"
  ON CONFLICT (window_start, key) DO UPDATE SET hits = counter.hits + excluded.hits
  RETURNING key, hits, (extract(epoch FROM statement_timestamp() - window_start) * 1000)::float8 AS age_ms`;

const DELETE_EXPIRED = `
  DELETE FROM rate_limit_counter WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM rate_limit_counter
    WHERE window_start < statement_timestamp() - make_interval(secs => $1)
    ORDER BY window_start LIMIT $2 FOR UPDATE SKIP LOCKED))
  RETURNING 1`;

/**
 * Counts requests in the shared table, one atomic statement for all of them.
 * @param batch every pair of key and window once
 * @returns counts in the order of the batch
 * @throws Error of the driver, or one of ours when the answer does not fit the question
 */
export async function addHits(query: Query, batch: readonly KeyHits[]): Promise<readonly StoredCount[]> {
  const keys = batch.map(storedKey);
  const rows = await query(ADD_HITS, [
    keys,
    batch.map((entry) => entry.windowSeconds),
    batch.map((entry) => entry.hits),
  ]);
  const byKey = new Map(rows.map((row) => [row['key'], row]));
  return batch.map((entry, index) => storedCount(byKey.get(keys[index]), entry));
}

/**
 * Deletes rows whose window began longer ago than that.
 * @returns how many; as many as `limit` means that there may be more
 */
export async function deleteExpired(query: Query, olderThanSeconds: number, limit: number): Promise<number> {
  return (await query(DELETE_EXPIRED, [olderThanSeconds, limit])).length;
}

/** The length of the window is part of the key: after a change of configuration the old counts do not mix with the new. */
function storedKey(entry: KeyHits): string {
  return `${entry.windowSeconds}|${entry.key}`;
}

function storedCount(row: Row | undefined, entry: KeyHits): StoredCount {
  const hits = Number(row?.['hits']);
  const ageMs = Number(row?.['age_ms']);
  if (!(hits >= entry.hits) || !Number.isFinite(ageMs))
    throw new Error('The rate limit store gave no count for a key.');
  return { hits, remainingMs: Math.max(entry.windowSeconds * 1_000 - ageMs, 0) };
}
