import { HEADERS } from '@sitedesk/contract/headers';
import { OVER_LIMIT } from './harness/contact-results.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { type RunningProcess, startApi } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY, mailBy } from './harness/site.js';
import { createMigratedDatabase, type E2eDatabase } from './harness/database.js';
import { freshAddress, MESSAGE } from './harness/visitor.js';

const SCRIPT = '/_api/contact/site-contact.js';
const SUBMIT = '/_api/contact/submit';
const PERMITS = 2;

let database: E2eDatabase;
const apis: RunningProcess[] = [];
beforeAll(async () => {
  database = await createMigratedDatabase();
  for (const store of ['memory', 'database']) {
    apis.push(
      await startApi(database.url, {
        ...BEHIND_LOCAL_PROXY,
        ...mailBy('none:'),
        RATE_LIMIT_STORE: store,
        RATELIMIT__CONTACTFORM: `${PERMITS}/86400`,
        RATELIMIT__CONTACTSCRIPT: `${PERMITS}/86400`,
      }),
    );
  }
});
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  await database.drop();
});

/** What differs from one answer to the next: tokens, times and ids. */
const EACH_TIME = /v1\.[\w.-]+|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The window may lose a second between two answers. */
const settled = (name: string, value: string): string =>
  name === 'retry-after' ? '*' : value.replace(EACH_TIME, '*').replace(/;t=\d+$/, ';t=*');

const shape = ({ status, headers, text }: Answer) => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'date' && name !== HEADERS.requestId)
      .map(([name, value]) => [name, settled(name, String(value))]),
  ),
  text: text.replace(EACH_TIME, '*'),
});

const FORGED = `v1.k1.${Math.floor(Date.now() / 1000).toString(36)}.${'n'.repeat(16)}.${'A'.repeat(43)}`;

interface Case {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const submission = (headers: Readonly<Record<string, string>>): Case => ({
  url: SUBMIT,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(MESSAGE),
});

describe.each(['memory', 'database'])('answers beside the framework, counters in %s', (store) => {
  const send = ({ url, headers = {}, body }: Case, address: string, query = '') =>
    call(`${apis[store === 'memory' ? 0 : 1]?.url}${url}${query}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-Forwarded-For': address, ...headers },
      ...(body === undefined ? {} : { body }),
    });

  // With a query the same route is reached through the framework.
  it.each<readonly [string, number, Case]>([
    ['the script', 200, { url: SCRIPT }],
    ['the script for a page', 200, { url: SCRIPT, headers: { Referer: 'https://www.site.test/contact' } }],
    ['a token that is none', 400, submission({ [HEADERS.antiforgery]: 'v1.x.y' })],
    ['a token of the right shape', 400, submission({ [HEADERS.antiforgery]: FORGED })],
    [
      'a page that the browser calls another site',
      400,
      submission({ [HEADERS.antiforgery]: FORGED, 'Sec-Fetch-Site': 'cross-site' }),
    ],
    [
      'a wrong token and a compressed body',
      415,
      submission({ [HEADERS.antiforgery]: 'x', 'Content-Encoding': 'gzip' }),
    ],
    ['a token in the alias header', 400, submission({ [HEADERS.antiforgeryAlias]: 'x' })],
    [
      'a token from another site',
      400,
      submission({ [HEADERS.antiforgery]: 'x', Origin: 'https://evil.test' }),
    ],
    [
      'a wrong token and no JSON',
      415,
      { ...submission({ [HEADERS.antiforgery]: 'x', 'Content-Type': 'text/plain' }) },
    ],
    ['a token nowhere', 400, submission({})],
    ['no usable host', 400, { url: SCRIPT, headers: { Host: 'a b' } }],
  ])('%s: the same answer as on the ordinary route', async (_name, status, each) => {
    const beside = await send(each, freshAddress());
    const ordinary = await send(each, freshAddress(), '?');
    expect(beside.status).toBe(status);
    expect(shape(beside)).toEqual(shape(ordinary));
    expect(String(beside.headers[HEADERS.requestId])).toMatch(/^[\w-]{36}$/);
  });

  it('a wrong token leaves the same record as on the ordinary route (G-01)', async () => {
    const each = submission({ [HEADERS.antiforgery]: FORGED });
    const address = freshAddress();
    for (const query of ['', '?']) await send(each, address, query);
    const [beside, ordinary, ...more] = await eventually(async () => {
      const rows = await database.query<Record<string, unknown>>(
        `SELECT status, error, detail, email, submission_id, occurrences FROM contact_attempt WHERE client_address = $1`,
        [address],
      );
      expect(rows.length).toBeGreaterThanOrEqual(2);
      return rows;
    });
    expect(beside).toMatchObject({ status: 'refused', email: null, occurrences: 1 });
    expect(beside).toEqual(ordinary);
    expect(more).toEqual([]);
  });

  it('every refusal of a flood is answered, and the same way', async () => {
    const address = freshAddress();
    const each = submission({ [HEADERS.antiforgery]: 'x' });
    const answers = await Promise.all(Array.from({ length: 300 }, () => send(each, address)));
    const refused = answers.filter(({ status }) => status === 429).map(shape);
    expect(refused).toHaveLength(answers.length - PERMITS);
    for (const answer of refused) expect(answer).toEqual(refused[0]);
  });

  it.each([
    ['the script', { url: SCRIPT }],
    ['a submission', submission({ [HEADERS.antiforgery]: 'x' })],
  ])('%s over the limit: both routes count together and refuse alike', async (_name, each) => {
    const address = freshAddress();
    const answers: Answer[] = [];
    for (const query of ['', '?', '', '?']) answers.push(await send(each, address, query));
    const [first, second, beside, ordinary] = answers.map(shape);
    expect([first, second].map((answer) => answer?.headers['ratelimit']?.split(';')[1])).toEqual([
      'r=1',
      'r=0',
    ]);
    expect([beside?.status, beside?.text]).toEqual([429, JSON.stringify(OVER_LIMIT)]);
    expect(beside).toEqual(ordinary);
  });
});
