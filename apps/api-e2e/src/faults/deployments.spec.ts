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
import { trustedPublisher, wrongTokens } from '../harness/ci-tokens.js';
import {
  type CommandRun,
  createApplication,
  createKey,
  deployZip,
  startCommand,
  writeFiles,
} from '../harness/deployments.js';
import { type EditorBrowser, type EditorSite, startEditorSiteBy } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { type Answer, call } from '../harness/http.js';
import { HOSTS, startTwoEditorSitesBy, type TwoEditorSites } from '../harness/people.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { MULTI, visitorOf } from '../harness/tenants.js';
import { freshAddress, MESSAGE } from '../harness/visitor.js';
import { BEHIND_LOCAL_PROXY, mailBy, WITHOUT_LIMITS } from '../harness/site.js';
import { createWebhook } from '../harness/webhooks.js';
import { zipOfFiles } from '../harness/zip.js';
import { figure, percentile } from './support/figure.js';
import { timed } from './support/load.js';
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

describe('a large archive', () => {
  it('takes little memory, and other requests go on (Y-16)', async () => {
    const site = await startEditorSiteBy(startApi, SMALL_HEAP);
    try {
      const editor = await site.administrator();
      const app = await createApplication(editor, 'Film');
      const { key } = await createKey(editor, app.number);
      const deploy = (files: Readonly<Record<string, Buffer | string>>): Promise<Answer> =>
        deployZip(
          site.api.url,
          key,
          app.number,
          zipOfFiles({ 'index.html': '<title>Film</title>', ...files }),
        );
      expect((await deploy({})).status).toBe(200);
      const ask = async (): Promise<number> => {
        const { answer, ms } = await timed(() => call(`${site.api.url}/health/live`, {}));
        expect(answer.status).toBe(200);
        return ms;
      };
      const [alone, beside]: [number[], number[]] = [[], []];
      for (let count = 0; count < 200; count += 1) alone.push(await ask());
      const before = residentMemoryMb(site.api.pid);
      let most = before;
      // Random, so that it doesn't get smaller: 98 MB.
      const files = Object.fromEntries(
        Array.from({ length: 14 }, (_, at) => [`part-${at}.wasm`, randomBytes(7_000_000)]),
      );
      let isOver = false;
      const deploying = deploy(files).finally(() => (isOver = true));
      while (!isOver) {
        beside.push(await ask());
        most = Math.max(most, residentMemoryMb(site.api.pid));
      }
      expect((await deploying).status).toBe(200);
      const growthMb = most - before;
      figure('Y-16', {
        growthMb,
        aloneMedianMs: percentile(alone, 0.5),
        besideMedianMs: percentile(beside, 0.5),
        aloneP95Ms: percentile(alone, 0.95),
        besideP95Ms: percentile(beside, 0.95),
        load: load(),
      });
      expect(growthMb).toBeLessThan(100);
    } finally {
      await site.stop();
    }
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
