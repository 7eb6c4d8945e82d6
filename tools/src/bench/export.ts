import type { FolderExport } from '@sitedesk/contract/site-export';
import type { SiteArchive } from '@sitedesk/contract/site-archive';
import { freePort } from '@sitedesk/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { addColdPages, Editor } from './content.js';
import { type Browser, signIn } from './inbox.js';
import type { BenchPostgres } from './postgres.js';
import type { MeasuredServer } from './servers.js';
import { BENCH_MASTER_KEY } from './tokens.js';

/** Fewer for a quick look. */
const PAGES = Number(process.env['BENCH_EXPORT_PAGES'] ?? 10_000);
const ROWS = Number(process.env['BENCH_ARTICLE_ROWS'] ?? 1_000_000);
const WRITERS = 8;
const POLL_MS = 50;
const CLI = join(dirname(fileURLToPath(import.meta.url)), '../../../apps/api/dist/bundle/cli');
const MASTER_KEYS = `b1:${BENCH_MASTER_KEY.toString('base64')}`;

interface Bench {
  readonly postgres: BenchPostgres;
  readonly start: (database: string, more: Readonly<Record<string, string>>) => Promise<MeasuredServer>;
}

/** A site as files and as an archive, out and in; and another layout for a site with many pages. */
export async function measureExport(bench: Bench): Promise<void> {
  console.log('\nthe whole site');
  await measureLayouts(bench);
  await measureFiles(bench);
}

/** How long it takes until visitors see another layout, and the former one again. */
async function measureLayouts({ postgres, start }: Bench): Promise<void> {
  const database = await postgres.createDatabase('layouts');
  const sitePort = await freePort();
  const server = await start(database, { SITE_PORT: String(sitePort) });
  const browser = await signIn(server.port);
  const editor = new Editor(browser);
  const article = await editor.create('Opening hours', 'hours');
  await editor.save(article);
  await editor.publish(article);
  await addColdPages(database, article.number, ROWS);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const written = async (): Promise<string> => {
    await client.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await client.query<{ sum: string }>(
      `SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::text AS sum FROM pg_stat_user_tables WHERE relname IN ('live_page', 'publication', 'publication_body')`,
    );
    return rows[0]?.sum ?? '';
  };
  const page = async (): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${sitePort}/cold-${ROWS}`);
    if (!answer.ok) throw new Error(`The page was answered ${answer.status}.`);
    return answer.text();
  };
  await page();
  const created = await ask(browser, 'POST', '/editor/layouts', { name: 'Wide' });
  const layout = (await created.json()) as { id: string; name: string; source: object }; // the contract's word
  const source = { ...layout.source, footer: '<footer>ANOTHER-LAYOUT</footer>' };
  const saved = await ask(
    browser,
    'PUT',
    `/editor/layouts/${layout.id}`,
    { name: layout.name, source },
    created.headers.get('etag'),
  );
  const before = await written();
  const until = async (isNew: boolean): Promise<void> => {
    while ((await page()).includes('ANOTHER-LAYOUT') !== isNew);
  };
  const publishedAt = performance.now();
  const etag = saved.headers.get('etag');
  await ask(browser, 'POST', `/editor/layouts/${layout.id}/publish`, {}, etag);
  await until(true);
  const undoneAt = performance.now();
  const live = await ask(browser, 'GET', '/editor/layouts/live');
  const { sequence } = (await live.json()) as { sequence: number }; // as above
  await ask(browser, 'POST', '/editor/layouts/undo-publication', {}, `"v${sequence}"`);
  await until(false);
  console.log(
    `  another layout on ${ROWS.toLocaleString('en')} pages: first changed answer after ${(undoneAt - publishedAt).toFixed(0)} ms, ` +
      `undone after ${(performance.now() - undoneAt).toFixed(0)} ms (goal 1,000); rows of pages written: ${Number(await written()) - Number(before)}`,
  );
  await client.end();
  await server.stop();
}

async function measureFiles({ postgres, start }: Bench): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sitedesk-bench-export-'));
  const database = await postgres.createDatabase('export');
  const env = { DATA_DIR: join(folder, 'data'), SITE__PUBLICURL: 'https://www.example.com' };
  const fill = await start(database, env);
  await addPages(new Editor(await signIn(fill.port)), PAGES);
  await fill.stop();
  const more = { ...env, OUTBOX_WORKER: 'on', EXPORT_DIR: join(folder, 'sites') };
  const server = await start(database, more);
  const browser = await signIn(server.port);
  const folderState = async (): Promise<FolderExport> =>
    (await (await ask(browser, 'GET', '/editor/public-site/export/folder')).json()) as FolderExport; // the contract's word
  const nextExport = async (former: string | null): Promise<FolderExport> => {
    for (;;) {
      const state = await folderState();
      if (state.state === 'held') throw new Error(`The export stopped: ${state.error}`);
      if (state.state === 'ready' && state.finishedAt !== former) return state;
      await sleep(POLL_MS);
    }
  };
  const first = await watched(server, () => nextExport(null));
  const { pages = NaN } = first.result.counts ?? {};
  console.log(
    `  ${pages.toLocaleString('en')} pages as files: ${(first.ms / 1_000).toFixed(1)} s, ${((pages / first.ms) * 1_000).toFixed(0)} pages/s, ` +
      `${first.result.counts?.written} files, memory +${first.grownMb.toFixed(0)} MB`,
  );
  const editor = new Editor(browser);
  await addPages(editor, 1, PAGES);
  const second = await watched(server, () => nextExport(first.result.finishedAt));
  const { startedAt, finishedAt } = second.result;
  const ranMs = Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '');
  console.log(
    `  after one more publication: ${(second.ms / 1_000).toFixed(1)} s, ${(ranMs / 1_000).toFixed(1)} s of it the run, ` +
      `${second.result.counts?.written} files written (goal 10), memory +${second.grownMb.toFixed(0)} MB`,
  );
  const archiveState = async (): Promise<SiteArchive> =>
    (await (await ask(browser, 'GET', '/editor/site/archive')).json()) as SiteArchive; // as above
  const made = await watched(server, async () => {
    await ask(browser, 'POST', '/editor/site/archive', {});
    for (;;) {
      const state = await archiveState();
      if (state.state === 'idle') return state;
      await sleep(POLL_MS);
    }
  });
  const size = made.result.file?.size ?? NaN;
  console.log(
    `  archive of ${(PAGES + 1).toLocaleString('en')} articles: ${(made.ms / 1_000).toFixed(1)} s, ${(size / 1_048_576).toFixed(1)} MB, memory +${made.grownMb.toFixed(0)} MB (goal 128)`,
  );
  const archive = join(folder, 'site.zip');
  const answer = await ask(browser, 'GET', '/editor/site/archive/file');
  if (!answer.body) throw new Error('The archive has no body.');
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(archive));
  await server.stop();
  const empty = await postgres.createDatabase('imported');
  await (await start(empty, { DATA_DIR: join(folder, 'other') })).stop();
  const run = (name: string, ...args: readonly string[]): ReturnType<typeof command> =>
    command(name, args, { DATABASE_URL: empty, DATA_DIR: join(folder, 'other') });
  const idle = await run('tenant', 'list');
  const imported = await run('archive', 'import', '--from', archive);
  console.log(
    `  the same, imported: ${(imported.ms / 1_000).toFixed(1)} s, memory ${imported.peakMb.toFixed(0)} MB at most, +${(imported.peakMb - idle.peakMb).toFixed(0)} MB over a command that does nothing (goal 128)`,
  );
  rmSync(folder, { recursive: true, force: true });
}

async function addPages(editor: Editor, count: number, from = 0): Promise<void> {
  let next = from;
  const write = async (): Promise<void> => {
    while (next < from + count) {
      const index = (next += 1);
      const article = await editor.create(`Page ${index}`, `page-${index}`);
      await editor.save(article, textOf(index));
      await editor.publish(article);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/** Some 5 KB, another text for each page. */
const textOf = (index: number): object => ({
  type: 'doc',
  content: Array.from({ length: 8 }, (_, place) => ({
    type: 'paragraph',
    content: [
      { type: 'text', text: `Page ${index}, ${place}. ${'The garden is open to visitors. '.repeat(20)}` },
    ],
  })),
});

/** How long something takes, and how much memory the server has more of meanwhile. */
async function watched<T>(
  server: MeasuredServer,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly ms: number; readonly grownMb: number }> {
  const before = server.rssMb();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, server.rssMb())), POLL_MS);
  const startedAt = performance.now();
  try {
    const result = await work();
    return { result, ms: performance.now() - startedAt, grownMb: Math.max(peak, server.rssMb()) - before };
  } finally {
    clearInterval(timer);
  }
}

/** A command of the operator's: how long it takes, and how much memory it has at most. */
async function command(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly ms: number; readonly peakMb: number }> {
  const startedAt = performance.now();
  const child = spawn('taskset', ['-c', '0', process.execPath, join(CLI, `${name}.js`), ...args], {
    env: { PATH: process.env['PATH'] ?? '', MASTER_KEYS, CONFIG_FILE: '/nonexistent.json', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid ?? 0));
  }, POLL_MS);
  const [code]: unknown[] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}.`);
  return { ms: performance.now() - startedAt, peakMb };
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0; // it has just ended
  }
}

/** @throws Error when it's refused */
export async function ask(
  { port, cookie, csrfToken }: Browser,
  method: string,
  path: string,
  body?: object,
  etag: string | null = null,
): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      Cookie: cookie,
      'X-CSRF-Token': csrfToken,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(etag !== null && { 'If-Match': etag }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
