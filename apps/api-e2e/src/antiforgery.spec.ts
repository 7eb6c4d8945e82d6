import { ANTIFORGERY_BODY_FIELD, HEADERS } from '@sitedesk/contract/headers';
import { openApi, runSetupCommand, type StartApi } from './harness/backends.js';
import { ACCEPTED, FORGERY } from './harness/contact-results.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import { type ProcessEnv, type Running, startApi, TEST_MASTER_KEYS } from './harness/processes.js';
import {
  BEHIND_LOCAL_PROXY,
  ENTRY_POINTS,
  mailBy,
  type Site,
  startSite,
  visitorFrom,
  WITHOUT_LIMITS,
} from './harness/site.js';
import { createMigratedDatabase, type E2eDatabase } from './harness/database.js';
import { freshAddress, MESSAGE, type Visitor } from './harness/visitor.js';

const MAX_USES = 20;
const HOST = 'www.site.test';

let site: Site;
beforeAll(async () => void (site = await startSite()));
afterAll(() => site.stop());

describe.each(ENTRY_POINTS)('anti-forgery, %s', (door) => {
  let visitor: Visitor;
  let address: string;
  beforeEach(() => {
    address = freshAddress();
    visitor = site.visitor(door, address);
  });
  const submitWith = (token: string | undefined) => visitor.submit(MESSAGE, { [HEADERS.antiforgery]: token });

  it('without a token nothing is stored, and the attempt is audited (AF-01)', async () => {
    expectAnswer(await submitWith(undefined), 400, FORGERY);
    await eventually(async () => {
      const rows = await site.database.query(
        'SELECT status, error, submission_id AS submission, occurrences FROM contact_attempt WHERE client_address = $1',
        [address],
      );
      expect(rows).toEqual([{ status: 'refused', error: FORGERY.error, submission: null, occurrences: 1 }]);
    });
    const stored = await site.database.query('SELECT id FROM contact_submission WHERE client_address = $1', [
      address,
    ]);
    expect(stored).toEqual([]);
  });

  it('a token with one character changed anywhere is refused (AF-03)', async () => {
    const token = await visitor.token();
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      const answer = await submitWith(token.slice(0, index) + other + token.slice(index + 1));
      expect({ index, body: answer.json() }).toEqual({ index, body: FORGERY });
    }
    // It was the changes: the token itself is good.
    expectAnswer(await submitWith(token), 200, ACCEPTED);
  });

  it.each([
    ['empty', () => ''],
    ['a blank', () => ' '],
    ['another version', (token: string) => token.replace('v1.', 'v2.')],
    ['no version', (token: string) => token.replace('v1.', '')],
    ['ten kilobytes', () => `v1.${'a'.repeat(10_000)}`],
    ['ten kilobytes behind a good one', (token: string) => token + 'a'.repeat(10_000)],
    ['not base64url', (token: string) => `${token.slice(0, -4)}+/==`],
    ['an unknown key', (token: string) => token.replace('v1.t1.', 'v1.t2.')],
    ['one part too many', (token: string) => `${token}.x`],
    ['twice', (token: string) => `${token}, ${token}`],
    ['from the future', (token: string) => issuedAt(token, Date.now() / 1_000 + 3_600)],
    ['from long ago', (token: string) => issuedAt(token, 0)],
  ])('%s is refused (AF-04)', async (_case, change) => {
    expectAnswer(await submitWith(change(await visitor.token())), 400, FORGERY);
  });

  it('two scripts never carry the same token (C-12)', async () => {
    const tokens = await Promise.all(Array.from({ length: 50 }, () => visitor.token()));
    expect(new Set(tokens).size).toBe(50);
  });

  it.each([
    ['cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['cross-site with an own origin', { 'Sec-Fetch-Site': 'cross-site', Origin: `https://${HOST}` }],
    ['same-origin with a foreign origin', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.test' }],
    ['a foreign origin', { Origin: 'https://evil.test' }],
    ['null', { Origin: 'null' }],
    ['an empty origin', { Origin: '' }],
    ['a longer name', { Origin: `https://evil${HOST}` }],
    ['a name behind', { Origin: `https://${HOST}.evil.test` }],
    ['the parent', { Origin: 'https://site.test' }],
    ['another scheme', { Origin: `ftp://${HOST}` }],
    ['an extension', { Origin: `chrome-extension://${HOST}` }],
    ['no scheme', { Origin: HOST }],
    ['a path', { Origin: `https://evil.test/${HOST}` }],
    ['a user name', { Origin: `https://${HOST}@evil.test` }],
  ])('%s is refused with a good token (AF-08)', async (_case, headers: Readonly<Record<string, string>>) => {
    const own = { Host: HOST, ...headers };
    expectAnswer(await visitor.submit(MESSAGE, own), 400, FORGERY);
  });

  it.each([
    ['nothing (AF-09)', {}],
    ['same-origin', { 'Sec-Fetch-Site': 'same-origin', Origin: `https://${HOST}` }],
    ['same-site, from a subdomain', { 'Sec-Fetch-Site': 'same-site', Origin: `https://shop.${HOST}` }],
    ['an own origin alone', { Origin: `https://${HOST}` }],
    ['an own origin with a port', { Origin: `http://${HOST}:8080` }],
    ['same-origin alone', { 'Sec-Fetch-Site': 'same-origin' }],
    ['none', { 'Sec-Fetch-Site': 'none' }],
  ])('%s is accepted (AF-09)', async (_case, headers: Readonly<Record<string, string>>) => {
    expectAnswer(await visitor.submit(MESSAGE, { Host: HOST, ...headers }), 200, ACCEPTED);
  });

  it.each([
    ['text/plain'],
    ['multipart/form-data; boundary=x'],
    ['application/x-www-form-urlencoded'],
    [undefined],
  ])('%s is 415 whatever the token is (AF-12)', async (type) => {
    const headers = { 'Content-Type': type, [HEADERS.antiforgery]: 'bad' };
    expect((await visitor.submit(MESSAGE, headers)).status).toBe(415);
  });

  it(`a token works ${MAX_USES} times and not once more (AF-13)`, async () => {
    const token = await visitor.token();
    for (let use = 0; use < MAX_USES; use += 1) expectAnswer(await submitWith(token), 200, ACCEPTED);
    expectAnswer(await submitWith(token), 400, FORGERY);
    expectAnswer(await submitWith(await visitor.token()), 200, ACCEPTED);
  });

  it('captcha-validate wants a token as well (DD-03)', async () => {
    const body = JSON.stringify({ captchaToken: 'x' });
    const headers = { 'Content-Type': 'application/json' };
    expectAnswer(await visitor.post('captcha-validate', body, headers), 400, FORGERY);
    const withToken = JSON.stringify({ captchaToken: 'x', [ANTIFORGERY_BODY_FIELD]: await visitor.token() });
    expect((await visitor.post('captcha-validate', withToken, headers)).status).toBe(200);
  });
});

describe('tokens and master keys', () => {
  const NEW_KEY = `t2:${Buffer.alloc(32, 9).toString('base64')}`;
  const ENV: ProcessEnv = { ...WITHOUT_LIMITS, ...BEHIND_LOCAL_PROXY, ...mailBy('none:') };
  let database: E2eDatabase;
  const running: Running[] = [];
  beforeEach(async () => void (database = await createMigratedDatabase()));
  afterEach(async () => {
    await Promise.all(running.splice(0).map((api) => api.stop()));
    await database.drop();
  });

  const start = async (env: ProcessEnv = {}, by: StartApi<Running> = openApi): Promise<Running> => {
    const api = await by(database.url, { ...ENV, ...env });
    running.push(api);
    return api;
  };
  const outcome = async (api: Running, token: string): Promise<number> => {
    const visitor = visitorFrom(api.url, freshAddress());
    return (await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: token })).status;
  };
  const tokenOf = (api: Running): Promise<string> => visitorFrom(api.url, freshAddress()).token();

  it('a token of one instance is good at another, and after both were started again (AF-10)', async () => {
    const one = await start({}, startApi);
    const two = await start({}, startApi);
    const token = await tokenOf(one);
    expect(await outcome(two, token)).toBe(200);
    await Promise.all([one.stop(), two.stop()]);
    expect(await outcome(await start({}, startApi), token)).toBe(200);
  });

  it('tokens of the previous key live on after a rotation, and die when it is taken out (AF-11)', async () => {
    const before = await start();
    const token = await tokenOf(before);
    await before.stop();
    const rotated = await start({ MASTER_KEYS: `${NEW_KEY},${TEST_MASTER_KEYS}` });
    expect(await outcome(rotated, token)).toBe(200);
    expect(await tokenOf(rotated)).toMatch(/^v1\.t2\./);
    await rotated.stop();
    await runSetupCommand('keys', ['rotate'], database.url, {
      MASTER_KEYS: `${NEW_KEY},${TEST_MASTER_KEYS}`,
    });
    const revoked = await start({ MASTER_KEYS: NEW_KEY });
    expect(await outcome(revoked, token)).toBe(400);
    expect(await outcome(revoked, await tokenOf(revoked))).toBe(200);
  });
});

/** The token with another time of issue, and so with a signature that does not fit. */
function issuedAt(token: string, seconds: number): string {
  const [version, key, , nonce, mac] = token.split('.');
  return [version, key, Math.floor(seconds).toString(36), nonce, mac].join('.');
}
