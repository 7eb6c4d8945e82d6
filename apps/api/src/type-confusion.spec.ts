import { DOCS_IMPORT_PATH } from '@sitedesk/contract/docs-import';
import { parametersOf, pathWith } from './testing/mirror-fixtures.js';
import {
  HOSTILE_IDS,
  HOSTILE_QUERY_VALUES,
  HOSTILE_VALUES,
  type HostileValue,
  MASS_ASSIGNMENT,
} from './testing/hostile-values.js';
import { inParallel, type RawAnswer, type RawCall } from './testing/raw-call.js';
import { callerAs, idsOfNothing, NUMBER_PARAMS, nameOf, queryText, requestOf } from './testing/route-call.js';
import type { RouteInfo } from './testing/routes.js';
import { checksumOf } from './testing/tenant-checksum.js';
import { startTwoSites, type TwoSites } from './testing/two-sites.js';
import { type DtoField, fieldNames, fieldsOf, isValid, validBody, withValue } from './testing/valid-body.js';

/** What may change while requests are refused: the log of them, and the clocks and counters of who sends them. */
const CHANGES_ANYWAY = [
  'audit_entry',
  'audit_head',
  'session',
  'sign_in_failure',
  'api_token',
  'deploy_key',
  'external_sign_in',
];

interface Attempt {
  readonly name: string;
  readonly route: RouteInfo;
  readonly call: RawCall;
  /** Whether an answer is right; the usual: 400. */
  readonly right: (answer: RawAnswer) => boolean;
}

describe('values of the wrong kind (Z-06, Z-07, Z-08, ID-07)', () => {
  let sites: TwoSites;
  /** As the administrator. */
  let answerTo: ReturnType<typeof callerAs>;

  beforeAll(async () => {
    sites = await startTwoSites();
    answerTo = callerAs(sites, sites.a);
  });

  afterEach(() => {
    expect(sites.takeErrors()).toEqual([]);
  });

  afterAll(() => sites.stop());

  /** Sends each as the administrator; what came of those whose answer is not right. */
  async function faultsOf(attempts: readonly Attempt[]): Promise<readonly string[]> {
    const found = await inParallel(attempts, async ({ name, route, call, right }) => {
      const answer = await answerTo(route, call);
      return right(answer)
        ? []
        : [`${nameOf(route)} with ${name}: ${answer.status} ${answer.text.slice(0, 300)}`];
    });
    return found.flat();
  }

  const withBodies = (): readonly (RouteInfo & { readonly bodyDto: NonNullable<RouteInfo['bodyDto']> })[] =>
    sites.routes.flatMap((route) => (route.bodyDto ? [{ ...route, bodyDto: route.bodyDto }] : []));

  it('a query has only the keys that the route names, each once, and none of its values is a 500 (Z-07)', async () => {
    const attempts = sites.routes.flatMap((route, at): readonly Attempt[] => {
      const { queryDto, path, method } = route;
      if (!queryDto) return [];
      const query = validBody(queryDto);
      const attempt = (name: string, text: string, right: Attempt['right']): Attempt => {
        const joined = `${queryText(query)}${queryText(query) === '' ? '?' : '&'}${text}`;
        return { name, route, call: { method, path: pathWith(path, idsOfNothing(path)) + joined }, right };
      };
      const keys = fieldNames(queryDto).flatMap((key, place) => [
        ...someOf(waysToWrite(key), at + place).map((text) => attempt(text, text, isBadRequest)),
        ...HOSTILE_QUERY_VALUES.map(({ name, value }) =>
          attempt(`${name} as ${key}`, `${key}=${String(value)}`, isNoFailure),
        ),
      ]);
      return [...keys, ...someOf(UNKNOWN_KEYS, at).map((text) => attempt(text, text, isBadRequest))];
    });
    expect(attempts.length).toBeGreaterThan(20);
    expect(await faultsOf(attempts)).toEqual([]);
  });

  it('in every field of every body a value of another kind is a 400, and none is a 500 (Z-08, ID-07)', async () => {
    let refusals = 0;
    const attempts = withBodies().flatMap((route) => {
      const base = requestOf(route);
      const body = validBody(route.bodyDto);
      return fieldsOf(route.bodyDto)
        .filter(({ path }) => !DESCRIBED_ELSEWHERE.test(path.join('.')))
        .flatMap((field) =>
          HOSTILE_VALUES.flatMap((hostile): readonly Attempt[] => {
            const sent = withValue(route.bodyDto, body, field.path, hostile.value);
            const name = `${hostile.name} as ${field.path.join('.')}`;
            const call = { ...base, body: sent };
            const byRules = !isValid(route.bodyDto, sent);
            if (byRules && ++refusals % REFUSED_BY_RULES !== 0) return [];
            const refused = byRules || isOtherKind(field, hostile);
            return [{ name, route, call, right: refused ? isBadRequest : isNoFailure }];
          }),
        );
    });
    expect(attempts.length).toBeGreaterThan(500);
    expect(await faultsOf(attempts)).toEqual([]);
  });

  it('a body that is no object is a 400 (Z-08)', async () => {
    const bodies = ['', 'null', '[]', '"text"', '1', '{', '[{}]', '{"a":1}{', '\uFEFF'];
    const attempts = withBodies().flatMap((route, at) =>
      someOf(bodies, at).map((text): Attempt => {
        const call = { ...requestOf(route), body: text };
        return { name: `the body ${JSON.stringify(text)}`, route, call, right: isBadRequest };
      }),
    );
    expect(await faultsOf(attempts)).toEqual([]);
  });

  it('nobody sets what no form has: the request is refused as a whole, and nothing changes (Z-06)', async () => {
    const { database } = sites.running;
    const before = await checksumOf(database, sites.a.tenantId, CHANGES_ANYWAY);
    const attempts = withBodies().flatMap((route) => {
      const base = requestOf(route);
      const known = fieldNames(route.bodyDto);
      const unknown = MASS_ASSIGNMENT.filter(([member]) => !known.includes(member));
      const body = { ...validBody(route.bodyDto), ...Object.fromEntries(unknown) };
      const right = (answer: RawAnswer): boolean => unknown.every(([member]) => names(member)(answer));
      return { name: 'members that it does not have', route, call: { ...base, body }, right };
    });
    expect(attempts.length).toBeGreaterThan(50);
    expect(await faultsOf(attempts)).toEqual([]);
    expect(await checksumOf(database, sites.a.tenantId, CHANGES_ANYWAY)).toEqual(before);
  });

  it('what is no id in a path is nobody: 404 (Z-08)', async () => {
    const attempts = sites.routes.flatMap((route, at) =>
      parametersOf(route.path).flatMap((param) =>
        someOf(HOSTILE_IDS, at)
          .filter(({ name }) => !NUMBER_PARAMS.includes(param) || name !== 'a number')
          .map(({ name, value }): Attempt => {
            const call = requestOf(route, { ...idsOfNothing(route.path), [param]: String(value) });
            // A name that the caller gives is refused, or names nothing.
            const isGiven = route.path.startsWith(DOCS_IMPORT_PATH);
            const right = ({ status }: RawAnswer): boolean => status === 404 || (isGiven && status === 400);
            return { name: `${name} as ${param}`, route, call, right };
          }),
      ),
    );
    expect(attempts.length).toBeGreaterThan(50);
    expect(await faultsOf(attempts)).toEqual([]);
  });
});

/** The text of an article, which no class describes: `articles.spec.ts` has its own. */
const DESCRIBED_ELSEWHERE = /^document\./;

/**
 * Of the values that the rules of a field refuse, one in so many is sent: the same code refuses them all, and every value still meets
 * many fields. What the rules let through is sent whole, because there each route has code of its own.
 */
const REFUSED_BY_RULES = 7;

const waysToWrite = (key: string): readonly string[] => [
  `${key}[]=a`,
  `${key}[a]=a`,
  `${key}[$ne]=`,
  `${key}.a=a`,
  `${key}%00=a`,
  `${key}=a&${key}=b`,
];

/** Where the same code reads all of them, each route gets one in so many, and the next route others. */
const ONE_IN = 3;

const someOf = <T>(items: readonly T[], at: number): readonly T[] =>
  items.filter((_item, place) => place % ONE_IN === at % ONE_IN);

/** Keys that no list has; some stand for columns that nobody may ask about. */
const UNKNOWN_KEYS = [
  'tenantId=a',
  'passwordHash=a',
  'password_hash[$gt]=',
  'where[id]=a',
  'filters[a]=b',
  'sort[]=id',
  '=a',
  '__proto__=a',
  '__proto__[a]=b',
  'constructor=a',
  'constructor[prototype][a]=b',
  'toString=a',
  'hasOwnProperty=a',
  'Limit=1',
];

const isBadRequest = ({ status, text }: RawAnswer): boolean => status === 400 && text !== '';

/** Allowed by the rules, or refused for a reason of the service: whatever it is, the product has understood it. */
const isNoFailure = ({ status }: RawAnswer): boolean => status < 500;

const names =
  (member: string) =>
  ({ status, text }: RawAnswer): boolean =>
    status === 400 && text.includes(`"field":"${member}"`);

/** Whatever the rules say, a list is no text and an object is no number. */
function isOtherKind({ sample }: DtoField, { value }: HostileValue): boolean {
  return value !== null && kindOf(value) !== kindOf(sample);
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);
