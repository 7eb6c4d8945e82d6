import { freePort } from '@sitedesk/testing';
import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, CONNECTIONS, ROUNDS, SECONDS, type Side } from './compare.js';
import { load } from './load.js';
import { INBOX_ADMINISTRATOR, measureInbox, seedMessages } from './inbox.js';
import { measureAudit } from './audit.js';
import { measureComparison } from './comparison.js';
import { measureContent } from './content.js';
import { measureExport } from './export.js';
import { measureFiles } from './files.js';
import { measureLimiter } from './limiter.js';
import { measureRetention } from './retention.js';
import { measureSchedule } from './schedule.js';
import { measureScreens } from './screens.js';
import { measureSearch } from './search.js';
import { median, type MeasuredServer, type StartProgram, startServer } from './servers.js';
import { measureSitemap } from './sitemap.js';
import { type BenchPostgres, startBenchPostgres } from './postgres.js';
import { BENCH_MASTER_KEY, mintToken } from './tokens.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const API = join(HERE, '../../../apps/api/dist/bundle/main.js');
const BARE = join(HERE, 'bare-server.js');
const BARE_PAGE = join(HERE, 'bare-page.js');
const EMPTY_APP = join(HERE, 'empty-app.js');

/** Measures one area, or the comparisons whose title starts so. */
const ONLY = process.env['BENCH_ONLY'] ?? '';
const SERVER_CPU = '0';
/** Enough for lists that are longer than a page. */
const SCREEN_MESSAGES = 5_000;
/** What starting left behind is collected some time later: idle is what remains. */
const SETTLE_MS = 40_000;

const BODY = JSON.stringify({
  name: 'Anna Kowalska',
  email: 'anna@example.com',
  message:
    'Hello, I would like to know your opening hours on Saturday, and whether the workshop is open to visitors.',
});

const SCRIPT_REQUEST = Buffer.from('GET /_api/contact/site-contact.js HTTP/1.1\r\nHost: localhost\r\n\r\n');

function submitRequest(token: string): Buffer {
  const head = ['POST /_api/contact/submit HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  const rest = [`RequestVerificationToken: ${token}`, `Content-Length: ${Buffer.byteLength(BODY)}`];
  return Buffer.from(`${[...head, ...rest].join('\r\n')}\r\n\r\n${BODY}`);
}

/** Tokens are good for twenty uses: enough of them for a round, made beforehand. */
function submitRequests(): () => Buffer {
  const requests = Array.from({ length: 6_000 }, () => submitRequest(mintToken()));
  let next = 0;
  return () => requests[next++ % requests.length] ?? SCRIPT_REQUEST;
}

const script = (server: MeasuredServer): Side => ({
  server,
  requests: () => () => SCRIPT_REQUEST,
  status: '200',
});
const submit = (server: MeasuredServer, status = '200'): Side => ({
  server,
  requests: submitRequests,
  status,
});

async function compareChosen(title: string, ours: Side, other: Side): Promise<void> {
  if (title.startsWith(ONLY)) await compare(title, ours, other);
}

const OPEN_LIMITS = {
  RATELIMIT__CONTACTFORM: '1000000000/300',
  RATELIMIT__CONTACTSCRIPT: '1000000000/300',
  RATELIMIT__ADDRESSCEILING: '1000000000/300',
};

async function main(): Promise<void> {
  if (ONLY === 'comparison') return measureComparison();
  const postgres = await startBenchPostgres(mkdtempSync(join(tmpdir(), 'sitedesk-bench-')));
  console.log(
    `Node ${process.version}, ${availableParallelism()} processors, ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections`,
  );
  console.log('ours against a bare node:http server doing the same work, [ours | other]\n');
  const env = {
    MASTER_KEYS: `b1:${BENCH_MASTER_KEY.toString('base64')}`,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'production',
    EMAIL__CONNECTIONSTRING: 'none:',
    EMAIL__SENDEREMAIL: 'website@example.com',
    CONFIG_FILE: '/nonexistent.json',
  };
  const start: StartProgram = (program, database, more) =>
    startServer(program, SERVER_CPU, { ...env, DATABASE_URL: database, ...more });
  if (ONLY === 'inbox') {
    await measureFullInbox(postgres, start);
    return postgres.stop();
  }
  if (ONLY === 'audit') {
    await measureAuditLog(postgres, start);
    return postgres.stop();
  }
  if (ONLY === 'screens') {
    await measureAdministration(postgres, start);
    return postgres.stop();
  }
  if (ONLY === 'content') {
    await measureArticles(postgres, start);
    return postgres.stop();
  }
  if (ONLY === 'sitemap') {
    await measurePublicSitemap(postgres, start);
    return postgres.stop();
  }
  if (ONLY === 'search') {
    await measurePublicSearch(postgres, start);
    return postgres.stop();
  }
  if (ONLY === 'export') {
    await measureWholeSite(postgres, start);
    return postgres.stop();
  }
  if (ONLY === 'files') {
    await measureLibrary(postgres, start);
    return postgres.stop();
  }
  if (ONLY === 'plans') {
    await measurePlans(postgres, start);
    return postgres.stop();
  }
  if (ONLY === 'retention') {
    await measureThinning(postgres, start);
    return postgres.stop();
  }
  if (ONLY === 'start') {
    await measureIdle(postgres, start);
    return postgres.stop();
  }
  const database = await postgres.createDatabase('ours');
  // Counters in memory, as with the embedded database of the default set-up; the shared ones are measured apart.
  const local = { ...OPEN_LIMITS, OUTBOX_WORKER: 'off', RATE_LIMIT_STORE: 'memory' };
  const ours = await start(API, database, local);
  const bare = await start(BARE, database, {});
  await compareChosen('script', script(ours), script(bare));
  await compareChosen('durable submit', submit(ours), submit(bare));
  const refused = (server: MeasuredServer): Side => ({
    server,
    requests: () => () => submitRequest('v1.b1.t.x.y'),
    status: '400',
  });
  await compareChosen('bad token', refused(ours), refused(bare));
  await compareChosen('bad token, against our script', refused(ours), script(ours));
  // The floor: reading a POST, a new token and a row cost more than a GET without anything of ours.
  await compareChosen('bad token, bare server against its script', refused(bare), script(bare));
  const limited = await start(API, database, { ...local, RATELIMIT__CONTACTFORM: '1/86400' });
  await load({ port: limited.port, connections: 1, seconds: 0.05, nextRequest: () => submitRequest('x') });
  // Answers are held back to 1,000 a second, so the cost of each is what counts, not how many there are.
  await compareChosen('429, against our script (paced)', submit(limited, '429'), script(ours));
  await limited.stop();
  const shared = await start(API, database, { ...OPEN_LIMITS, OUTBOX_WORKER: 'off' });
  await compareChosen('durable submit, shared counters', submit(shared), submit(bare));
  for (const server of [shared, ours, bare]) await server.stop();
  if (ONLY) return postgres.stop();
  await measureIdle(postgres, start);
  await measureLimiter();
  measureComparison();
  await measureFullInbox(postgres, start);
  await measureAuditLog(postgres, start);
  await measureArticles(postgres, start);
  await measurePublicSitemap(postgres, start);
  await measureWholeSite(postgres, start);
  await measureLibrary(postgres, start);
  await measurePlans(postgres, start);
  await measureThinning(postgres, start);
  await measureAdministration(postgres, start);
  await measurePublicSearch(postgres, start); // last: making its index takes a quarter of an hour
  await postgres.stop();
}

async function measureIdle(postgres: BenchPostgres, start: StartProgram): Promise<void> {
  // A database without the hundreds of thousands of messages that the rounds left to be delivered.
  const empty = await postgres.createDatabase('idle');
  const idle = { RATE_LIMIT_STORE: 'memory', METRICS: 'on' };
  await measureStart(
    () => start(API, empty, idle),
    () => start(EMPTY_APP, empty, {}),
  );
  await measureIdleMemory(() => start(API, empty, idle));
}

/** For what people do; nothing is sent. */
const WITH_ADMINISTRATOR = {
  SETUP_ADMIN_EMAIL: INBOX_ADMINISTRATOR.email,
  SETUP_ADMIN_PASSWORD: INBOX_ADMINISTRATOR.password,
  RATE_LIMIT_STORE: 'memory',
  OUTBOX_WORKER: 'off',
};

async function measureFullInbox(postgres: BenchPostgres, start: StartProgram): Promise<void> {
  const full = await postgres.createDatabase('inbox');
  const server = await start(API, full, WITH_ADMINISTRATOR);
  const idle = await start(BARE, full, {});
  await measureInbox(server, idle, full);
  for (const each of [server, idle]) await each.stop();
}

async function measureAuditLog(postgres: BenchPostgres, start: StartProgram): Promise<void> {
  const database = await postgres.createDatabase('audit');
  const server = await start(API, database, {
    SETUP_ADMIN_EMAIL: INBOX_ADMINISTRATOR.email,
    SETUP_ADMIN_PASSWORD: INBOX_ADMINISTRATOR.password,
    RATE_LIMIT_STORE: 'memory',
    OUTBOX_WORKER: 'off',
  });
  await measureAudit(server, database);
  await server.stop();
}

async function measurePlans(postgres: BenchPostgres, start: StartProgram): Promise<void> {
  const database = await postgres.createDatabase('plans');
  const sitePort = await freePort();
  const more = { OUTBOX_WORKER: 'on', SITE_PORT: String(sitePort) };
  const server = await start(API, database, { ...WITH_ADMINISTRATOR, ...more });
  const another = (): Promise<MeasuredServer> =>
    start(API, database, { ...WITH_ADMINISTRATOR, OUTBOX_WORKER: 'on' });
  await measureSchedule({ port: server.port, sitePort, databaseUrl: database, another });
  await server.stop();
}

async function measureThinning(postgres: BenchPostgres, start: StartProgram): Promise<void> {
  const database = await postgres.createDatabase('retention');
  const server = await start(API, database, { ...WITH_ADMINISTRATOR, OUTBOX_WORKER: 'on' });
  await measureRetention({ port: server.port, databaseUrl: database });
  await server.stop();
}

async function measureAdministration(postgres: BenchPostgres, start: StartProgram): Promise<void> {
  const database = await postgres.createDatabase('screens');
  const server = await start(API, database, WITH_ADMINISTRATOR);
  await seedMessages(database, SCREEN_MESSAGES);
  await measureScreens(server.port);
  await server.stop();
}

async function measureArticles(postgres: BenchPostgres, start: StartProgram): Promise<void> {
  await measureContent({
    postgres,
    start: (database, more) => start(API, database, { ...WITH_ADMINISTRATOR, ...more }),
    startBare: (page) => start(BARE_PAGE, '', { BENCH_PAGE: page }),
  });
}

const measurePublicSitemap = (postgres: BenchPostgres, start: StartProgram): Promise<void> =>
  measureSitemap({
    postgres,
    start: (database, more) => start(API, database, { ...WITH_ADMINISTRATOR, ...more }),
  });

const measurePublicSearch = (postgres: BenchPostgres, start: StartProgram): Promise<void> =>
  measureSearch({
    postgres,
    start: (database, more) => start(API, database, { ...WITH_ADMINISTRATOR, ...more }),
  });

const measureWholeSite = (postgres: BenchPostgres, start: StartProgram): Promise<void> =>
  measureExport({
    postgres,
    start: (database, more) => start(API, database, { ...WITH_ADMINISTRATOR, ...more }),
  });

const measureLibrary = (postgres: BenchPostgres, start: StartProgram): Promise<void> =>
  measureFiles({
    postgres,
    start: (database, more) => start(API, database, { ...WITH_ADMINISTRATOR, ...more }),
  });

async function measureStart(
  ours: () => Promise<MeasuredServer>,
  empty: () => Promise<MeasuredServer>,
): Promise<void> {
  const ratios: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [startMs, emptyMs] = [await timeStart(ours), await timeStart(empty)];
    times.push(startMs);
    ratios.push(startMs / emptyMs);
  }
  console.log(
    `\nstart to healthy, database up: ${median(times).toFixed(0)} ms, ` +
      `x${median(ratios).toFixed(2)} of an empty Nest application (goal 1.60)`,
  );
}

async function timeStart(start: () => Promise<MeasuredServer>): Promise<number> {
  const server = await start();
  await server.stop();
  return server.startMs;
}

async function measureIdleMemory(start: () => Promise<MeasuredServer>): Promise<void> {
  const server = await start();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const seconds = SETTLE_MS / 1000;
  console.log(
    `idle resident memory after ${seconds} s, metrics on: ${server.rssMb().toFixed(0)} MB (goal 130)`,
  );
  await server.stop();
}

await main();
process.exit(0);
