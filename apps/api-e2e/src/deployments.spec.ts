import {
  type Application,
  DEPLOY_ZIP_PATH,
  type Deployment,
  type NewDeployKey,
} from '@sitedesk/contract/deployments';
import { freePort } from '@sitedesk/testing';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { publishArticle } from './harness/articles.js';
import { createApplication, createKey, deployZip, formOf, sha256 } from './harness/deployments.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { colleague } from './harness/people.js';
import { freshAddress } from './harness/visitor.js';
import { zipOf, zipOfFiles, type ZipPart } from './harness/zip.js';

const HTML = { Accept: 'text/html,*/*' };

/** A build: a page, the script that it names, and a picture without a hash. */
const build = (id: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  zipOfFiles({
    'index.html': `<!doctype html><title>${id}</title><script src="./assets/main-${id}.js"></script>`,
    [`assets/main-${id}.js`]: `console.log(${JSON.stringify(id)});`,
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ...more,
  });

describe('deployments of applications', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    site = await startEditorSite({ SITE_PORT: String(port), RATELIMIT__DEPLOYMENT: '10/300' });
    url = `http://127.0.0.1:${port}`;
    editor = await site.administrator();
  });

  afterAll(() => site.stop());

  const visit = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    call(url + path, { headers });
  const deploy = (key: NewDeployKey, article: number | string, zip: Buffer): Promise<Answer> =>
    deployZip(site.api.url, key.key, article, zip, { 'X-Forwarded-For': freshAddress() });
  const deployments = async (number: number): Promise<readonly Deployment[]> =>
    ((await editor.get(`/spa/${number}/deployments`)).json() as { items: Deployment[] }).items; // the contract's word

  async function application(title: string): Promise<{ app: Application; key: NewDeployKey }> {
    const app = await createApplication(editor, title);
    return { app, key: await createKey(editor, app.number) };
  }

  it('deploys a zip in the shape that CI scripts know, and serves it at its address (Y-17)', async () => {
    const { app, key } = await application('Shop');
    expect((await visit('/shop/', HTML)).status).toBe(404);
    const answer = await deploy(key, app.number, build('Ab12Cd34'));
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    expect(answer.json()).toEqual({
      success: true,
      deployedAt: expect.any(String),
      deploymentCount: 1,
      urlPath: '/shop',
      filesDeployed: 3,
      cdnPurged: false,
      deployment: 1,
      live: true,
      warnings: [],
      preview: null,
    });
    const page = await visit('/shop/', HTML);
    expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(page.text).toContain('<title>Ab12Cd34</title>');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    const script = await visit('/shop/assets/main-Ab12Cd34.js');
    expect([script.status, script.headers['content-type'], script.headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    const known = await visit('/shop/assets/main-Ab12Cd34.js', {
      'If-None-Match': String(script.headers.etag),
    });
    expect(known.status).toBe(304);
    const part = await visit('/shop/assets/main-Ab12Cd34.js', { Range: 'bytes=0-6' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'console', 'bytes 0-6/24']);
    // Whoever has the beginning of another version gets all of this one.
    const ranges = [String(script.headers.etag), '"another"'].map((tag) =>
      visit('/shop/assets/main-Ab12Cd34.js', { Range: 'bytes=0-6', 'If-Range': tag }),
    );
    expect((await Promise.all(ranges)).map(({ status }) => status)).toEqual([206, 200]);
    const bare = await visit('/shop');
    expect([bare.status, bare.headers.location]).toEqual([308, '/shop/']);
  });

  it('answers alike from the store and from memory, and keeps nothing beyond a change', async () => {
    const { app, key } = await application('Mill');
    const script = `const wheel = ${JSON.stringify('turns '.repeat(400))};`;
    const file = '/mill/assets/main-Ef56Gh78.js';
    const buildOf = (text: string): Buffer =>
      build('Ef56Gh78', {
        'assets/main-Ef56Gh78.js': text,
        _headers: '/assets/*\n  X-Wheel: yes\n',
      });
    await deploy(key, app.number, buildOf(script));
    for (const coding of ['identity', 'gzip', 'br']) {
      const asked = { 'Accept-Encoding': coding };
      const [first, second] = [await visit(file, asked), await visit(file, asked)];
      const shown = ({ status, headers, text }: Answer): unknown => {
        const { date, 'x-request-id': id, ...others } = headers;
        expect([typeof date, typeof id]).toEqual(['string', 'string']);
        return { status, others, text };
      };
      expect(shown(second)).toEqual(shown(first));
      expect([
        first.status,
        first.headers['x-wheel'],
        first.headers['content-encoding'] ?? 'identity',
      ]).toEqual([200, 'yes', coding]);
      expect(first.headers.etag).toBe(`"${sha256(script)}${coding === 'identity' ? '' : `-${coding}`}"`);
      const known = await visit(file, { ...asked, 'If-None-Match': String(first.headers.etag) });
      expect([known.status, known.text, known.headers['content-length']]).toEqual([304, '', undefined]);
      const head = await call(url + file, { method: 'HEAD', headers: asked });
      expect([head.status, head.text, head.headers['content-length']]).toEqual([
        200,
        '',
        first.headers['content-length'],
      ]);
    }
    const part = await visit(file, { Range: 'bytes=0-4' });
    expect([part.status, part.text]).toEqual([206, 'const']);
    // A build that names other content alike is wrong, and shown nevertheless.
    await deploy(key, app.number, buildOf('another();'));
    await eventually(async () => expect((await visit(file)).text).toBe('another();'));
    await editor.post(`/articles/${app.number}/trash`);
    await eventually(async () => expect((await visit(file)).status).toBe(404));
    // Nor is anything deployed of what is in the trash.
    expect((await deploy(key, app.number, buildOf('third();'))).status).toBe(401);
  });

  it('shows no page where nothing of an application is live', async () => {
    const { app } = await application('Later');
    expect((await publishArticle(editor, app.number)).status).toBe(200);
    expect((await visit('/later', HTML)).status).toBe(404);
    expect((await visit('/later/', HTML)).status).toBe(404);
  });

  it('answers navigations with the page, and what is missing with 404 that no cache keeps (Y-06)', async () => {
    const { app, key } = await application('Tour');
    await deploy(key, app.number, build('Bc23De45'));
    const navigation = await visit('/tour/cities/paris', HTML);
    expect([navigation.status, navigation.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(navigation.text).toContain('Bc23De45');
    for (const [path, headers] of [
      ['/tour/assets/main-Zz99Zz99.js', HTML],
      ['/tour/assets/other.css', {}],
      ['/tour/api/items', { Accept: 'application/json' }],
    ] as const) {
      const missing = await visit(path, headers);
      expect([path, missing.status, missing.headers['cache-control']]).toEqual([path, 404, 'no-store']);
      expect(missing.text).not.toContain('<');
    }
  });

  it('keeps hashed files of earlier deployments, and nothing else of them (Y-07)', async () => {
    const { app, key } = await application('Atlas');
    await deploy(key, app.number, build('Cd34Ef56', { 'old.txt': 'old' }));
    await deploy(key, app.number, build('De45Fg67'));
    expect((await visit('/atlas/', HTML)).text).toContain('De45Fg67');
    expect((await visit('/atlas/assets/main-Cd34Ef56.js')).text).toContain('Cd34Ef56');
    expect((await visit('/atlas/old.txt')).status).toBe(404);
    await site.database.query(
      `UPDATE deployment SET live_until = now() - interval '8 days' WHERE article_number = ${app.number} AND number = 1`,
    );
    expect((await visit('/atlas/assets/main-Cd34Ef56.js')).status).toBe(404);
  });

  it('goes back to an earlier deployment by one call, and keeps a locked one live (U-16, Y-13)', async () => {
    const { app, key } = await application('Radio');
    await deploy(key, app.number, build('Ef56Gh78'));
    await deploy(key, app.number, build('Fg67Hi89'));
    expect((await editor.post(`/spa/${app.number}/deployments/1/activate`)).status).toBe(200);
    const { items } = (await editor.get(`/audit?target=${app.number}&action=deployment.`)).json() as {
      items: { target: { name: string } | null }[];
    }; // the contract's word
    expect(new Set(items.map(({ target }) => target?.name))).toEqual(new Set([app.title]));
    const before = await visit('/radio/', HTML);
    expect(before.text).toContain('Ef56Gh78');
    expect((await editor.put(`/spa/${app.number}/lock`, { locked: true })).json()).toMatchObject({
      locked: true,
      live: 1,
    });
    const waiting = await deploy(key, app.number, build('Gh78Ij90'));
    expect([waiting.status, waiting.json()]).toEqual([
      200,
      expect.objectContaining({ success: true, live: false, deployment: 3 }),
    ]);
    const after = await visit('/radio/', HTML);
    expect([after.text, after.headers.etag]).toEqual([before.text, before.headers.etag]);
    expect((await deployments(app.number)).map(({ number, state }) => [number, state])).toEqual([
      [3, 'ready'],
      [2, 'ready'],
      [1, 'live'],
    ]);
  });

  it('answers a wrong key, an unknown application and another one alike (U-14, Y-17)', async () => {
    const [one, two] = [await application('One'), await application('Two')];
    const zip = build('Hi89Jk01');
    const wrong = { ...one.key, key: `${one.key.key.slice(0, -10)}${'x'.repeat(10)}` };
    const answers = [
      await deploy(wrong, one.app.number, zip),
      await deploy(one.key, 999_999, zip),
      await deploy(one.key, two.app.number, zip),
      await deploy(one.key, 'nothing', zip),
    ];
    for (const { status, json } of answers)
      expect([status, json()]).toEqual([
        401,
        { success: false, error: 'Invalid deployment key', code: 'deployments.invalidKey' },
      ]);
  });

  it('refuses a wrong key before the body is there (U-12)', async () => {
    const { app } = await application('Closed');
    const { hostname, port } = new URL(site.api.url);
    const ask = (head: readonly string[], first = ''): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), hostname);
        const lines = [
          `POST ${DEPLOY_ZIP_PATH} HTTP/1.1`,
          `Host: ${hostname}:${port}`,
          'Content-Length: 100000000',
          ...head,
        ];
        socket.on('error', reject).on('data', (answer) => {
          resolve(answer.toString());
          socket.destroy();
        });
        socket.write(`${lines.join('\r\n')}\r\n\r\n${first}`);
      });
    const { type, body } = formOf({
      articleId: String(app.number),
      password: 'sdk_wrong',
      zipFile: Buffer.alloc(10),
    });
    const form = [`Content-Type: ${type}`, `X-Forwarded-For: ${freshAddress()}`];
    expect(await ask([...form, 'Authorization: Bearer sdk_wrong'])).toMatch(/^HTTP\/1.1 401 /);
    expect(await ask(form, body.toString('latin1').slice(0, -20))).toMatch(/^HTTP\/1.1 401 /);
    const late = formOf({ articleId: String(app.number), zipFile: Buffer.alloc(10) });
    expect(await ask(form, late.body.toString('latin1').slice(0, -20))).toMatch(
      /^HTTP\/1.1 400 [^]*must come before the file/,
    );
  });

  it('refuses more than 100 MB by the length that is announced (U-03)', async () => {
    const { key } = await application('Heavy');
    const { hostname, port } = new URL(site.api.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', reject).on('data', (chunk) => {
        resolve(chunk.toString());
        socket.destroy();
      });
      const head = [
        `POST ${DEPLOY_ZIP_PATH} HTTP/1.1`,
        `Host: ${hostname}:${port}`,
        'Content-Length: 110000000',
        'Content-Type: multipart/form-data; boundary=x',
        `X-Forwarded-For: ${freshAddress()}`,
        `Authorization: Bearer ${key.key}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
    });
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d [^]*deployments\.tooLarge/);
  });

  it('counts uploads before their body is read (R-11, Y-12)', async () => {
    const headers = { 'X-Forwarded-For': freshAddress() };
    for (let count = 0; count < 10; count += 1)
      expect((await deployZip(site.api.url, 'sdk_wrong', 1, Buffer.alloc(0), headers)).status).toBe(401);
    const refused = await deployZip(site.api.url, 'sdk_wrong', 1, Buffer.alloc(0), headers);
    expect([refused.status, refused.json()]).toEqual([
      429,
      { success: false, error: 'Too many requests', code: '' },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  describe('an archive that is refused', () => {
    let app: Application;
    let key: NewDeployKey;
    let before: readonly (readonly [number, unknown, string])[];

    const served = async (): Promise<typeof before> =>
      Promise.all(
        ['/fort/', '/fort/assets/main-Ij90Kl12.js', '/fort/logo.svg'].map(async (path) => {
          const { status, headers, text } = await visit(path, HTML);
          return [status, headers.etag, text] as const;
        }),
      );

    beforeAll(async () => {
      ({ app, key } = await application('Fort'));
      await deploy(key, app.number, build('Ij90Kl12'));
      before = await served();
      expect(before.map(([status]) => status)).toEqual([200, 200, 200]);
    });

    const index: ZipPart = { name: 'index.html', content: '<title>evil</title>' };
    const withPart = (part: ZipPart): Buffer => zipOf([index, part]);
    const big = Buffer.alloc(2_000_000);
    const REFUSED: Readonly<Record<string, readonly [reason: string, zip: () => Buffer]>> = {
      'climbs up (U-01)': ['unsafePath', () => withPart({ name: '../evil.js' })],
      'climbs up inside (U-01)': ['unsafePath', () => withPart({ name: 'a/../../evil.js' })],
      'climbs up with a backslash (U-01)': ['unsafePath', () => withPart({ name: '..\\evil.js' })],
      'is absolute (U-01)': ['unsafePath', () => withPart({ name: '/etc/evil.js' })],
      'has a drive letter (U-01)': ['unsafePath', () => withPart({ name: 'C:/evil.js' })],
      'is on a server (U-01)': ['unsafePath', () => withPart({ name: '\\\\server\\evil.js' })],
      'has a NUL (U-01)': ['unsafePath', () => withPart({ name: 'evil.js\0.txt' })],
      'has a control character (U-01)': ['unsafePath', () => withPart({ name: 'ev\nil.js' })],
      'has a segment of 201 octets (U-01)': ['unsafePath', () => withPart({ name: `${'a'.repeat(198)}.js` })],
      'has the name of a device (U-01)': ['unsafePath', () => withPart({ name: 'assets/con.js' })],
      'has a name that is not UTF-8 (U-01)': [
        'unsafePath',
        () => withPart({ name: Buffer.from([0xff, 0xfe, 0x2e, 0x6a, 0x73]) }),
      ],
      'is a symbolic link (U-02)': [
        'special',
        () => withPart({ name: 'link.js', content: '/etc/passwd', mode: 0o120777 }),
      ],
      'is a device (U-02)': ['special', () => withPart({ name: 'null.js', mode: 0o020666 })],
      'is too deep (U-03)': ['tooDeep', () => withPart({ name: `${'a/'.repeat(20)}b.js` })],
      'has too many files (U-03)': [
        'tooManyFiles',
        () =>
          zipOf([index, ...Array.from({ length: 10_000 }, (_, at) => ({ name: `${at}.txt`, stored: true }))]),
      ],
      'is a bomb (U-04)': ['ratio', () => withPart({ name: 'bomb.txt', content: Buffer.alloc(50_000_000) })],
      'is a bomb that says it is small (U-04)': [
        'checksum',
        () => withPart({ name: 'bomb.txt', content: Buffer.alloc(50_000_000), size: 60_000 }),
      ],
      'is a bomb of many small files (U-03)': [
        'ratio',
        () =>
          zipOf([
            index,
            ...Array.from({ length: 20 }, (_, at) => ({ name: `${at}.txt`, content: Buffer.alloc(900_000) })),
          ]),
      ],
      'has a name twice (U-05)': ['duplicate', () => zipOf([index, { name: 'a.js' }, { name: 'a.js' }])],
      'has names that differ by case (U-05)': [
        'duplicate',
        () => zipOf([index, { name: 'a.js' }, { name: 'A.js' }]),
      ],
      'has names that differ by normal form (U-05)': [
        'duplicate',
        () => zipOf([index, { name: '\u00e9.js' }, { name: 'e\u0301.js' }]),
      ],
      'has a file where another has a folder (U-05)': [
        'duplicate',
        () => zipOf([index, { name: 'a.js' }, { name: 'A.js/b.js' }]),
      ],
      'is encrypted (U-06)': ['encrypted', () => withPart({ name: 'a.js', flags: 1 })],
      'is on several disks (U-06)': ['damaged', () => zipOf([index], { disk: 1 })],
      'says it has more files (U-06)': ['damaged', () => zipOf([index], { entries: 9 })],
      'has a 64-bit size that is not there (U-06)': [
        'tooMuch',
        () => withPart({ name: 'a.js', size: 0xffffffff }),
      ],
      'overlaps (U-06)': [
        'overlap',
        () => withPart({ name: 'index2.html', offset: 0, localName: 'index2.html' }),
      ],
      'has another name inside (U-06)': ['differs', () => withPart({ name: 'a.js', localName: 'b.js' })],
      'is packed by another method (U-06)': ['method', () => withPart({ name: 'a.js', method: 14 })],
      'has a wrong checksum (U-07)': ['checksum', () => withPart({ name: 'a.js', content: 'a', crc: 1 })],
      'is cut off (U-07)': [
        'damaged',
        () => withPart({ name: 'a.js', content: randomBytes(5_000) }).subarray(0, -3_000),
      ],
      'is no archive (U-07)': ['damaged', () => Buffer.from('MZ'.repeat(500))],
      'has a program (U-08)': ['type', () => withPart({ name: 'run.exe' })],
      'has a hidden file (U-08)': ['type', () => withPart({ name: '.env' })],
      'has a hidden folder (U-08)': ['type', () => withPart({ name: '.git/config.txt' })],
      'has no page at its top': ['indexIn', () => zipOf([{ name: 'a.txt' }, { name: 'site/index.html' }])],
      'has nothing in it': ['empty', () => zipOf([])],
      'has a file that is larger than it says': [
        'damaged',
        () => withPart({ name: 'a.txt', content: big, stored: true, size: 10 }),
      ],
    };

    it.each(Object.keys(REFUSED))('%s: nothing of it is live, and nothing has changed', async (name) => {
      const [reason, zip] = REFUSED[name] ?? [];
      const answer = await deploy(key, app.number, zip?.() ?? Buffer.alloc(0));
      expect(answer.json()).toEqual({
        success: false,
        error: expect.any(String),
        code: `deployments.${reason}`,
      });
      expect(answer.status).toBe(400);
      expect(await served()).toEqual(before);
    });

    it('is in the list with its reason', async () => {
      const refused = (await deployments(app.number)).filter(({ state }) => state === 'failed');
      expect(refused).toHaveLength(Object.keys(REFUSED).length);
      for (const { failure } of refused) expect(failure?.code).toMatch(/^deployments\./);
    });
  });

  it('leaves out what macOS adds, and the folder that everything is in; both are told (U-08)', async () => {
    const { app, key } = await application('Apple');
    const zip = zipOfFiles({
      'dist/index.html': '<title>Apple</title>',
      'dist/.DS_Store': 'x',
      '__MACOSX/dist/._index.html': 'x',
      'dist/.well-known/apple-app-site-association': '{"applinks":{}}',
    });
    const answer = await deploy(key, app.number, zip);
    expect(answer.json()).toMatchObject({
      success: true,
      filesDeployed: 2,
      warnings: ['2 files of macOS were left out', 'The folder “dist/” was left out of all paths'],
    });
    expect((await visit('/apple/.well-known/apple-app-site-association')).json()).toEqual({ applinks: {} });
  });

  it('stores what it has already once, and counts only what is new', async () => {
    const { app, key } = await application('Twice');
    await deploy(key, app.number, build('Jk01Lm23'));
    await deploy(key, app.number, build('Jk01Lm23', { 'new.txt': 'new' }));
    expect((await deployments(app.number)).map(({ files, newBytes }) => [files, newBytes])).toEqual([
      [4, 3],
      [3, expect.any(Number)],
    ]);
  });

  it('replaces a key by another; both are good until the end of the first (U-13, Y-11)', async () => {
    const { app, key } = await application('Keys');
    expect(key.key).toMatch(/^sdk_[a-z0-9]{8}_[\w-]{49}$/);
    const listed = await editor.get(`/spa/${app.number}/keys`);
    expect(listed.text).not.toContain(key.key.slice(14));
    const next = (
      await editor.post(`/spa/${app.number}/keys/${key.id}/rotate`, { overlapHours: 24 })
    ).json() as NewDeployKey; // the contract's word
    for (const each of [key, next])
      expect((await deploy(each, app.number, build('Kl12Mn34'))).status).toBe(200);
    const { items } = (await editor.get(`/spa/${app.number}/keys`)).json() as { items: NewDeployKey[] }; // the contract's word
    const hours = items.map(({ expiresAt }) => (Date.parse(expiresAt) - Date.now()) / 3_600_000);
    expect([Math.ceil(hours.at(-1) ?? 0), Number(hours[0]) > 24]).toEqual([24, true]);
    expect((await editor.delete(`/spa/${app.number}/keys/${key.id}`)).status).toBe(204);
    expect((await deploy(key, app.number, build('Kl12Mn34'))).status).toBe(401);
    expect((await deploy(next, app.number, build('Kl12Mn34'))).status).toBe(200);
    await site.database.query(
      `UPDATE deploy_key SET expires_at = now() - interval '1 second' WHERE id = '${next.id}'`,
    );
    expect((await deploy(next, app.number, build('Kl12Mn34'))).status).toBe(401);
    const last = await createKey(editor, app.number);
    const atOnce = (
      await editor.post(`/spa/${app.number}/keys/${last.id}/rotate`, { overlapHours: 0 })
    ).json() as NewDeployKey; // the contract's word
    expect((await deploy(last, app.number, build('Kl12Mn34'))).status).toBe(401);
    expect((await deploy(atOnce, app.number, build('Kl12Mn34'))).status).toBe(200);
    const stored = JSON.stringify([
      await site.database.query('SELECT * FROM deploy_key'),
      await site.database.query('SELECT * FROM audit_entry'),
    ]);
    const audit = (await editor.get(`/audit?target=${app.number}&action=deployment.&limit=100`)).text;
    expect(audit).toContain(`(${key.key.slice(0, 12)}, replaced)`);
    for (const { key: secret } of [key, next])
      expect(`${stored}${audit}${site.api.output()}`).not.toContain(secret.slice(14));
  });

  it('shows an application to nobody who doesn’t see its article (P-18)', async () => {
    const { app, key } = await application('Hidden');
    const access = await editor.get(`/articles/${app.number}/access`);
    const restricted = await editor.put(
      `/articles/${app.number}/access`,
      { owner: null, restricted: true, grants: [] },
      { 'If-Match': String(access.headers.etag) },
    );
    expect(restricted.status).toBe(200);
    const role = await editor.post('/roles', {
      name: 'Deployer',
      permissions: ['deployments.manage', 'pages.view'],
    });
    const { id } = role.json() as { id: string }; // the contract's word
    const { browser: deployer } = await colleague(site, editor, { roles: [id] });
    expect((await deployer.get('/spa')).text).not.toContain('Hidden');
    for (const path of ['', '/deployments', '/keys'])
      expect([path, (await deployer.get(`/spa/${app.number}${path}`)).status]).toEqual([path, 404]);
    expect((await deployer.put(`/spa/${app.number}/lock`, { locked: true })).status).toBe(404);
    expect((await deploy(key, app.number, build('Op56Qr78'))).status).toBe(200);
    expect((await visit('/hidden/', HTML)).status).toBe(404);
  });

  it('shows readers one deployment or another, and never parts of both (U-09)', async () => {
    const { app, key } = await application('Pair');
    const idOf = (at: number): string => `Qr${String(at).padStart(4, '0')}St`;
    await deploy(key, app.number, build(idOf(0)));
    let isOver = false;
    const reader = async (): Promise<{ pairs: number; mixed: readonly string[] }> => {
      let pairs = 0;
      const mixed: string[] = [];
      while (!isOver) {
        const id = /<title>(\w+)/.exec((await visit('/pair/', HTML)).text)?.[1] ?? '';
        const script = await visit(`/pair/assets/main-${id}.js`);
        if (script.status !== 200 || !script.text.includes(id)) mixed.push(`${id}: ${script.status}`);
        pairs += 1;
      }
      return { pairs, mixed };
    };
    const readers = Promise.all([reader(), reader(), reader(), reader()]);
    for (let at = 1; at <= 20; at += 1)
      expect((await deploy(key, app.number, build(idOf(at)))).status).toBe(200);
    isOver = true;
    const found = await readers;
    expect(found.flatMap(({ mixed }) => mixed)).toEqual([]);
    expect(found.reduce((sum, { pairs }) => sum + pairs, 0)).toBeGreaterThan(20);
    expect((await visit('/pair/', HTML)).text).toContain(idOf(20));
  });

  it('has two uploads at once: one wins as a whole, the other is refused (U-15)', async () => {
    const { app, key } = await application('Race');
    const uploads = await Promise.all(
      ['Lm23No45', 'Mn34Op56', 'No45Pq67'].map((id) => deploy(key, app.number, build(id))),
    );
    const statuses = uploads.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(statuses).toContain(200);
    const page = (await visit('/race/', HTML)).text;
    const id = /<title>(\w+)/.exec(page)?.[1];
    expect((await visit(`/race/assets/main-${id}.js`)).status).toBe(200);
  });
});
