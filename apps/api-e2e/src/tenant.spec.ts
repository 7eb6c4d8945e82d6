import { CONTACT_ERRORS, messageLengthText } from '@sitedesk/contract/contact';
import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import type { SinkMessage } from '@sitedesk/testing';
import { Agent } from 'node:http';
import { ACCEPTED, CAPTCHA_FAILED, FORGERY, invalid, OVER_LIMIT } from './harness/contact-results.js';
import type { E2eDatabase } from './harness/database.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import { freshWindow } from './harness/fresh-window.js';
import { type Answer, call } from './harness/http.js';
import { type Running, TEST_EDGE_SECRET } from './harness/processes.js';
import { setSetting, visitorOf } from './harness/tenants.js';
import { A, B, type SiteData, startTwoTenants, type TwoTenants } from './harness/two-tenants.js';
import { freshAddress, MESSAGE, Visitor } from './harness/visitor.js';

const NOT_FOUND = { success: false, message: CONTACT_ERRORS.notFound, error: CONTACT_ERRORS.notFound };

let tenants: TwoTenants;
let database: E2eDatabase;
let api: Running;
beforeAll(async () => {
  tenants = await startTwoTenants();
  ({ database, api } = tenants);
});
afterAll(() => tenants.stop());

/** A request straight to the backend, with no proof of being a proxy. */
const direct = (
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>>,
): Promise<Answer> => call(api.url + path, { headers });
const SCRIPT = `${CONTACT_API_PATH}/site-contact.js`;

describe('which tenant (DD-08)', () => {
  it.each(['site-contact.js', 'submit', 'captcha-validate'])(
    'x-origin-hostname of an untrusted peer does not lead %s to another tenant (C-01)',
    async (route) => {
      const visitor = new Visitor(api.url, { headers: { Host: A.host, [HEADERS.originHostname]: B.host } });
      const answer =
        route === 'site-contact.js' ? await visitor.script() : await visitor.post(route, '{}', {});
      const token = /v1\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+/.exec(
        answer.text + JSON.stringify(answer.headers),
      )?.[0];
      // The token tells whose it is: A takes it, B does not.
      const body = JSON.stringify({ ...MESSAGE, name: '' });
      const headers = { 'Content-Type': 'application/json', [HEADERS.antiforgery]: String(token) };
      await freshWindow(database, 300);
      expectAnswer(
        await visitorOf(api.url, A.host).post('submit', body, headers),
        400,
        invalid(CONTACT_ERRORS.nameRequired),
      );
      expectAnswer(await visitorOf(api.url, B.host).post('submit', body, headers), 400, FORGERY);
    },
  );

  it.each([
    ['none', undefined],
    ['a wrong secret', `${TEST_EDGE_SECRET}x`],
    ['an empty one', ''],
  ])('with %s for the edge secret the header counts for nothing (C-01)', async (_case, secret) => {
    const headers = {
      Host: A.host,
      [HEADERS.originHostname]: B.host,
      ...(secret === undefined ? {} : { [HEADERS.edgeSecret]: secret }),
    };
    expect((await direct(SCRIPT, headers)).text).toContain(A.max);
  });

  it.each([A, B])('from the proxy it leads to $host (C-02)', async ({ host, max }) => {
    expect((await visitorOf(api.url, host).script()).text).toContain(max);
  });

  it.each(['unknown.test', 'site.test', 'www.a.site.test', 'localhost', 'a.site.test.evil.test'])(
    '%s is 404 with no tenant data, by header and by Host (C-02)',
    async (host) => {
      expectAnswer(await visitorOf(api.url, host).script(), 404, NOT_FOUND);
      expectAnswer(await direct(SCRIPT, { Host: host }), 404, NOT_FOUND);
      const answer = await visitorOf(api.url, host).submit(MESSAGE, { [HEADERS.antiforgery]: 'x' });
      expectAnswer(answer, 404, NOT_FOUND);
      expect(answer.headers[HEADERS.antiforgery.toLowerCase()]).toBeUndefined();
    },
  );

  it.each(['A.SITE.TEST', 'a.site.test.', 'a.site.test:443', 'A.Site.Test.:8080'])(
    '%s is a.site.test (C-03)',
    async (host) => {
      expect((await visitorOf(api.url, host).script()).text).toContain(A.max);
      expect((await direct(SCRIPT, { Host: host })).text).toContain(A.max);
    },
  );

  it.each([
    ['comma-joined', `${A.host}, ${B.host}`],
    ['comma-joined the other way', `${B.host},${A.host}`],
    ['300 octets', `${'a'.repeat(292)}.test`],
    ['CR/LF, encoded', `${A.host}%0d%0aHost:%20${B.host}`],
    ['a path', `${A.host}/x`],
    ['a user name', `x@${A.host}`],
    ['a tab', `${A.host}\t${B.host}`],
    ['an address', '192.0.2.1'],
    ['an IPv6 address', '[2001:db8::1]'],
    ['a decimal address', '3221225985'],
    ['empty', ''],
    ['a bad port', `${A.host}:99999`],
    ['an empty label', 'a..site.test'],
    ['a null byte, encoded', `${A.host}%00`],
  ])('%s is 400 or 404, never a tenant (C-03)', async (_case, host) => {
    const { status, text } = await visitorOf(api.url, host).script();
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/v1\./);
  });

  it('given twice it is 400 or 404, never one of the two (C-03)', async () => {
    const headers = { [HEADERS.edgeSecret]: TEST_EDGE_SECRET, [HEADERS.originHostname]: [A.host, B.host] };
    const { status, text } = await direct(SCRIPT, { Host: A.host, ...headers });
    expect([400, 404]).toContain(status);
    expect(text).not.toMatch(/v1\./);
  });

  it('the edge proxy says its own zone, whatever the client says (C-08)', async () => {
    const headers = { [HEADERS.originHostname]: B.host, [HEADERS.edgeSecret]: 'x', Host: B.host };
    const { text } = await call(tenants.edge.url + SCRIPT, { headers });
    expect(text).toContain(A.max);
    expect(text).not.toContain(B.max);
  });
});

describe('two tenants with mirror data', () => {
  it('a thousand scripts in turn over fifty connections each carry only their own (C-04)', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    try {
      const answers = await Promise.all(
        Array.from({ length: 1_000 }, async (_, index) => {
          const own = index % 2 === 0 ? A : B;
          const { text } = await visitorOf(api.url, own.host).call('site-contact.js', { agent });
          return { own, text };
        }),
      );
      for (const { own, text } of answers) {
        const other = own === A ? B : A;
        expect(text).toContain(own.max);
        expect(text).not.toContain(other.max);
      }
      const tokens = answers.map(({ text }) => /v1\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0]);
      expect(new Set(tokens).size).toBe(1_000);
    } finally {
      agent.destroy();
    }
  });

  it('neither script holds the address, the mail server or a secret of a tenant (C-15)', async () => {
    for (const { host } of [A, B]) {
      const { text } = await visitorOf(api.url, host).script();
      for (const { admin, secret } of [A, B])
        for (const word of [admin, secret, 'smtp:', `website@${host}`]) expect(text).not.toContain(word);
    }
  });

  it.each([
    [A, B],
    [B, A],
  ])('a token of $host is refused at the other (AF-02)', async (one, two) => {
    await freshWindow(database, 300);
    const token = await visitorOf(api.url, one.host).token();
    expectAnswer(
      await visitorOf(api.url, two.host).submit(MESSAGE, { [HEADERS.antiforgery]: token }),
      400,
      FORGERY,
    );
    expectAnswer(
      await visitorOf(api.url, one.host).submit(MESSAGE, { [HEADERS.antiforgery]: token }),
      200,
      ACCEPTED,
    );
  });

  it.each([A, B])('the limits of $host are its own', async ({ host, max }) => {
    await freshWindow(database, 300);
    const answer = await visitorOf(api.url, host).submit({
      ...MESSAGE,
      message: 'x'.repeat(Number(max) + 1),
    });
    expectAnswer(answer, 400, invalid(messageLengthText(Number(max))));
  });

  it('each message is stored for its tenant, mailed to its owner, and audited there', async () => {
    await freshWindow(database, 300);
    for (const [own, other] of [
      [A, B],
      [B, A],
    ] as const) {
      const mark = `only for ${own.name} ${Date.now()}`;
      expectAnswer(await visitorOf(api.url, own.host).submit({ ...MESSAGE, message: mark }), 200, ACCEPTED);
      const about = (site: SiteData): readonly SinkMessage[] =>
        tenants.sinkOf(site).messages.filter(({ mail }) => mail.text?.includes(mark));
      await eventually(() => expect(about(own)).toHaveLength(1));
      expect(about(own)[0]?.envelope).toEqual({ from: `website@${own.host}`, to: [own.admin] });
      expect(about(other)).toEqual([]);
      const rows = await database.query(
        'SELECT s.tenant_id AS submission, a.tenant_id AS attempt, o.tenant_id AS outbox FROM contact_submission s JOIN contact_attempt a ON a.submission_id = s.id JOIN job o ON o.id = s.id WHERE s.message = $1',
        [mark],
      );
      expect(rows).toEqual([
        { submission: tenants.idOf(own), attempt: tenants.idOf(own), outbox: tenants.idOf(own) },
      ]);
    }
  });

  it('the same idempotency key at both is two messages', async () => {
    await freshWindow(database, 300);
    const headers = { [HEADERS.idempotencyKey]: 'the-same-key-at-both' };
    for (const { host } of [A, B]) {
      const message = `Hello ${host}, with the same key`;
      expectAnswer(await visitorOf(api.url, host).submit({ ...MESSAGE, message }, headers), 200, ACCEPTED);
    }
  });

  it('what one address spends at one tenant is not spent at the other, up to a ceiling (R-06)', async () => {
    await freshWindow(database, 300);
    const address = freshAddress();
    const statuses = async ({ host }: SiteData, count: number): Promise<readonly number[]> => {
      const list: number[] = [];
      for (let index = 0; index < count; index += 1)
        list.push((await visitorOf(api.url, host, address).submit()).status);
      return list;
    };
    expect(await statuses(A, 5)).toEqual([200, 200, 200, 429, 429]);
    // Five a minute over all tenants: two are left for B, though its own limit would allow three.
    expect(await statuses(B, 3)).toEqual([200, 200, 429]);
    expectAnswer(await visitorOf(api.url, B.host, address).submit(), 429, OVER_LIMIT);
  });
});

describe('settings of one tenant that cannot be read (C-16)', () => {
  it('a CAPTCHA that is required stays required, and the other tenant does not notice', async () => {
    const config = {
      Provider: 'captcha_widget',
      RequireCaptcha: true,
      SiteKey: B.key,
      SecretKey: B.secret,
      VerifyUrl: 'http://127.0.0.1:1/',
    };
    const token = await visitorOf(api.url, B.host).token();
    const header = { [HEADERS.antiforgery]: token };
    await setSetting(database, 'CAPTCHA', 'Config', JSON.stringify(config), B.host);
    await eventually(async () => expect((await visitorOf(api.url, B.host).script()).text).toContain(B.key));
    const script = (await visitorOf(api.url, B.host).script()).text;
    expect(script).not.toContain(B.secret);
    expect((await visitorOf(api.url, A.host).script()).text).not.toContain(B.key);
    expectAnswer(await visitorOf(api.url, B.host).submit(MESSAGE, header), 400, CAPTCHA_FAILED);

    // Someone moves the ciphertext, or the key is lost.
    await database.query(
      `UPDATE setting SET value = overlay(value placing 'AAAA' from 20) WHERE name = 'Config'`,
    );
    await database.query(`SELECT pg_notify('sitedesk_tenant', $1)`, [tenants.idOf(B)]);
    await eventually(async () => expect((await visitorOf(api.url, B.host).script()).status).toBe(500));
    expect((await visitorOf(api.url, B.host).submit(MESSAGE, header)).status).toBe(500);
    expectAnswer(await visitorOf(api.url, A.host).submit(), 200, ACCEPTED);
  });
});
