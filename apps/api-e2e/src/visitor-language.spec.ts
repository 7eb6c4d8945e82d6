import { CONTACT_ERRORS } from '@sitedesk/contract/contact';
import { HEADERS } from '@sitedesk/contract/headers';
import { VISITOR_TEXTS } from '@sitedesk/contract/visitor-texts';
import { ACCEPTED, invalid } from './harness/contact-results.js';
import { expectAnswer } from './harness/expect-answer.js';
import type { Answer } from './harness/http.js';
import { ENTRY_POINTS, type Site, startSite, WITHOUT_LIMITS } from './harness/site.js';
import { MESSAGE, type Visitor } from './harness/visitor.js';

const { de } = VISITOR_TEXTS;

async function submit(visitor: Visitor, query: string, message: object, token?: string): Promise<Answer> {
  return visitor.post(`submit${query}`, JSON.stringify(message), {
    'Content-Type': 'application/json',
    'Accept-Language': 'de',
    [HEADERS.antiforgery]: token ?? (await visitor.token()),
  });
}

describe.each(ENTRY_POINTS)('the language of what visitors read, %s (C-17)', (door) => {
  let site: Site;
  beforeAll(
    async () => void (site = await startSite({ ...WITHOUT_LIMITS, RATELIMIT__CONTACTFORM: '6/600' })),
  );
  afterAll(() => site.stop());

  it('is the one that the page asks for, and the error stays that of the contract', async () => {
    const visitor = site.visitor(door);
    const german = (message: object, token?: string) => submit(visitor, '?lang=de', message, token);
    expectAnswer(await german(MESSAGE), 200, { success: true, message: de.sent, error: null });
    expectAnswer(await german({ ...MESSAGE, email: 'x' }), 400, {
      ...invalid(CONTACT_ERRORS.invalidEmail),
      message: de.invalidEmail,
    });
    expect((await german({ ...MESSAGE, message: 'x' })).json()).toMatchObject({
      message: de.messageLength(5000),
    });
    expect((await german(MESSAGE, 'x')).json()).toMatchObject({
      message: de.pageTooOld,
      error: CONTACT_ERRORS.forgery,
    });
    await german(MESSAGE);
    await german(MESSAGE);
    const limited = await german(MESSAGE);
    expect(limited.status).toBe(429);
    expect(limited.json()).toMatchObject({ error: CONTACT_ERRORS.rateLimit });
    expect(limited.json()).toMatchObject({
      message: de.tooManyRequests(Math.ceil(Number(limited.headers['retry-after']) / 60)),
    });
  });

  it.each(['', '?lang=en', '?lang=fr', '?lang'])(
    'is English with %j, whatever the browser prefers',
    async (query) => {
      const visitor = site.visitor(door);
      expectAnswer(await submit(visitor, query, MESSAGE), 200, ACCEPTED);
      const wrong = await submit(visitor, query, { ...MESSAGE, name: '' });
      expectAnswer(wrong, 400, invalid(CONTACT_ERRORS.nameRequired));
      const script = await visitor.call(`site-contact.js${query}`, { headers: { 'Accept-Language': 'de' } });
      expect(script.text).toContain('Sending');
      expect(script.text).toContain('"submitEndpoint":"/_api/contact/submit"');
    },
  );

  it('the script in German sends for German answers', async () => {
    const { status, text, headers } = await site.visitor(door).call('site-contact.js?lang=de');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(text).toContain('Wird gesendet');
    expect(text).toContain('"submitEndpoint":"/_api/contact/submit?lang=de"');
  });
});
