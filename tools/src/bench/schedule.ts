import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { answerOf, at, Editor } from './content.js';
import { signIn } from './inbox.js';
import { type MeasuredServer, median } from './servers.js';

/** Plans that are due at one moment; fewer for a quick look. */
const PLANS = Number(process.env['BENCH_PLANS'] ?? 10_000);
const ROUNDS = 3;
/** As many as the product carries out in one transaction. */
const BATCH = 250;
/** Counting what is left takes the database's time, whether anything is left doesn't. */
const COUNT_MS = 250;
const LOOK_MS = 25;
/** Until the plans are due: they are made before, and a moment that has come isn't moved. */
const LEAD_MS = 5_000;

/** Each article has 12 KB of text, which is its own. */
const SENTENCE = 'Open on most days of the year. ';
const SENTENCES = Math.ceil(12_288 / SENTENCE.length);
const VISIT_MS = 2;

/** Inserts a row like `d` for each number `m`, but for some members. What the database generates itself isn't given. */
const copyOf = (table: string, row: string, members: string): string => `DO $$ BEGIN EXECUTE (
  SELECT format('INSERT INTO ${table} (%s) SELECT %s FROM (${quoted(row)}) d, made m, jsonb_populate_record(NULL::${table}, to_jsonb(d) || jsonb_build_object(${quoted(members)})) x',
    string_agg(quote_ident(column_name), ', '), string_agg('x.' || quote_ident(column_name), ', '))
  FROM information_schema.columns WHERE table_name = '${table}' AND is_generated = 'NEVER'); END $$`;
const quoted = (sql: string): string => sql.replaceAll("'", "''").replaceAll('%', '%%');

/** Articles like the one that is there, at addresses of their own, with a text and a plan each that isn't due yet. */
const SEED = [
  `CREATE TEMP TABLE made AS SELECT n AS number FROM generate_series($1::int, $2::int) AS n`,
  copyOf(
    'article',
    `SELECT * FROM article WHERE slug = 'bench'`,
    `'number', m.number, 'id', gen_random_uuid(), 'slug', 'bench-' || m.number,
     'path', '/bench-' || m.number`,
  ),
  `INSERT INTO article_content SELECT tenant_id, 'bench-' || m.number, jsonb_set(document, '{content}', jsonb_build_array(jsonb_set(
     document->'content'->0, '{content,0,text}', to_jsonb('Article ' || m.number || '. ' || repeat('${SENTENCE}', ${SENTENCES}))))), ${SENTENCES}
     FROM article_draft d JOIN article a USING (tenant_id, number), made m WHERE a.slug = 'bench'`,
  ...Object.entries({
    article_draft: '',
    article_version: `, 'version', 2, 'content_hash', 'bench-' || m.number`,
  }).map(([table, more]) =>
    copyOf(
      table,
      `SELECT d.* FROM ${table} d JOIN article a USING (tenant_id, number) WHERE a.slug = 'bench' LIMIT 1`,
      `'number', m.number, 'fields', d.fields || jsonb_build_object('slug', 'bench-' || m.number)${more}`,
    ),
  ),
  copyOf(
    'publication_job',
    `SELECT j.* FROM publication_job j JOIN article a USING (tenant_id, number) WHERE a.slug = 'bench' LIMIT 1`,
    `'number', m.number, 'id', gen_random_uuid()`,
  ),
  copyOf(
    'planned_page',
    `SELECT p.* FROM planned_page p JOIN publication_job j ON j.id = p.plan_id JOIN article a ON a.number = j.number WHERE a.slug = 'bench'`,
    `'plan_id', (SELECT id FROM publication_job j WHERE j.number = m.number), 'content_hash', 'bench-' || m.number,
     'body_hash', 'bench-' || m.number, 'html', '<p>Article ' || m.number || '. ' || repeat('${SENTENCE}', ${SENTENCES}) || '</p>'`,
  ),
  `DROP TABLE made`,
];

/** What a publication leaves at the least, row by row. */
const BARE = [
  `CREATE TABLE IF NOT EXISTS bench_bare (number integer PRIMARY KEY, body text, state text)`,
  `CREATE TABLE IF NOT EXISTS bench_live (path text PRIMARY KEY, number integer)`,
  `CREATE TABLE IF NOT EXISTS bench_log (id bigserial PRIMARY KEY, number integer, at timestamptz)`,
];

/**
 * How long plans that are due at one moment take on two instances, of which one is killed when half are done, against a loop that
 * writes four rows for each in transactions of the same size; and how long a visitor waits for a page in the meantime.
 */
export async function measureSchedule({
  port,
  sitePort,
  databaseUrl,
  another,
}: {
  readonly port: number;
  readonly sitePort: number;
  readonly databaseUrl: string;
  /** Starts another instance. */
  readonly another: () => Promise<MeasuredServer>;
}): Promise<void> {
  const editor = new Editor(await signIn(port));
  const planned = await editor.create('Bench', 'bench');
  await editor.save(planned);
  await editor.plan(planned, new Date(Date.now() + 24 * 3_600_000));
  const shown = await editor.create('Opening hours', 'hours');
  await editor.save(shown);
  await editor.publish(shown);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ratios: number[] = [];
  const times: number[] = [];
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = 1_000 + round * PLANS;
    await seed(client, first);
    const killed = await another();
    const visitor = visit(sitePort, waits);
    const dueAt = new Date(Date.now() + LEAD_MS);
    await client.query('UPDATE publication_job SET due_at = $2, next_at = $2 WHERE number >= $1', [
      first,
      dueAt,
    ]);
    await client.query('VACUUM (ANALYZE) publication_job');
    if (Date.now() >= dueAt.getTime()) throw new Error('The plans were due before they were made.');
    await sleep(dueAt.getTime() - Date.now() + 2);
    const ours = await timed(() => carriedOut(client, first, killed));
    await visitor.stop();
    const bare = await timed(() => bareLoop(client, first));
    times.push(ours);
    ratios.push(ours / bare);
  }
  await client.end();
  console.log(
    `\n${PLANS.toLocaleString('en')} plans due at one moment, one of two instances killed: ${(median(times) / 1_000).toFixed(1)} s, ` +
      `${(PLANS / (median(times) / 1_000)).toFixed(0)}/s (goal 5 s for 10,000), x${median(ratios).toFixed(2)} of a bare loop of four statements each; ` +
      `a page in the meantime p50 ${at(waits, 0.5)} ms, p99 ${at(waits, 0.99)} ms (goal 50)`,
  );
}

/** Someone who looks at a live page again and again. */
function visit(port: number, waits: number[]): { stop(): Promise<void> } {
  const agent = new Agent({ keepAlive: true });
  const target = { port, host: '127.0.0.1', path: '/hours', agent, headers: { Host: 'localhost' } };
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      const startedAt = performance.now();
      const { status } = await answerOf(request(target).end());
      if (status !== 200) throw new Error(`The page was answered ${status}.`);
      waits.push(performance.now() - startedAt);
      await sleep(VISIT_MS);
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      agent.destroy();
    },
  };
}

async function seed(client: pg.Client, first: number): Promise<void> {
  for (const statement of SEED) {
    const values = statement.includes('$1') ? [first, first + PLANS - 1] : [];
    await client.query(statement, values);
  }
  for (const table of [
    'article',
    'article_content',
    'article_draft',
    'article_version',
    'publication_job',
    'planned_page',
  ])
    await client.query(`VACUUM (ANALYZE) ${table}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function carriedOut(client: pg.Client, first: number, killed: MeasuredServer): Promise<void> {
  const isLeft = async (more: number): Promise<boolean> => {
    const { rows } = await client.query(
      `SELECT 1 FROM publication_job WHERE state = 'waiting' AND release_id IS NULL AND next_at <= now() OFFSET $1 LIMIT 1`,
      [more],
    );
    return rows.length > 0;
  };
  while (await isLeft(PLANS / 2)) await sleep(COUNT_MS);
  await killed.kill();
  while (await isLeft(0)) await sleep(LOOK_MS);
  const { rows } = await client.query<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM publication_job WHERE number >= $1 GROUP BY state',
    [first],
  );
  if (rows.length !== 1 || rows[0]?.state !== 'done' || rows[0].count !== PLANS)
    throw new Error(`Plans were not carried out: ${JSON.stringify(rows)}`);
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
