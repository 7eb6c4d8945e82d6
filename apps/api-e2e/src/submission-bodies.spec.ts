import { CONTACT_ERRORS, CONTACT_LIMITS } from '@sitedesk/contract/contact';
import { HEADERS } from '@sitedesk/contract/headers';
import { gzipSync } from 'node:zlib';
import { ACCEPTED, invalid } from './harness/contact-results.js';
import { expectAnswer } from './harness/expect-answer.js';
import type { Answer } from './harness/http.js';
import { ENTRY_POINTS, type Site, startSite } from './harness/site.js';
import { MESSAGE, type Visitor } from './harness/visitor.js';

const JSON_TYPE = 'application/json';
const { bodyBytes, jsonDepth, jsonKeys } = CONTACT_LIMITS;

/** A good message that is `depth` levels deep; the message itself is the first. */
const nested = (depth: number): string =>
  JSON.stringify(MESSAGE).replace(/}$/, `,"x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`);

/** A good message with that many keys. */
const withKeys = (count: number): string =>
  JSON.stringify({
    ...MESSAGE,
    ...Object.fromEntries(Array.from({ length: count - 3 }, (_, index) => [`k${index}`, index])),
  });

/** A good message of exactly that many octets. */
function ofSize(bytes: number): string {
  const bare = JSON.stringify({ ...MESSAGE, padding: '' });
  return JSON.stringify({ ...MESSAGE, padding: 'x'.repeat(bytes - bare.length) });
}

const good = JSON.stringify(MESSAGE);

let site: Site;
beforeAll(async () => void (site = await startSite()));
afterAll(() => site.stop());

describe.each(ENTRY_POINTS)('odd bodies, %s (DD-12)', (door) => {
  let visitor: Visitor;
  beforeEach(() => void (visitor = site.visitor(door)));

  async function send(
    body: string | Buffer,
    headers: Readonly<Record<string, string>> = { 'Content-Type': JSON_TYPE },
  ): Promise<Answer> {
    return visitor.post('submit', body, { [HEADERS.antiforgery]: await visitor.token(), ...headers });
  }

  it.each([
    ['nothing', ''],
    ['half an object', '{"name":"Anna'],
    ['single quotes', "{'name':'Anna'}"],
    ['a trailing comma', `${good.slice(0, -1)},}`],
    ['two objects', good + good],
    ['no UTF-8', Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"hello"'],
    ['an array', `[${good}]`],
    ['true', 'true'],
    [`${jsonDepth + 1} levels`, nested(jsonDepth + 1)],
    ['5,000 levels', nested(5_000)],
    [`${jsonKeys + 1} keys`, withKeys(jsonKeys + 1)],
    [`${jsonKeys + 1} keys further down`, `{"a":[${withKeys(40)},${withKeys(40)}]}`],
  ])('%s is malformed (D-05)', async (_case, body) => {
    expectAnswer(await send(body), 400, invalid(CONTACT_ERRORS.malformedBody));
  });

  it.each([
    [`${jsonDepth} levels`, nested(jsonDepth)],
    [`${jsonKeys} keys`, withKeys(jsonKeys)],
    ['64 KB', ofSize(bodyBytes)],
    ['a byte order mark', Buffer.from(`\uFEFF${good}`)],
    ['white space around', `\r\n\t ${good} \n`],
    ['unknown properties (V-04)', JSON.stringify({ ...MESSAGE, tenantId: 'x', status: 'sent', id: '1' })],
  ])('%s is accepted', async (_case, body) => {
    expectAnswer(await send(body), 200, ACCEPTED);
  });

  it.each([
    ['64 KB and one octet', ofSize(bodyBytes + 1)],
    ['64 KB and one octet with nothing in it', ' '.repeat(bodyBytes + 1)],
    ['one megabyte', ofSize(1024 * 1024)],
  ])('%s is too large: 413', async (_case, body) => {
    expectAnswer(await send(body), 413, invalid(CONTACT_ERRORS.bodyTooLarge));
  });

  it('a body in chunks is measured too: 413', async () => {
    const answer = await send(ofSize(bodyBytes + 1), {
      'Content-Type': JSON_TYPE,
      'Transfer-Encoding': 'chunked',
    });
    expectAnswer(answer, 413, invalid(CONTACT_ERRORS.bodyTooLarge));
  });

  it.each([
    ['text/plain', good, { 'Content-Type': 'text/plain' }],
    ['text/plain that looks like JSON', good, { 'Content-Type': 'text/plain; application/json' }],
    ['a form', 'name=Anna', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['multipart', good, { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['XML', '<a/>', { 'Content-Type': 'application/xml' }],
    ['another JSON', good, { 'Content-Type': 'application/problem+json' }],
    ['no type', good, {}],
    ['gzip', gzipSync(good), { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'gzip' }],
    ['gzip by name only', good, { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'gzip' }],
    ['another charset', good, { 'Content-Type': 'application/json; charset=iso-8859-1' }],
    ['UTF-16 by name', Buffer.from(good, 'utf16le'), { 'Content-Type': 'application/json; charset=utf-16' }],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${good}`, 'utf16le'), { 'Content-Type': JSON_TYPE }],
    ['UTF-16 without a mark (V-05)', Buffer.from(good, 'utf16le'), { 'Content-Type': JSON_TYPE }],
    ['UTF-16 big endian', Buffer.from(good, 'utf16le').swap16(), { 'Content-Type': JSON_TYPE }],
  ])('%s is not JSON: 415 (AF-12)', async (_case, body, headers) => {
    expectAnswer(await send(body, headers), 415, invalid(CONTACT_ERRORS.unsupportedMediaType));
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"'])(
    '%s is JSON',
    async (type) => expectAnswer(await send(good, { 'Content-Type': type }), 200, ACCEPTED),
  );

  it('refused bodies leave nothing behind', async () => {
    const before = await stored();
    await send(nested(jsonDepth + 1));
    await send(ofSize(bodyBytes + 1));
    await send(good, { 'Content-Type': 'text/plain' });
    expect(await stored()).toBe(before);
  });
});

async function stored(): Promise<number> {
  const [row] = await site.database.query<{ readonly count: number }>(
    'SELECT count(*)::int AS count FROM contact_submission',
  );
  return row?.count ?? 0;
}
