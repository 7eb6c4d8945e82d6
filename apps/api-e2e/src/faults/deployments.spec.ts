import { type Application, DEPLOY_TOKEN_PATH, type NewDeployKey } from '@sitedesk/contract/deployments';
import {
  freePort,
  type SmtpSink,
  startCiIssuer,
  startSmtpSink,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@sitedesk/testing';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { trustedPublisher, wrongTokens } from '../harness/ci-tokens.js';
import {
  type CommandRun,
  createApplication,
  createKey,
  deployZip,
  manifestOf,
  sha256,
  startCommand,
  withKey,
  writeFiles,
} from '../harness/deployments.js';
import { type EditorBrowser, type EditorSite, startEditorSiteBy } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { freshWindow } from '../harness/fresh-window.js';
import { type Answer, call } from '../harness/http.js';
import { HOSTS, startTwoEditorSitesBy, type TwoEditorSites } from '../harness/people.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { MULTI, visitorOf } from '../harness/tenants.js';
import { freshAddress, MESSAGE } from '../harness/visitor.js';
import { BEHIND_LOCAL_PROXY, mailBy, WITHOUT_LIMITS } from '../harness/site.js';
import { createWebhook } from '../harness/webhooks.js';
import { zipOf, zipOfFiles, type ZipPart } from '../harness/zip.js';
import { figure, percentile, tally } from './support/figure.js';
import { timed, together } from './support/load.js';
import { longestLagMs, writtenMb } from './support/process-load.js';
import { residentMemoryMb, SMALL_HEAP } from './support/process-memory.js';

/** Files of an application, and moments at which its deployment is cut. */
const FILES = Number(process.env['DEPLOYED_FILES'] ?? 2_000);
const CUTS = Number(process.env['DEPLOYMENT_CUTS'] ?? 50);
const ROLLBACKS = 20;
/** Pairs of submissions, with and without webhooks. */
const PAIRS = 150;
const TARGETS = 10;
/** How often each kind of wrong token is sent. */
const GUESSES = 20;
/** GETs of pages and the scripts that they name, during so many deployments. */
const READS = Number(process.env['DEPLOYMENT_READS'] ?? 10_000);
const SWITCHES = 20;
/** Files of one deployment that are sent one by one. */
const SENT_FILES = 5_000;
const MEGABYTE = 1_000_000;

const load = (): string => (loadavg()[0] ?? 0).toFixed(1);

describe('deployments at full size, and several instances', () => {
  let site: EditorSite<RunningProcess>;
  let other: RunningProcess;
  let editor: EditorBrowser;
  let urls: readonly string[];
  let folder: string;

  beforeAll(async () => {
    const ports = [await freePort(), await freePort()];
    urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const limits = { RATELIMIT__DEPLOYMENT: '1000000/60', RATELIMIT__DEPLOYMENTFILE: '10000000/60' };
    site = await startEditorSiteBy(startApi, { ...limits, SITE_PORT: String(ports[0]) });
    other = await startApi(site.database.url, { ...limits, SITE_PORT: String(ports[1]) });
    editor = await site.administrator();
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-deploy-'));
  });
  afterAll(async () => {
    await other.stop();
    await site.stop();
    await rm(folder, { recursive: true });
  });

  const application = async (title: string): Promise<{ app: Application; key: NewDeployKey }> => {
    const app = await createApplication(editor, title);
    return { app, key: await createKey(editor, app.number) };
  };
  const build = (id: string, changed: number): Readonly<Record<string, string>> => ({
    'index.html': `<!doctype html><title>${id}</title>`,
    ...Object.fromEntries(
      Array.from({ length: FILES - 1 }, (_, at) => [
        `pages/${at}.json`,
        `${at < changed ? id : 'same'} ${at} `.padEnd(10_000, 'x'),
      ]),
    ),
  });
  const started = (key: NewDeployKey, args: readonly string[] = []) =>
    startCommand([folder, '--site', site.api.url, ...args], { SITEDESK_DEPLOY_KEY: key.key });
  const run = (key: NewDeployKey): Promise<CommandRun> => started(key, ['--json']).done;
  const sentBy = ({ status, stdout, stderr }: CommandRun): { sentFiles: number; sentBytes: number } => {
    expect([status, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as { sentFiles: number; sentBytes: number }; // its own output
  };
  const visit = (path: string, at = 0): Promise<Answer> =>
    call(`${urls[at]}${path}`, { headers: { Accept: 'text/html' } });

  it('sends one percent of 2,000 files when so much has changed (Y-01)', async () => {
    const { app, key } = await application('Large');
    await writeFiles(folder, build('first', 0));
    const first = sentBy(await run(key));
    expect(first.sentFiles).toBe(FILES);
    const changed = Math.round(FILES / 100);
    await writeFiles(folder, build('second', changed - 1));
    const second = sentBy(await run(key));
    figure('Y-01', {
      files: FILES,
      bytes: first.sentBytes,
      sentFiles: second.sentFiles,
      sentBytes: second.sentBytes,
    });
    expect(second.sentFiles).toBe(changed);
    expect(second.sentBytes).toBeLessThan(first.sentBytes * 0.02);
    expect((await visit(app.path)).text).toContain('second');
  });

  it('cut anywhere, the next run sends only what is missing, and visitors get whole deployments (Y-02)', async () => {
    const { app, key } = await application('Cut');
    await writeFiles(folder, build('whole', 0));
    sentBy(await run(key));
    const received = async (): Promise<number> => {
      const rows = await site.database.query(
        `SELECT count(*)::int AS count FROM deployment_manifest WHERE received AND article_number = ${app.number}`,
      );
      return Number(rows[0]?.['count']);
    };
    let [resent, cut] = [0, 0];
    // Each changes a tenth of the files, and is killed when a random part of them has arrived.
    const changed = Math.round(FILES / 10);
    for (let at = 0; at < CUTS; at += 1) {
      const id = `cut-${at}`;
      await writeFiles(folder, build(id, changed));
      const goal = FILES - changed + randomInt(changed);
      const command = started(key);
      let isOver = false;
      void command.done.then(() => (isOver = true));
      while (!isOver && (await received()) < goal) await new Promise(setImmediate);
      if (!isOver) cut += 1;
      command.kill();
      await command.done;
      const shown = /<title>([\w-]+)/.exec((await visit(app.path)).text)?.[1] ?? '';
      const page = (await visit(`${app.path}pages/0.json`)).text;
      expect(page.startsWith(at === 0 && shown === 'whole' ? 'same 0' : `${shown} 0`)).toBe(true);
      const left = FILES - (await received());
      const { sentFiles } = sentBy(await run(key));
      resent += Math.max(0, sentFiles - left);
      expect((await visit(app.path)).text).toContain(id);
    }
    figure('Y-02', { files: FILES, cuts: CUTS, whileSending: cut, resent, load: load() });
    expect(resent).toBe(0);
    expect(cut).toBeGreaterThan(0);
  });

  it('a rollback is live on both instances, and the old one on neither (Y-05)', async () => {
    const { app, key } = await application('Back');
    for (const name of ['one', 'two'])
      expect(
        (
          await deployZip(
            site.api.url,
            key.key,
            app.number,
            zipOfFiles({ 'index.html': `<title>${name}</title>` }),
          )
        ).status,
      ).toBe(200);
    const [answered, everywhere]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROLLBACKS; round += 1) {
      const wanted = round % 2 === 0 ? 'one' : 'two';
      await Promise.all(urls.map((_, at) => visit(app.path, at))); // so that both have the other in memory
      const from = performance.now();
      const { answer, ms } = await timed(() =>
        editor.post(`/spa/${app.number}/deployments/${wanted === 'one' ? 1 : 2}/activate`),
      );
      expect(answer.status).toBe(200);
      answered.push(ms);
      await Promise.all(
        urls.map((_, at) =>
          eventually(async () =>
            expect((await visit(app.path, at)).text).toContain(`<title>${wanted}</title>`),
          ),
        ),
      );
      everywhere.push(performance.now() - from);
      for (let look = 0; look < 5; look += 1)
        expect((await visit(app.path, look % 2)).text).toContain(`<title>${wanted}</title>`);
    }
    figure('Y-05', {
      rollbacks: ROLLBACKS,
      answeredMedianMs: percentile(answered, 0.5),
      everywhereMedianMs: percentile(everywhere, 0.5),
      everywhereMostMs: percentile(everywhere, 1),
      load: load(),
    });
  });

  it('shows readers of both instances one deployment or another, and never parts of both (U-09)', async () => {
    const { app, key } = await application('Pair');
    const deploy = async (at: number): Promise<void> => {
      const id = `Qr${String(at).padStart(4, '0')}St`;
      const files = {
        'index.html': `<title>${id}</title>`,
        [`assets/main-${id}.js`]: `"${id}"`,
        'version.json': `"${id}"`,
      };
      expect((await deployZip(site.api.url, key.key, app.number, zipOfFiles(files))).status).toBe(200);
    };
    await deploy(0);
    let reads = 0;
    const ids = new Set<string>();
    const mixed: string[] = [];
    const reader = async (at: number): Promise<void> => {
      let newest = '';
      while (reads < READS) {
        const id = /<title>(\w+)/.exec((await visit(app.path, at)).text)?.[1] ?? '';
        const script = await visit(`${app.path}assets/main-${id}.js`, at);
        if (script.status !== 200 || script.text !== `"${id}"`) mixed.push(`${id}: ${script.status}`);
        // Whoever has seen a deployment never sees one before it.
        const version = (await visit(`${app.path}version.json`, at)).text.slice(1, -1);
        if (id < newest || version < id) mixed.push(`${newest}, ${id}, then ${version}`);
        newest = version;
        ids.add(id);
        reads += 3;
      }
    };
    const readers = Promise.all([0, 1, 0, 1].map(reader));
    for (let at = 1; at <= SWITCHES; at += 1) {
      await eventually(() => expect(reads).toBeGreaterThan((READS / (SWITCHES + 1)) * at));
      await deploy(at);
    }
    await readers;
    figure('U-09', { reads, deployments: SWITCHES, seen: ids.size, mixed: mixed.length, load: load() });
    expect(mixed).toEqual([]);
    expect(ids.size).toBeGreaterThan(SWITCHES / 2);
  });
});

describe('wrong tokens of CI', () => {
  it('take as long whatever is wrong with them (Y-09)', async () => {
    const issuer = await startCiIssuer();
    const local = { OUTBOUND_ALLOW: '127.0.0.1/32', RATELIMIT__DEPLOYMENT: '1000000/60' };
    const site = await startEditorSiteBy(startApi, { ...BEHIND_LOCAL_PROXY, ...local });
    try {
      const editor = await site.administrator();
      const app = await createApplication(editor, 'Fort');
      const { headers, body } = await editor.get(`/spa/${app.number}/publishers`).then((answer) => ({
        headers: answer.headers,
        body: answer.json() as { readonly audience: string }, // the contract's word
      }));
      const publishers = [trustedPublisher(issuer)];
      const saved = await editor.put(
        `/spa/${app.number}/publishers`,
        { publishers },
        { 'If-Match': String(headers.etag) },
      );
      expect(saved.status).toBe(200);
      const times = new Map<string, number[]>();
      for (let guess = 0; guess < GUESSES; guess += 1)
        for (const [kind, token] of Object.entries(wrongTokens(issuer, body.audience))) {
          const { answer, ms } = await timed(() =>
            call(site.api.url + DEPLOY_TOKEN_PATH, {
              method: 'POST',
              headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': freshAddress() },
              body: JSON.stringify({ article: app.number, token }),
            }),
          );
          expect(answer.status).toBe(401);
          if (guess > 0) times.set(kind, [...(times.get(kind) ?? []), ms]);
        }
      const medians = [...times.values()].map((all) => percentile(all, 0.5));
      figure('Y-09', {
        kinds: times.size,
        guesses: GUESSES,
        fastestMedianMs: Math.min(...medians),
        slowestMedianMs: Math.max(...medians),
        load: load(),
      });
    } finally {
      await site.stop();
      await issuer.close();
    }
  });
});

describe('large and hostile deployments', () => {
  let site: EditorSite<RunningProcess>;
  let editor: EditorBrowser;
  let url: string;
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    site = await startEditorSiteBy(startApi, { ...SMALL_HEAP, METRICS: 'on', SITE_PORT: String(port) });
    editor = await site.administrator();
  });
  afterAll(() => site.stop());

  /** An application with something live. */
  const film = async (title: string): Promise<{ readonly app: Application; readonly key: string }> => {
    const app = await createApplication(editor, title);
    const { key } = await createKey(editor, app.number);
    const zip = zipOfFiles({ 'index.html': `<title>${title}</title>` });
    expect((await deployZip(site.api.url, key, app.number, zip)).status).toBe(200);
    return { app, key };
  };
  const visit = async (path: string): Promise<string> =>
    (await call(url + path, { headers: { Accept: 'text/html' } })).text;
  const ask = async (): Promise<number> => {
    const { answer, ms } = await timed(() => call(`${site.api.url}/health/live`, {}));
    expect(answer.status).toBe(200);
    return ms;
  };
  const keptOctets = async (): Promise<number> => {
    const [row] = await site.database.query('SELECT coalesce(sum(size), 0)::float8 AS octets FROM blob');
    return Number(row?.['octets']);
  };
  /** How the process does while an archive is dealt with. */
  const deploying = async (key: string, number: number, zip: Buffer) => {
    const before = residentMemoryMb(site.api.pid);
    const written = writtenMb(site.api.pid);
    await longestLagMs(site.api.url); // forgets what was before
    let [most, isOver] = [before, false];
    const upload = deployZip(site.api.url, key, number, zip).finally(() => (isOver = true));
    const beside: number[] = [];
    while (!isOver) {
      beside.push(await ask());
      most = Math.max(most, residentMemoryMb(site.api.pid));
    }
    const answer = await upload;
    return {
      answer,
      beside,
      growthMb: most - before,
      writtenMb: writtenMb(site.api.pid) - written,
      longestLagMs: await longestLagMs(site.api.url),
    };
  };

  it('take little memory, and other requests go on (Y-16)', async () => {
    const { app, key } = await film('Film');
    const alone: number[] = [];
    for (let count = 0; count < 200; count += 1) alone.push(await ask());
    // Random, so that it doesn't get smaller: 98 MB.
    const parts = Array.from({ length: 14 }, (_, at) => [`part-${at}.wasm`, randomBytes(7 * MEGABYTE)]);
    const zip = zipOfFiles({ 'index.html': '<title>Film</title>', ...Object.fromEntries(parts) });
    const { answer, beside, growthMb } = await deploying(key, app.number, zip);
    expect(answer.status).toBe(200);
    figure('Y-16', {
      growthMb,
      aloneMedianMs: percentile(alone, 0.5),
      besideMedianMs: percentile(beside, 0.5),
      aloneP95Ms: percentile(alone, 0.95),
      besideP95Ms: percentile(beside, 0.95),
      load: load(),
    });
    expect(growthMb).toBeLessThan(100);
  });

  it('are taken up to 500 MB of real octets, and refused from there on (U-03)', async () => {
    const { app, key } = await film('Library');
    // A fiftieth is random: what is packed has 10 MB. Files are alike, so that the disk needn't have room for all.
    const content = Buffer.alloc(25 * MEGABYTE);
    for (let at = 0; at < content.length; at += MEGABYTE) randomBytes(20_000).copy(content, at);
    const page = (id: string): ZipPart => ({ name: 'index.html', content: `<title>${id}</title>` });
    const parts = (count: number, size = content.length): readonly ZipPart[] =>
      Array.from({ length: count }, (_, at) => ({ name: `part-${at}.wasm`, content, size }));
    const whole = await deploying(key, app.number, zipOf([page('Whole'), ...parts(19)]));
    expect([whole.answer.status, whole.answer.json()]).toEqual([
      200,
      expect.objectContaining({ live: true, filesDeployed: 20 }),
    ]);
    expect(whole.writtenMb).toBeGreaterThan(19 * 25);
    const kept = await keptOctets();
    const refused: readonly (readonly [reason: string, zip: Buffer])[] = [
      ['tooMuch', zipOf([page('More'), ...parts(21)])],
      // By what it says of itself it has 210 MB.
      ['checksum', zipOf([page('Liar'), ...parts(21, 10 * MEGABYTE)])],
    ];
    for (const [reason, zip] of refused) {
      const { answer, growthMb, writtenMb: written } = await deploying(key, app.number, zip);
      expect([answer.status, answer.json()]).toEqual([
        400,
        expect.objectContaining({ code: `deployments.${reason}` }),
      ]);
      expect(growthMb).toBeLessThan(100);
      expect(written).toBeLessThan(100);
      expect(await visit(app.path)).toContain('Whole');
    }
    figure('U-03', { writtenMb: whole.writtenMb, growthMb: whole.growthMb, load: load() });
    expect(whole.growthMb).toBeLessThan(100);
    expect(await keptOctets()).toBe(kept);
  });

  it('are refused where they are bombs, before much of them is unpacked (U-04)', async () => {
    const { app, key } = await film('Bombs');
    const zeros = Buffer.alloc(200 * MEGABYTE);
    const most = deflateRawSync(zeros).length * 99;
    const page: ZipPart = { name: 'index.html', content: '<title>Bomb</title>' };
    const bombs: Readonly<Record<string, readonly [reason: string, parts: readonly ZipPart[]]>> = {
      honest: ['ratio', [{ name: 'a.wasm', content: zeros }]],
      // As much as the ratio allows, of a thousand times as much.
      liar: ['checksum', [{ name: 'a.wasm', content: zeros, size: most }]],
      liars: [
        'checksum',
        Array.from({ length: 4 }, (_, at) => ({ name: `${at}.wasm`, content: zeros, size: most })),
      ],
    };
    for (const [kind, [reason, parts]] of Object.entries(bombs)) {
      const { answer, beside, ...found } = await deploying(key, app.number, zipOf([page, ...parts]));
      expect([answer.status, answer.json()]).toEqual([
        400,
        expect.objectContaining({ code: `deployments.${reason}` }),
      ]);
      figure('U-04', { kind, ...found, besideP95Ms: percentile(beside, 0.95), load: load() });
      expect(found.writtenMb).toBeLessThan(100);
      expect(found.growthMb).toBeLessThan(100);
      expect(await visit(app.path)).toContain('<title>Bombs</title>');
    }
  });

  it('of 5,000 files, sent one by one, arrive where no further deployment is let in (Y-12)', async () => {
    const { app, key } = await film('Many');
    const files = Object.fromEntries([
      ['index.html', '<title>Many files</title>'],
      ...Array.from({ length: SENT_FILES - 1 }, (_, at) => [`pages/${at}.txt`, `page ${at}`]),
    ]) as Readonly<Record<string, string>>; // as written
    const send = (method: string, path: string, body?: object | string): Promise<Answer> =>
      withKey(site.api.url, key, method, path, body);
    await freshWindow(site.database, 300);
    let deployment = 0;
    for (let count = 0; count < 10; count += 1)
      ({ deployment } = (await send('POST', '', manifestOf(files))).json() as { deployment: number }); // the contract's word
    const refused = await send('POST', '', manifestOf(files));
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    const contents = Object.values(files);
    const statuses: number[] = [];
    const from = performance.now();
    await together(contents.length, 8, async (at) => {
      const content = contents[at] ?? '';
      statuses.push((await send('PUT', `/${deployment}/blobs/${sha256(content)}`, content)).status);
    });
    const seconds = Math.round((performance.now() - from) / 1_000);
    figure('Y-12', { files: SENT_FILES, answers: tally(statuses), seconds, load: load() });
    expect(tally(statuses)).toBe(`201:${SENT_FILES}`);
    expect((await send('POST', `/${deployment}/finish`)).json()).toMatchObject({ live: true });
    expect(await visit(app.path)).toContain('Many files');
  });
});

describe('messages of visitors', () => {
  let receiver: WebhookReceiver;
  let sink: SmtpSink;
  let sites: TwoEditorSites<RunningProcess>;
  beforeAll(async () => {
    [receiver, sink] = await Promise.all([startWebhookReceiver(), startSmtpSink({ tls: 'none' })]);
    sites = await startTwoEditorSitesBy(startApi, {
      ...WITHOUT_LIMITS,
      ...mailBy(sink.url),
      OUTBOX_WORKER: 'off', // what is sent afterwards isn't what visitors wait for
      RATELIMIT__CONTACTFORMPOST: '1000000/60',
    });
  });
  afterAll(async () => {
    await sites.site.stop();
    await Promise.all([receiver.close(), sink.close()]);
  });

  it('leave one event for ten webhooks, which are told afterwards (W-10)', async () => {
    const { site, a } = sites;
    const once = async (): Promise<number> => {
      const { answer, ms } = await timed(() => visitorOf(site.api.url, HOSTS.a).submit(MESSAGE));
      expect(answer.status).toBe(200);
      return ms;
    };
    const times: Record<'without' | 'with', number[]> = { without: [], with: [] };
    for (let pair = 0; pair < PAIRS; pair += 25) {
      await site.database.query('DELETE FROM webhook_target');
      await once();
      for (let count = 0; count < 25; count += 1) times.without.push(await once());
      for (let target = 0; target < TARGETS; target += 1)
        await createWebhook(a, `${receiver.url}/hook-${target}`, { events: ['contact.submitted'] });
      await once();
      for (let count = 0; count < 25; count += 1) times.with.push(await once());
    }
    figure('W-10', {
      pairs: PAIRS,
      withoutMedianMs: percentile(times.without, 0.5),
      withMedianMs: percentile(times.with, 0.5),
      withoutP95Ms: percentile(times.without, 0.95),
      withP95Ms: percentile(times.with, 0.95),
      load: load(),
    });
    const [noted] = await site.database.query('SELECT count(*)::int AS count FROM webhook_event');
    // Those without a webhook leave none; the others one each, however many webhooks there are.
    expect(noted?.['count']).toBe(PAIRS + PAIRS / 25);
    const worker = await startApi(site.database.url, { ...MULTI, ...mailBy(sink.url) });
    try {
      await eventually(() => {
        for (let target = 0; target < TARGETS; target += 1)
          expect(receiver.at(`/hook-${target}`).length).toBeGreaterThan(0);
      });
    } finally {
      await worker.stop();
    }
  });
});
