import {
  CONTACT_ERRORS,
  CONTACT_LIMITS,
  messageLengthText,
  nameLengthText,
} from '@sitedesk/contract/contact';
import { ANTIFORGERY_BODY_FIELD, HEADERS } from '@sitedesk/contract/headers';
import { ACCEPTED, FORGERY, invalid } from './harness/contact-results.js';
import { expectAnswer } from './harness/expect-answer.js';
import { ENTRY_POINTS, type Site, startSite } from './harness/site.js';
import { MESSAGE, type Visitor } from './harness/visitor.js';

const { name, message } = CONTACT_LIMITS;
const TOKEN = /^v1\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+$/;

let site: Site;
beforeAll(async () => void (site = await startSite()));
afterAll(() => site.stop());

describe.each(ENTRY_POINTS)('submit %s', (door) => {
  let visitor: Visitor;
  beforeEach(() => void (visitor = site.visitor(door)));

  describe('outcomes (specification 4.2 and 7)', () => {
    it('accepted: 200, thank-you text, no error', async () => {
      expectAnswer(await visitor.submit(), 200, ACCEPTED);
    });

    it.each([
      ['missing name', { name: undefined }, CONTACT_ERRORS.nameRequired],
      ['empty name', { name: '' }, CONTACT_ERRORS.nameRequired],
      ['blank name', { name: ' \t ' }, CONTACT_ERRORS.nameRequired],
      ['null name', { name: null }, CONTACT_ERRORS.nameRequired],
      [`name of ${name.min - 1}`, { name: 'x'.repeat(name.min - 1) }, nameLengthText()],
      [`name of ${name.max + 1}`, { name: 'x'.repeat(name.max + 1) }, nameLengthText()],
      ['missing email', { email: undefined }, CONTACT_ERRORS.invalidEmail],
      ['email without an at sign', { email: 'anna.example.com' }, CONTACT_ERRORS.invalidEmail],
      ['email without a domain dot', { email: 'anna@example' }, CONTACT_ERRORS.invalidEmail],
      ['quoted local part', { email: '"anna k"@example.com' }, CONTACT_ERRORS.invalidEmail],
      ['two addresses', { email: 'a@example.com, b@example.com' }, CONTACT_ERRORS.invalidEmail],
      [
        'email of 255',
        { email: `a@${'b'.repeat(59)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(61)}.com` },
        CONTACT_ERRORS.invalidEmail,
      ],
      [
        'line break in the email',
        { email: 'anna@example.com\r\nBcc: b@example.com' },
        CONTACT_ERRORS.invalidEmail,
      ],
      ['missing message', { message: undefined }, messageLengthText(message.max)],
      [
        `message of ${message.min - 1}`,
        { message: 'x'.repeat(message.min - 1) },
        messageLengthText(message.max),
      ],
      [
        `message of ${message.max + 1}`,
        { message: 'x'.repeat(message.max + 1) },
        messageLengthText(message.max),
      ],
      ['message with NUL', { message: 'hello there\0 everybody' }, messageLengthText(message.max)],
    ])('%s (V-01)', async (_case, change, error) => {
      expectAnswer(await visitor.submit({ ...MESSAGE, ...change }), 400, invalid(error));
    });

    it.each([
      [`name of ${name.min}`, { name: 'x'.repeat(name.min) }],
      [`name of ${name.max}`, { name: 'x'.repeat(name.max) }],
      [`name of ${name.max} characters outside the basic plane`, { name: '𝒜'.repeat(name.max) }],
      [`message of ${message.min}`, { message: 'x'.repeat(message.min) }],
      [`message of ${message.max}`, { message: 'x'.repeat(message.max) }],
      [`message of ${message.max} characters outside the basic plane`, { message: '😀'.repeat(message.max) }],
    ])('%s is accepted (V-02)', async (_case, change) => {
      expectAnswer(await visitor.submit({ ...MESSAGE, ...change }), 200, ACCEPTED);
    });

    it.each([
      ['name before email', { name: '', email: 'x' }, CONTACT_ERRORS.nameRequired],
      ['name before message', { name: 'x', message: '' }, nameLengthText()],
      ['email before message', { email: 'x', message: '' }, CONTACT_ERRORS.invalidEmail],
      ['name before all', { name: 'x', email: 'x', message: '' }, nameLengthText()],
    ])('%s (V-01)', async (_case, change, error) => {
      expectAnswer(await visitor.submit({ ...MESSAGE, ...change }), 400, invalid(error));
    });

    it.each([
      [`name in ${HEADERS.antiforgery}`, { [HEADERS.antiforgery]: 'v1.x.y.z.w' }],
      ['none at all', { [HEADERS.antiforgery]: undefined }],
    ])('a bad token, %s (DD-02)', async (_case, headers) => {
      expectAnswer(await visitor.submit(MESSAGE, headers), 400, FORGERY);
    });
  });

  describe('the fresh token (DD-02)', () => {
    it.each([
      ['accepted', MESSAGE, {}],
      ['an invalid message', { ...MESSAGE, name: '' }, {}],
      ['no token', MESSAGE, { [HEADERS.antiforgery]: undefined }],
      ['not JSON', 'hello', { 'Content-Type': 'text/plain' }],
      ['malformed', '{', {}],
    ])('comes with the answer to %s, and works', async (_case, body, headers) => {
      const answer = await visitor.submit(body, headers);
      const token = String(answer.headers[HEADERS.antiforgery.toLowerCase()]);
      expect(token).toMatch(TOKEN);
      expectAnswer(await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: token }), 200, ACCEPTED);
    });
  });

  describe('where the token may be (DD-03)', () => {
    const none = { [HEADERS.antiforgery]: undefined };

    it(`in ${HEADERS.antiforgeryAlias} (AF-07)`, async () => {
      const token = await visitor.token();
      expectAnswer(
        await visitor.submit(MESSAGE, { ...none, [HEADERS.antiforgeryAlias]: token }),
        200,
        ACCEPTED,
      );
    });

    it('in the body (AF-07)', async () => {
      const body = { ...MESSAGE, [ANTIFORGERY_BODY_FIELD]: await visitor.token() };
      expectAnswer(await visitor.submit(body, none), 200, ACCEPTED);
    });

    it('the first present one counts, good or bad (AF-07)', async () => {
      const good = await visitor.token();
      const header = { [HEADERS.antiforgery]: good, [HEADERS.antiforgeryAlias]: 'bad' };
      expectAnswer(
        await visitor.submit({ ...MESSAGE, [ANTIFORGERY_BODY_FIELD]: 'bad' }, header),
        200,
        ACCEPTED,
      );
      const turned = { [HEADERS.antiforgery]: 'bad', [HEADERS.antiforgeryAlias]: good };
      expectAnswer(
        await visitor.submit({ ...MESSAGE, [ANTIFORGERY_BODY_FIELD]: good }, turned),
        400,
        FORGERY,
      );
      const alias = { ...none, [HEADERS.antiforgeryAlias]: 'bad' };
      expectAnswer(await visitor.submit({ ...MESSAGE, [ANTIFORGERY_BODY_FIELD]: good }, alias), 400, FORGERY);
    });

    it.each([[1], [null], [{}], [['v1']]])('a body field of another type, %j (AF-04)', async (field) => {
      expectAnswer(await visitor.submit({ ...MESSAGE, [ANTIFORGERY_BODY_FIELD]: field }, none), 400, FORGERY);
    });
  });
});
