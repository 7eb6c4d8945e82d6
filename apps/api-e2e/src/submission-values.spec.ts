import {
  CONTACT_ERRORS,
  CONTACT_LIMITS,
  messageLengthText,
  nameLengthText,
} from '@sitedesk/contract/contact';
import { HEADERS } from '@sitedesk/contract/headers';
import { SubmitContactDto } from '@sitedesk/contract/submit-contact.dto';
import { readFileSync } from 'node:fs';
import { runSetupCommand } from './harness/backends.js';
import { ACCEPTED, invalid } from './harness/contact-results.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import type { Answer } from './harness/http.js';
import { BEHIND_LOCAL_PROXY, ENTRY_POINTS, type Site, startSite, WITHOUT_LIMITS } from './harness/site.js';
import { MESSAGE, type Visitor } from './harness/visitor.js';

/** Requests at once; a token may be used twenty times. */
const AT_ONCE = 10;
const naughtyStrings = readNaughtyStrings();
const MESSAGE_TEXT = messageLengthText(CONTACT_LIMITS.message.max);

interface Row {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly key: string | null;
}

let site: Site;
// What is stored is looked at, not what is mailed.
beforeAll(async () => void (site = await startSite({ ...WITHOUT_LIMITS, OUTBOX_WORKER: 'off' })));
afterAll(() => site.stop());

async function lastStored(): Promise<Row | undefined> {
  const [row] = await site.database.query<Row>(
    'SELECT name, email, message, idempotency_key AS key FROM contact_submission ORDER BY received_at DESC, id DESC LIMIT 1',
  );
  return row;
}

describe.each(ENTRY_POINTS)('values, %s (specification 2.1)', (door) => {
  let visitor: Visitor;
  beforeEach(() => void (visitor = site.visitor(door)));

  const wrong = [
    '1',
    '0',
    '-1.5',
    '1e999',
    'true',
    'false',
    '[]',
    '["Anna Kowalska"]',
    '{}',
    '{"length":12}',
  ];
  const texts = { name: nameLengthText(), email: CONTACT_ERRORS.invalidEmail, message: MESSAGE_TEXT };
  it.each([
    ...Object.entries(texts).flatMap(([field, error]) => wrong.map((value) => ({ field, value, error }))),
    { field: 'email', value: 'null', error: CONTACT_ERRORS.invalidEmail },
    { field: 'message', value: 'null', error: MESSAGE_TEXT },
  ])('$field of another type, $value (V-03)', async ({ field, value, error }) => {
    const body = JSON.stringify({ ...MESSAGE, [field]: 'PLACE' }).replace('"PLACE"', value);
    expectAnswer(await visitor.submit(body), 400, invalid(error));
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'a property named %s does nothing (V-04)',
    async (key) => {
      const evil = `{"${key}":{"name":"Mallory","polluted":true},${JSON.stringify(MESSAGE).slice(1)}`;
      expectAnswer(await visitor.submit(evil), 200, ACCEPTED);
      expect(await lastStored()).toMatchObject(MESSAGE);
      // An inherited name is no name.
      const onlyInherited = `{"${key}":${JSON.stringify(MESSAGE)}}`;
      expectAnswer(await visitor.submit(onlyInherited), 400, invalid(CONTACT_ERRORS.nameRequired));
    },
  );

  it('of duplicate keys the last wins, and is what is validated (V-05)', async () => {
    const twice = (first: string, last: string): string =>
      `{"name":${JSON.stringify(first)},${JSON.stringify({ ...MESSAGE, name: last }).slice(1)}`;
    expectAnswer(await visitor.submit(twice('', 'Last One')), 200, ACCEPTED);
    expect((await lastStored())?.name).toBe('Last One');
    expectAnswer(await visitor.submit(twice('First One', '')), 400, invalid(CONTACT_ERRORS.nameRequired));
  });

  it('name and email are stored trimmed, the message as sent with plain line ends', async () => {
    const body = {
      name: '  Anna\u200B ',
      email: ' anna@example.com\uFEFF',
      message: '  two\r\nlines and more \r',
    };
    expectAnswer(await visitor.submit(body), 200, ACCEPTED);
    expect(await lastStored()).toMatchObject({
      name: 'Anna',
      email: 'anna@example.com',
      message: '  two\nlines and more \n',
    });
  });

  it('lone surrogates become U+FFFD, decomposed characters composed', async () => {
    const body = `{"name":"Ame\\u0301lie \\ud800","email":"a@example.com","message":"Hello there \\udc00 again"}`;
    expectAnswer(await visitor.submit(body), 200, ACCEPTED);
    expect(await lastStored()).toMatchObject({
      name: 'Am\u00e9lie \ufffd',
      message: 'Hello there \ufffd again',
    });
  });

  describe.each(['name', 'message'] as const)('the naughty strings as %s (V-06)', (field) => {
    const ALLOWED = field === 'name' ? [CONTACT_ERRORS.nameRequired, nameLengthText()] : [MESSAGE_TEXT];

    it('are stored as sent, or refused with the documented text', async () => {
      const outcomes = await submitAll(visitor, field);
      const stored = await storedByKey(`${door}-${field}-`);
      for (const [index, { answer, text }] of outcomes.entries()) {
        const row = stored.get(keyOf(field, index));
        if (answer.status === 200) {
          expect(answer.json()).toEqual(ACCEPTED);
          expect(row?.[field]).toBe(new SubmitContactDto({ [field]: text })[field]);
          continue;
        }
        expect({ text, status: answer.status }).toEqual({ text, status: 400 });
        expect(ALLOWED.map(invalid)).toContainEqual(answer.json());
        expect(row).toBeUndefined();
      }
      expect(outcomes.filter(({ answer }) => answer.status === 200).length).toBeGreaterThan(300);
    });
  });

  const keyOf = (field: string, index: number): string => `${door}-${field}-${index}`;

  async function submitAll(
    from: Visitor,
    field: 'name' | 'message',
  ): Promise<readonly { readonly text: string; readonly answer: Answer }[]> {
    const outcomes: { readonly text: string; readonly answer: Answer }[] = [];
    for (let start = 0; start < naughtyStrings.length; start += AT_ONCE) {
      const token = await from.token();
      const batch = naughtyStrings.slice(start, start + AT_ONCE).map(async (text, offset) => {
        const headers = {
          [HEADERS.antiforgery]: token,
          [HEADERS.idempotencyKey]: keyOf(field, start + offset),
        };
        return { text, answer: await from.submit({ ...MESSAGE, [field]: text }, headers) };
      });
      outcomes.push(...(await Promise.all(batch)));
    }
    return outcomes;
  }

  async function storedByKey(prefix: string): Promise<ReadonlyMap<string | null, Row>> {
    const rows = await site.database.query<Row>(
      'SELECT name, email, message, idempotency_key AS key FROM contact_submission WHERE starts_with(idempotency_key, $1)',
      [prefix],
    );
    return new Map(rows.map((row) => [row.key, row]));
  }
});

describe('MaxMessageLength (V-02)', () => {
  it('changes the limit, the text and the script of the running server', async () => {
    const set = (value: string): Promise<string> =>
      runSetupCommand(
        'setting',
        ['set', 'ContactApi', 'MaxMessageLength', value],
        site.database.url,
        BEHIND_LOCAL_PROXY,
      );
    const visitor = site.visitor();
    await set('20');
    await eventually(async () => expect((await visitor.script()).text).toMatch(/maxMessageLength\W+20\b/));
    expectAnswer(await visitor.submit({ ...MESSAGE, message: 'x'.repeat(20) }), 200, ACCEPTED);
    const tooLong = { ...MESSAGE, message: 'x'.repeat(21) };
    expectAnswer(await visitor.submit(tooLong), 400, invalid(messageLengthText(20)));

    await set('30000');
    await eventually(async () => expect((await visitor.script()).text).toMatch(/maxMessageLength\W+30000\b/));
    // Escaped it is 360 KB: the limit of the body grows with the message's.
    const long = JSON.stringify({ ...MESSAGE, message: 'PLACE' }).replace(
      'PLACE',
      '\\ud83d\\ude00'.repeat(30_000),
    );
    expectAnswer(await visitor.submit(long), 200, ACCEPTED);
    expectAnswer(
      await visitor.submit({ ...MESSAGE, message: 'x'.repeat(30_001) }),
      400,
      invalid(messageLengthText(30_000)),
    );
  });
});

function readNaughtyStrings(): readonly string[] {
  const parsed: unknown = JSON.parse(
    readFileSync(require.resolve('big-list-of-naughty-strings/blns.json'), 'utf8'),
  );
  if (!Array.isArray(parsed)) throw new Error('The list of naughty strings is no list.');
  return parsed.map(String);
}
