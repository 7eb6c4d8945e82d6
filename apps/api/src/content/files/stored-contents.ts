import type { EntityManager } from 'typeorm';

/** A content that the database knows. */
export interface KnownContent {
  readonly hash: string;
  readonly size: number;
}

/** Rows read at a time. */
const BATCH = 500;

/** All contents of a site, by their hashes. */
export async function* contentsOf(manager: EntityManager, tenantId: string): AsyncGenerator<KnownContent> {
  let last = '';
  for (;;) {
    const rows: { hash: string; size: string }[] = await manager.query(
      `SELECT hash, size::text AS size FROM blob WHERE tenant_id = $1 AND hash > $2 ORDER BY hash LIMIT ${BATCH}`,
      [tenantId, last],
    );
    for (const { hash, size } of rows) yield { hash, size: Number(size) };
    last = rows.at(-1)?.hash ?? '';
    if (rows.length < BATCH) return;
  }
}

/** Whether a content belongs to something still. */
export async function isKnown(manager: EntityManager, tenantId: string, hash: string): Promise<boolean> {
  const rows: unknown[] = await manager.query('SELECT 1 FROM blob WHERE tenant_id = $1 AND hash = $2', [
    tenantId,
    hash,
  ]);
  return rows.length > 0;
}

/** For people: which files have a content, or had it. */
export async function namesOf(
  manager: EntityManager,
  tenantId: string,
  hash: string,
): Promise<readonly string[]> {
  const rows: { name: string }[] = await manager.query(
    'SELECT DISTINCT name FROM file_version WHERE tenant_id = $1 AND hash = $2 ORDER BY name LIMIT 5',
    [tenantId, hash],
  );
  return rows.map(({ name }) => name);
}

/** Works on everything that comes, a few at a time. */
export async function forEach<T>(
  items: AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let failure: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (!failure) {
      const { done, value } = await iterator.next();
      if (done) return;
      await work(value).catch((error: unknown) => (failure ??= { error }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failure) throw failure.error;
}
