import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { at, Editor, SEED_ARTICLES } from './content.js';
import { signIn } from './inbox.js';

/** Versions that were saved automatically; fewer for a quick look. */
const VERSIONS = Number(process.env['BENCH_VERSIONS'] ?? 1_000_000);
const ARTICLES = 1_000;
const STEP = 100_000;
const WATCHED_MS = 60_000;
/** A sweep begins every minute. */
const BEGINS_MS = 90_000;

/** Versions of each article, one every two hours, long ago; each has a text of its own. */
const SEED_VERSIONS = [
  `INSERT INTO article_content SELECT tenant_id, 'v' || n, jsonb_build_object('type', 'doc', 'text', n), 1 FROM (SELECT id AS tenant_id FROM tenant LIMIT 1) t, generate_series($1::int, $2::int) AS n`,
  `INSERT INTO article_version (tenant_id, number, version, kind, author_id, at, base_version, fields, content_hash, previous_hash, hash, chained)
   SELECT t.id, $3::int + n % ${ARTICLES}, 2 + n / ${ARTICLES}, 'checkpoint', NULL, now() - interval '400 days' + (n / ${ARTICLES}) * interval '2 hours', 1, '{}', 'v' || n, '', '', false
   FROM (SELECT id FROM tenant LIMIT 1) t, generate_series($1::int, $2::int) AS n`,
];

/** Transactions that hold locks on versions, except saves, and since when. */
const HOLDERS = `
SELECT a.pid || ' ' || extract(epoch FROM a.xact_start) AS id, extract(epoch FROM clock_timestamp() - a.xact_start)::float8 * 1000 AS ms
FROM pg_stat_activity a JOIN pg_locks l USING (pid)
WHERE l.relation = 'article_version'::regclass AND l.mode = 'RowExclusiveLock'
  AND NOT EXISTS (SELECT FROM pg_locks d WHERE d.pid = a.pid AND d.relation = 'article_draft'::regclass AND d.mode = 'RowExclusiveLock')`;

/** How long versions that are thinned out keep others waiting, while someone writes. */
export async function measureRetention({
  port,
  databaseUrl,
}: {
  readonly port: number;
  readonly databaseUrl: string;
}): Promise<void> {
  const editor = new Editor(await signIn(port));
  const { number } = await editor.create('News', 'news', 2);
  const article = await editor.create('Opening hours', 'hours');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const first = article.number + 1;
  await client.query(SEED_ARTICLES, [first, first + ARTICLES - 1, number]);
  await client.query('UPDATE article SET trashed_at = NULL, last_version = $1', [2 + VERSIONS]);
  for (let from = 0; from < VERSIONS; from += STEP) {
    const to = Math.min(VERSIONS, from + STEP) - 1;
    await client.query(SEED_VERSIONS[0] ?? '', [from, to]);
    await client.query(SEED_VERSIONS[1] ?? '', [from, to, first]);
  }
  await client.query('VACUUM (ANALYZE) article, article_version, article_content');
  await client.query('DELETE FROM retention_run');
  const left = async (): Promise<number> =>
    (await client.query<{ n: number }>('SELECT count(*)::int AS n FROM article_version')).rows[0]?.n ?? 0;
  const before = await left();
  const held = new Map<string, number>();
  const saves: number[] = [];
  const askedAt = performance.now();
  let beganAt: number | undefined;
  const isOver = (): boolean =>
    performance.now() > (beganAt === undefined ? askedAt + BEGINS_MS : beganAt + WATCHED_MS);
  const writing = (async () => {
    while (!isOver()) {
      const sentAt = performance.now();
      await editor.save(article);
      if (beganAt !== undefined) saves.push(performance.now() - sentAt);
      await sleep(50);
    }
  })();
  while (!isOver()) {
    const { rows } = await client.query<{ id: string; ms: number }>(HOLDERS);
    for (const { id, ms } of rows) held.set(id, Math.max(held.get(id) ?? 0, ms));
    beganAt ??= rows.length > 0 ? performance.now() : undefined;
  }
  await writing;
  const times = [...held.values()];
  const thinned = before - (await left());
  await client.end();
  console.log(
    `\n  ${VERSIONS.toLocaleString('en')} versions thinned out, ${((thinned / WATCHED_MS) * 1_000).toFixed(0)}/s: locks are held for p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, ` +
      `at most ${Math.max(...times).toFixed(1)} ms in ${times.length} transactions (goal 100); a save at the same time p95 ${at(saves, 0.95)} ms`,
  );
}
