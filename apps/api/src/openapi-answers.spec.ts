import { Ajv2020 } from '@redocly/ajv/dist/2020.js';
import { CONTACT_API_PATH } from '@sitedesk/contract/headers';
import { makeIds, pathWith } from './testing/mirror-fixtures.js';
import type { RawAnswer, RawCall } from './testing/raw-call.js';
import {
  changesSomething,
  isProtected,
  nameOf,
  requestOf,
  sessionFor,
  withCredentials,
} from './testing/route-call.js';
import type { RouteInfo } from './testing/routes.js';
import { type Credentials, startTwoSites, type TwoSites } from './testing/two-sites.js';

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

/** Never ends. */
const STREAM = 'GET /editor/events';
/** More than any route takes that doesn't say how much. */
const LONG = 'x'.repeat(70_000);

/** Statuses that one kind of route has; for these, `4XX` is enough. */
const RARE = new Set([
  'GET /editor/site/archive/file 404',
  'GET /editor/mailing-list/lists 409',
  'GET /editor/mailing-list/fields 409',
  'POST /editor/uploads 412',
  'PATCH /editor/uploads/:id 412',
  'GET /editor/articles/:number/blog 409',
  'GET /editor/articles/:number/blog/rename 409',
]);

/** A busy database makes any route answer 503. */
function rangeOf(route: RouteInfo, status: number): string | undefined {
  if (status === 503 && !route.path.startsWith(CONTACT_API_PATH)) return '5XX';
  return RARE.has(`${nameOf(route)} ${status}`) ? '4XX' : undefined;
}

/** A request for one kind of answer; undefined where the route has none. */
type Attempt = (route: RouteInfo, sites: TwoSites) => RawCall | undefined | Promise<RawCall | undefined>;

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'by nobody': (route) => requestOf(route),
  'without a permission': (route, sites) => withCredentials(requestOf(route), sites.a.people.nobody.session),
  'for what does not exist': (route, sites) => asAdministrator(route, sites, requestOf(route)),
  'with an unknown member': (route, sites) => {
    const call = requestOf(route);
    const spoilt = route.bodyDto
      ? { ...call, body: { ...Object(call.body), unknown: 1 } }
      : { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}unknown=1` };
    return asAdministrator(route, sites, spoilt);
  },
  'in another media type': async (route, sites) =>
    route.bodyDto &&
    withCredentials(await asAdministrator(route, sites, requestOf(route)), { 'Content-Type': 'text/plain' }),
  'with a long body': (route, sites) =>
    route.bodyDto && asAdministrator(route, sites, { ...requestOf(route), body: { text: LONG } }),
  'without a version': async (route, sites) => {
    const call = requestOf(route, await idsFor(route, sites));
    return asAdministrator(route, sites, { ...call, headers: {} });
  },
  'of an old version': async (route, sites) =>
    withCredentials(await fair(route, sites), { 'If-Match': '"v999999"' }),
  'as it should be': fair,
};

describe('the OpenAPI document, beside what really comes back', () => {
  let sites: TwoSites;
  let document: Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

  beforeAll(async () => {
    sites = await startTwoSites();
    document = JSON.parse((await sites.call(sites.a, { method: 'GET', path: '/openapi.json' })).text);
    ajv.addSchema(closed(document) as object, 'document');
  });

  afterAll(() => sites.stop());

  // The last kind at last: it signs out, deletes and takes away.
  it.each(Object.entries(ATTEMPTS))('every answer to a request %s is described', async (_name, attempt) => {
    const faults: string[] = [];
    let checked = 0;
    for (const route of sites.routes) {
      const call = nameOf(route) === STREAM ? undefined : await attempt(route, sites);
      if (!call || !(pathOf(route) in document.paths)) continue;
      let answer = await sites.call(sites.a, call);
      // Another route has ended the session meanwhile.
      if (answer.status === 401 && sessions.delete(route))
        answer = await sites.call(sites.a, (await attempt(route, sites)) ?? call);
      if (answer.status < 400 && changesSomething(route)) {
        things.delete(route);
        sessions.delete(route);
      }
      faults.push(...faultsOf(route, answer).map((fault) => `${nameOf(route)}: ${fault}`));
      checked += 1;
    }
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(60);
  });

  it('a member, a status or a media type that is not described is a fault', async () => {
    const route = sites.routes.find((each) => nameOf(each) === 'GET /editor/site');
    if (!route) throw new Error('The site has no route.');
    const answer = await sites.call(sites.a, await fair(route, sites));
    const text = JSON.stringify({ ...JSON.parse(answer.text), more: 1 });
    expect(faultsOf(route, answer)).toEqual([]);
    expect(faultsOf(route, { ...answer, text })).toEqual([
      expect.stringContaining('must NOT have additional properties'),
    ]);
    expect(faultsOf(route, { ...answer, status: 409 })).toEqual([
      expect.stringMatching(/^409 isn't described/),
    ]);
    expect(faultsOf(route, { ...answer, headers: { 'content-type': 'text/html' } })).toEqual([
      expect.stringMatching(/^200 in text\/html isn't described/),
    ]);
  });

  /** What is not as described. */
  function faultsOf(route: RouteInfo, { status, headers, text }: RawAnswer): readonly string[] {
    const responses = document.paths[pathOf(route)]?.[route.method.toLowerCase()]?.responses ?? {};
    const key = rangeOf(route, status) ?? String(status);
    const described = responses[key];
    if (!described) return [`${status} isn't described: ${text.slice(0, 300)}`];
    const place = ['paths', pathOf(route), route.method.toLowerCase(), 'responses', key];
    const [, , component = ''] = described.$ref?.split('/').slice(1) ?? [];
    const { content = {} } = component ? (document.components.responses[component] ?? {}) : described;
    const [type = ''] = String(headers['content-type'] ?? '').split(';');
    if (text === '' && Object.keys(content).length === 0) return [];
    if (!(type in content)) return [`${status} in ${type} isn't described: ${text.slice(0, 300)}`];
    if (!type.includes('json')) return [];
    const parts = [
      ...(component ? ['components', 'responses', component] : place),
      'content',
      type,
      'schema',
    ];
    const pointer = parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = ajv.getSchema(`document#/${pointer.join('/')}`);
    if (!validate) throw new Error(`There is no schema at ${parts.join(' ')}.`);
    return validate(JSON.parse(text)) ? [] : [`${status}: ${ajv.errorsText(validate.errors)}`];
  }
});

const pathOf = ({ path }: RouteInfo): string => path.replace(/:([A-Za-z]+)/g, '{$1}');

/** What routes are asked for: made once, and again when a request has changed it. */
const things = new Map<RouteInfo, Record<string, string>>();

async function idsFor(route: RouteInfo, sites: TwoSites): Promise<Record<string, string>> {
  const ids = things.get(route) ?? (await makeIds(sites, sites.a, route.path));
  things.set(route, ids);
  return ids;
}

/** Of the administrator, one for each route: a new one for each request would be most of the work. */
const sessions = new Map<RouteInfo, Credentials>();

async function asAdministrator(route: RouteInfo, sites: TwoSites, call: RawCall): Promise<RawCall> {
  if (!isProtected(route)) return call;
  const session = sessions.get(route) ?? (await sessionFor(sites, sites.a, route));
  sessions.set(route, session);
  return withCredentials(call, session);
}

/** A request that does what the route is for, with the version that the route's own GET says. */
async function fair(route: RouteInfo, sites: TwoSites): Promise<RawCall> {
  const ids = await idsFor(route, sites);
  const call = await asAdministrator(route, sites, requestOf(route, ids, { sites, site: sites.a, ids }));
  if (!['PUT', 'PATCH', 'DELETE'].includes(route.method)) return call;
  const read = { ...call, method: 'GET', path: pathWith(route.path, ids), body: undefined };
  const { etag } = (await sites.call(sites.a, read)).headers;
  return etag === undefined ? call : withCredentials(call, { 'If-Match': etag });
}

/** The same schemas, refusing members that they don't list. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, closed(each)]));
  return copy['type'] === 'object' && 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}
