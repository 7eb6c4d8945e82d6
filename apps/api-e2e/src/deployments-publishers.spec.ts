import {
  type Application,
  DEPLOY_TOKEN_PATH,
  type Deployment,
  type DeployToken,
  type Publishers,
} from '@sitedesk/contract/deployments';
import { HEADERS } from '@sitedesk/contract/headers';
import { type CiIssuer, GITLAB_CLAIMS, type SmtpSink, startCiIssuer, startSmtpSink } from '@sitedesk/testing';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApi } from './harness/backends.js';
import { RELEASE, trustedPublisher, wrongTokens } from './harness/ci-tokens.js';
import { createApplication, manifestOf, startCommand, withKey, writeFiles } from './harness/deployments.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import type { Running } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY, mailBy } from './harness/site.js';
import { MULTI, setSetting } from './harness/tenants.js';
import { freshAddress } from './harness/visitor.js';

const LOCAL = { OUTBOUND_ALLOW: '127.0.0.1/32', RATELIMIT__DEPLOYMENT: '1000/60' };
const AUDIENCE = `sitedesk:${HOSTS.a}`;

describe('trusted publishers', () => {
  let sites: TwoEditorSites;
  let other: Running;
  let issuer: CiIssuer;
  let sink: SmtpSink;

  beforeAll(async () => {
    [issuer, sink] = await Promise.all([startCiIssuer(), startSmtpSink({ tls: 'none' })]);
    sites = await startTwoEditorSites({ ...LOCAL, ...mailBy(sink.url), ACCESS_LOG: 'on' });
    other = await openApi(sites.site.database.url, { ...BEHIND_LOCAL_PROXY, ...MULTI, ...LOCAL });
  });
  afterAll(async () => {
    await other.stop();
    await sites.site.stop();
    await Promise.all([issuer.close(), sink.close()]);
  });

  const trusted = (more: object = {}): object => trustedPublisher(issuer, more);
  async function put(
    editor: EditorBrowser,
    number: number,
    publishers: readonly object[],
    etag?: string,
  ): Promise<Answer> {
    const known = etag ?? String((await editor.get(`/spa/${number}/publishers`)).headers.etag);
    return editor.put(`/spa/${number}/publishers`, { publishers }, { 'If-Match': known });
  }
  async function application(
    title: string,
    publishers: readonly object[] = [trusted()],
    editor = sites.a,
  ): Promise<Application> {
    const app = await createApplication(editor, title);
    const answer = await put(editor, app.number, publishers);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return app;
  }
  const exchange = (
    article: number,
    token: string,
    { url = sites.site.api.url, host = HOSTS.a }: { readonly url?: string; readonly host?: string } = {},
  ): Promise<Answer> =>
    call(url + DEPLOY_TOKEN_PATH, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': freshAddress(),
        [HEADERS.originHostname]: host,
      },
      body: JSON.stringify({ article, token }),
    });
  const start = (token: string): Promise<Answer> =>
    withKey(sites.site.api.url, token, 'POST', '', manifestOf({ 'index.html': '<title>CI</title>' }), {
      [HEADERS.originHostname]: HOSTS.a,
    });

  it('give a token for minutes to the run they name, once; what it deploys says who did (Y-09)', async () => {
    const app = await application('Shop');
    const proof = issuer.token(AUDIENCE);
    const answer = await exchange(app.number, proof);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const given = answer.json() as DeployToken; // the contract's word
    expect(given).toMatchObject({ article: app.number, scope: 'deploy' });
    expect(given.token).toMatch(/^sdt_[\w-]{43}$/);
    const minutes = (Date.parse(given.expiresAt) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(15);

    expect((await start(given.token)).status).toBe(201);
    const [deployment] = (
      (await sites.a.get(`/spa/${app.number}/deployments`)).json() as { items: Deployment[] }
    ).items; // the contract's word
    expect(deployment?.by).toBe('GitHub Actions: octo-org/shop deploy.yml refs/heads/main');
    const listed = (await sites.a.get(`/spa/${app.number}/publishers`)).json() as Publishers; // as above
    expect(listed).toMatchObject({
      audience: AUDIENCE,
      items: [{ repositoryId: '101', environment: null, lastUsedAt: expect.any(String) }],
    });

    // Neither again, nor at once on two instances.
    expect((await exchange(app.number, proof)).status).toBe(401);
    for (let round = 0; round < 5; round += 1) {
      const next = issuer.token(AUDIENCE, {}, { algorithm: round % 2 === 0 ? 'RS256' : 'ES256' });
      const both = await Promise.all(
        [sites.site.api.url, other.url].map((url) => exchange(app.number, next, { url })),
      );
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    }
    // Nothing that is stored deploys.
    const stored = JSON.stringify(await sites.site.database.query('SELECT * FROM deploy_token'));
    expect(stored).not.toContain(given.token.slice(4));
    expect(stored).not.toContain(proof.slice(-40));

    await sites.site.database.query(`UPDATE deploy_token SET expires_at = now() - interval '1 second'`);
    expect((await start(given.token)).status).toBe(401);
  });

  it('answer every other token alike (Y-09, Y-10)', async () => {
    const app = await application('Fort', [
      trusted(),
      trusted({ workflow: 'release.yml', environment: 'production', ref: null }),
    ]);
    const bare = await createApplication(sites.a, 'Bare');
    const foreign = await application('Fort', [trusted()], sites.b);
    const right = issuer.token(AUDIENCE);
    const wrong: Readonly<Record<string, string | readonly [article: number, token: string]>> = {
      ...wrongTokens(issuer, AUDIENCE),
      'another site’s audience': issuer.token(`sitedesk:${HOSTS.b}`),
      'an application without publishers': [bare.number, right],
      'no application': [999_999, right],
      'another site’s application': [foreign.number + 1_000, right],
    };
    const bodyOf = ({ status, json }: Answer): unknown => ({ ...(json() as object), instance: '', status });
    const answers = await Promise.all(
      Object.entries(wrong).map(async ([name, given]) => {
        const [article, token] = typeof given === 'string' ? [app.number, given] : given;
        return [name, bodyOf(await exchange(article, token))];
      }),
    );
    const refused = {
      status: 401,
      type: 'about:blank',
      title: 'Unauthorized',
      detail: 'This token isn’t accepted',
      code: 'sign-in-required',
      reason: 'deployments.invalidProof',
      instance: '',
    };
    expect(answers).toEqual(Object.keys(wrong).map((name) => [name, refused]));
    expect(bodyOf(await exchange(foreign.number, right, { host: HOSTS.b }))).toEqual(refused);
    // What refused them was what each says: the rest was right.
    expect((await exchange(app.number, right)).status).toBe(200);
    const released = issuer.token(AUDIENCE, { ...RELEASE, environment: 'production' });
    expect((await exchange(app.number, released)).status).toBe(200);
  });

  it('of GitLab are known by its claims', async () => {
    const gitlab = trusted({
      provider: 'gitlab',
      repository: 'harbour/tides',
      repositoryId: '505',
      ownerId: '606',
      workflow: '.gitlab-ci.yml',
      scope: 'draft',
    });
    const app = await application('Tides', [gitlab]);
    const answer = await exchange(app.number, issuer.token(AUDIENCE, GITLAB_CLAIMS));
    expect(answer.json()).toMatchObject({ scope: 'draft' });
    const merge = { ...GITLAB_CLAIMS, ref_path: 'refs/merge-requests/3/head' };
    expect((await exchange(app.number, issuer.token(AUDIENCE, merge))).status).toBe(401);
    expect((await exchange(app.number, issuer.token(AUDIENCE))).status).toBe(401);
  });

  it('are replaced as a whole; those that are gone deploy no longer, and others go on', async () => {
    const app = await application('Radio', [trusted(), trusted({ workflow: 'other.yml' })]);
    const tokenOf = async (claims: object = {}): Promise<string> =>
      ((await exchange(app.number, issuer.token(AUDIENCE, { ...claims }))).json() as DeployToken).token; // the contract's word
    const [kept, gone] = [
      await tokenOf({ workflow_ref: 'octo-org/shop/.github/workflows/other.yml@refs/heads/main' }),
      await tokenOf(),
    ];
    const before = await sites.a.get(`/spa/${app.number}/publishers`);
    const answer = await put(sites.a, app.number, [
      trusted({ workflow: 'other.yml' }),
      trusted({ repositoryId: '909' }),
    ]);
    expect(answer.status).toBe(200);
    expect((await start(kept)).status).toBe(201);
    expect((await start(gone)).status).toBe(401);

    const stale = await put(sites.a, app.number, [], String(before.headers.etag));
    expect([stale.status, stale.json()]).toEqual([
      412,
      expect.objectContaining({ code: 'changed-meanwhile' }),
    ]);
    const twice = await put(sites.a, app.number, [trusted(), trusted()]);
    expect([twice.status, twice.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'publishers' })] }),
    ]);
    for (const [member, value] of [
      ['repositoryId', 'octo-org/shop'],
      ['ownerId', ''],
      ['ref', 'main'],
      ['issuer', 'ftp://issuer.example.com'],
      ['provider', 'jenkins'],
      ['scope', 'everything'],
      ['workflow', ''],
    ] as const) {
      const refused = await put(sites.a, app.number, [trusted({ [member]: value })]);
      expect([member, refused.status, refused.text]).toEqual([
        member,
        400,
        expect.stringContaining(`publishers.0.${member}`),
      ]);
    }
    expect(((await sites.a.get(`/spa/${app.number}/publishers`)).json() as Publishers).items).toHaveLength(2); // as above
    const { items } = (await sites.a.get('/audit?action=deployment.publishers')).json() as {
      items: { outcome: string; target: { name: string } | null; after: { publishers: string[] } | null }[];
    }; // as above
    expect(items.filter(({ outcome, target }) => outcome === 'done' && !target?.name)).toEqual([]);
    expect(items.flatMap(({ after }) => after?.publishers ?? [])).toContainEqual(
      expect.stringContaining('octo-org/shop (909, 202) deploy.yml'),
    );
  });

  it('take a recent sign-in, and administrators hear of them', async () => {
    await setSetting(sites.site.database, 'Identity', 'EditorUrl', `https://${HOSTS.a}`, HOSTS.a);
    const app = await createApplication(sites.a, 'Heard');
    await sites.site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);
    expect((await put(sites.a, app.number, [trusted()])).json()).toMatchObject({
      code: 'recent-sign-in-required',
    });
    await sites.site.database.query('UPDATE session SET authenticated_at = now()');
    sink.clear();
    expect((await put(sites.a, app.number, [trusted()])).status).toBe(200);
    const text = await eventually(() => {
      const texts = sink.messages.map(({ mail }) => String(mail.text));
      // One of a test before may still be on its way.
      return texts.find((each) => each.includes('“Heard”')) ?? Promise.reject(new Error('No email yet.'));
    });
    expect(text).toContain('What: Trusted publishers of “Heard”');
  });
});

describe('the command line in CI', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let issuer: CiIssuer;
  let folder: string;
  let app: Application;

  beforeAll(async () => {
    issuer = await startCiIssuer();
    site = await startEditorSite(LOCAL);
    editor = await site.administrator();
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-publish-'));
    await writeFiles(folder, { 'index.html': '<title>CI</title>' });
    app = await createApplication(editor, 'Shop');
    const publisher = {
      issuer: issuer.issuer,
      ref: 'refs/heads/main',
      scope: 'deploy',
    };
    const publishers = [
      {
        ...publisher,
        provider: 'github',
        repository: 'octo-org/shop',
        repositoryId: '101',
        ownerId: '202',
        workflow: 'deploy.yml',
      },
      {
        ...publisher,
        provider: 'gitlab',
        repository: 'harbour/tides',
        repositoryId: '505',
        ownerId: '606',
        workflow: '.gitlab-ci.yml',
      },
    ];
    const answer = await editor.put(`/spa/${app.number}/publishers`, { publishers }, { 'If-Match': '"v1"' });
    expect(answer.status).toBe(200);
  });
  afterAll(async () => {
    await site.stop();
    await issuer.close();
    await rm(folder, { recursive: true });
  });

  const run = (env: Readonly<Record<string, string>>, more: readonly string[] = []) =>
    startCommand([folder, '--site', site.api.url, ...more], env).done;

  it('deploys without a key where the run is trusted, and says why where it isn’t', async () => {
    const args = ['--article', String(app.number), '--json'];
    const github = await run(issuer.environment(), args);
    expect([github.status, github.stderr]).toEqual([0, '']);
    expect(JSON.parse(github.stdout)).toMatchObject({ deployment: 1, live: true });

    const idToken = issuer.token('sitedesk:127.0.0.1', GITLAB_CLAIMS);
    const gitlab = await run({ SITEDESK_ID_TOKEN: idToken }, args);
    expect([gitlab.status, gitlab.stderr]).toEqual([0, '']);
    expect(`${github.stdout}${gitlab.stdout}`).not.toContain('sdt_');

    const fork = await run(issuer.environment({ repository_id: '909' }), args);
    expect([fork.status, fork.stderr]).toEqual([
      1,
      expect.stringContaining("isn't a trusted publisher of the application"),
    ]);
    const denied = await run({ ...issuer.environment(), ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'wrong' }, args);
    expect([denied.status, denied.stderr]).toEqual([1, expect.stringContaining('status 401')]);
    const unnamed = await run(issuer.environment());
    expect([unnamed.status, unnamed.stderr]).toEqual([2, expect.stringContaining('--article')]);
  });

  it('is run by the workflows of the documentation as they stand there', async () => {
    const publisher = {
      provider: 'github',
      issuer: issuer.issuer,
      repository: 'octo-org/shop',
      repositoryId: '101',
      ownerId: '202',
      workflow: 'deploy.yml',
    };
    const documented = await createApplication(editor, 'Documented');
    const publishers = [
      { ...publisher, ref: 'refs/heads/main', environment: 'production', scope: 'deploy' },
      { ...publisher, scope: 'draft' },
    ];
    await editor.put(`/spa/${documented.number}/publishers`, { publishers }, { 'If-Match': '"v1"' });
    const guide = await readFile(join(__dirname, '../../../docs/deployments.md'), 'utf8');
    const [workflow = ''] = /^name: Deploy\n[^]*?(?=^```)/m.exec(guide) ?? [];
    expect(workflow).toContain('permissions:\n  contents: read\n  id-token: write\n');
    const commands = [...workflow.matchAll(/- run: node sitedesk-deploy\.mjs (.+)$/gm)].map(
      ([, command = '']) =>
        command
          .replace(/ >> .*/, '')
          .replace('./dist', folder)
          .replace('https://editor.example.com', site.api.url)
          .replace('--article 12', `--article ${documented.number}`)
          .split(' '),
    );
    const pull = { ref: 'refs/pull/7/merge', event_name: 'pull_request' };
    const runs = [
      [{ environment: 'production' }, 'is live'],
      [pull, 'is ready'],
    ] as const;
    expect(commands).toHaveLength(runs.length);
    for (const [index, [claims, words]] of runs.entries()) {
      const ended = await startCommand(commands[index] ?? [], issuer.environment(claims)).done;
      expect([ended.status, ended.stderr, ended.stdout]).toEqual([0, '', expect.stringContaining(words)]);
    }
    // A pull request that leaves out --draft is a draft all the same.
    const bold = await startCommand(commands[0] ?? [], issuer.environment(pull)).done;
    expect([bold.status, bold.stdout]).toEqual([0, expect.stringContaining('is ready')]);
  });
});
