import { CONTACT_ERRORS, nameLengthText } from '@sitedesk/contract/contact';
import { HEADERS } from '@sitedesk/contract/headers';
import { type FakeCaptchaProvider, startCaptchaProvider } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { captchaConfig } from './harness/captcha-config.js';
import { ACCEPTED, CAPTCHA_FAILED, DELIVERY_FAILED } from './harness/contact-results.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import { freshWindow } from './harness/fresh-window.js';
import { ENTRY_POINTS, type Site, startSite, WITHOUT_LIMITS } from './harness/site.js';
import { freshAddress, MESSAGE } from './harness/visitor.js';

interface Attempt {
  readonly email: string | null;
  readonly client_address: string;
  readonly at: Date;
  readonly status: string;
  readonly error: string | null;
  readonly detail: string | null;
  readonly submission_id: string | null;
  readonly request_id: string;
  readonly occurrences: number;
}

const attemptsFrom = ({ database }: Site, address: string): Promise<readonly Attempt[]> =>
  database.query<Attempt>('SELECT * FROM contact_attempt WHERE client_address = $1 ORDER BY at, id', [
    address,
  ]);

/** Refusals are written a moment later; a second row, if there were one, would come with the first. */
const writtenAttempts = (site: Site, address: string, count: number): Promise<readonly Attempt[]> =>
  eventually(async () => {
    const rows = await attemptsFrom(site, address);
    expect(rows.length).toBeGreaterThanOrEqual(count);
    return rows;
  });

describe('one row for every attempt (DD-13, G-01)', () => {
  let site: Site;
  let captcha: FakeCaptchaProvider;
  beforeAll(async () => {
    captcha = await startCaptchaProvider({ hostname: '127.0.0.1' });
    site = await startSite({ ...WITHOUT_LIMITS, CAPTCHA__CONFIG: captchaConfig(captcha, 'captcha_widget') });
  });
  afterAll(async () => {
    await site.stop();
    await captcha.close();
  });
  beforeEach(() => captcha.behave('ok'));

  const EMAIL = 'visitor@example.com';
  const good = () => ({ ...MESSAGE, email: EMAIL, captchaToken: captcha.mint() });
  const rows: readonly {
    readonly outcome: string;
    readonly body: () => unknown;
    readonly headers?: Readonly<Record<string, string | undefined>>;
    readonly status: number;
    readonly row: Partial<Attempt>;
  }[] = [
    { outcome: 'accepted', body: good, status: 200, row: { status: 'accepted', error: null, email: EMAIL } },
    {
      outcome: 'an invalid name',
      body: () => ({ ...good(), name: 'x' }),
      status: 400,
      row: { status: 'refused', error: nameLengthText(), email: EMAIL },
    },
    {
      outcome: 'an invalid email, which is kept as it was sent',
      body: () => ({ ...good(), email: 'not an address' }),
      status: 400,
      row: { status: 'refused', error: CONTACT_ERRORS.invalidEmail, email: 'not an address' },
    },
    {
      outcome: 'a failed CAPTCHA',
      body: () => ({ ...good(), captchaToken: 'invented' }),
      status: 400,
      row: {
        status: 'refused',
        error: CAPTCHA_FAILED.error,
        email: EMAIL,
        detail: 'rejected invalid-input-response',
      },
    },
    {
      outcome: 'no token',
      body: good,
      headers: { [HEADERS.antiforgery]: undefined },
      status: 400,
      row: { status: 'refused', error: CONTACT_ERRORS.forgery },
    },
    {
      outcome: 'no JSON',
      body: () => 'hello',
      headers: { 'Content-Type': 'text/plain' },
      status: 415,
      row: { status: 'refused', error: CONTACT_ERRORS.unsupportedMediaType, email: null },
    },
    {
      outcome: 'a malformed body',
      body: () => '{',
      status: 400,
      row: { status: 'refused', error: CONTACT_ERRORS.malformedBody, email: null },
    },
    {
      outcome: 'a body that is too large',
      body: () => ({ ...good(), padding: 'x'.repeat(70_000) }),
      status: 413,
      row: { status: 'refused', error: CONTACT_ERRORS.bodyTooLarge, email: null },
    },
  ];

  describe.each(ENTRY_POINTS)('%s', (door) => {
    it.each(rows)('$outcome (G-01)', async ({ body, headers = {}, status, row }) => {
      const address = freshAddress();
      const requestId = randomUUID();
      const from = Date.now();
      const answer = await site
        .visitor(door, address)
        .submit(body(), { ...headers, [HEADERS.requestId]: requestId });
      expect(answer.status).toBe(status);
      const [written, ...more] = await writtenAttempts(site, address, 1);
      expect(more).toEqual([]);
      expect(written).toMatchObject({ ...row, occurrences: 1, request_id: requestId });
      expect(written?.at.getTime()).toBeGreaterThanOrEqual(from - 1_000);
      expect(written?.at.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
      expect(written?.submission_id === null).toBe(status !== 200);
    });
  });

  it('the submission holds what the visitor and his browser told (DD-13)', async () => {
    const address = freshAddress();
    const headers = {
      'User-Agent': 'Test Browser/1.0',
      Referer: 'https://www.site.test/contact?private=1#top',
    };
    expectAnswer(await site.visitor('directly', address).submit(good(), headers), 200, ACCEPTED);
    const [row] = await site.database.query('SELECT * FROM contact_submission WHERE client_address = $1', [
      address,
    ]);
    expect(row).toMatchObject({
      name: MESSAGE.name,
      email: EMAIL,
      message: MESSAGE.message,
      user_agent: 'Test Browser/1.0',
      page: 'https://www.site.test/contact',
      error: null,
      receipt_code: expect.stringMatching(/^[\w-]{4,}$/),
      received_at: expect.any(Date),
      status: expect.stringMatching(/^(queued|sent)$/),
    });
  });

  it('the message of a refused attempt is kept nowhere', async () => {
    const address = freshAddress();
    const canary = `canary-${randomUUID()}`;
    await site.visitor('directly', address).submit({ ...good(), name: 'x', message: canary.repeat(2) });
    await writtenAttempts(site, address, 1);
    expect(await everythingStored(site)).not.toContain(canary);
  });
});

describe('requests over the limit (G-01)', () => {
  it('are counted in one row per address and window', async () => {
    const site = await startSite({ RATELIMIT__CONTACTFORM: '3/300' });
    try {
      await freshWindow(site.database, 300);
      for (const door of ENTRY_POINTS) {
        const [one, two] = [freshAddress(), freshAddress()];
        for (let count = 0; count < 10; count += 1) await site.visitor(door, one).submit();
        for (let count = 0; count < 5; count += 1) await site.visitor(door, two).submit();
        const expected = [
          { address: one, refused: 7 },
          { address: two, refused: 2 },
        ];
        await eventually(async () => {
          for (const { address, refused } of expected) {
            const rows = await attemptsFrom(site, address);
            expect(rows.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted', 'refused']);
            const counted = { error: CONTACT_ERRORS.rateLimit, email: null, occurrences: refused };
            expect(rows.at(-1)).toMatchObject(counted);
          }
        });
      }
    } finally {
      await site.stop();
    }
  });
});

describe('refusals that cannot be written at once (G-01)', () => {
  it('more than fit into one statement leave a row each, also those that come while the database takes none', async () => {
    const site = await startSite(WITHOUT_LIMITS);
    try {
      const address = freshAddress();
      const visitor = site.visitor('directly', address);
      const flood = async (requests: number): Promise<void> => {
        for (let left = requests; left > 0; left -= 20)
          await Promise.all(
            Array.from({ length: 20 }, () => visitor.submit(MESSAGE, { [HEADERS.antiforgery]: 'x' })),
          );
      };
      await site.database.query('ALTER TABLE contact_attempt RENAME TO elsewhere');
      await flood(1_200);
      await site.database.query('ALTER TABLE elsewhere RENAME TO contact_attempt');
      await flood(20);
      await eventually(async () => {
        const rows = await attemptsFrom(site, address);
        expect(new Set(rows.map(({ request_id: id }) => id)).size).toBe(1_220);
        expect(rows).toHaveLength(1_220);
      });
    } finally {
      await site.stop();
    }
  });

  it('are written later, each once, with those that have come since', async () => {
    const site = await startSite({ RATELIMIT__CONTACTFORM: '1/300' });
    try {
      await freshWindow(site.database, 300);
      const address = freshAddress();
      const visitor = site.visitor('directly', address);
      const token = await visitor.token();
      const submit = async (): Promise<number> =>
        (await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: token })).status;
      expect(await submit()).toBe(200);
      expect(await submit()).toBe(429);
      await site.database.query('ALTER TABLE contact_attempt RENAME TO elsewhere');
      expect(await submit()).toBe(429);
      await sleep(1_000); // longer than refusals are gathered: writing that one has failed
      expect(await submit()).toBe(429);
      await site.database.query('ALTER TABLE elsewhere RENAME TO contact_attempt');
      expect(await submit()).toBe(429);
      await eventually(async () => {
        const [, refused, ...more] = await attemptsFrom(site, address);
        expect(refused).toMatchObject({ error: CONTACT_ERRORS.rateLimit, occurrences: 4 });
        expect(more).toEqual([]);
      });
    } finally {
      await site.stop();
    }
  });
});

describe('failed deliveries (G-01)', () => {
  it('a message that is known not to leave is audited as failed, with the reason', async () => {
    const site = await startSite({ ...WITHOUT_LIMITS, EMAIL__CONNECTIONSTRING: '' });
    try {
      const address = freshAddress();
      expectAnswer(await site.visitor('directly', address).submit(), 400, DELIVERY_FAILED);
      const [row] = await writtenAttempts(site, address, 1);
      expect(row).toMatchObject({
        status: 'failed',
        error: 'No email provider is configured.',
      });
    } finally {
      await site.stop();
    }
  });
});

async function everythingStored({ database }: Site): Promise<string> {
  const tables = await database.query<{ readonly name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const contents = await Promise.all(tables.map(({ name }) => database.query(`SELECT * FROM ${name}`)));
  return JSON.stringify(contents);
}
