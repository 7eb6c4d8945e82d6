import { freePort } from '@sitedesk/testing';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { at, Editor, SEED_ARTICLES } from './content.js';
import { ask } from './export.js';
import { type Browser, signIn } from './inbox.js';
import type { BenchPostgres } from './postgres.js';
import type { MeasuredServer } from './servers.js';

/** Fewer for a quick look. */
const FILES = Number(process.env['BENCH_FILE_ROWS'] ?? 200_000);
const USES = 100_000;
const READS = 41;
const MEGABYTE = 1024 * 1024;
const UPLOAD_MEGABYTES = 200;
const CUTS = 20;
const PICTURES = 6;
const UPLOADS_AT_ONCE = 50;
/** The room that the site has, and what each of the uploads would take. */
const QUOTA_MEGABYTES = 1_000;
const EACH_MEGABYTES = 100;
/** Of an archive that someone downloads. */
const ZIP_MEGABYTES = Number(process.env['BENCH_ZIP_MEGABYTES'] ?? 1_000);

interface Bench {
  readonly postgres: BenchPostgres;
  readonly start: (database: string, more: Readonly<Record<string, string>>) => Promise<MeasuredServer>;
}

/** Uploads, pictures, the quota, and the lists of a library with many files. */
export async function measureFiles({ postgres, start }: Bench): Promise<void> {
  console.log('\nfiles');
  const folder = mkdtempSync(join(tmpdir(), 'sitedesk-bench-files-'));
  const database = await postgres.createDatabase('files');
  const sitePort = await freePort();
  const env = { DATA_DIR: folder, FILES__QUOTAMEGABYTES: '100000', FILES__FILEMEGABYTES: '1000' };
  const server = await start(database, { ...env, SITE_PORT: String(sitePort) });
  const browser = await signIn(server.port);
  await measureUploads(server, browser);
  await measureZip(server, database, browser);
  await measurePictures(server, browser, sitePort);
  await measureLists(database, browser);
  await server.stop();
  await measureQuota({ postgres, start }, folder);
  rmSync(folder, { recursive: true, force: true });
}

async function measureUploads(server: MeasuredServer, browser: Browser): Promise<void> {
  const octets = randomBytes(UPLOAD_MEGABYTES * MEGABYTE);
  const rates: number[] = [];
  let grown = 0;
  for (const cuts of [0, CUTS]) {
    const content = Buffer.concat([octets, Buffer.from(String(cuts))]);
    const before = server.rssMb();
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, server.rssMb())), 50);
    const startedAt = performance.now();
    const hash = await upload(browser, `film-${cuts}.bin`, content, cuts);
    rates.push((UPLOAD_MEGABYTES / (performance.now() - startedAt)) * 1_000);
    clearInterval(timer);
    grown = Math.max(grown, peak - before);
    if (hash !== createHash('sha256').update(content).digest('hex')) throw new Error('Another file arrived.');
  }
  const [whole = 0, cut = 0] = rates;
  console.log(
    `  upload of ${UPLOAD_MEGABYTES} MB: ${whole.toFixed(0)} MB/s whole, ${cut.toFixed(0)} MB/s with ${CUTS} cuts, the hash is right; memory +${grown.toFixed(0)} MB`,
  );
}

/** Many files as one archive: the last upload in as many files as it takes, which a folder has. */
async function measureZip(server: MeasuredServer, database: string, browser: Browser): Promise<void> {
  const made = await ask(browser, 'POST', '/editor/folders', { name: 'Films' });
  const { id: folder } = (await made.json()) as { id: string }; // the contract's word
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(
    `INSERT INTO file (tenant_id, id, folder_id, name, name_key, kind, type, size, hash, created_at, changed_at)
     SELECT tenant_id, md5('film' || n)::uuid, $1, n || name, n || name_key, kind, type, size, hash, now(), now()
     FROM (SELECT * FROM file ORDER BY size DESC LIMIT 1) film, generate_series(1, $2::int) AS n`,
    [folder, Math.ceil(ZIP_MEGABYTES / UPLOAD_MEGABYTES)],
  );
  await client.end();
  const before = server.rssMb();
  let [peak, octets] = [before, 0];
  const timer = setInterval(() => (peak = Math.max(peak, server.rssMb())), 50);
  const startedAt = performance.now();
  const { body } = await ask(browser, 'GET', `/editor/files/zip?folders=${folder}`);
  for await (const chunk of body ?? []) octets += chunk.length;
  clearInterval(timer);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(
    `  archive of ${(octets / MEGABYTE).toFixed(0)} MB: ${seconds.toFixed(1)} s, ${(octets / MEGABYTE / seconds).toFixed(0)} MB/s, memory +${(peak - before).toFixed(0)} MB (goal 64)`,
  );
}

/** @returns the hash that the server found */
async function upload(browser: Browser, name: string, content: Buffer, cuts = 0): Promise<string> {
  const path = await begin(browser, name, content.length);
  const step = Math.floor(content.length / (cuts + 1));
  let offset = 0;
  for (let left = cuts; offset < content.length;) {
    const isCut = left > 0;
    const end = isCut ? offset + step : content.length;
    const isTaken = await send(browser, path, offset, content.subarray(offset, end), content.length, isCut);
    if (isTaken && !isCut) break;
    if (isCut) left -= 1;
    // What was under way when it was cut may still be written.
    offset = await received(browser, path);
  }
  const file = await ask(browser, 'GET', `/editor/files/${path.split('/').at(-1)}`);
  return ((await file.json()) as { hash: string }).hash; // the contract's word
}

async function begin(browser: Browser, name: string, length: number): Promise<string> {
  const answer = await beginUpload(browser, name, length);
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`An upload was answered ${answer.status}: ${await answer.text()}`);
  return location;
}

const beginUpload = ({ port, cookie, csrfToken }: Browser, name: string, length: number): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/editor/uploads`, {
    method: 'POST',
    headers: {
      Cookie: cookie,
      'X-CSRF-Token': csrfToken,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(length),
      'Upload-Metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });

/**
 * Sends a part; where it's cut, it hangs up though it said that more comes.
 * @param length of the whole upload
 * @returns false where it doesn't begin where the last one ended, or the server still writes what came before a cut
 */
function send(
  { port, cookie, csrfToken }: Browser,
  path: string,
  offset: number,
  part: Buffer,
  length: number,
  isCut: boolean,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      path,
      method: 'PATCH',
      headers: {
        Cookie: cookie,
        'X-CSRF-Token': csrfToken,
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': offset,
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': length - offset,
      },
    });
    outgoing.on('error', isCut ? () => undefined : reject);
    if (isCut) {
      outgoing.on('close', () => resolve(true));
      outgoing.write(part, () => outgoing.destroy());
      return;
    }
    outgoing.on('response', (incoming) => {
      incoming.resume().on('end', () => {
        const status = incoming.statusCode ?? 0;
        if ([204, 409, 423].includes(status)) resolve(status === 204);
        else reject(new Error(`A part was answered ${incoming.statusCode}.`));
      });
    });
    outgoing.end(part);
  });
}

/** Waits until the server has noticed the cut. */
async function received({ port, cookie }: Browser, path: string): Promise<number> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'HEAD',
      headers: { Cookie: cookie, 'Tus-Resumable': '1.0.0' },
    });
    const offset = Number(answer.headers.get('upload-offset'));
    if (answer.ok && offset > 0) return offset;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What a phone takes, in all widths and formats that a page names, when they are asked for first. */
async function measurePictures(server: MeasuredServer, browser: Browser, sitePort: number): Promise<void> {
  const editor = new Editor(browser);
  const ids: string[] = [];
  for (let index = 0; index < PICTURES; index += 1) {
    const noise = await sharp(randomBytes(750 * 563 * 3), { raw: { width: 750, height: 563, channels: 3 } })
      .blur(4)
      .resize(4_000, 3_000)
      .jpeg({ quality: 90 })
      .toBuffer();
    const path = await begin(browser, `photo-${index}.jpg`, noise.length);
    await send(browser, path, 0, noise, noise.length, false);
    ids.push(path.split('/').at(-1) ?? '');
  }
  const article = await editor.create('Pictures', 'pictures');
  const blocks = ids.map((file) => ({ type: 'image', attrs: { file, alt: 'A photo' } }));
  await editor.save(article, { type: 'doc', content: blocks });
  await editor.publish(article);
  const page = await (await fetch(`http://127.0.0.1:${sitePort}/pictures`)).text();
  const named = [...page.matchAll(/\/media\/[^\s",]+/g)].map(([url]) => url);
  const urls = [...new Set(named)].filter((url) => /\/\d+-(?:webp|avif)\./.test(url));
  if (urls.length === 0) throw new Error('The page names no sizes of pictures.');
  const times: number[] = [];
  const before = server.rssMb();
  let peak = before;
  const startedAt = performance.now();
  for (const url of urls) {
    const askedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${sitePort}${url}`);
    if (!answer.ok) throw new Error(`${url} was answered ${answer.status}.`);
    await answer.arrayBuffer();
    times.push(performance.now() - askedAt);
    peak = Math.max(peak, server.rssMb());
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(
    `  ${urls.length} sizes of ${PICTURES} photos of 12 megapixels, one processor: ${(urls.length / seconds).toFixed(1)} pictures/s, p50 ${at(times, 0.5)} ms, ` +
      `max ${Math.max(...times).toFixed(0)} ms, memory +${(peak - before).toFixed(0)} MB`,
  );
}

const SEED = [
  `INSERT INTO file (tenant_id, id, name, name_key, kind, type, size, hash, created_at, changed_at)
   SELECT t.id, md5('file' || n)::uuid, w.word || ' ' || substr(md5(n::text), 1, 7) || '.bin', lower(w.word) || ' ' || substr(md5(n::text), 1, 7) || '.bin',
     'other', 'application/octet-stream', b.size, b.hash, now() - n * interval '1 second', now()
   FROM tenant t, (SELECT hash, size FROM blob ORDER BY size LIMIT 1) b, generate_series(1, $1::int) AS n,
     LATERAL (SELECT (ARRAY['Garden','Window','Table','Price','Opening','Visit','Order','Parking'])[1 + n % 8] || CASE WHEN n % 1000 = 0 THEN ' plumber' ELSE '' END AS word) w`,
  `INSERT INTO file_version (tenant_id, file_id, version, name, type, hash, size, created_at)
   SELECT tenant_id, id, 1, name, type, hash, size, created_at FROM file f WHERE NOT EXISTS (SELECT FROM file_version v WHERE v.file_id = f.id)`,
];

async function measureLists(database: string, browser: Browser): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  for (const statement of SEED) await client.query(statement, statement.includes('$1') ? [FILES] : []);
  await client.query('VACUUM (ANALYZE) file, file_version, blob');
  const timesOf = async (path: string): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let read = 0; read < READS; read += 1) {
      const askedAt = performance.now();
      await (await ask(browser, 'GET', path)).text();
      times.push(performance.now() - askedAt);
    }
    return times;
  };
  console.log(`  ${FILES.toLocaleString('en')} files in one folder, p95`);
  for (const order of ['name', 'newest', 'largest']) {
    const path = `/editor/files?limit=100&order=${order}`;
    let cursor: string | null = '';
    for (let page = 0; page < 20 && cursor !== null; page += 1) {
      const answer = await ask(browser, 'GET', `${path}${cursor && `&cursor=${cursor}`}`);
      ({ nextCursor: cursor } = (await answer.json()) as { nextCursor: string | null }); // the contract's word
    }
    console.log(
      `    by ${order.padEnd(8)} first page ${at(await timesOf(path), 0.95)} ms, the 21st ${at(await timesOf(`${path}&cursor=${cursor}`), 0.95)} ms (goal 100)`,
    );
  }
  for (const q of ['garden', 'plumber', 'gar', 'nothing'])
    console.log(
      `    search ${q.padEnd(8)} ${at(await timesOf(`/editor/files?limit=100&q=${q}`), 0.95)} ms (goal 150)`,
    );
  const { rows } = await client.query<{ id: string }>('SELECT id FROM file ORDER BY id LIMIT 10000');
  const files = rows.map(({ id }) => id);
  const made = await ask(browser, 'POST', '/editor/folders', { name: 'Moved' });
  const { id: into } = (await made.json()) as { id: string }; // as above
  const movedAt = performance.now();
  await ask(browser, 'POST', '/editor/files/move', { files, into });
  console.log(
    `    ${files.length.toLocaleString('en')} moved in one action: ${(performance.now() - movedAt).toFixed(0)} ms`,
  );
  await measureUses(client, browser, timesOf, files[0] ?? '');
  await client.end();
}

async function measureUses(
  client: pg.Client,
  browser: Browser,
  timesOf: (path: string) => Promise<readonly number[]>,
  file: string,
): Promise<void> {
  const blog = await new Editor(browser).create('News', 'news', 2);
  await client.query(SEED_ARTICLES, [blog.number + 1, blog.number + USES, blog.number]);
  await client.query(
    `INSERT INTO file_usage (tenant_id, file_id, number, draft, live) SELECT tenant_id, $1, number, true, number % 2 = 0 FROM article WHERE number > $2`,
    [file, blog.number],
  );
  await client.query('UPDATE file SET is_used = true WHERE id = $1', [file]);
  await client.query('VACUUM (ANALYZE) file_usage, article');
  const uses = await timesOf(`/editor/files/${file}/usages?limit=50`);
  const body = JSON.stringify({ files: [file] });
  const refused: number[] = [];
  const { port, cookie, csrfToken } = browser;
  for (let turn = 0; turn < READS; turn += 1) {
    const askedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/editor/files/trash`, {
      method: 'POST',
      headers: { Cookie: cookie, 'X-CSRF-Token': csrfToken, 'Content-Type': 'application/json' },
      body,
    });
    await answer.text();
    if (answer.status !== 409) throw new Error(`A used file was answered ${answer.status}.`);
    refused.push(performance.now() - askedAt);
  }
  console.log(
    `    a file that ${USES.toLocaleString('en')} articles use: its uses p95 ${at(uses, 0.95)} ms, refusing to throw it away p95 ${at(refused, 0.95)} ms (goal 100)`,
  );
}

/** Fifty uploads that begin at once at two instances, of which ten fit. */
async function measureQuota({ postgres, start }: Bench, folder: string): Promise<void> {
  const database = await postgres.createDatabase('quota');
  const env = {
    DATA_DIR: folder,
    FILES__QUOTAMEGABYTES: String(QUOTA_MEGABYTES),
    FILES__FILEMEGABYTES: String(EACH_MEGABYTES),
  };
  const servers = [await start(database, env), await start(database, env)];
  const browser = await signIn(servers[0]?.port ?? 0);
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: UPLOADS_AT_ONCE }, (_, index) =>
      beginUpload(
        { ...browser, port: servers[index % 2]?.port ?? 0 },
        `${index}.bin`,
        EACH_MEGABYTES * MEGABYTE,
      ),
    ),
  );
  const ms = performance.now() - startedAt;
  const storage = await ask(browser, 'GET', '/editor/files/storage');
  const { reserved } = (await storage.json()) as { reserved: number }; // the contract's word
  const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
  console.log(
    `  ${UPLOADS_AT_ONCE} uploads of ${EACH_MEGABYTES} MB begin at once at two instances, room for ${QUOTA_MEGABYTES} MB: ${count(201)} accepted, ${count(413)} refused before a byte, ` +
      `${reserved / MEGABYTE} MB reserved, ${ms.toFixed(0)} ms for all`,
  );
  for (const server of servers) await server.stop();
}
