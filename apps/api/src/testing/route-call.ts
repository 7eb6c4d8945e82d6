import { DEPLOYMENTS_PATH } from '@sitedesk/contract/deployments';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { RawAnswer, RawCall } from './raw-call.js';
import type { RouteInfo } from './routes.js';
import { newId } from '../platform/core/id.js';
import type { SessionKind } from '../platform/http/principal.js';
import { BODY_MEMBERS, parametersOf, pathWith } from './mirror-fixtures.js';
import type { Place } from './mirror-place.js';
import type { CastRole, Credentials, MirrorSite, TwoSites } from './two-sites.js';
import { type Body, validBody } from './valid-body.js';

/** `PUT /editor/authors/:id` */
export const nameOf = ({ method, path }: Pick<RouteInfo, 'method' | 'path'>): string => `${method} ${path}`;

/** Routes that need a sign-in. */
export const isProtected = ({ access }: RouteInfo): boolean =>
  access !== undefined && access.kind !== 'public';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export const changesSomething = ({ method }: RouteInfo): boolean => !SAFE_METHODS.has(method);

/**
 * A request that the rules of a route accept: with a body and a query that are valid, and the version that new things
 * have.
 * @param ids of its parameters; without them it names nothing that exists
 * @param place where these ids are
 */
export function requestOf(
  route: RouteInfo,
  ids: Readonly<Record<string, string>> = idsOfNothing(route.path),
  place?: Place,
): RawCall {
  const { method, path, bodyDto, queryDto } = route;
  const query = queryDto ? queryText(validBody(queryDto)) : '';
  const body = bodyDto
    ? { ...validBody(bodyDto), ...(place && BODY_MEMBERS[nameOf(route)]?.(place)) }
    : undefined;
  return { method, path: pathWith(path, ids) + query, headers: { 'If-Match': '"v1"' }, body };
}

const NUMBER_OF_NOTHING = '2000000000';
/** Names of parameters that are numbers. */
export const NUMBER_PARAMS: readonly string[] = ['number', 'version'];

/** For each parameter of a path an id that nothing has. */
export const idsOfNothing = (path: string): Record<string, string> =>
  Object.fromEntries(
    parametersOf(path).map((name) => [name, NUMBER_PARAMS.includes(name) ? NUMBER_OF_NOTHING : newId()]),
  );

/** `?a=1&b=2`; empty for no members. */
export function queryText(members: Body): string {
  const pairs = Object.entries(members).map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

export const withCredentials = (call: RawCall, credentials: Credentials): RawCall => ({
  ...call,
  headers: { ...call.headers, ...credentials },
});

/** The session that a route takes: the one between password and second factor where it is for that. */
export const sessionKindOf = ({ access }: RouteInfo): SessionKind =>
  access?.kind === 'authenticated' && access.stage === 'second-factor' ? 'pending' : 'full';

/** A new session that the route takes. */
export const sessionFor = (
  sites: TwoSites,
  site: MirrorSite,
  route: RouteInfo,
  role: CastRole = 'Administrator',
): Promise<Credentials> => sites.freshSession(site, role, sessionKindOf(route));

/**
 * Sends requests with a session for each route, which serves until something ends it. A new one for each request would be most of
 * the work of some thousand.
 */
export function callerAs(
  sites: TwoSites,
  site: MirrorSite,
  role: CastRole = 'Administrator',
): (route: RouteInfo, call: RawCall) => Promise<RawAnswer> {
  const sessions = new Map<RouteInfo, Credentials>();
  let key: Promise<Credentials> | undefined;
  return async (route, call) => {
    if (route.path.startsWith(DEPLOYMENTS_PATH)) {
      key ??= deploymentKey(sites, site);
      return sites.call(site, withCredentials(call, await key));
    }
    if (!isProtected(route)) return sites.call(site, call);
    const known = sessions.get(route);
    const answer = known && (await sites.call(site, withCredentials(call, known)));
    if (answer && answer.status !== 401) return answer;
    const fresh = await sessionFor(sites, site, route, role);
    sessions.set(route, fresh);
    return sites.call(site, withCredentials(call, fresh));
  };
}

/** What opens the routes of programs that deploy: a key of an application, instead of a session. */
async function deploymentKey(sites: TwoSites, site: MirrorSite): Promise<Credentials> {
  const headers = await sites.freshSession(site, 'Administrator');
  const send = async (path: string, body: Body): Promise<RawAnswer> => {
    const answer = await sites.call(site, { method: 'POST', path: EDITOR_PATH + path, headers, body });
    if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
    return answer;
  };
  const created = await send('/spa', { title: newId() });
  const { number } = JSON.parse(created.text) as { readonly number: number };
  const { key } = JSON.parse((await send(`/spa/${number}/keys`, { name: 'CI' })).text) as {
    readonly key: string;
  };
  return { authorization: `Bearer ${key}` };
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const GIST_CHARACTERS = 2_000;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** What an answer says, without what is new each time: ids and instants. */
export const gist = ({ status, text }: RawAnswer): string =>
  `${status} ${text.replace(ID, '<id>').replace(INSTANT, '<instant>').slice(0, GIST_CHARACTERS)}`;
