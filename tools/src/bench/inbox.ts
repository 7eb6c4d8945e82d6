import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { median, type MeasuredServer } from './servers.js';

/** Messages in the inbox; fewer for a quick look. */
const ROWS = Number(process.env['BENCH_INBOX_ROWS'] ?? 1_000_000);
const ROUNDS = 21;
/** How often someone asks for something else while an export runs. */
const PROBE_MS = 20;

export const INBOX_ADMINISTRATOR = {
  email: 'anna.berg@site.test',
  password: 'seven rivers under a paper moon',
} as const;

/** Messages of some forty words; one in 1,000 asks for a plumber, one in three was not read. */
const SEED = `
INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, user_agent, page, hostname,
  received_at, receipt_code, status, error, folder, read_at)
SELECT gen_random_uuid(), (SELECT id FROM tenant LIMIT 1),
  (ARRAY['Anna','Bo','Chiara','Dmitri','Émile','Fatima','Gustav','Hana'])[1 + n % 8] || ' ' || substr(md5(n::text), 1, 7),
  substr(md5(n::text), 8, 9) || '@' || (ARRAY['example.com','mail.example','site.test'])[1 + n % 3],
  'Hello, I would like to know your opening hours on day ' || n || '. ' ||
    (SELECT string_agg((ARRAY['when','where','open','price','door','garden','table','window','please','thanks','tomorrow',
      'order','number','invoice','visit','parking'])[1 + (n * 7 + i * i) % 16], ' ') FROM generate_series(1, 30) AS i) ||
    CASE WHEN n % 1000 = 0 THEN ' The plumber did not come.' ELSE '' END,
  '192.0.2.' || n % 256, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'https://www.site.test/contact', 'www.site.test',
  date_trunc('milliseconds', now() - (n || ' minutes')::interval), 'CODE-' || n,
  CASE WHEN n % 500 = 0 THEN 'failed' ELSE 'sent' END, CASE WHEN n % 500 = 0 THEN 'Refused' END,
  CASE WHEN n % 10 = 0 THEN 'archived' WHEN n % 97 = 0 THEN 'trash' ELSE 'inbox' END,
  CASE WHEN n % 3 > 0 THEN now() END
FROM generate_series($1::int, $2::int) AS n`;

/** Filters, and words that every fourth message has, one in a thousand, or none; a second is the most that one may take. */
const QUERIES = [
  'unread=true',
  'unread=true&sort=name',
  'view=failed',
  'view=failed&sort=email',
  'view=trash&sort=name',
  'delivery=sent',
  'delivery=queued',
  'q=garden',
  'q=garden&sort=name',
  'q=garden&sort=email&order=desc',
  'q=garden&view=trash&sort=name',
  'q=garden&view=failed',
  'q=garden%20plumber&view=all',
  'q=ga',
  'q=c7',
  'q=plumber',
  'q=plumb&view=all&sort=name',
  'q=anna%20plumber&view=all',
  'q=CODE-777',
  'q=nothing',
  'q=zz',
];

/**
 * First and deepest page, search and export of a full inbox (section 5).
 * @param idle a server that has nothing to do, on the same processor
 */
export async function measureInbox(
  server: MeasuredServer,
  idle: MeasuredServer,
  databaseUrl: string,
): Promise<void> {
  await seedMessages(databaseUrl, ROWS);
  const browser = await signIn(server.port);
  console.log(`\ninbox of ${ROWS.toLocaleString('en')} messages`);
  for (const sort of ['received', 'name', 'email']) {
    const first = await timed(browser, `sort=${sort}`);
    const deepest = await timed(browser, `sort=${sort}&cursor=${await deepCursor(databaseUrl, sort)}`);
    console.log(
      `  by ${sort.padEnd(8)} first page ${first.toFixed(1)} ms, deepest ${deepest.toFixed(1)} ms: x${(deepest / first).toFixed(2)} (goal 2)`,
    );
  }
  for (const query of QUERIES)
    console.log(`  ${query.padEnd(40)} ${(await timed(browser, query)).toFixed(1)} ms`);
  const deep = `q=garden&cursor=${await deepCursor(databaseUrl, 'received')}`;
  console.log(`  q=garden, deepest page ${(await timed(browser, deep)).toFixed(1)} ms`);
  for (const path of ['counts', 'total?view=all', 'total?q=garden', 'total?q=plumb&view=all'])
    console.log(
      `  ${path.padEnd(40)} ${(await timedPath(browser, `/editor/contacts/${path}`)).toFixed(1)} ms`,
    );
  for (const format of ['csv', 'json']) await measureExport(server, browser, format, idle);
  console.log('  beside two processes that never rest:');
  const busy = ['0', '1'].map((cpu) =>
    spawn('taskset', ['-c', cpu, process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  await measureExport(server, browser, 'csv', idle);
  for (const process of busy) process.kill();
}

/** Fills the inbox of the only site. */
export async function seedMessages(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const startedAt = performance.now();
  // Built at once after the rows: what is measured is how it is read.
  const { rows } = await client.query<{ name: string; text: string }>(
    `SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE indexname = 'contact_submission_words'`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  const step = 100_000;
  for (let from = 1; from <= count; from += step)
    await client.query(SEED, [from, Math.min(count, from + step - 1)]);
  await client.query(`SET maintenance_work_mem = '512MB'`);
  for (const { text } of rows) await client.query(text);
  await client.query('VACUUM (ANALYZE) contact_submission');
  await client.end();
  console.log(`\nseeded in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
}

/** The cursor of the page before the last, as the list would give it. */
async function deepCursor(databaseUrl: string, sort: string): Promise<string> {
  const keys: Readonly<Record<string, readonly [string, string]>> = {
    received: ['received_at', 'ASC'],
    name: ['left(lower(name), 60) COLLATE "C"', 'DESC'],
    email: ['lower(email) COLLATE "C"', 'DESC'],
  };
  const [key = '', backwards = ''] = keys[sort] ?? [];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ key: Date | string; id: string }>(
    `SELECT ${key} AS key, id FROM contact_submission WHERE folder = 'inbox'
     ORDER BY ${key} ${backwards}, id ${backwards} LIMIT 1 OFFSET 60`,
  );
  await client.end();
  const [row] = rows;
  const value = row?.key instanceof Date ? row.key.getTime() : (row?.key ?? '');
  const direction = backwards === 'ASC' ? 'DESC' : 'ASC';
  return Buffer.from(JSON.stringify([sort, direction, value, row?.id])).toString('base64url');
}

/** Someone who is signed in. */
export interface Browser {
  readonly port: number;
  readonly cookie: string;
  readonly csrfToken: string;
}

export async function signIn(port: number): Promise<Browser> {
  const answer = await fetch(`http://127.0.0.1:${port}/editor/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(INBOX_ADMINISTRATOR),
  });
  if (!answer.ok) throw new Error(`Signing in was answered ${answer.status}: ${await answer.text()}`);
  const { session } = (await answer.json()) as { readonly session: { readonly csrfToken: string } }; // no second factor
  return {
    port,
    csrfToken: session.csrfToken,
    cookie: answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; '),
  };
}

const timed = (browser: Browser, query: string): Promise<number> =>
  timedPath(browser, `/editor/contacts?${query}`);

/** Milliseconds of the median of some rounds. */
export async function timedPath(browser: Browser, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const answer = await get(browser, path);
    for await (const chunk of answer) void chunk;
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

export async function get({ port, cookie }: Browser, path: string): Promise<IncomingMessage> {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    headers: { Host: 'localhost', Cookie: cookie },
  }).end();
  const [answer]: unknown[] = await once(outgoing, 'response');
  if (!(answer instanceof Object) || !('statusCode' in answer)) throw new Error('No answer.');
  const incoming = answer as IncomingMessage; // the event's only argument
  if (incoming.statusCode !== 200) throw new Error(`${path} was answered ${incoming.statusCode}.`);
  return incoming;
}

/**
 * What the whole of it costs in memory, and how long others wait in the meantime: more than a server that has nothing to do
 * keeps them waiting on the same processor.
 */
async function measureExport(
  server: MeasuredServer,
  browser: Browser,
  format: string,
  idle: MeasuredServer,
): Promise<void> {
  // A small one first: what the program takes when it runs for the first time is not what the rows take.
  const few = await get(browser, `/editor/contacts/export?format=${format}&view=trash`);
  for await (const chunk of few) void chunk;
  const before = server.rssMb();
  let peak = before;
  let running = true;
  const longestWait = async (port: number, path: string): Promise<number> => {
    let longest = 0;
    while (running) {
      const startedAt = performance.now();
      const answer = await get({ ...browser, port }, path);
      for await (const chunk of answer) void chunk;
      longest = Math.max(longest, performance.now() - startedAt);
      peak = Math.max(peak, server.rssMb());
      await sleep(PROBE_MS);
    }
    return longest;
  };
  const probing = Promise.all([longestWait(server.port, '/health/live'), longestWait(idle.port, '/')]);
  const startedAt = performance.now();
  let octets = 0;
  const file = await get(browser, `/editor/contacts/export?format=${format}&view=all`);
  for await (const chunk of file) octets += Buffer.byteLength(chunk);
  const seconds = (performance.now() - startedAt) / 1_000;
  running = false;
  const [longest, longestIdle] = await probing;
  console.log(
    `  ${format} export ${(ROWS / seconds).toFixed(0)} rows/s, ${(octets / 2 ** 20).toFixed(0)} MB in ${seconds.toFixed(1)} s, ` +
      `memory +${(peak - before).toFixed(0)} MB (goal 64), longest pause ${longest.toFixed(0)} ms (goal 60; ` +
      `an idle server's ${longestIdle.toFixed(0)} ms)`,
  );
}
