import { CONTACT_ERRORS, CONTACT_LIMITS } from '@sitedesk/contract/contact';
import { HEADERS } from '@sitedesk/contract/headers';
import { randomUUID } from 'node:crypto';
import { ACCEPTED, DELIVERY_FAILED, invalid } from './harness/contact-results.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import { ENTRY_POINTS, type Site, startSite, WITHOUT_LIMITS } from './harness/site.js';
import { MESSAGE, type Visitor } from './harness/visitor.js';

const AT_ONCE = 50;
const USES_OF_A_TOKEN = 10;

let site: Site;
beforeAll(async () => void (site = await startSite()));
afterAll(() => site.stop());

const stored = (key: string): Promise<readonly { readonly id: string; readonly message: string }[]> =>
  site.database.query('SELECT id, message FROM contact_submission WHERE idempotency_key = $1', [key]);

const emailsAbout = (mark: string): number =>
  site.sink.messages.filter(({ mail }) => mail.text?.includes(mark)).length;

async function quietOutbox(): Promise<void> {
  await eventually(async () => {
    const open = await site.database.query(`SELECT id FROM job WHERE state <> 'done'`);
    expect(open).toEqual([]);
  });
}

describe.each(ENTRY_POINTS)('idempotency keys, %s', (door) => {
  let visitor: Visitor;
  beforeEach(() => void (visitor = site.visitor(door)));

  it('the same key fifty times at once is one submission, one email, fifty equal answers (L-15)', async () => {
    const key = randomUUID();
    const body = { ...MESSAGE, message: `Once only, please: ${key}` };
    const tokens = await Promise.all(
      Array.from({ length: AT_ONCE / USES_OF_A_TOKEN }, () => visitor.token()),
    );
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        visitor.submit(body, {
          [HEADERS.idempotencyKey]: key,
          [HEADERS.antiforgery]: tokens[index % tokens.length],
        }),
      ),
    );
    for (const answer of answers) expectAnswer(answer, 200, ACCEPTED);
    expect(await stored(key)).toHaveLength(1);
    await quietOutbox();
    expect(emailsAbout(key)).toBe(1);
    const attempts = await site.database.query(
      `SELECT a.status, count(*)::int AS count FROM contact_attempt a JOIN contact_submission s ON s.id = a.submission_id
       WHERE s.idempotency_key = $1 GROUP BY 1 ORDER BY 1`,
      [key],
    );
    expect(attempts).toEqual([
      { status: 'accepted', count: 1 },
      { status: 'repeated', count: AT_ONCE - 1 },
    ]);
  });

  it('a key used again for another message is refused, and neither message is lost', async () => {
    const key = randomUUID();
    const headers = { [HEADERS.idempotencyKey]: key };
    const first = { ...MESSAGE, message: `The first message ${key}` };
    const second = { ...MESSAGE, message: `The second message ${key}` };
    expectAnswer(await visitor.submit(first, headers), 200, ACCEPTED);
    expectAnswer(await visitor.submit(second, headers), 400, invalid(CONTACT_ERRORS.keyReused));
    expectAnswer(await visitor.submit(first, headers), 200, ACCEPTED);
    expect(await stored(key)).toEqual([expect.objectContaining({ message: first.message })]);
    // With a key of its own it goes through.
    expectAnswer(await visitor.submit(second, { [HEADERS.idempotencyKey]: randomUUID() }), 200, ACCEPTED);
    await quietOutbox();
    expect(emailsAbout(key)).toBe(2);
  });

  it.each([
    ['without a key', undefined],
    ['with an empty key', ''],
    ['with a key that is too long', 'k'.repeat(CONTACT_LIMITS.idempotencyKey.max + 1)],
  ])('%s every message counts', async (_case, key) => {
    const mark = randomUUID();
    const body = { ...MESSAGE, message: `Twice the same ${mark}` };
    for (let time = 0; time < 2; time += 1)
      expectAnswer(await visitor.submit(body, { [HEADERS.idempotencyKey]: key }), 200, ACCEPTED);
    const rows = await site.database.query('SELECT id FROM contact_submission WHERE message = $1', [
      body.message,
    ]);
    expect(rows).toHaveLength(2);
  });

  it('a refused message does not use its key up', async () => {
    const headers = { [HEADERS.idempotencyKey]: randomUUID() };
    expectAnswer(
      await visitor.submit({ ...MESSAGE, name: '' }, headers),
      400,
      invalid(CONTACT_ERRORS.nameRequired),
    );
    expectAnswer(await visitor.submit(MESSAGE, headers), 200, ACCEPTED);
  });
});

it('a repeated message whose delivery is known to fail is stored once, and answered alike', async () => {
  const failing = await startSite({ ...WITHOUT_LIMITS, EMAIL__CONNECTIONSTRING: '' });
  try {
    const visitor = failing.visitor();
    const headers = { [HEADERS.idempotencyKey]: randomUUID() };
    for (let time = 0; time < 3; time += 1)
      expectAnswer(await visitor.submit(MESSAGE, headers), 400, DELIVERY_FAILED);
    expect(await failing.database.query('SELECT status FROM contact_submission')).toEqual([
      { status: 'failed' },
    ]);
  } finally {
    await failing.stop();
  }
});
