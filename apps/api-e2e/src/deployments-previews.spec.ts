import {
  type Application,
  type Deployment,
  type DeploymentProgress,
  type DeployZipResult,
  type NewDeployKey,
} from '@sitedesk/contract/deployments';
import { HEADERS } from '@sitedesk/contract/headers';
import { freePort } from '@sitedesk/testing';
import { openApi } from './harness/backends.js';
import {
  createApplication,
  createKey,
  deployZip,
  manifestOf,
  sha256,
  withKey,
} from './harness/deployments.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import type { Running } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY } from './harness/site.js';
import { MULTI, setSetting } from './harness/tenants.js';
import { zipOfFiles } from './harness/zip.js';

type Files = Readonly<Record<string, string>>;
const HTML = { Accept: 'text/html,*/*' };

const build = (id: string, more: Files = {}): Files => ({
  'index.html': `<!doctype html><title>${id}</title><script src="./assets/main-${id}.js"></script>`,
  [`assets/main-${id}.js`]: `console.log(${JSON.stringify(id)});`,
  ...more,
});

describe('previews of deployments (Y-18)', () => {
  let sites: TwoEditorSites;
  let other: Running;
  /** Has a domain for previews. */
  let third: Running;
  let ports: { readonly one: number; readonly two: number; readonly three: number };

  beforeAll(async () => {
    ports = { one: await freePort(), two: await freePort(), three: await freePort() };
    sites = await startTwoEditorSites({ SITE_PORT: String(ports.one), RATELIMIT__DEPLOYMENT: '100/60' });
    const { url } = sites.site.database;
    other = await openApi(url, { ...MULTI, SITE_PORT: String(ports.two) });
    third = await openApi(url, {
      ...BEHIND_LOCAL_PROXY,
      ...MULTI,
      SITE_PORT: String(ports.three),
      PREVIEW_DOMAIN: 'Preview.test',
    });
  });
  afterAll(async () => {
    await third.stop();
    await other.stop();
    await sites.site.stop();
  });

  const visit = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    { host = HOSTS.a, port = ports.one }: { readonly host?: string; readonly port?: number } = {},
  ): Promise<Answer> =>
    call(`http://127.0.0.1:${port}${path}`, { headers: { Host: host, ...HTML, ...headers } });
  const pathOf = (url: string | null): string => {
    expect(url).toMatch(/^https:\/\/[ab]\.site\.test\/_preview\/[\w.-]+\/$/);
    return new URL(url ?? '').pathname;
  };

  async function application(
    editor: EditorBrowser,
    title: string,
  ): Promise<{ app: Application; key: NewDeployKey }> {
    const app = await createApplication(editor, title);
    return { app, key: await createKey(editor, app.number) };
  }
  async function deploy(key: NewDeployKey, files: Files, more: object = {}, host: string = HOSTS.a) {
    const ask = async (method: string, path: string, body?: object | string): Promise<DeploymentProgress> =>
      (
        await withKey(sites.site.api.url, key.key, method, path, body, { [HEADERS.originHostname]: host })
      ).json() as DeploymentProgress; // the contract's word
    const { deployment, missing } = await ask('POST', '', { ...manifestOf(files), ...more });
    for (const content of Object.values(files))
      if (missing.includes(sha256(content)))
        await ask('PUT', `/${deployment}/blobs/${sha256(content)}`, content);
    return ask('POST', `/${deployment}/finish`);
  }

  it('show a draft before anything is live, at an address that nothing keeps or lists', async () => {
    const { app, key } = await application(sites.a, 'Shop');
    const draft = await deploy(
      key,
      build('Ab12Cd34', {
        'missing.html': '<title>Missing</title>',
        _redirects: '/old/* /docs/:splat 301\n/gone /missing.html 404\n',
        _headers: '/*\n  X-Robots-Tag: all\n  Cache-Control: public, max-age=600\n  X-Own: yes\n',
      }),
      { draft: true },
    );
    expect(draft).toMatchObject({ state: 'ready', live: false });
    const base = pathOf(draft.preview);
    const page = await visit(base);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<title>Ab12Cd34</title>')]);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'same-origin',
      'x-own': 'yes',
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['set-cookie']).toBeUndefined();
    const script = await visit(`${base}assets/main-Ab12Cd34.js`, { Accept: '*/*' });
    expect([script.status, script.text, script.headers['cache-control']]).toEqual([
      200,
      'console.log("Ab12Cd34");',
      'no-store',
    ]);
    const answers = await Promise.all(
      ['cities/paris', 'assets/main-Zz99Zz99.js', 'old/a?b=c', 'gone', '_headers'].map(async (path) => {
        const { status, headers, text } = await visit(base + path);
        expect([path, headers['cache-control'], headers['x-robots-tag']]).toEqual([
          path,
          'no-store',
          'noindex, nofollow',
        ]);
        return [status, headers.location ?? /<title>(\w+)/.exec(text)?.[1]];
      }),
    );
    expect(answers).toEqual([
      [200, 'Ab12Cd34'],
      [404, undefined],
      [301, `${base}docs/a?b=c`],
      [404, 'Missing'],
      [404, undefined],
    ]);
    const bare = await visit(`${base.slice(0, -1)}?a=b`);
    expect([bare.status, bare.headers.location]).toEqual([308, `${base}?a=b`]);
    // Visitors still get nothing.
    expect((await visit(app.path)).status).toBe(404);
  });

  it('show each deployment under its own address, and leave what is live as it is', async () => {
    const { app, key } = await application(sites.a, 'Tour');
    expect(await deploy(key, build('Bc23De45'))).toMatchObject({ live: true, preview: null });
    const [first, second] = [
      await deploy(key, build('Cd34Ef56'), { draft: true }),
      await deploy(key, build('De45Fg67'), { draft: true }),
    ];
    expect((await visit(pathOf(first.preview))).text).toContain('Cd34Ef56');
    expect((await visit(pathOf(second.preview))).text).toContain('De45Fg67');
    // A hashed file of another deployment isn't a part of it.
    expect((await visit(`${pathOf(second.preview)}assets/main-Cd34Ef56.js`)).status).toBe(404);
    const live = await visit(app.path);
    expect([live.text, live.headers['cache-control']]).toEqual([
      expect.stringContaining('Bc23De45'),
      'no-cache',
    ]);
    const { items } = (await sites.a.get(`/spa/${app.number}/deployments`)).json() as {
      items: Deployment[];
    }; // the contract's word
    expect(items.map(({ number, preview }) => [number, preview !== null])).toEqual([
      [3, true],
      [2, true],
      [1, false],
    ]);
    expect((await visit(pathOf(items[0]?.preview ?? null))).text).toContain('De45Fg67');
    await sites.a.post(`/spa/${app.number}/deployments/3/activate`);
    expect((await visit(pathOf(second.preview))).text).toContain('De45Fg67');
  });

  it('are in the answer to an archive that waits', async () => {
    const { app } = await application(sites.a, 'Zip');
    const key = await createKey(sites.a, app.number, { scope: 'draft' });
    const answer = await deployZip(sites.site.api.url, key.key, app.number, zipOfFiles(build('Ef56Gh78')), {
      [HEADERS.originHostname]: HOSTS.a,
    });
    const { live, preview } = answer.json() as DeployZipResult; // the contract's word
    expect(live).toBe(false);
    expect((await visit(pathOf(preview))).text).toContain('Ef56Gh78');
  });

  it('are the same 404 as any other address once a signature is wrong or another site’s', async () => {
    const [own, others] = [await application(sites.a, 'Fort'), await application(sites.b, 'Fort')];
    const draft = await deploy(own.key, build('Fg67Hi89'), { draft: true });
    const foreign = await deploy(others.key, build('Gh78Ij90'), { draft: true }, HOSTS.b);
    const base = pathOf(draft.preview);
    for (const port of [ports.one, ports.two]) expect((await visit(base, {}, { port })).status).toBe(200);
    expect((await visit(pathOf(foreign.preview), {}, { host: HOSTS.b })).text).toContain('Gh78Ij90');

    const [, article = '', number = '', until = '', signature = ''] =
      /^\/_preview\/(\d+)\.(\d+)\.(\d+)\.([\w-]+)\/$/.exec(base) ?? [];
    const unknown = await visit('/_preview/nothing/');
    expect(unknown.status).toBe(404);
    const wrong = [
      `${article}.${Number(number) + 1}.${until}.${signature}`,
      `${Number(article) + 1}.${number}.${until}.${signature}`,
      `${article}.${number}.${Number(until) + 1}.${signature}`,
      `${article}.${number}.${until}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'E' : 'A'}`,
      `${article}.${number}.${until}.`,
      `${article}.${number}.${until}`,
      `0${article}.${number}.${until}.${signature}`,
    ];
    const same = ({ status, text, headers }: Answer): readonly unknown[] => [
      status,
      text,
      headers['cache-control'],
      headers['content-type'],
    ];
    for (const token of wrong)
      for (const rest of ['', 'assets/main-Fg67Hi89.js'])
        expect([token, ...same(await visit(`/_preview/${token}/${rest}`))]).toEqual([
          token,
          ...same(unknown),
        ]);
    expect(same(await visit(pathOf(foreign.preview)))).toEqual(same(unknown));
    // What is in the trash is shown to nobody.
    await sites.a.post(`/articles/${own.app.number}/trash`);
    expect(same(await visit(base))).toEqual(same(unknown));
  });

  it('take no content and no key of another site (Y-08, U-14)', async () => {
    const files = build('Jk12Lm34');
    const [own, theirs] = [await application(sites.a, 'Quay'), await application(sites.b, 'Quay')];
    expect(await deploy(own.key, files, { draft: true })).toMatchObject({ state: 'ready', missing: [] });
    const start = (key: NewDeployKey, host: string): Promise<Answer> =>
      withKey(sites.site.api.url, key.key, 'POST', '', manifestOf(files), { [HEADERS.originHostname]: host });
    const again = (await start(own.key, HOSTS.a)).json() as DeploymentProgress; // the contract's word
    const other = (await start(theirs.key, HOSTS.b)).json() as DeploymentProgress; // the contract's word
    expect([again.missing.length, other.missing.length]).toEqual([0, Object.keys(files).length]);
    for (const [{ key }, host] of [
      [own, HOSTS.b],
      [theirs, HOSTS.a],
    ] as const) {
      expect((await start(key, host)).status).toBe(401);
      const zip = await deployZip(sites.site.api.url, key.key, theirs.app.number, zipOfFiles(files), {
        [HEADERS.originHostname]: host,
      });
      expect([zip.status, zip.json()]).toMatchObject([401, { code: 'deployments.invalidKey' }]);
    }
  });

  it('are never at the hostname of the administration', async () => {
    const { app, key } = await application(sites.b, 'Desk');
    const draft = await deploy(key, build('Hi89Jk01'), { draft: true }, HOSTS.b);
    await deploy(key, build('Ij90Kl12'), {}, HOSTS.b);
    const base = pathOf(draft.preview);
    const live = `${app.path}assets/main-Ij90Kl12.js`;
    // What is live is sent from memory the second time.
    for (const path of [base, live, live])
      expect((await visit(path, {}, { host: HOSTS.b })).status).toBe(200);
    await setSetting(sites.site.database, 'Site', 'PublicUrl', 'https://www.harbour.example', HOSTS.b);
    await setSetting(sites.site.database, 'Identity', 'EditorUrl', `https://${HOSTS.b}`, HOSTS.b);
    for (const path of [base, `${base}assets/main-Hi89Jk01.js`, app.path, live])
      await eventually(async () => expect((await visit(path, {}, { host: HOSTS.b })).status).toBe(404));
  });

  describe('at hostnames of their own, below PREVIEW_DOMAIN', () => {
    const at = (host: string, path: string, headers = {}): Promise<Answer> =>
      visit(path, headers, { host, port: ports.three });
    /** A draft of an application whose build knows its path. @returns its address and the hostname of its preview */
    async function drafted(editor: EditorBrowser, title: string, site: string = HOSTS.a) {
      const app = await createApplication(editor, title);
      const key = await createKey(editor, app.number, { scope: 'draft' });
      const files = {
        'index.html': `<!doctype html><title>${title}</title><script src="${app.path}assets/main-Jk01Lm23.js"></script>`,
        'assets/main-Jk01Lm23.js': `console.log('${title}');`,
        _redirects: '/old /new 301\n',
      };
      const answer = await deployZip(third.url, key.key, app.number, zipOfFiles(files), {
        [HEADERS.originHostname]: site,
      });
      const { preview } = answer.json() as DeployZipResult; // the contract's word
      return { app, preview: new URL(preview ?? '') };
    }

    it('are at the path of the application, so that absolute addresses in them work', async () => {
      const { app, preview } = await drafted(sites.a, 'Quay');
      expect(preview.href).toMatch(/^https:\/\/[a-z\d-]{1,63}\.preview\.test\/$/);
      const start = await at(preview.hostname, '/?a=b');
      expect([start.status, start.headers.location]).toEqual([302, `${app.path}?a=b`]);
      const page = await at(preview.hostname, app.path);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('<title>Quay</title>')]);
      expect(page.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'same-origin',
      });
      expect(page.headers['set-cookie']).toBeUndefined();
      const script = await at(preview.hostname, `${app.path}assets/main-Jk01Lm23.js`, { Accept: '*/*' });
      expect([script.status, script.text]).toEqual([200, "console.log('Quay');"]);
      expect((await at(preview.hostname, `${app.path}deep/er`)).text).toContain('<title>Quay</title>');
      expect((await at(preview.hostname, `${app.path}old`)).headers.location).toBe(`${app.path}new`);
      const bare = await at(preview.hostname, `${app.path.slice(0, -1)}?c`);
      expect([bare.status, bare.headers.location]).toEqual([308, `${app.path}?c`]);
      expect((await at(preview.hostname, '/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
      // Nothing else of the site is there, and nothing of the preview at the site.
      for (const path of ['/', '/blog', '/sitemap.xml', '/feed.xml', '//', `${app.path.slice(0, -1)}s/`])
        expect([path, [302, 404]]).toEqual([
          path,
          expect.arrayContaining([(await at(preview.hostname, path)).status]),
        ]);
      expect((await at(preview.hostname, '/sitemap.xml')).status).toBe(404);
      expect((await at(HOSTS.a, app.path)).status).toBe(404);
    });

    it('are of one site, and a 404 for every other name', async () => {
      const [own, foreign] = [await drafted(sites.a, 'Lock'), await drafted(sites.b, 'Lock', HOSTS.b)];
      expect((await at(foreign.preview.hostname, foreign.app.path)).text).toContain('<title>Lock</title>');
      const [label = ''] = own.preview.hostname.split('.');
      const [deployment = '', article = '', until = '', site = '', signature = ''] = label.split('-');
      const others = foreign.preview.hostname.split('.')[0]?.split('-')[3] ?? '';
      const flipped = signature.replace(/.$/, (digit) => (digit === 'a' ? 'b' : 'a'));
      const wrong = [
        [deployment, article, until, site, flipped],
        [deployment, article, until, others, signature],
        [deployment, `${article}0`, until, site, signature],
        [`${deployment}1`, article, until, site, signature],
        [deployment, article, `${until}z`, site, signature],
        [deployment, article, until, 'z'.repeat(25), signature],
        [deployment, article, until, site],
      ].map((parts) => parts.join('-'));
      for (const name of [...wrong, 'www', `${label}.${label}`, 'xn--']) {
        const { status, headers, text } = await at(`${name}.preview.test`, own.app.path);
        expect([name, status, headers['cache-control'], text]).toEqual([
          name,
          404,
          'no-store',
          'Not found\n',
        ]);
      }
      expect((await at(`${label}.elsewhere.test`, own.app.path)).status).toBe(404);
      expect((await at(own.preview.hostname.toUpperCase(), own.app.path)).status).toBe(200);
      await sites.a.post(`/articles/${own.app.number}/trash`);
      expect((await at(own.preview.hostname, own.app.path)).status).toBe(404);
    });
  });
});
