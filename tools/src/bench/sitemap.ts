import { freePort } from '@sitedesk/testing';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { BenchPostgres } from './postgres.js';
import type { MeasuredServer } from './servers.js';

const ROWS = Number(process.env['BENCH_ARTICLE_ROWS'] ?? 1_000_000);
const READS = 50;

interface Bench {
  readonly postgres: BenchPostgres;
  readonly start: (database: string, more: Readonly<Record<string, string>>) => Promise<MeasuredServer>;
}

const SEED = [
  `INSERT INTO publication_body (tenant_id, hash, html, slots) SELECT id, 'bench', '<p>Words.</p>', '[]' FROM tenant`,
  `INSERT INTO publication (tenant_id, id, number, version, type, path, head, body_hash, renderer, at)
   SELECT t.id, md5('page' || n)::uuid, n, 1, 0, '/section-' || n % 100 || '/a-page-of-the-site-' || n,
     '{"title": "A page", "unlisted": false, "canonical": null, "tags": [], "authors": []}', 'bench', 1, now()
   FROM tenant t, generate_series(1, $1::int) AS n`,
  `INSERT INTO live_page (tenant_id, path, kind, number, publication_id, published_at)
   SELECT tenant_id, path, 'page', number, id, at FROM publication`,
];

/** The sitemap of a site with many pages: how long a search engine waits, and what it takes. */
export async function measureSitemap({ postgres, start }: Bench): Promise<void> {
  console.log(`\nsitemap of ${ROWS.toLocaleString('en')} pages`);
  const database = await postgres.createDatabase('sitemap');
  const sitePort = await freePort();
  const server = await start(database, {
    SITE_PORT: String(sitePort),
    SITE__PUBLICURL: 'https://www.example.com',
  });
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  for (const statement of SEED) await client.query(statement, statement.includes('$1') ? [ROWS] : []);
  await client.query('VACUUM (ANALYZE) publication, live_page');
  const read = (path: string): Promise<Read> => readGzip(sitePort, path);
  await read('/robots.txt');
  const before = server.rssMb();
  const index = await read('/sitemap.xml');
  const paths = [...index.text.matchAll(/<loc>https:\/\/www\.example\.com([^<]+)/g)].map(
    ([, path = '']) => path,
  );
  const [cold, sizes, urls]: [number[], number[], number[]] = [[], [], []];
  let peak = Math.max(before, server.rssMb());
  for (const path of paths) {
    const part = await read(path);
    cold.push(part.firstByteMs);
    sizes.push(Buffer.byteLength(part.text));
    urls.push(part.text.split('<url>').length - 1);
    peak = Math.max(peak, server.rssMb());
  }
  const warm = await firstBytes(paths, read);
  console.log(
    `  index of ${paths.length} parts after ${index.firstByteMs.toFixed(0)} ms; parts of up to ${Math.max(...urls).toLocaleString('en')} URLs and ` +
      `${(Math.max(...sizes) / 1_048_576).toFixed(1)} MB: first byte p50 ${at(cold, 0.5)} ms when it has to be made, ` +
      `warm p50 ${at(warm, 0.5)} ms, p95 ${at(warm, 0.95)} ms (goal 50); memory +${(peak - before).toFixed(0)} MB (goal 64)`,
  );
  await client.query(`UPDATE live_page SET hidden = true WHERE number = $1`, [Math.min(ROWS, 50_000)]);
  await client.query(`SELECT pg_notify('sitedesk_pages', id::text) FROM tenant`);
  const again: { readonly tag: string; readonly ms: number }[] = [];
  for (const path of paths) {
    const { tag, firstByteMs } = await read(path);
    again.push({ tag, ms: firstByteMs });
  }
  const renewed = await Promise.all(paths.map(async (path) => (await read(path)).tag));
  console.log(
    `  after a page was withdrawn: first byte p50 ${at(
      again.map(({ ms }) => ms),
      0.5,
    )} ms, max ${at(
      again.map(({ ms }) => ms),
      1,
    )} ms; the same parts again: ${renewed.every((tag, part) => tag === again[part]?.tag)}`,
  );
  await client.end();
  await server.stop();
}

interface Read {
  readonly text: string;
  readonly tag: string;
  readonly firstByteMs: number;
}

async function firstBytes(
  paths: readonly string[],
  read: (path: string) => Promise<Read>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < READS; turn += 1) {
    const { firstByteMs } = await read(paths[turn % paths.length] ?? '');
    times.push(firstByteMs);
  }
  return times;
}

function readGzip(port: number, path: string): Promise<Read> {
  const askedAt = performance.now();
  const headers = { Host: 'www.example.com', 'Accept-Encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', path, headers }, (incoming) => {
      let firstByteMs = 0;
      incoming.once('data', () => {
        firstByteMs = performance.now() - askedAt;
      });
      incoming.toArray().then((chunks: Buffer[]) => {
        const octets = Buffer.concat(chunks);
        const isCoded = incoming.headers['content-encoding'] === 'gzip';
        const text = (isCoded ? gunzipSync(octets) : octets).toString();
        resolve({ text, tag: String(incoming.headers.etag), firstByteMs });
      }, reject);
    });
    outgoing.on('error', reject).end();
  });
}

const at = (times: readonly number[], share: number): string => {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
};
