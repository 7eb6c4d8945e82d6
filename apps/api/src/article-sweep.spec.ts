import { NOT_YOURS } from '@sitedesk/contract/comments';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { PERMISSIONS } from '@sitedesk/contract/permissions';
import { makeIds, parametersOf } from './testing/mirror-fixtures.js';
import type { RawAnswer } from './testing/raw-call.js';
import { gist, nameOf, requestOf, withCredentials } from './testing/route-call.js';
import type { RouteInfo } from './testing/routes.js';
import { type Credentials, startTwoSites, type TwoSites } from './testing/two-sites.js';

/** Where routes begin that take something of an article: its own number first, and what belongs to it behind. */
const OF_ARTICLES = `${EDITOR_PATH}/articles/:number`;

/** Where others begin that take an ID: none of them shows or changes anything of one article. */
const OF_OTHERS: readonly string[] = [
  'account',
  'ai', // which translates no article that the caller doesn't see: ai-translations.spec.ts
  'audit', // without what is in them: below
  'authors',
  'cdn', // which shows addresses that visitors had
  'blogs', // never has restricted ones: articles-access.spec.ts
  'calendar-feeds', // which show no plan of an article that their owner doesn't see: calendar-feeds.spec.ts
  'contact-form',
  'contacts',
  'external',
  'files', // which name no article that the caller doesn't see: file-uses.spec.ts
  'folders',
  'identity-providers',
  'import', // which shows what documents said, to those who import them
  'layouts',
  'outbox',
  'redirects', // which name no article that the caller doesn't see: redirects.spec.ts
  'releases', // whose plans are those of articles that the caller sees: releases.spec.ts
  'roles',
  'settings',
  'templates', // which name no article
  'spa', // which shows no application that the caller doesn't see: deployments.spec.ts
  'uploads', // of files
  'users',
  'views', // names and queries
  'webhooks', // which say numbers and addresses of what is, or was, public
].map((folder) => `${EDITOR_PATH}/${folder}/`);

/** Of programs, with the key of an application or with names that they give: what they reach is in docs-import.spec.ts. */
const OPENED_BY_KEYS = ['/api/deployments/', '/_api/import/docs/'];

/** What keeps a route out of the sweep, in words. */
const unknownRoutes = (routes: readonly Pick<RouteInfo, 'method' | 'path'>[]): readonly string[] =>
  routes
    .filter(
      ({ path }) => parametersOf(path).length > 0 && !OPENED_BY_KEYS.some((start) => path.startsWith(start)),
    )
    .filter(({ path }) => !path.startsWith(OF_ARTICLES) && !OF_OTHERS.some((start) => path.startsWith(start)))
    .map(
      (route) => `${nameOf(route)}: say in article-sweep.spec.ts whether it takes something of an article`,
    );

/** Lists, counts, searches, logs and exports: no ID leads there, and what they answer has an end. */
const isOfMany = ({ method, path }: RouteInfo): boolean =>
  method === 'GET' &&
  path.startsWith(`${EDITOR_PATH}/`) &&
  path !== `${EDITOR_PATH}/events` &&
  parametersOf(path).length === 0;

/** In the title of an article that someone doesn't see. */
const CANARY = 'kanarienvogel';

describe('every route that takes something of an article (P-18)', () => {
  let sites: TwoSites;
  let swept: readonly RouteInfo[];

  beforeAll(async () => {
    sites = await startTwoSites();
    swept = sites.routes.filter(({ path }) => path.startsWith(OF_ARTICLES));
  });

  afterAll(() => sites.stop());

  /** Calls each route for something of a new restricted article, which the person was granted or not. */
  const faultsOf = async (
    person: (route: RouteInfo) => Promise<Credentials>,
    right: (answer: RawAnswer, unknown: RawAnswer) => boolean,
    grant = false,
  ): Promise<readonly string[]> => {
    const faults: string[] = [];
    const { database } = sites.running;
    for (const route of swept) {
      const ids = await makeIds(sites, sites.a, route.path);
      const article = [sites.a.tenantId, Number(ids['number'])];
      await database.query(
        'UPDATE article SET restricted = true WHERE tenant_id = $1 AND number = $2',
        article,
      );
      if (grant)
        await database.query(
          `INSERT INTO article_grant (tenant_id, number, subject, level) VALUES ($1, $2, 'role:Editor', 1)`,
          article,
        );
      const credentials = await person(route);
      const place = { sites, site: sites.a, ids };
      const answer = await sites.call(sites.a, withCredentials(requestOf(route, ids, place), credentials));
      const nothing = { ...ids, number: '2000000000' };
      const unknown = await sites.call(
        sites.a,
        withCredentials(requestOf(route, nothing, place), credentials),
      );
      if (!right(answer, unknown))
        faults.push(`${nameOf(route)}: ${gist(answer)}, of nothing: ${gist(unknown)}`);
    }
    expect(sites.takeErrors()).toEqual([]);
    return faults;
  };

  it('is known here', () => {
    expect(swept.length).toBeGreaterThan(12);
    expect(unknownRoutes(sites.routes)).toEqual([]);
    expect(unknownRoutes([{ method: 'GET', path: `${EDITOR_PATH}/threads/:id` }])).toHaveLength(1);
  });

  it('answers 401 without a session', async () => {
    expect(
      await faultsOf(
        async () => ({}),
        ({ status }) => status === 401,
      ),
    ).toEqual([]);
  });

  it('answers those who don’t see a restricted article as if there were none', async () => {
    const editor = (): Promise<Credentials> => sites.freshSession(sites.a, 'Editor');
    const isNothing = (answer: RawAnswer, unknown: RawAnswer): boolean =>
      answer.status === 404 && gist(answer) === gist(unknown);
    expect(await faultsOf(editor, isNothing)).toEqual([]);
  });

  it('answers another site as if there were none', async () => {
    const faults: string[] = [];
    for (const route of swept) {
      const ids = await makeIds(sites, sites.b, route.path);
      const credentials = await sites.freshSession(sites.a, 'Administrator');
      const answer = await sites.call(sites.a, withCredentials(requestOf(route, ids), credentials));
      if (answer.status !== 404) faults.push(`${nameOf(route)}: ${gist(answer)}`);
    }
    expect(faults).toEqual([]);
  });

  /** A version that the articles of the others don't have. */
  async function secondVersion(
    { number = '' }: Readonly<Record<string, string>>,
    credentials: Credentials,
  ): Promise<string> {
    const headers = { 'If-Match': '"v1"' };
    const path = `${EDITOR_PATH}/articles/${number}/versions`;
    const call = { method: 'POST', path, body: { name: 'Second' }, headers };
    expect((await sites.call(sites.a, withCredentials(call, credentials))).status).toBe(201);
    return '2';
  }

  it('takes nothing of another article or site for something of this one', async () => {
    const faults: string[] = [];
    let count = 0;
    for (const route of swept) {
      const [, ...inner] = parametersOf(route.path);
      for (const site of inner.length > 0 ? [sites.a, sites.b] : []) {
        const own = await makeIds(sites, sites.a, route.path);
        const other = await makeIds(sites, site, route.path);
        // From each ID on, those behind it are the other's as well.
        for (const from of inner.keys()) {
          const strange = Object.fromEntries(inner.slice(from).map((name) => [name, other[name] ?? '']));
          const ids = { ...own, ...strange };
          const credentials = await sites.freshSession(sites.a, 'Administrator');
          if (site === sites.a && 'version' in strange)
            ids['version'] = await secondVersion(other, credentials);
          const place = { sites, site: sites.a, ids };
          const answer = await sites.call(
            sites.a,
            withCredentials(requestOf(route, ids, place), credentials),
          );
          count += 1;
          if (answer.status !== 404) faults.push(`${nameOf(route)} of ${site.name}: ${gist(answer)}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(12);
  });

  it('shows nothing of it in lists, counts, searches, logs and exports, whatever else someone is permitted', async () => {
    const { running, a } = sites;
    const administrator = await sites.freshSession(a, 'Administrator');
    const send = (method: string, path: string, body?: object): Promise<RawAnswer> => {
      const headers = { 'If-Match': '"v1"' };
      return sites.call(
        a,
        withCredentials({ method, path: EDITOR_PATH + path, body, headers }, administrator),
      );
    };
    const numberOf = ({ text }: RawAnswer): number =>
      (JSON.parse(text) as { readonly number: number }).number;
    const blog = { type: 2, title: `A ${CANARY}`, blogKey: 'aviary' };
    const hidden = numberOf(await send('POST', '/articles', blog));
    const deleted = numberOf(await send('POST', '/articles', { type: 0, title: `No ${CANARY}` }));
    const access = { owner: null, restricted: true, grants: [] };
    for (const number of [hidden, deleted])
      expect((await send('PUT', `/articles/${number}/access`, access)).status).toBe(200);
    await send('POST', `/articles/${deleted}/trash`, {});
    expect((await send('DELETE', `/articles/${deleted}`)).status).toBe(204);
    const role = await send('POST', '/roles', { name: 'Everything', permissions: PERMISSIONS });
    const { id } = JSON.parse(role.text) as { readonly id: string };
    await running.database.query(
      `INSERT INTO account_role (tenant_id, account_id, role_key, source, role_id) VALUES ($1, $2, $3, 'manual', $4)`,
      [a.tenantId, a.people.Editor.accountId, id, id],
    );
    const shownTo = async (credentials: Credentials): Promise<readonly string[]> => {
      const found: string[] = [];
      for (const route of sites.routes.filter(isOfMany)) {
        const { text } = await sites.call(a, withCredentials(requestOf(route), credentials));
        if (text.includes(CANARY)) found.push(route.path.slice(EDITOR_PATH.length));
      }
      return found;
    };
    expect(await shownTo(administrator)).toEqual(
      expect.arrayContaining(['/articles', '/audit', '/audit/export']),
    );
    expect(await shownTo(await sites.freshSession(a, 'Editor'))).toEqual([]);
  });

  it('answers those who were granted to see it as itself, so the refusals above are about the grant', async () => {
    const editor = (): Promise<Credentials> => sites.freshSession(sites.a, 'Editor');
    // Each comment is edited by its author only.
    const isThere = ({ status, text }: RawAnswer): boolean =>
      status !== 404 && (status !== 403 || text.includes(NOT_YOURS)) && status < 500;
    expect(await faultsOf(editor, isThere, true)).toEqual([]);
  });
});
