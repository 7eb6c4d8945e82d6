import { DEPLOYMENTS_PATH } from '@sitedesk/contract/deployments';
import { DOCS_IMPORT_PATH } from '@sitedesk/contract/docs-import';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { isId } from '@sitedesk/contract/rules';
import { newId } from './platform/core/id.js';
import {
  CONTROL_REFUSALS,
  makeIds,
  MIRROR_FIXTURES,
  missingFixtures,
  parametersOf,
  pathWith,
} from './testing/mirror-fixtures.js';
import { inParallel, type RawAnswer, type RawCall } from './testing/raw-call.js';
import {
  gist,
  isProtected,
  nameOf,
  queryText,
  requestOf,
  sessionFor,
  withCredentials,
} from './testing/route-call.js';
import type { RouteInfo } from './testing/routes.js';
import { checksumOf, rowsHolding, type TenantChecksum } from './testing/tenant-checksum.js';
import { CAST, type Credentials, startTwoSites, type TwoSites } from './testing/two-sites.js';
import { fieldNames, fieldsOf, type FieldPath, isValid, validBody, withValue } from './testing/valid-body.js';

/** Fields that hold an id though their rules take any text: `mappings.0.role`. */
const ID_NAME = /(?:^|\.)(?:ids?|roles?|inheritor|user|actor|[a-z]+Ids?)(?:\.\d+)?$/;
/** IDs that another system or the caller makes up: any value is valid. */
const STRANGERS_ID = /(?:^|\.)(?:clientId|externalId|groupId|operation|hosts\.0)$/;
/** Lists whose entity tag is compared on every request. */
const REVALIDATED = new Set([
  `GET ${EDITOR_PATH}/blogs/:blogKey/getentries`,
  `GET ${EDITOR_PATH}/calendar-feeds/:token/articles.ics`,
]);
/**
 * Opened by the key of an application and by nobody's session, or with a name that the caller gives: deployments-manifest.spec.ts and
 * docs-import.spec.ts say what these reach.
 */
const takesKey = (path: string): boolean =>
  path.startsWith(`${DEPLOYMENTS_PATH}/`) || path.startsWith(`${DOCS_IMPORT_PATH}/`);
const TOKEN = 'an API token';
const AN_ID = '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41';

describe('two tenants with the same things (Z-03, Z-05)', () => {
  let sites: TwoSites;
  let idRoutes: readonly RouteInfo[];
  /** Site B's things, by the path of the route that takes their ids. */
  const foreign = new Map<string, Readonly<Record<string, string>>>();
  /** One of each kind. */
  let idsOfB: readonly string[];
  let before: TenantChecksum;

  beforeAll(async () => {
    sites = await startTwoSites();
    idRoutes = sites.routes.filter(({ path }) => parametersOf(path).length > 0 && !takesKey(path));
    const known = idRoutes.filter((route) => missingFixtures([route]).length === 0);
    const things = new Map<string, string>();
    for (const { path } of known) foreign.set(path, await makeIds(sites, sites.b, path, things));
    idsOfB = [...things.values(), sites.b.people.Administrator.accountId].filter(isId);
    before = await checksumOf(sites.running.database, sites.b.tenantId);
  });

  afterEach(async () => {
    expect(await checksumOf(sites.running.database, sites.b.tenantId)).toEqual(before);
    expect(sites.takeErrors()).toEqual([]);
  });

  afterAll(() => sites.stop());

  const callers = (): readonly (readonly [name: string, credentials: Credentials])[] => [
    ...CAST.map((role) => [role, sites.a.people[role].session] as const),
    [TOKEN, sites.a.token],
  ];

  it('every route that takes an id has something of its own in this test (Z-03)', () => {
    expect(idRoutes.length).toBeGreaterThan(5);
    expect(missingFixtures(idRoutes)).toEqual([]);
  });

  // Before the others, which leave the ids that they ask for in the log.
  it('an id of site B in a query is like an id of nothing (Z-03)', async () => {
    const faults: string[] = [];
    for (const route of sites.routes) {
      for (const [key, text] of idQueriesOf(route)) {
        const ids = await makeIds(sites, sites.a, route.path);
        const send = async (id: string): Promise<string> => {
          const path = pathWith(route.path, ids) + text(id);
          const call = withCredentials({ method: route.method, path }, sites.a.people.Administrator.session);
          return gist(await sites.call(sites.a, call));
        };
        const fair = await send(newId());
        for (const id of idsOfB) {
          const answer = await send(id);
          if (answer !== fair) faults.push(`${nameOf(route)}?${key}=: ${answer}, an unknown id: ${fair}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('nobody of site A reaches a thing of site B by its id, and B does not change (Z-03)', async () => {
    const faults: string[] = [];
    for (const route of idRoutes) {
      const unknown = new Map<string, RawAnswer>();
      const fairAnswer = async (name: string, credentials: Credentials): Promise<RawAnswer> => {
        const answer =
          unknown.get(name) ?? (await sites.call(sites.a, withCredentials(requestOf(route), credentials)));
        unknown.set(name, answer);
        return answer;
      };
      for (const ids of await foreignIds(sites, foreign, route.path)) {
        const call = requestOf(route, ids);
        for (const [name, credentials] of callers()) {
          const answer = await sites.call(sites.a, withCredentials(call, credentials));
          const fair = await fairAnswer(name, credentials);
          const refused = (name === TOKEN ? [401, 403, 404] : [403, 404]).includes(answer.status);
          if (refused && gist(answer) === gist(fair)) continue;
          faults.push(`${nameOf(route)} as ${name}: ${gist(answer)}, an unknown id: ${gist(fair)}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it('a session and an API token of site A are nothing at site B, and stay good at A (Z-05)', async () => {
    const faults: string[] = [];
    for (const route of sites.routes.filter(isProtected)) {
      const call = requestOf(route);
      await inParallel(callers(), async ([name, credentials]) => {
        const { status, headers } = await sites.call(sites.b, withCredentials(call, credentials));
        if (status !== 401 || headers['set-cookie'] !== undefined)
          faults.push(`${nameOf(route)} as ${name}: ${status}`);
      });
    }
    expect(faults).toEqual([]);
    for (const { session } of Object.values(sites.a.people)) {
      expect(await statusOf(sites, { method: 'GET', path: `${EDITOR_PATH}/session`, headers: session })).toBe(
        200,
      );
    }
    expect(
      await statusOf(sites, { method: 'GET', path: `${EDITOR_PATH}/authors`, headers: sites.a.token }),
    ).toBe(200);
  });

  it('an id of site B in a body is like an id of nothing, and nothing of A points at B (Z-03)', async () => {
    const faults: string[] = [];
    for (const route of sites.routes) {
      for (const path of idFieldsOf(route)) {
        let prepared: RawCall | undefined;
        const send = async (id: string): Promise<string> => {
          prepared ??= await ownCall(sites, route);
          const body = route.bodyDto && withValue(route.bodyDto, { ...Object(prepared.body) }, path, id);
          const answer = await sites.call(sites.a, { ...prepared, body });
          // What was done can't be done to the same things again; a refusal leaves them as they were, but tries of a session are counted.
          if (answer.status < 400 || route.path.startsWith(`${EDITOR_PATH}/session/`)) prepared = undefined;
          return gist(answer);
        };
        const fair = await send(newId());
        for (const id of idsOfB) {
          const answer = await send(id);
          if (answer !== fair) {
            faults.push(
              `${nameOf(route)} with B's id as ${path.join('.')}: ${answer}, an unknown id: ${fair}`,
            );
          }
        }
      }
    }
    expect(faults).toEqual([]);
    const { database } = sites.running;
    // The log says what was asked for, also when it was refused; a page that has an article open makes up its own ID.
    const others = ['audit_entry', 'editing_session'];
    expect(await rowsHolding(database, sites.a.tenantId, idsOfB, others)).toEqual([]);
  });

  it('an identity can be linked at a provider of the own site, and one that is out of reach is no failure (Z-03)', async () => {
    const path = `${EDITOR_PATH}/account/external-identities`;
    const { id: providerId } = await makeIds(sites, sites.a, `${EDITOR_PATH}/identity-providers/:id`);
    const headers = await sites.freshSession(sites.a, 'Administrator');
    expect(await statusOf(sites, { method: 'POST', path, headers, body: { providerId } })).toBe(409);
  });

  // At last, because some of these actions end the sessions of the person who does them.
  it('a site’s own things are there for its administrator, so the refusals above are about the tenant (Z-03)', async () => {
    const faults: string[] = [];
    for (const route of idRoutes) {
      const { status, text, headers } = await sites.call(sites.a, await ownCall(sites, route));
      const cache = REVALIDATED.has(nameOf(route)) ? 'private, no-cache' : 'no-store';
      if (headers['cache-control'] !== cache) faults.push(`${nameOf(route)} may be cached`);
      const expected = CONTROL_REFUSALS[nameOf(route)]?.status;
      if (expected === undefined ? status >= 400 : status !== expected) {
        faults.push(`${nameOf(route)} with the site's own id: ${status} ${text}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('the tenant-mirror test itself', () => {
  it('says where to add what a new route takes (Z-03)', () => {
    const routes = [
      { method: 'PUT', path: '/editor/things/:thingId/parts/:id' },
      { method: 'GET', path: '/editor/authors/:id' },
    ];
    expect(
      missingFixtures(routes, { '/editor/authors/:id': MIRROR_FIXTURES['/editor/authors/:id'] ?? neverMade }),
    ).toEqual([
      expect.stringContaining(
        "PUT /editor/things/:thingId/parts/:id takes an id that no fixture makes: add '/editor/things/:thingId' to",
      ),
      expect.stringContaining("add '/editor/things/:thingId/parts/:id' to MIRROR_FIXTURES"),
    ]);
  });
});

const neverMade = (): never => {
  throw new Error('There is no fixture for authors.');
};

async function statusOf(sites: TwoSites, call: RawCall): Promise<number> {
  return (await sites.call(sites.a, call)).status;
}

/** A request of site A's administrator for new things of the own site. */
async function ownCall(sites: TwoSites, route: RouteInfo): Promise<RawCall> {
  const ids = await makeIds(sites, sites.a, route.path);
  const call = requestOf(route, ids, { sites, site: sites.a, ids });
  return withCredentials(call, await sessionFor(sites, sites.a, route));
}

/** The ids of a path, all of them site B's; and, where there are several, each one alone among A's own. */
async function foreignIds(
  sites: TwoSites,
  foreign: ReadonlyMap<string, Readonly<Record<string, string>>>,
  path: string,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const theirs = foreign.get(path) ?? {};
  const params = parametersOf(path);
  if (params.length < 2) return [theirs];
  const own = await makeIds(sites, sites.a, path);
  return [theirs, ...params.map((param) => ({ ...own, [param]: theirs[param] ?? '' }))];
}

/** Where in its body a route takes ids. */
function idFieldsOf({ bodyDto }: RouteInfo): readonly FieldPath[] {
  if (!bodyDto) return [];
  const body = validBody(bodyDto);
  const accepts = (path: FieldPath, value: string): boolean =>
    isValid(bodyDto, withValue(bodyDto, body, path, value));
  return fieldsOf(bodyDto)
    .filter(({ sample }) => typeof sample === 'string')
    .map(({ path }) => path)
    .filter((path) => !STRANGERS_ID.test(path.join('.')))
    .filter((path) => accepts(path, AN_ID) && (ID_NAME.test(path.join('.')) || !accepts(path, 'Some words')));
}

/** Keys of a query that take an id, and the query with one. */
function idQueriesOf({ queryDto }: RouteInfo): readonly (readonly [string, (id: string) => string])[] {
  if (!queryDto) return [];
  const query = validBody(queryDto);
  return fieldNames(queryDto)
    .filter((key) => isValid(queryDto, { ...query, [key]: AN_ID }))
    .map((key) => [key, (id: string) => queryText({ ...query, [key]: id })] as const);
}
