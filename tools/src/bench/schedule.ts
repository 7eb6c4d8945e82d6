import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { signIn } from './inbox.js';
import { median } from './servers.js';

/** Plans that are due at one moment; fewer for a quick look. */
const PLANS = Number(process.env['BENCH_PLANS'] ?? 10_000);
const ROUNDS = 3;
/** As many as the product carries out in one transaction. */
const BATCH = 100;
const LOOK_MS = 20;

/** Articles like the site's home page at addresses of their own, with a plan each that is not due yet. */
const SEED = [
  `CREATE TEMP TABLE made AS SELECT n AS number FROM generate_series($1::int, $2::int) AS n`,
  `INSERT INTO article SELECT (jsonb_populate_record(a, jsonb_build_object('number', m.number, 'id', gen_random_uuid(), 'slug', 'bench-' || m.number,
     'path', '/bench-' || m.number))).* FROM (SELECT * FROM article ORDER BY number LIMIT 1) a, made m`,
  ...['article_draft', 'article_version'].map(
    (
      table,
    ) => `INSERT INTO ${table} SELECT (jsonb_populate_record(d, jsonb_build_object('number', m.number, 'fields',
     d.fields || jsonb_build_object('slug', 'bench-' || m.number)))).* FROM (SELECT * FROM ${table} ORDER BY number LIMIT 1) d, made m`,
  ),
  `INSERT INTO publication_job (tenant_id, id, number, action, version, state, due_at, next_at, planned_by, planned_at)
     SELECT a.tenant_id, gen_random_uuid(), m.number, 'publish', 1, 'waiting', now() + interval '1 hour', now() + interval '1 hour', a.owner_id, now()
     FROM (SELECT * FROM article ORDER BY number LIMIT 1) a, made m`,
  `DROP TABLE made`,
];

/** What a publication leaves at the least, row by row. */
const BARE = [
  `CREATE TABLE IF NOT EXISTS bench_bare (number integer PRIMARY KEY, body text, state text)`,
  `CREATE TABLE IF NOT EXISTS bench_live (path text PRIMARY KEY, number integer)`,
  `CREATE TABLE IF NOT EXISTS bench_log (id bigserial PRIMARY KEY, number integer, at timestamptz)`,
];

/**
 * How long plans that are due at one moment take, against a loop that writes four rows for each in transactions of the same size.
 */
export async function measureSchedule(port: number, databaseUrl: string): Promise<void> {
  await createArticle(port);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ratios: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = 1_000 + round * PLANS;
    await seed(client, first);
    const ours = await timed(() => carriedOut(client, first));
    const bare = await timed(() => bareLoop(client, first));
    times.push(ours);
    ratios.push(ours / bare);
  }
  await client.end();
  console.log(
    `\n${PLANS.toLocaleString('en')} plans due at one moment: ${(median(times) / 1_000).toFixed(1)} s, ` +
      `${(PLANS / (median(times) / 1_000)).toFixed(0)}/s, x${median(ratios).toFixed(2)} of a bare loop of four statements each`,
  );
}

/** The one that the others are copies of. */
async function createArticle(port: number): Promise<void> {
  const { cookie } = await signIn(port);
  const origin = `http://127.0.0.1:${port}`;
  const answer = await fetch(`${origin}/editor/articles`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie, Origin: origin },
    body: JSON.stringify({ type: 0, title: 'Bench' }),
  });
  if (answer.status !== 201)
    throw new Error(`Creating an article was answered ${answer.status}: ${await answer.text()}`);
}

async function seed(client: pg.Client, first: number): Promise<void> {
  for (const statement of SEED) {
    const values = statement.includes('$1') ? [first, first + PLANS - 1] : [];
    await client.query(statement, values);
  }
  for (const table of ['article', 'article_draft', 'article_version', 'publication_job'])
    await client.query(`VACUUM (ANALYZE) ${table}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function carriedOut(client: pg.Client, first: number): Promise<void> {
  await client.query('UPDATE publication_job SET due_at = now(), next_at = now() WHERE number >= $1', [
    first,
  ]);
  for (;;) {
    const { rows } = await client.query<{ state: string; count: number }>(
      'SELECT state, count(*)::int AS count FROM publication_job WHERE number >= $1 GROUP BY state',
      [first],
    );
    const done = rows.find(({ state }) => state === 'done')?.count ?? 0;
    if (done === PLANS) return;
    if (rows.some(({ state }) => state !== 'done' && state !== 'waiting'))
      throw new Error(`Plans were not carried out: ${JSON.stringify(rows)}`);
    await sleep(LOOK_MS);
  }
}

async function bareLoop(client: pg.Client, first: number): Promise<void> {
  for (const statement of BARE) await client.query(statement);
  for (let from = first; from < first + PLANS; from += BATCH) {
    await client.query('BEGIN');
    for (let number = from; number < Math.min(from + BATCH, first + PLANS); number += 1) {
      await client.query({
        name: 'bare_body',
        text: 'INSERT INTO bench_bare VALUES ($1, $2, $3)',
        values: [number, 'x', 'waiting'],
      });
      await client.query({
        name: 'bare_live',
        text: 'INSERT INTO bench_live VALUES ($1, $2)',
        values: [`/bench-${number}`, number],
      });
      await client.query({
        name: 'bare_log',
        text: 'INSERT INTO bench_log (number, at) VALUES ($1, now())',
        values: [number],
      });
      await client.query({
        name: 'bare_state',
        text: `UPDATE bench_bare SET state = 'done' WHERE number = $1`,
        values: [number],
      });
    }
    await client.query('COMMIT');
  }
}
