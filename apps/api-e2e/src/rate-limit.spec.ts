import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import { openApi } from './harness/backends.js';
import { ACCEPTED, FORGERY, OVER_LIMIT } from './harness/contact-results.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import { freshWindow, nextWindow, secondsLeft } from './harness/fresh-window.js';
import { type Answer, call } from './harness/http.js';
import { type ProcessEnv, type RunningProcess, startApi } from './harness/processes.js';
import {
  BEHIND_LOCAL_PROXY,
  ENTRY_POINTS,
  mailBy,
  type Site,
  startSite,
  visitorFrom,
} from './harness/site.js';
import { freshAddress, MESSAGE, type Visitor } from './harness/visitor.js';

const PRODUCTION = { permits: 3, windowSeconds: 300 };
const DEVELOPMENT = { permits: 20, windowSeconds: 60 };

/** Says how many of the answers were let through; every other must be the 429 of the specification. */
function accepted(answers: readonly Answer[]): number {
  for (const answer of answers) if (answer.status !== 200) expectAnswer(answer, 429, OVER_LIMIT);
  return answers.filter(({ status }) => status === 200).length;
}

async function repeat(count: number, work: () => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await work());
  return answers;
}

describe.each([
  ['production', PRODUCTION],
  ['development', DEVELOPMENT],
])('the policies of %s (specification 8)', (nodeEnv, { permits, windowSeconds }) => {
  let site: Site;
  beforeAll(async () => void (site = await startSite({ NODE_ENV: nodeEnv })));
  afterAll(() => site.stop());

  it.each(ENTRY_POINTS)(`%s, ${permits} in ${windowSeconds} s, then 429 (R-01)`, async (door) => {
    await freshWindow(site.database, windowSeconds);
    const visitor = site.visitor(door);
    expect(accepted(await repeat(permits, () => visitor.submit()))).toBe(permits);
    const before = await secondsLeft(site.database, windowSeconds);
    const answer = await visitor.submit();
    const after = await secondsLeft(site.database, windowSeconds);
    expectAnswer(answer, 429, OVER_LIMIT);
    const seconds = Number(answer.headers['retry-after']);
    expect(Number.isInteger(seconds)).toBe(true);
    expect(seconds).toBeGreaterThanOrEqual(Math.max(Math.floor(after), 1));
    expect(seconds).toBeLessThanOrEqual(Math.ceil(before));
  });

  it('the fields are those of the draft, and no others (R-10)', async () => {
    await freshWindow(site.database, windowSeconds);
    const visitor = site.visitor();
    const answers = await repeat(permits + 1, () => visitor.submit());
    for (const [index, { headers }] of answers.entries()) {
      expect(headers['ratelimit-policy']).toBe(`"contact-form";q=${permits};w=${windowSeconds}`);
      expect(headers['ratelimit']).toMatch(
        new RegExp(`^"contact-form";r=${Math.max(permits - 1 - index, 0)};t=\\d+$`),
      );
      expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    }
    expect(answers.map(({ headers }) => headers['retry-after'] !== undefined)).toEqual([
      ...Array.from({ length: permits }, () => false),
      true,
    ]);
  });
});

describe('counting', () => {
  let site: Site;
  beforeAll(
    async () =>
      void (site = await startSite({
        RATELIMIT__CONTACTFORM: '3/300',
        RATELIMIT__ADDRESSCEILING: '100000/60',
      })),
  );
  afterAll(() => site.stop());
  beforeEach(() => freshWindow(site.database, PRODUCTION.windowSeconds));

  describe.each(ENTRY_POINTS)('%s', (door) => {
    it.each([
      ['a bad token', JSON.stringify(MESSAGE), { [HEADERS.antiforgery]: 'bad' }],
      ['a bad body', '{', {}],
      ['a bad message', '{}', {}],
      ['no JSON', 'hello', { 'Content-Type': 'text/plain' }],
      ['too large', 'x'.repeat(70_000), {}],
      ['a foreign origin', JSON.stringify(MESSAGE), { Origin: 'https://evil.test' }],
    ])('requests with %s count, and the fourth is 429 (R-03)', async (_case, body, headers) => {
      const visitor = site.visitor(door);
      for (const answer of await repeat(3, () => visitor.submit(body, headers)))
        expect(answer.status).not.toBe(429);
      expectAnswer(await visitor.submit(body, headers), 429, OVER_LIMIT);
      expectAnswer(await visitor.submit(), 429, OVER_LIMIT);
    });

    it('nothing in the body enters the key (R-12)', async () => {
      const visitor = site.visitor(door);
      let count = 0;
      const answers = await repeat(8, () => {
        count += 1;
        const other = {
          name: `Name ${count}`,
          email: `a${count}@example.com`,
          message: `Message number ${count}`,
        };
        return visitor.submit(
          { ...other, key: count, ip: `10.9.9.${count}`, tenantId: `t${count}` },
          { 'User-Agent': `agent ${count}`, Cookie: `a=${count}`, [HEADERS.idempotencyKey]: `key-${count}` },
        );
      });
      expect(accepted(answers)).toBe(3);
    });

    it('every spelling of the path that is served is counted as one (C-09)', async () => {
      const visitor = site.visitor(door);
      const token = await visitor.token();
      const headers = { 'Content-Type': 'application/json', [HEADERS.antiforgery]: token };
      const statuses: number[] = [];
      for (const path of ['submit', 'submit?x=1', 'submit?', 'submit?a=%2e%2e', 'submit?x=2'])
        statuses.push((await visitor.post(path, JSON.stringify(MESSAGE), headers)).status);
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
    });

    it('a limited visitor does not limit another, nor the script', async () => {
      const visitor = site.visitor(door);
      expect(accepted(await repeat(5, () => visitor.submit()))).toBe(3);
      expect((await visitor.script()).status).toBe(200);
      expectAnswer(await site.visitor(door).submit(), 200, ACCEPTED);
    });
  });

  it.each([
    ['/submit/'],
    ['//submit'],
    ['/./submit'],
    ['/x/../submit'],
    ['/SUBMIT'],
    ['/%73ubmit'],
    ['/submit;x=1'],
    ['/submit%00'],
    ['/submit%2f'],
  ])('%s is not served, or is counted (C-09)', async (tail) => {
    const visitor = site.visitor();
    const address = freshAddress();
    const token = await visitor.token();
    const headers = {
      'X-Forwarded-For': address,
      'Content-Type': 'application/json',
      [HEADERS.antiforgery]: token,
    };
    const post = (path: string): Promise<Answer> =>
      call(site.api.url + path, { method: 'POST', headers, body: JSON.stringify(MESSAGE) });
    const answers = await repeat(6, () => post(CONTACT_API_PATH + tail));
    const statuses = answers.map(({ status }) => status);
    if (statuses.includes(200)) expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    else expect(statuses.every((status) => status === 404 || status === 400)).toBe(true);
  });

  it.each([
    [
      'IPv4 and IPv4-mapped IPv6',
      ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107', '203.0.113.7:4711'],
      3,
    ],
    [
      'all of one IPv6 /64',
      [
        '2001:db8:0:1::1',
        '2001:db8:0:1::2',
        '2001:0db8:0000:0001:ffff:ffff:ffff:ffff',
        '[2001:db8:0:1::3]:80',
      ],
      3,
    ],
    ['two networks', ['2001:db8:0:2::1', '2001:db8:0:3::1', '2001:db8:0:4::1', '2001:db8:0:5::1'], 4],
    ['two IPv4 addresses', ['203.0.113.8', '203.0.113.9', '::ffff:203.0.113.10', '::ffff:203.0.113.11'], 4],
  ])('%s (R-05)', async (_case, addresses, expected) => {
    const answers: Answer[] = [];
    for (const address of addresses) answers.push(await visitorFrom(site.api.url, address).submit());
    expect(accepted(answers)).toBe(expected);
  });

  it('at the end of the window the whole quota is back, whatever was refused before (R-02)', async () => {
    const short = await openApi(site.database.url, {
      ...BEHIND_LOCAL_PROXY,
      ...mailBy('none:'),
      RATELIMIT__CONTACTFORM: '3/10',
    });
    try {
      const visitor = visitorFrom(short.url, freshAddress());
      await freshWindow(site.database, 10);
      expect(accepted(await repeat(6, () => visitor.submit()))).toBe(3);
      await nextWindow(site.database, 10);
      expect(accepted(await repeat(6, () => visitor.submit()))).toBe(3);
    } finally {
      await short.stop();
    }
  });
});

describe('the address that is counted', () => {
  let site: Site;
  // Nobody is trusted: the peer is the visitor, and the header is his invention.
  beforeAll(async () => void (site = await startSite({ TRUSTED_PROXIES: '', NODE_ENV: 'production' })));
  afterAll(() => site.stop());

  it('X-Forwarded-For of an untrusted peer never changes it (R-04)', async () => {
    await freshWindow(site.database, PRODUCTION.windowSeconds);
    const token = await site.visitor().token();
    const answers = await repeat(1_000, () =>
      site.visitor().submit(MESSAGE, { [HEADERS.antiforgery]: token }),
    );
    expect(accepted(answers)).toBe(3);
  });

  it('through the edge proxy what the client claims is left of his own address (C-11)', async () => {
    await nextWindowIfSpent();
    const answers = await repeat(6, () => site.visitor('through the edge proxy').submit());
    // The proxy proves itself by its secret, so its peer is the visitor: 127.0.0.1, as in the test before.
    expect(accepted(answers)).toBe(0);
  });

  /** The test before has spent this window; in another one there would be three permits. */
  async function nextWindowIfSpent(): Promise<void> {
    await freshWindow(site.database, PRODUCTION.windowSeconds);
    await repeat(3, () => site.visitor().submit(MESSAGE, { [HEADERS.antiforgery]: 'bad' }));
  }
});

describe('several instances and a lost store', () => {
  const ENV: ProcessEnv = {
    ...BEHIND_LOCAL_PROXY,
    RATELIMIT__CONTACTFORM: '3/300',
    RATELIMIT__CONTACTSCRIPT: '100000/60',
  };
  let site: Site;
  let second: RunningProcess;
  beforeAll(async () => {
    site = await startSite(ENV);
    second = await startApi(site.database.url, { ...ENV, ...mailBy(site.sink.url) });
  });
  afterAll(async () => {
    await second.stop();
    await site.stop();
  });

  it('two instances let three in together, of two hundred at once (R-07)', async () => {
    await freshWindow(site.database, 300);
    const address = freshAddress();
    const visitors: readonly Visitor[] = [site.api, second].map(({ url }) => visitorFrom(url, address));
    const tokens = await Promise.all(visitors.map((visitor) => visitor.token()));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const visitor = visitors[index % 2] ?? site.visitor();
        return visitor.submit(MESSAGE, { [HEADERS.antiforgery]: tokens[index % 2] });
      }),
    );
    expect(accepted(answers)).toBe(3);
  });

  it('with the counters away each instance counts for itself, and says so once (R-08)', async () => {
    await freshWindow(site.database, 300);
    const { database, api } = site;
    await database.query('ALTER TABLE rate_limit_counter RENAME TO away');
    try {
      const visitor = site.visitor();
      expect(accepted(await repeat(10, () => visitor.submit()))).toBe(3);
    } finally {
      await database.query('ALTER TABLE away RENAME TO rate_limit_counter');
    }
    const reports = api
      .output()
      .split('\n')
      .filter((line) => line.includes('rate_limit.store_unavailable'));
    expect(reports).toHaveLength(1);
  });

  it('with the whole database away nobody is let in, and nothing is a 500 (R-08)', async () => {
    const visitor = site.visitor();
    const token = await visitor.token();
    const statuses: number[] = [];
    await site.database.away(async () => {
      for (let count = 0; count < 10; count += 1)
        statuses.push((await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: token })).status);
    });
    expect(statuses.filter((status) => status !== 503 && status !== 429)).toEqual([]);
    await eventually(async () => expect((await site.visitor().submit()).status).toBe(200));
  });

  it('a request that is refused later shows what is left of the quota (R-10)', async () => {
    const answer = await site.visitor().submit(MESSAGE, { [HEADERS.antiforgery]: 'bad' });
    expectAnswer(answer, 400, FORGERY);
    expect(answer.headers['ratelimit']).toMatch(/^"contact-form";r=2;t=\d+$/);
  });
});
