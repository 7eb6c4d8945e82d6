import type { Application, DeploymentProgress, NewDeployKey } from '@sitedesk/contract/deployments';
import { DEPLOYMENTS_PATH } from '@sitedesk/contract/deployments';
import { freePort } from '@sitedesk/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
} from './harness/deployments.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { startApi } from './harness/processes.js';
import { freshAddress } from './harness/visitor.js';
import { zipOfFiles } from './harness/zip.js';

const FILES = 200;
type Files = Readonly<Record<string, string>>;

const build = (id: string, more: Files = {}): Files => ({
  'index.html': `<!doctype html><title>${id}</title><script src="./assets/main-${id}.js"></script>`,
  [`assets/main-${id}.js`]: `console.log(${JSON.stringify(id)});`,
  ...more,
});
/** As large as applications are: so many files of some kilobytes. */
const large = (id: string, changed = FILES): Files =>
  build(
    id,
    Object.fromEntries(
      Array.from({ length: FILES }, (_, at) => [
        `pages/${at}.json`,
        `${at < changed ? id : 'same'} ${at} `.padEnd(20_000, 'x'),
      ]),
    ),
  );

describe('deployments by a list of files', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let url: string;
  let folder: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    site = await startEditorSite({
      SITE_PORT: String(port),
      SITE__PUBLICURL: url,
      // Windows begin at fixed times, and none may begin while a test counts to its limit.
      RATELIMIT__DEPLOYMENT: '10/86400',
    });
    editor = await site.administrator();
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-deploy-'));
  });

  afterAll(async () => {
    await site.stop();
    await rm(folder, { recursive: true });
  });

  const visit = (path: string): Promise<Answer> => call(url + path, { headers: { Accept: 'text/html' } });
  const progressOf = (answer: Answer): DeploymentProgress => answer.json() as DeploymentProgress; // the contract's word

  async function application(
    title: string,
    more: object = {},
  ): Promise<{ app: Application; key: NewDeployKey }> {
    const app = await createApplication(editor, title);
    return { app, key: await createKey(editor, app.number, more) };
  }
  const ask = (key: NewDeployKey, method: string, path: string, body?: object | string): Promise<Answer> =>
    withKey(site.api.url, key.key, method, path, body);
  const put = (key: NewDeployKey, number: number, content: string, hash = sha256(content)): Promise<Answer> =>
    ask(key, 'PUT', `/${number}/blobs/${hash}`, content);
  async function deploy(key: NewDeployKey, files: Files, more: object = {}): Promise<DeploymentProgress> {
    const { deployment, missing } = progressOf(await ask(key, 'POST', '', { ...manifestOf(files), ...more }));
    for (const content of Object.values(files))
      if (missing.includes(sha256(content))) expect((await put(key, deployment, content)).status).toBe(201);
    const finished = await ask(key, 'POST', `/${deployment}/finish`);
    expect([finished.status, finished.text]).toEqual([200, expect.any(String)]);
    return progressOf(finished);
  }

  it('takes what is missing, bytes as they are named, and is live once it is finished (Y-03, Y-04)', async () => {
    const { app, key } = await application('Lists');
    const files = build('Ab12Cd34');
    const started = await ask(key, 'POST', '', {
      ...manifestOf(files),
      article: app.number,
      message: 'First',
    });
    expect([started.status, progressOf(started)]).toEqual([
      201,
      expect.objectContaining({ deployment: 1, state: 'uploading', live: false, path: '/lists/', files: 2 }),
    ]);
    expect(progressOf(started).missing.toSorted()).toEqual(Object.values(files).map(sha256).toSorted());
    // The same list continues.
    expect(progressOf(await ask(key, 'POST', '', manifestOf(files))).deployment).toBe(1);

    const [page = '', script = ''] = Object.values(files);
    for (const wrong of ['other', `${page.slice(0, -1)}!`])
      expect((await put(key, 1, wrong, sha256(page))).status).toBe(422);
    expect((await put(key, 1, 'unknown')).status).toBe(404);
    expect((await ask(key, 'PUT', '/1/blobs/abc', page)).status).toBe(404);
    expect((await put(key, 1, page)).status).toBe(201);
    expect((await put(key, 1, page)).status).toBe(200);
    const early = await ask(key, 'POST', '/1/finish');
    expect([early.status, early.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'incomplete', missing: [sha256(script)] }),
    ]);
    expect((await visit('/lists/')).status).toBe(404);
    expect((await put(key, 1, script)).status).toBe(201);

    const finished = await Promise.all([ask(key, 'POST', '/1/finish'), ask(key, 'POST', '/1/finish')]);
    const again = await ask(key, 'POST', '/1/finish');
    for (const answer of [...finished, again])
      expect([answer.status, answer.json()]).toEqual([
        200,
        expect.objectContaining({ state: 'live', live: true, missing: [] }),
      ]);
    expect((await visit('/lists/')).text).toContain('Ab12Cd34');
    expect(await createdEntries(app)).toBe(1);
    expect((await put(key, 1, page)).status).toBe(409);
  });

  async function createdEntries({ number }: Application): Promise<number> {
    const { items } = (await editor.get('/audit?action=deployment.create&limit=100')).json() as {
      items: readonly { readonly target: { readonly id: string } | null }[];
    }; // the contract's word
    return items.filter(({ target }) => target?.id === String(number)).length;
  }

  it('asks only for what its application doesn’t have, and tells of no other’s files (Y-08)', async () => {
    const [one, two] = [await application('Mine'), await application('Yours')];
    await deploy(one.key, build('Bc23De45', { 'shared.txt': 'shared' }));
    const next = build('Cd34Ef56', { 'shared.txt': 'shared' });
    const mine = progressOf(await ask(one.key, 'POST', '', manifestOf(next)));
    expect(mine.missing).toHaveLength(2);
    const yours = progressOf(await ask(two.key, 'POST', '', manifestOf(next)));
    expect(yours.missing).toHaveLength(3);
    for (const [method, path] of [
      ['GET', '/2'],
      ['POST', '/2/finish'],
      ['DELETE', '/2'],
    ] as const)
      expect([method, (await ask(two.key, method, path)).status]).toEqual([method, 404]);
    const other = await ask(one.key, 'POST', '', { ...manifestOf(next), article: two.app.number });
    expect([other.status, other.json()]).toEqual([
      401,
      expect.objectContaining({ reason: 'deployments.invalidKey' }),
    ]);
  });

  it('holds lists to the rules of archives', async () => {
    const { key } = await application('Rules');
    const file = { sha256: sha256(''), bytes: 0 };
    const index = { 'index.html': file };
    for (const [reason, files] of [
      ['unsafePath', { ...index, '../evil.js': file }],
      ['duplicate', { ...index, 'a.js': file, 'A.js': file }],
      ['type', { ...index, 'run.exe': file }],
      ['noIndex', { 'a.js': file }],
      ['indexIn', { 'site/index.html': file }],
      [
        'tooMuch',
        {
          ...index,
          'a.js': { sha256: sha256('a'), bytes: 500_000_000 },
          'b.js': { sha256: sha256('b'), bytes: 1 },
        },
      ],
      ['manifestFile', { ...index, 'a.js': { sha256: 'abc', bytes: 1 } }],
      ['manifestFile', { ...index, 'a.js': { ...file, bytes: -1 } }],
      ['manifestFile', { ...index, 'a.js': null }],
    ] as const) {
      const answer = await ask(key, 'POST', '', { files });
      expect([answer.status, answer.json()]).toEqual([
        400,
        expect.objectContaining({ reason: `deployments.${reason}` }),
      ]);
    }
  });

  it('leaves drafts, and everything while it is locked, for someone to take live (Y-13)', async () => {
    const { app, key } = await application('Drafts');
    await deploy(key, build('De45Fg67'));
    expect(await deploy(key, build('Ef56Gh78'), { draft: true })).toMatchObject({
      state: 'ready',
      live: false,
    });
    await editor.put(`/spa/${app.number}/lock`, { locked: true });
    expect(await deploy(key, build('Fg67Hi89'))).toMatchObject({ state: 'ready', live: false });
    expect((await visit('/drafts/')).text).toContain('De45Fg67');
  });

  it('serves by _redirects and _headers, and refuses wrong ones by their line (Y-14)', async () => {
    const { app, key } = await application('Signs');
    const files = build('Tu01Vw23', {
      'missing.html': '<title>Missing</title>',
      'docs/start.html': '<title>Start</title>',
      _redirects:
        '/old/* /docs/:splat 301\n/gone /missing.html 404\n/out https://example.com/ 302\n/deep/* /docs/start.html 200\n',
      _headers: '/docs/*\n  X-Robots-Tag: noindex\n  Cache-Control: max-age=60\n',
    });
    expect(await deploy(key, files)).toMatchObject({ live: true, warnings: [] });
    const answers = await Promise.all(
      [
        '/old/start.html?a=b',
        '/gone',
        '/out',
        '/deep/a/b',
        '/docs/start.html',
        '/_redirects',
        '/_headers',
      ].map(async (path) => {
        const { status, headers, text } = await visit(`/signs${path}`);
        return [status, headers.location ?? /<title>(\w+)/.exec(text)?.[1], headers['x-robots-tag']];
      }),
    );
    expect(answers).toEqual([
      [301, '/signs/docs/start.html?a=b', undefined],
      [404, 'Missing', undefined],
      [302, 'https://example.com/', undefined],
      [200, 'Start', 'noindex'],
      [200, 'Start', 'noindex'],
      [404, undefined, undefined],
      [404, undefined, undefined],
    ]);
    expect((await visit('/signs/docs/start.html')).headers['cache-control']).toBe('max-age=60');

    const wrong = { ...files, _redirects: '/a /b\n/b /a\n' };
    const { deployment, missing } = progressOf(await ask(key, 'POST', '', manifestOf(wrong)));
    for (const content of Object.values(wrong))
      if (missing.includes(sha256(content))) await put(key, deployment, content);
    const refused = await ask(key, 'POST', `/${deployment}/finish`);
    expect([refused.status, refused.json()]).toEqual([
      400,
      expect.objectContaining({ detail: '_redirects, line 1: “/a” leads back to where it was' }),
    ]);
    const zip = await deployZip(site.api.url, key.key, app.number, zipOfFiles(wrong));
    expect([zip.status, zip.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'deployments.ruleLine' }),
    ]);
    expect((await visit('/signs/gone')).text).toContain('Missing');
  });

  it('warns of what index.html doesn’t find, and leaves out source maps where they aren’t wanted', async () => {
    const { app, key } = await application('Maps');
    const files = build('Uv12Wx34', {
      'index.html':
        '<script src="/assets/a.js"></script><link rel="stylesheet" href="/maps/b.css"><img src="/media/c.png">',
      'assets/main.js.map': '{}',
    });
    const codes = ({ warnings }: DeploymentProgress): unknown =>
      warnings.map(({ code }) => code.split('.')[1]);
    expect(codes(await deploy(key, files))).toEqual(['sourceMaps', 'rootPaths', 'missingAsset']);
    expect((await visit('/maps/assets/main.js.map')).status).toBe(200);
    const changed = await editor.put(`/spa/${app.number}/source-maps`, { sourceMaps: false });
    expect(changed.json()).toMatchObject({ sourceMaps: false });
    expect(codes(await deploy(key, files))).toEqual(['sourceMapsOut', 'rootPaths', 'missingAsset']);
    expect((await visit('/maps/assets/main.js.map')).status).toBe(404);
    const { items } = (await editor.get(`/spa/${app.number}/deployments/2/changes`)).json() as {
      items: readonly unknown[];
    }; // the contract's word
    expect(items).toEqual([{ path: 'assets/main.js.map', before: 2, after: null }]);
  });

  it('is in exports of the site as it is live, without what isn’t sent to visitors', async () => {
    const { key } = await application('Export');
    await deploy(key, build('Vw23Xy45', { 'old.txt': 'old' }));
    await deploy(key, build('Vw23Xy46', { 'a b%.txt': 'odd', _redirects: '/a /b\n' }));
    // Names stand in an archive as they are.
    const { text } = await editor.get('/public-site/export');
    const names = new Set(
      [...text.matchAll(/export\/(?:assets\/[\w-]+\.js|[\w %]+\.(?:html|txt)|_redirects)/g)].map(
        ([name]) => name,
      ),
    );
    expect([...names].toSorted()).toEqual([
      'export/a b%.txt',
      'export/assets/main-Vw23Xy46.js',
      'export/index.html',
    ]);
  });

  it('answers an Idempotency-Key with what it began, also once that is finished', async () => {
    const { key } = await application('Once');
    const headers = { 'Idempotency-Key': 'run-17' };
    const start = (files: Files): Promise<Answer> =>
      withKey(site.api.url, key.key, 'POST', '', manifestOf(files), headers);
    const files = build('Gh78Ij90');
    const first = progressOf(await start(files));
    await deploy(key, files);
    expect(progressOf(await start(files))).toMatchObject({ deployment: first.deployment, state: 'live' });
    expect((await start(build('Hi89Jk01'))).status).toBe(409);
  });

  it('ends the oldest of too many, and one on request; what they brought goes', async () => {
    const { key } = await application('Many');
    for (let at = 0; at < 6; at += 1)
      expect((await ask(key, 'POST', '', manifestOf(build(`Mn34Op5${at}`)))).status).toBe(201);
    expect(progressOf(await ask(key, 'GET', '/1'))).toMatchObject({
      state: 'failed',
      failure: { code: 'deployments.replaced' },
    });
    const content = Object.values(build('Mn34Op55'))[0] ?? '';
    expect((await put(key, 6, content)).status).toBe(201);
    const stored = (): Promise<readonly unknown[]> =>
      site.database.query(`SELECT 1 FROM blob WHERE hash = '${sha256(content)}'`);
    expect(await stored()).toHaveLength(1);
    for (const time of [1, 2]) expect([time, (await ask(key, 'DELETE', '/6')).status]).toEqual([time, 204]);
    await eventually(async () => expect(await stored()).toHaveLength(0), 30_000);
    expect((await ask(key, 'POST', '/6/finish')).status).toBe(409);
  });

  it('refuses one that was begun before what is live now', async () => {
    const { key } = await application('Older');
    const files = build('Jk01Lm23');
    const { deployment } = progressOf(await ask(key, 'POST', '', manifestOf(files)));
    for (const content of Object.values(files)) await put(key, deployment, content);
    await deploy(key, build('Kl12Mn34'));
    const late = await ask(key, 'POST', `/${deployment}/finish`);
    expect([late.status, late.json()]).toEqual([409, expect.objectContaining({ code: 'superseded' })]);
    expect(progressOf(await ask(key, 'GET', `/${deployment}`)).state).toBe('failed');
  });

  it('counts deployments by their key before the body is read, and no files (Y-12)', async () => {
    const [one, two] = [await application('Busy'), await application('Calm')];
    const files = large('Lm23No45');
    const { deployment } = progressOf(await ask(one.key, 'POST', '', manifestOf(files)));
    for (const content of Object.values(files))
      expect((await put(one.key, deployment, content)).status).toBe(201);
    for (let count = 1; count < 10; count += 1) await ask(one.key, 'POST', '', manifestOf(files));
    const { hostname, port } = new URL(site.api.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', reject).on('data', (chunk) => {
        resolve(chunk.toString());
        socket.destroy();
      });
      const head = [
        `POST ${DEPLOYMENTS_PATH} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        `Authorization: Bearer ${one.key.key}`,
        'Content-Type: application/json',
        'Content-Length: 1000000',
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
    });
    expect(answer).toMatch(/^HTTP\/1.1 429 [^]*retry-after: \d+/i);
    expect((await ask(two.key, 'POST', '', manifestOf(files))).status).toBe(201);
    expect((await ask(one.key, 'POST', `/${deployment}/finish`)).status).toBe(200);
  });

  it('refuses an address after 20 wrong keys, and a right one from there still works', async () => {
    const { app, key } = await application('Guess');
    const headers = { 'X-Forwarded-For': freshAddress() };
    const guess = (): Promise<Answer> =>
      withKey(site.api.url, 'sdk_wrong', 'POST', '/1/finish', undefined, headers);
    for (let count = 0; count < 20; count += 1) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    const right = await withKey(site.api.url, key.key, 'POST', '', manifestOf(build('No45Pq67')), headers);
    expect(right.status).toBe(201);
    const zip = await deployZip(site.api.url, '', app.number, zipOfFiles(build('Op56Qr78')), {
      ...headers,
      Authorization: `Bearer ${key.key}`,
    });
    expect(zip.status).toBe(200);
    const listed = (await editor.get(`/spa/${app.number}/keys`)).json() as { items: NewDeployKey[] }; // the contract's word
    expect(listed.items[0]?.lastAddress).toBe(headers['X-Forwarded-For']);
  });

  describe('by the command line', () => {
    const run = (key: NewDeployKey, args: readonly string[] = [], api = site.api.url): Promise<CommandRun> =>
      startCommand([folder, '--site', api, ...args], { SITEDESK_DEPLOY_KEY: key.key }).done;

    beforeEach(async () => {
      await rm(folder, { recursive: true });
      await writeFiles(folder, { '.DS_Store': 'left out' });
    });

    it('sends only what has changed (Y-01)', async () => {
      const { key } = await application('Shop');
      await writeFiles(folder, large('Pq67Rs89', 0));
      const first = await run(key, ['--json', '--message', 'One']);
      expect([first.status, first.stderr]).toEqual([0, '']);
      const { bytes } = JSON.parse(first.stdout) as { bytes: number }; // its own output
      expect(JSON.parse(first.stdout)).toMatchObject({
        live: true,
        files: 202,
        sentFiles: 202,
        sentBytes: bytes,
      });
      // One percent, and the page.
      await writeFiles(folder, { ...large('Pq67Rs89', 1), 'index.html': '<title>next</title>' });
      const second = await run(key, ['--json']);
      const { sentFiles, sentBytes } = JSON.parse(second.stdout) as { sentFiles: number; sentBytes: number }; // as above
      expect(sentFiles).toBe(2);
      expect(sentBytes).toBeLessThan(bytes * 0.02);
      expect((await visit('/shop/')).text).toContain('next');
      const third = await run(key, ['--draft']);
      expect(third.stdout).toMatch(/0 files sent, 0 bytes, [^]*Deployment 3 of \/shop\/ is ready, and waits/);
      const [, preview = ''] = /^Preview, for 24 hours: (\S+)$/m.exec(third.stdout) ?? [];
      expect((await visit(preview.replace(url, ''))).text).toContain('next');
    });

    it('says by its exit status what came of it', async () => {
      const { app, key } = await application('Status');
      await writeFiles(folder, build('Qr78St90'));
      expect((await run(key)).status).toBe(0);
      const env = { SITEDESK_DEPLOY_KEY: key.key };
      const args = [folder, '--site', site.api.url];
      for (const [status, wrong, words, variables] of [
        [1, args, 'Invalid deployment key', { SITEDESK_DEPLOY_KEY: 'sdk_wrong' }],
        [1, [...args, '--article', String(app.number + 1)], 'Invalid deployment key', env],
        [2, [folder], '--site', env],
        [2, args, 'SITEDESK_DEPLOY_KEY', {}],
        [2, [folder, '--site', 'http://editor.example.com'], 'https://', env],
        [2, [...args, '--unknown'], '--unknown', env],
        [2, [join(folder, 'nowhere'), '--site', site.api.url], "can't be read", env],
      ] as const) {
        const ended = await startCommand(wrong, variables).done;
        expect([ended.status, ended.stderr]).toEqual([status, expect.stringContaining(words)]);
      }
      await writeFiles(folder, { 'run.exe': 'MZ' });
      expect(await run(key)).toMatchObject({ status: 1, stderr: expect.stringContaining('run.exe') });
      await rm(join(folder, 'run.exe'));
      const away = await run(key, [], `http://127.0.0.1:${await freePort()}`);
      expect([away.status, away.stderr]).toEqual([4, expect.stringContaining("can't be reached")]);
      let limited = await run(key);
      for (let count = 0; count < 10 && limited.status === 0; count += 1) limited = await run(key);
      expect([limited.status, limited.stderr]).toEqual([
        3,
        expect.stringMatching(/Try again in \d+ seconds/),
      ]);
    });

    it.each(['the client', 'the server'])(
      'goes on where it was when %s is killed, and never shows parts (Y-02)',
      async (who) => {
        const isClient = who === 'the client';
        const { app, key } = await application(isClient ? 'Cut' : 'Crash');
        await writeFiles(folder, build('Rs89Tu01'));
        expect((await run(key)).status).toBe(0);
        const received = async (): Promise<number> => {
          const rows = await site.database.query(
            `SELECT count(*)::int AS count FROM deployment_manifest WHERE received AND article_number = ${app.number}`,
          );
          return Number(rows[0]?.['count']);
        };
        // The last is the moment of finishing.
        for (const [at, moment] of [1, 90, FILES + 2].entries()) {
          const id = `${isClient ? 'Cu' : 'Sv'}00000${at}`;
          await rm(folder, { recursive: true });
          await writeFiles(folder, large(id));
          const api = isClient ? undefined : await startApi(site.database.url);
          const command = startCommand([folder, '--site', (api ?? site.api).url], {
            SITEDESK_DEPLOY_KEY: key.key,
          });
          let isOver = false;
          void command.done.then(() => (isOver = true));
          while (!isOver && (await received()) < moment) await new Promise(setImmediate);
          await api?.kill();
          command.kill();
          await command.done;
          const live = /<title>(\w+)/.exec((await visit(`${app.path}`)).text)?.[1] ?? '';
          expect((await visit(`${app.path}assets/main-${live}.js`)).text).toContain(live);
          const left = FILES + 2 - (await received());
          const again = await run(key, ['--json']);
          expect([again.status, again.stderr]).toEqual([0, '']);
          const { sentFiles } = JSON.parse(again.stdout) as { sentFiles: number }; // its own output
          expect(sentFiles).toBeLessThanOrEqual(left);
          expect((await visit(app.path)).text).toContain(id);
          const page = await visit(`${app.path}pages/199.json`);
          expect(page.text.startsWith(`${id} 199`)).toBe(true);
        }
      },
    );
  });
});
