import { freePort } from '@sitedesk/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Editor } from './content.js';
import { signIn } from './inbox.js';
import type { BenchPostgres } from './postgres.js';
import type { MeasuredServer } from './servers.js';

const ROWS = Number(process.env['BENCH_ARTICLE_ROWS'] ?? 1_000_000);
/** Words of a page, out of so many, of which a few are frequent. */
const WORDS = 150;
const VOCABULARY = 50_000;
const PUBLICATIONS = 100;
const READS = 20;
const POLL_MS = 200;

interface Bench {
  readonly postgres: BenchPostgres;
  readonly start: (database: string, more: Readonly<Record<string, string>>) => Promise<MeasuredServer>;
}

/** Every page has `everywhere`, one of ten `often`, one of a thousand `seldom`, one of a hundred thousand `rare`. */
const SEED = [
  `INSERT INTO publication_body (tenant_id, hash, html, slots)
   SELECT t.id, 'bench' || n, '<p>Everywhere ' || CASE WHEN n % 10 = 0 THEN 'often ' ELSE '' END || CASE WHEN n % 1000 = 0 THEN 'seldom ' ELSE '' END
       || CASE WHEN n % 100000 = 7 THEN 'rare ' ELSE '' END || words.text || '</p>', '[]'
   FROM tenant t, generate_series(1, $1::int) AS n, LATERAL (
     SELECT string_agg('w' || floor(power(random(), 3) * ${VOCABULARY})::int, ' ') AS text FROM generate_series(1, ${WORDS}) WHERE n > 0
   ) AS words`,
  `INSERT INTO publication (tenant_id, id, number, version, type, path, head, body_hash, renderer, at)
   SELECT t.id, md5('page' || n)::uuid, 1000 + n, 1, 0, '/section-' || n % 100 || '/page-' || n,
     '{"title": "A page", "unlisted": false, "canonical": null, "tags": [], "authors": []}', 'bench' || n, 1, now() - n * interval '1 minute'
   FROM tenant t, generate_series(1, $1::int) AS n`,
  `INSERT INTO live_page (tenant_id, path, kind, number, publication_id, published_at)
   SELECT tenant_id, path, 'page', number, id, at FROM publication`,
];

const SEARCHES = {
  'a word on every page': 'everywhere',
  'a word on every tenth': 'often',
  'a word on every thousandth': 'seldom',
  'a rare word': 'rare',
  'two words': 'everywhere seldom',
  'the beginning of many words': 'w12',
  'a phrase of frequent words': '"w0 w1"',
  'no page at all': 'nowhere',
} as const;

/** The search of a site with many pages: what it costs publishing, how long indexing takes, and how long visitors wait. */
export async function measureSearch(bench: Bench): Promise<void> {
  console.log(`\nsearch of ${ROWS.toLocaleString('en')} pages`);
  await measurePublishing(bench);
  await measureSearches(bench);
}

const document = (words: number): object => ({
  type: 'doc',
  content: Array.from({ length: Math.ceil(words / 100) }, () => ({
    type: 'paragraph',
    content: [
      {
        type: 'text',
        text: Array.from({ length: 100 }, () => `w${Math.floor(Math.random() ** 3 * VOCABULARY)}`).join(' '),
      },
    ],
  })),
});

async function measurePublishing({ postgres, start }: Bench): Promise<void> {
  const sides = [];
  for (const search of ['false', 'true']) {
    const database = await postgres.createDatabase(`publish_${search}`);
    const server = await start(database, { SITE__SEARCH: search, OUTBOX_WORKER: 'on', SITE_PORT: '0' });
    const editor = new Editor(await signIn(server.port));
    if (search === 'true') await complete(database, 0);
    sides.push({ server, editor });
  }
  for (const words of [300, 5_000]) {
    const times: number[][] = [[], []];
    for (let round = 0; round < PUBLICATIONS; round += 1)
      for (const [side, { editor }] of sides.entries()) {
        const article = await editor.create(`Page ${words} ${round}`, `page-${words}-${round}`);
        await editor.save(article, document(words));
        const began = performance.now();
        await editor.publish(article);
        times[side]?.push(performance.now() - began);
      }
    const [off = [], on = []] = times;
    console.log(
      `  publishing ${words} words: p50 ${at(off, 0.5)} ms without, ${at(on, 0.5)} ms with the search; p95 ${at(off, 0.95)} and ${at(on, 0.95)} ms`,
    );
  }
  for (const { server } of sides) await server.stop();
}

async function measureSearches({ postgres, start }: Bench): Promise<void> {
  const database = await postgres.createDatabase('search');
  const sitePort = await freePort();
  const env = { SITE_PORT: String(sitePort), OUTBOX_WORKER: 'on', RATELIMIT__SITESEARCH: '1000000/60' };
  const before = await start(database, env);
  await before.stop();
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  for (const statement of SEED) await client.query(statement, statement.includes('$1') ? [ROWS] : []);
  await client.query('VACUUM (ANALYZE) publication, live_page, publication_body');
  const server = await start(database, { ...env, SITE__SEARCH: 'true' });
  const editor = new Editor(await signIn(server.port));
  const began = performance.now();
  let isDone = false;
  const indexing = complete(database, ROWS).then(() => (isDone = true));
  const during: number[] = [];
  for (let round = 0; !isDone && round < PUBLICATIONS; round += 1) {
    const article = await editor.create(`During ${round}`, `during-${round}`);
    await editor.save(article, document(300));
    const askedAt = performance.now();
    await editor.publish(article);
    during.push(performance.now() - askedAt);
  }
  await indexing;
  const seconds = (performance.now() - began) / 1_000;
  const { rows } = await client.query<{ size: string }>(
    `SELECT pg_total_relation_size('search_page')::text AS size`,
  );
  console.log(
    `  indexed in ${seconds.toFixed(0)} s, ${(Number(rows[0]?.size) / 1_024 / ROWS).toFixed(1)} KB a page; ` +
      `publishing in the meantime p50 ${at(during, 0.5)} ms, p95 ${at(during, 0.95)} ms`,
  );
  await client.query('VACUUM (ANALYZE) search_page');
  await client.end();
  for (const [title, q] of Object.entries(SEARCHES)) {
    const times: number[] = [];
    let answer = '';
    for (let round = 0; round < READS; round += 1) {
      const askedAt = performance.now();
      const response = await fetch(`http://127.0.0.1:${sitePort}/search?q=${encodeURIComponent(q)}`);
      answer =
        /<p class="(?:empty|notice)">(?<text>[^<]*)/.exec(await response.text())?.groups?.['text'] ?? '';
      times.push(performance.now() - askedAt);
    }
    console.log(`  ${title}: p50 ${at(times, 0.5)} ms, max ${at(times, 1)} ms (${answer})`);
  }
  await server.stop();
}

/** Resolves when the words of all pages are indexed. */
async function complete(database: string, pages: number): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  for (;;) {
    const { rows } = await client.query<{ is_complete: boolean }>('SELECT is_complete FROM search_index');
    if (rows[0]?.is_complete) break;
    await sleep(pages > 0 ? POLL_MS : 20);
  }
  await client.end();
}

const at = (times: readonly number[], share: number): string => {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
};
