import { inParallel, type RawAnswer, type RawCall } from './testing/raw-call.js';
import { callerAs, isProtected, nameOf, requestOf } from './testing/route-call.js';
import type { RouteInfo } from './testing/routes.js';
import { checksumOf } from './testing/tenant-checksum.js';
import { startTwoSites, type TwoSites } from './testing/two-sites.js';

/** Other ways to write a path, each of which some product has taken for another one than its guard did (section 4). */
const WRITINGS: readonly (readonly [name: string, write: (path: string) => string])[] = [
  ['a slash at the end', (path) => `${path}/`],
  ['two slashes at the end', (path) => `${path}//`],
  ['two slashes at the start', (path) => `/${path}`],
  ['two slashes inside', (path) => path.replace(/(.)\//, '$1//')],
  ['capitals', (path) => path.toUpperCase()],
  ['one capital', (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase())],
  ['a way through a public path', (path) => `/health/live/../..${path}`],
  ['an escaped way through a public path', (path) => `/health/live/%2e%2e/%2e%2e${path}`],
  ['a way through the contact service', (path) => `/_api/contact/..%2f..${path}`],
  ['a dot', (path) => `/.${path}`],
  ['an escaped dot', (path) => `/%2e${path}`],
  ['a parameter at the end', (path) => `${path};x=1`],
  ['a parameter inside', (path) => path.replace(/(.)\//, '$1;x=1/')],
  ['an escaped letter', (path) => path.replace(/[a-z]/, escaped)],
  ['every letter escaped', (path) => path.replace(/[a-z]/g, escaped)],
  ['an escaped slash', (path) => path.replace(/(.)\//, '$1%2f')],
  ['a letter escaped twice', (path) => path.replace(/[a-z]/, (letter) => `%25${escaped(letter).slice(1)}`)],
  ['a backslash', (path) => path.replace(/(.)\//, '$1\\')],
  ['an escaped end', (path) => `${path}%00`],
  ['an escaped question mark', (path) => `${path}%3f`],
  ['an escaped fragment', (path) => `${path}%23`],
  ['a blank at the end', (path) => `${path}%20`],
  ['an ending', (path) => `${path}.json`],
  ['a whole address', (path) => `http://a.site.test${path}`],
];

const escaped = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`;

const OTHER_METHODS = ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE'];

describe('other ways to write a route (C-09)', () => {
  let sites: TwoSites;
  let closed: readonly RouteInfo[];

  beforeAll(async () => {
    sites = await startTwoSites();
    closed = sites.routes.filter(isProtected);
  });

  afterEach(() => {
    expect(sites.takeErrors()).toEqual([]);
  });

  afterAll(() => sites.stop());

  it('without a session no way to write a path leads past the guard (C-09)', async () => {
    const before = await checksumOf(sites.running.database, sites.a.tenantId);
    const faults: string[] = [];
    for (const [at, route] of closed.entries()) {
      await inParallel(someCallsOf(route, at, 2), async ([name, call]) => {
        const answer = await sites.call(sites.a, call);
        if (!isRefused(answer)) faults.push(`${nameOf(route)} with ${name}: ${answer.status}`);
      });
    }
    expect(closed.length * WRITINGS.length).toBeGreaterThan(500);
    expect(faults).toEqual([]);
    expect(await checksumOf(sites.running.database, sites.a.tenantId)).toEqual(before);
  });

  it('with a session that may do nothing it is the same as the exact path, or nothing (C-09)', async () => {
    expect(await differences(sites, closed, 'nobody')).toEqual([]);
  });

  it('for the administrator it is the same as the exact path, or nothing (C-09)', async () => {
    expect(await differences(sites, closed, 'Administrator')).toEqual([]);
  });

  it('what is public has one way to be written too, or the same answer (C-09)', async () => {
    // Every address below /admin/ is the same page, by design: the application reads the path.
    const open = sites.routes.filter((route) => !isProtected(route) && !route.path.startsWith('/admin'));
    const faults: string[] = [];
    const answerTo = callerAs(sites, sites.a);
    for (const route of open) {
      const exact = await answerTo(route, requestOf(route));
      for (const [name, call] of callsOf(route)) {
        const answer = await answerTo(route, call);
        if (NOTHING.includes(answer.status) || answer.status === exact.status) continue;
        faults.push(`${nameOf(route)} with ${name}: ${answer.status}, exactly: ${exact.status}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

/** Each route is asked in one in so many ways, the next route in others: they all pass the same router and guards. */
const someCallsOf = (route: RouteInfo, at: number, oneIn: number): ReturnType<typeof callsOf> =>
  callsOf(route).filter((_call, way) => way % oneIn === at % oneIn);

/** The writings of a route that are answered in another way than the exact path, and not as a path that is not there. */
async function differences(
  sites: TwoSites,
  routes: readonly RouteInfo[],
  role: 'nobody' | 'Administrator',
): Promise<readonly string[]> {
  const faults: string[] = [];
  const answerTo = callerAs(sites, sites.a, role);
  const send = (route: RouteInfo, call: RawCall): Promise<RawAnswer> => answerTo(route, spoilt(call));
  for (const [at, route] of routes.entries()) {
    const { status: exact } = await send(route, requestOf(route));
    for (const [name, call] of someCallsOf(route, at, 4)) {
      const { status } = await send(route, call);
      if (NOTHING.includes(status) || status === exact) continue;
      // What was there the first time may be gone by now.
      const again = await send(route, requestOf(route));
      if (status !== again.status) faults.push(`${nameOf(route)} with ${name}: ${status}, exactly: ${exact}`);
    }
  }
  return faults;
}

/** What carries a body carries a wrong one here: it is about who gets as far as that, and nothing shall be done. */
const spoilt = (call: RawCall): RawCall =>
  call.body === undefined ? call : { ...call, body: { nonsense: true } };

function callsOf(route: RouteInfo): readonly (readonly [name: string, call: RawCall])[] {
  const exact = requestOf(route);
  const [path = '', query] = exact.path.split('?');
  const tail = query === undefined ? '' : `?${query}`;
  return [
    ...WRITINGS.map(([name, write]) => [name, { ...exact, path: write(path) + tail }] as const),
    ...OTHER_METHODS.map((method) => [method, { ...exact, method, body: undefined }] as const),
  ];
}

/** There is no such path or method, or it cannot be one. */
const NOTHING: readonly number[] = [400, 404, 405, 501];

const isRefused = (answer: RawAnswer): boolean => answer.status === 401 || NOTHING.includes(answer.status);
