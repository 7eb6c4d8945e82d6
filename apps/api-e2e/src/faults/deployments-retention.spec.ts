import type { Application, Deployment, NewDeployKey } from '@sitedesk/contract/deployments';
import { HEADERS } from '@sitedesk/contract/headers';
import { freePort } from '@sitedesk/testing';
import { loadavg } from 'node:os';
import { createApplication, createKey, deployZip, manifestOf, withKey } from '../harness/deployments.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { tryUpload } from '../harness/files.js';
import { call } from '../harness/http.js';
import { HOSTS, startTwoEditorSitesBy, type TwoEditorSites } from '../harness/people.js';
import { pick, randomNumbers } from '../harness/random.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { BEHIND_LOCAL_PROXY } from '../harness/site.js';
import { MULTI } from '../harness/tenants.js';
import { zipOfFiles } from '../harness/zip.js';
import { figure } from './support/figure.js';

const STEPS = Number(process.env['RETENTION_STEPS'] ?? 10_000);
/** Of each application; their steps run beside each other. */
const STEPS_PER_ROUND = 60;
const DAYS_PER_ROUND = 10;
const APPLICATIONS = 4;
const SEED = 20_261_126;
const RUNNING_MS = 3_600_000;
/** Contents that deployments and files of the library share. */
const CONTENTS = 40;
const KEPT_ROUNDS = 3;
const KEPT_NEWEST = 10;

/** What the model knows of a deployment. */
interface Known {
  readonly number: number;
  readonly files: Readonly<Record<string, string>>;
  /** Rounds since it was made, and since it was live. */
  readonly made: number;
  lastLive: number;
}

interface KnownApplication {
  readonly app: Application;
  readonly key: NewDeployKey;
  /** By their numbers: those that were finished. */
  readonly deployments: Map<number, Known>;
  live: number;
  /** Files that were uploaded beside it. */
  readonly files: string[];
  readonly random: (below: number) => number;
}

describe('contents of deployments, files and uploads that come and go', () => {
  let sites: TwoEditorSites<RunningProcess>;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    // What removes are the processes that the test starts.
    sites = await startTwoEditorSitesBy(startApi, {
      SITE_PORT: String(port),
      OUTBOX_WORKER: 'off',
      RATELIMIT__DEPLOYMENT: '1000000/60',
      RATELIMIT__DEPLOYMENTFILE: '1000000/60',
    });
  });
  afterAll(() => sites.site.stop());

  const query = <Row extends object>(sql: string): Promise<readonly Row[]> =>
    sites.site.database.query(sql) as Promise<readonly Row[]>; // the columns of the statement
  const count = async (sql: string): Promise<number> =>
    Number((await query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`))[0]?.count);
  const at = (host: string): Readonly<Record<string, string>> => ({ [HEADERS.originHostname]: host });

  async function application(editor: EditorBrowser, title: string, seed = 0): Promise<KnownApplication> {
    const app = await createApplication(editor, title);
    const key = await createKey(editor, app.number);
    return { app, key, deployments: new Map(), live: 0, files: [], random: randomNumbers(SEED + seed) };
  }

  /** @returns the files of the deployment that is live now */
  const visitAll = async ({ app, deployments, live }: KnownApplication, host: string): Promise<void> => {
    for (const [name, content] of Object.entries(deployments.get(live)?.files ?? {})) {
      const answer = await call(`${url}${app.path}${name === 'index.html' ? '' : name}`, {
        headers: { Accept: name === 'index.html' ? 'text/html' : '*/*', Host: host },
      });
      expect([name, answer.status, answer.text]).toEqual([name, 200, content]);
    }
  };

  /** Whether something has a content that isn't there, or a content is there that nothing has. */
  async function expectConsistent(): Promise<void> {
    const used = `(SELECT tenant_id, hash FROM deployment_file UNION SELECT tenant_id, hash FROM file_version)`;
    expect(await count(`${used} u LEFT JOIN blob b USING (tenant_id, hash) WHERE b.hash IS NULL`)).toBe(0);
    expect(
      await count(`blob b WHERE NOT EXISTS (
        SELECT FROM (SELECT tenant_id, hash FROM deployment_file UNION SELECT tenant_id, hash FROM file_version
          UNION SELECT tenant_id, hash FROM deployment_manifest) u
        WHERE u.tenant_id = b.tenant_id AND u.hash = b.hash)`),
    ).toBe(0);
    expect(
      await count(`storage_total t WHERE used <> (
        SELECT coalesce(sum(size), 0) FROM blob b WHERE b.tenant_id = t.tenant_id)`),
    ).toBe(0);
  }

  it(
    'never lose what is in use, and never keep what isn’t (Y-15)',
    async () => {
      const random = randomNumbers(SEED);
      const { a, b, site } = sites;
      const foreign = await application(b, 'Foreign');
      const own: KnownApplication[] = [];
      for (let index = 0; index < APPLICATIONS; index += 1)
        own.push(await application(a, `App ${index}`, index + 1));
      const contentOf = (index: number): string => `content ${index} `.repeat(20 + index);
      const someContents = ({ random: next }: KnownApplication): Record<string, string> =>
        Object.fromEntries(
          Array.from({ length: 1 + next(4) }, () => next(CONTENTS)).map((index) => [
            `${index}.txt`,
            contentOf(index),
          ]),
        );
      let round = 0;
      const deploy = async (
        to: KnownApplication,
        host: string,
        files: Record<string, string>,
      ): Promise<void> => {
        const answer = await deployZip(site.api.url, to.key.key, to.app.number, zipOfFiles(files), at(host));
        expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
        const { deployment: number } = answer.json() as { deployment: number }; // the contract's word
        const before = to.deployments.get(to.live);
        if (before) before.lastLive = round;
        to.deployments.set(number, { number, files, made: round, lastLive: round });
        to.live = number;
      };
      const all = Object.fromEntries(
        Array.from({ length: CONTENTS }, (_, index) => [`${index}.txt`, contentOf(index)]),
      );
      await deploy(foreign, HOSTS.b, { 'index.html': '<title>Foreign</title>', ...all });

      const done = {
        steps: 0,
        deployed: 0,
        activated: 0,
        abandoned: 0,
        uploaded: 0,
        deleted: 0,
        removed: 0,
        killed: 0,
      };
      const step = async (to: KnownApplication): Promise<void> => {
        const number = (done.steps += 1);
        const { files, random: next } = to;
        const chance = next(100);
        if (chance < 55 || to.deployments.size === 0) {
          await deploy(to, HOSTS.a, { 'index.html': `<title>${number}</title>`, ...someContents(to) });
          done.deployed += 1;
        } else if (chance < 75) {
          const wanted = pick(next, [...to.deployments.keys()]);
          const answer = await a.post(`/spa/${to.app.number}/deployments/${wanted}/activate`);
          expect(answer.status).toBe(200);
          if (wanted !== to.live) {
            const before = to.deployments.get(to.live);
            if (before) before.lastLive = round;
          }
          to.live = wanted;
          done.activated += 1;
        } else if (chance < 82) {
          const listed = { 'index.html': `<title>${number}</title>`, ...someContents(to) };
          const started = await withKey(
            site.api.url,
            to.key.key,
            'POST',
            '',
            manifestOf(listed),
            at(HOSTS.a),
          );
          expect([201, 429]).toContain(started.status);
          done.abandoned += 1;
        } else if (chance < 92 || files.length === 0) {
          const { id } = await tryUpload(a, `file-${number}.txt`, contentOf(next(CONTENTS)));
          files.push(id);
          done.uploaded += 1;
        } else {
          const [id = ''] = files.splice(next(files.length), 1);
          expect((await a.post('/files/trash', { files: [id] })).status).toBe(200);
          expect((await a.delete(`/files/${id}`)).status).toBe(204);
          done.deleted += 1;
        }
      };

      const startedAt = Date.now();
      while (done.steps < STEPS) {
        await Promise.all(
          own.map(async (each) => {
            for (let count = 0; count < STEPS_PER_ROUND; count += 1) await step(each);
          }),
        );
        round += 1;
        await query(`UPDATE deployment SET created_at = created_at - interval '${DAYS_PER_ROUND} days',
        live_until = live_until - interval '${DAYS_PER_ROUND} days', leased_until = now() - interval '1 second'`);
        await query('UPDATE session SET authenticated_at = now()'); // deleting asks for a recent sign-in
        if (random(2) === 0) {
          const killed = await startApi(site.database.url, { ...BEHIND_LOCAL_PROXY, ...MULTI });
          await new Promise((resolve) => setTimeout(resolve, random(300)));
          await killed.kill();
          done.killed += 1;
        }
        const worker = await startApi(site.database.url, { ...BEHIND_LOCAL_PROXY, ...MULTI });
        try {
          for (const each of own) await eventually(async () => (done.removed += await removedOf(each)));
          await eventually(async () =>
            expect((await count('released_content')) + (await count('removed_blob'))).toBe(0),
          );
        } finally {
          await worker.stop();
        }
        await expectConsistent();
        for (const each of own) await visitAll(each, HOSTS.a);
        await visitAll(foreign, HOSTS.b);
      }
      const seconds = Math.round((Date.now() - startedAt) / 1_000);
      figure('Y-15', { ...done, seconds, load: (loadavg()[0] ?? 0).toFixed(1) });

      /** Compares with what the model says, and forgets what was removed. @returns how many */
      async function removedOf({ app, deployments, live }: KnownApplication): Promise<number> {
        const listed = await everyDeployment(app.number);
        const isOld = ({ number, made, lastLive }: Known): boolean =>
          number !== live && round - made >= KEPT_ROUNDS && round - lastLive >= KEPT_ROUNDS;
        const newest = new Set(listed.slice(0, KEPT_NEWEST));
        const gone = [...deployments.values()].filter(({ number }) => !listed.includes(number));
        for (const known of gone) expect([known.number, isOld(known)]).toEqual([known.number, true]);
        for (const known of deployments.values())
          if (listed.includes(known.number) && !newest.has(known.number)) expect(isOld(known)).toBe(false);
        for (const { number } of gone) deployments.delete(number);
        return gone.length;
      }

      /** Numbers, the newest first. */
      async function everyDeployment(app: number): Promise<readonly number[]> {
        const numbers: number[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const path = `/spa/${app}/deployments?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
          const page = (await a.get(path)).json() as {
            items: readonly Deployment[];
            nextCursor: string | null;
          }; // the contract's word
          numbers.push(...page.items.map((each) => each.number));
          cursor = page.nextCursor;
        }
        return numbers;
      }
    },
    RUNNING_MS,
  );
});
