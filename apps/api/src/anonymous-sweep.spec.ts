import { CSRF_HEADER } from '@sitedesk/contract/identity';
import { PROBLEM_CODES } from '@sitedesk/contract/problems';
import { RUNTIME } from './platform/config/runtime.js';
import { cookieName } from './people/sessions/session-cookie.js';
import { inParallel, type RawAnswer } from './testing/raw-call.js';
import {
  changesSomething,
  isProtected,
  nameOf,
  requestOf,
  sessionKindOf,
  withCredentials,
} from './testing/route-call.js';
import type { RouteInfo } from './testing/routes.js';
import { checksumOf } from './testing/tenant-checksum.js';
import { type Credentials, startTwoSites, type TwoSites } from './testing/two-sites.js';

describe('every route of the editor (Z-01, DD-15, DD-17)', () => {
  let sites: TwoSites;
  let closed: readonly RouteInfo[];

  beforeAll(async () => {
    sites = await startTwoSites();
    closed = sites.routes.filter(isProtected);
  });

  afterAll(() => sites.stop());

  const faultsWith = async (
    routes: readonly RouteInfo[],
    credentialsFor: (route: RouteInfo) => Credentials,
    right: (answer: RawAnswer) => boolean,
  ): Promise<readonly string[]> => {
    const found = await inParallel(routes, async (route) => {
      const answer = await sites.call(sites.a, withCredentials(requestOf(route), credentialsFor(route)));
      return right(answer) ? [] : [`${nameOf(route)}: ${answer.status} ${JSON.stringify(answer.headers)}`];
    });
    return found.flat();
  };

  it('without a session, or with one that is none, it answers 401 and says so to a program (Z-01, DD-15)', async () => {
    expect(closed.length).toBeGreaterThan(20);
    const cookie = cookieName(sites.running.app.get(RUNTIME), 'session');
    const nobody: readonly Credentials[] = [
      {},
      { Cookie: `${cookie}=${'A'.repeat(43)}`, [CSRF_HEADER]: 'A'.repeat(43) },
      { Cookie: `${cookie}=; ${cookie}=undefined` },
      {
        Cookie:
          sites.a.people.Administrator.session['Cookie'] +
          '; ' +
          sites.b.people.Administrator.session['Cookie'],
      },
      { Authorization: 'Bearer undefined' },
      { Authorization: `Basic ${Buffer.from('administrator:').toString('base64')}` },
      { Authorization: `${sites.a.token['Authorization']}x`, ...sites.a.people.Administrator.session },
      { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate', 'X-Requested-With': 'XMLHttpRequest' },
      {
        'X-Forwarded-User': 'administrator',
        'X-Original-URL': '/health/live',
        'X-HTTP-Method-Override': 'GET',
      },
    ];
    const before = await checksumOf(sites.running.database, sites.a.tenantId);
    for (const credentials of nobody) {
      expect({ credentials, faults: await faultsWith(closed, () => credentials, isRefusalOfNobody) }).toEqual(
        {
          credentials,
          faults: [],
        },
      );
    }
    expect(await checksumOf(sites.running.database, sites.a.tenantId)).toEqual(before);
  });

  it('with a session and without its own anti-forgery token, nothing can be changed (DD-17)', async () => {
    const changing = closed.filter(changesSomething);
    expect(changing.length).toBeGreaterThan(10);
    const spoilt: readonly ((session: Credentials) => Credentials)[] = [
      ({ Cookie = '' }) => ({ Cookie }),
      ({ Cookie = '' }) => ({ Cookie, [CSRF_HEADER]: '' }),
      ({ Cookie = '' }) => ({ Cookie, [CSRF_HEADER]: sites.a.people.Editor.session[CSRF_HEADER] ?? '' }),
      (session) => ({ ...session, Origin: 'https://evil.example.test', 'Sec-Fetch-Site': 'cross-site' }),
      (session) => ({ ...session, Origin: 'null' }),
      (session) => ({ ...session, Origin: `https://${sites.b.host}` }),
    ];
    // A refusal ends neither.
    const sessions = {
      full: await sites.freshSession(sites.a, 'Administrator', 'full'),
      pending: await sites.freshSession(sites.a, 'Administrator', 'pending'),
    };
    for (const [index, spoil] of spoilt.entries()) {
      const faults = await faultsWith(
        changing,
        (route) => spoil(sessions[sessionKindOf(route)]),
        isRefusalOfForgery,
      );
      expect({ index, faults }).toEqual({ index, faults: [] });
    }
  });

  it('a session that waits for its second factor opens nothing else (Z-01)', async () => {
    const others = closed.filter(
      ({ access }) => access?.kind !== 'authenticated' || access.stage !== 'second-factor',
    );
    const pending = await sites.freshSession(sites.a, 'Administrator', 'pending');
    expect(
      await faultsWith(
        others,
        () => pending,
        ({ status }) => status === 401,
      ),
    ).toEqual([]);
  });

  it('anyone who has no role reaches nothing that needs a permission (Z-01)', async () => {
    const permitted = closed.filter(({ access }) => access?.kind === 'permission');
    expect(permitted.length).toBeGreaterThan(10);
    const { session } = sites.a.people.nobody;
    expect(await faultsWith(permitted, () => session, isMissingPermission)).toEqual([]);
  });
});

const isProblem = ({ headers }: RawAnswer): boolean =>
  String(headers['content-type']).startsWith('application/problem+json') &&
  headers['cache-control'] === 'no-store' &&
  headers.location === undefined &&
  headers['set-cookie'] === undefined;

const isRefusalOfNobody = (answer: RawAnswer): boolean =>
  answer.status === 401 && isProblem(answer) && answer.text.includes(`"${PROBLEM_CODES.signInRequired}"`);

const isRefusalOfForgery = (answer: RawAnswer): boolean =>
  answer.status === 403 && isProblem(answer) && answer.text.includes(`"${PROBLEM_CODES.forgery}"`);

/** Risky acts ask for a fresh sign-in first, which this one is. */
const isMissingPermission = (answer: RawAnswer): boolean =>
  answer.status === 403 && isProblem(answer) && answer.text.includes(`"${PROBLEM_CODES.permissionMissing}"`);
