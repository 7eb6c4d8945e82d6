import { CONTACT_ERRORS } from '@sitedesk/contract/contact';
import type { AttentionTile } from '@sitedesk/contract/dashboard';
import { VISITOR_TEXTS } from '@sitedesk/contract/visitor-texts';
import { type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { invalid, OVER_LIMIT } from './harness/contact-results.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import type { Answer } from './harness/http.js';
import { applyAction, clearContacts, contactOf, everyContact } from './harness/inbox.js';
import { openEdge } from './harness/backends.js';
import type { Running } from './harness/processes.js';
import { mailBy, visitorFrom, WITHOUT_LIMITS } from './harness/site.js';
import { freshAddress, MESSAGE } from './harness/visitor.js';

const FORM = 'application/x-www-form-urlencoded';
const PAGE = 'http://127.0.0.1/kontakt?id=7';
const OWN = { Origin: 'http://127.0.0.1', Referer: PAGE };
const TAKEN = { CONTACTAPI__FORMPOSTS: 'true' };
const CAPTCHA = {
  CONTACTAPI__REQUIRECAPTCHA: 'true',
  CONTACTAPI__CAPTCHAPROVIDER: 'captcha_widget',
  CONTACTAPI__CAPTCHASITEKEY: 'site-key',
  CONTACTAPI__CAPTCHASECRETKEY: 'secret-key',
};
const NO_LIMITS = { ...WITHOUT_LIMITS, RATELIMIT__CONTACTFORMPOST: '1000000/60' };

/** What a browser sends without the script. */
const post = (
  url: string,
  fields: Readonly<Record<string, string>> | string = MESSAGE,
  headers: Readonly<Record<string, string>> = OWN,
  address = freshAddress(),
): Promise<Answer> =>
  visitorFrom(url, address).post('submit', new URLSearchParams(fields).toString(), {
    'Content-Type': FORM,
    ...headers,
  });

describe('a form posted without the script', () => {
  let sink: SmtpSink;
  let site: EditorSite;
  let edge: Running;
  let admin: EditorBrowser;
  beforeAll(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    // A CAPTCHA is required, which such a form cannot have solved.
    site = await startEditorSite({ ...mailBy(sink.url), ...NO_LIMITS, ...TAKEN, ...CAPTCHA });
    edge = await openEdge(site.api.url);
    admin = await site.administrator();
  });
  afterAll(async () => {
    await sink.close();
    await edge.stop();
    await site.stop();
  });
  beforeEach(async () => {
    await clearContacts(site.database);
    sink.clear();
  });

  const rows = (): Promise<readonly Record<string, unknown>[]> =>
    site.database.query('SELECT name, email, message, page, folder, status FROM contact_submission');
  const HELD = { folder: 'held', status: 'held' };

  it('is held through the edge proxy, and leads to a page with the way back that can be reloaded', async () => {
    const answer = await post(edge.url);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/_api/contact/sent?lang=en&page=%2Fkontakt%3Fid%3D7');
    expect(await rows()).toEqual([{ ...MESSAGE, ...HELD, page: 'http://127.0.0.1/kontakt' }]);
    const sent = await visitorFrom(edge.url, freshAddress()).call(
      String(answer.headers.location).replace('/_api/contact/', ''),
    );
    expect(sent.status).toBe(200);
    expect(sent.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(sent.text).toContain(VISITOR_TEXTS.en.sent);
    expect(sent.text).toContain('<a href="/kontakt?id&#x3D;7">');
  });

  it('is one message however often it is sent, and another text is another message', async () => {
    const address = freshAddress();
    const again = { ...MESSAGE, message: `${MESSAGE.message} And on Sundays?` };
    const answers = await Promise.all([1, 2, 3].map(() => post(edge.url, MESSAGE, OWN, address)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    await post(edge.url, again, OWN, address);
    expect(await rows()).toHaveLength(2);
  });

  it('notifies nobody until someone releases it; then the email arrives', async () => {
    await post(edge.url);
    await post(edge.url, { ...MESSAGE, name: 'A second one' });
    const held = await everyContact(admin, 'view=held');
    expect(held.map(({ folder, delivery }) => [folder, delivery])).toEqual([
      ['held', 'held'],
      ['held', 'held'],
    ]);
    expect(await everyContact(admin, 'view=all&delivery=held')).toEqual(held);
    expect(await everyContact(admin)).toEqual([]);
    expect((await admin.get('/contacts/counts')).json()).toMatchObject({
      held: { count: 2 },
      inbox: { count: 0 },
    });
    const { items } = (await admin.get('/dashboard/attention')).json() as AttentionTile;
    expect(items).toContainEqual(
      expect.objectContaining({ code: 'messages-held', count: 2, to: '/inbox?view=held' }),
    );
    const [second, first] = held;
    // Neither sending again nor the trash is a way around the review.
    expect(await applyAction(admin, { action: 'resend', ids: [first?.id] })).toMatchObject({ changed: 0 });
    await applyAction(admin, { action: 'trash', ids: [second?.id] });
    await applyAction(admin, { action: 'restore', ids: [second?.id] });
    expect(await contactOf(admin, second?.id ?? '')).toMatchObject({
      folder: 'held',
      timeline: [{ kind: 'received' }, { kind: 'held' }],
    });
    expect(sink.messages).toEqual([]);

    expect(await applyAction(admin, { action: 'release', ids: [first?.id] })).toMatchObject({
      changed: 1,
      undo: null,
    });
    const [mail] = await sink.waitFor(1);
    expect(mail?.mail.replyTo).toEqual([{ address: MESSAGE.email, name: MESSAGE.name }]);
    await eventually(async () =>
      expect(await contactOf(admin, first?.id ?? '')).toMatchObject({ folder: 'inbox', delivery: 'sent' }),
    );
    expect(await applyAction(admin, { action: 'release', ids: [first?.id] })).toMatchObject({ changed: 0 });
    expect(sink.messages).toHaveLength(1);
  });

  it.each([
    [{ name: '' }, VISITOR_TEXTS.en.nameRequired],
    [{ name: 'A' }, VISITOR_TEXTS.en.nameLength],
    [{ email: 'anna' }, VISITOR_TEXTS.en.invalidEmail],
    [{ message: 'Hello' }, VISITOR_TEXTS.en.messageLength(5000)],
  ])('%j is shown with the field, and what was typed', async (wrong, text) => {
    const typed = { ...MESSAGE, ...wrong };
    const answer = await post(edge.url, typed);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`<p id="problem" role="alert">${text}</p>`);
    for (const value of Object.values(typed)) expect(answer.text).toContain(value);
    const [field = ''] = Object.keys(wrong);
    expect(answer.text).toMatch(new RegExp(`name="${field}"[^>]* aria-invalid="true"`));
    expect(answer.text.match(/aria-invalid=/g)).toHaveLength(1);
    expect(await rows()).toEqual([]);
  });

  it('what was typed is text in the page, whatever it is', async () => {
    const evil = `"><script>alert(1)</script>'</textarea><img src=x onerror=alert(2)>`;
    const fields = { name: evil.repeat(3), email: evil, message: evil, lang: evil, page: `/a"><b>` };
    const { text, headers } = await post(edge.url, fields);
    expect(text).not.toMatch(/<script|<img|<b>/);
    expect(text.match(/<\/textarea>/g)).toHaveLength(1);
    const nonce = /nonce="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'nonce-${nonce.replaceAll('&#x3D;', '=')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
  });

  it.each([
    '//evil.test/',
    '/\\evil.test',
    '/.//evil.test/',
    'https://evil.test/',
    'javascript:alert(1)',
    '/\t/evil.test',
  ])('the way back never leads to %j', async (page) => {
    const query = new URLSearchParams({ page });
    const { text } = await visitorFrom(site.api.url, freshAddress()).call(`sent?${query}`);
    expect(text).toContain(VISITOR_TEXTS.en.sent);
    expect(text).not.toContain('<a ');
  });

  it.each([
    ['the browser’s', {}, { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' }],
    ['the form’s, rather than the browser’s', { lang: 'de' }, { 'Accept-Language': 'en' }],
  ])('answers in the language that is %s', async (_whose, fields, headers) => {
    const { text } = await post(edge.url, { ...MESSAGE, email: 'x', ...fields }, { ...OWN, ...headers });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain(VISITOR_TEXTS.de.invalidEmail);
    const { headers: sent } = await post(edge.url, { ...MESSAGE, ...fields }, { ...OWN, ...headers });
    expect(sent.location).toContain('lang=de');
  });

  it('a corrected form belongs to the page of the first one', async () => {
    const corrected = { ...MESSAGE, page: '/kontakt?id=7' };
    const { headers } = await post(edge.url, corrected, {
      ...OWN,
      Referer: 'http://127.0.0.1/_api/contact/submit',
    });
    expect(headers.location).toContain('page=%2Fkontakt%3Fid%3D7');
    expect(await rows()).toEqual([expect.objectContaining({ page: 'http://127.0.0.1/kontakt' })]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['another origin', { Origin: 'https://evil.test' }],
    ['another site, by the browser', { Origin: 'http://127.0.0.1', 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling domain', { Origin: 'http://127.0.0.1', 'Sec-Fetch-Site': 'same-site' }],
    ['nowhere', {}],
    ['an origin that is hidden', { Origin: 'null' }],
    ['a sandbox', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['an address bar', { 'Sec-Fetch-Site': 'none' }],
  ])('from %s it is refused, and shows nothing of what it brings', async (_where, headers) => {
    const { status, text } = await post(edge.url, { ...MESSAGE, name: 'Injected words' }, headers);
    expect(status).toBe(400);
    expect(text).toContain(VISITOR_TEXTS.en.foreignPage);
    expect(text).not.toContain('Injected words');
    expect(await rows()).toEqual([]);
  });

  it('a page that hides its referrer sends it too', async () => {
    expect((await post(edge.url, MESSAGE, { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })).status).toBe(
      303,
    );
  });

  it('changes nothing for the script and for programs', async () => {
    const visitor = visitorFrom(edge.url, freshAddress());
    expectAnswer(await visitor.submit('{"name":', {}), 400, invalid(CONTACT_ERRORS.malformedBody));
    expect((await visitor.submit(MESSAGE, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await visitor.submit(MESSAGE)).json()).toMatchObject({ error: CONTACT_ERRORS.captchaFailed });
    expect(
      (await visitor.post('captcha-validate', 'captchaToken=x', { 'Content-Type': FORM, ...OWN })).status,
    ).toBe(415);
  });

  it('a body that is too large, or has too many fields, is refused', async () => {
    const large = await post(edge.url, { ...MESSAGE, message: 'x'.repeat(70_000) });
    expect(large.status).toBe(413);
    expect(large.text).toContain(VISITOR_TEXTS.en.tooLarge);
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, 'x']));
    expect((await post(edge.url, many)).status).toBe(400);
    expect(await rows()).toEqual([]);
  });
});

describe('limits of forms posted without the script', () => {
  it('has one of its own, which keeps what was typed, and still counts for the other', async () => {
    const site = await startEditorSite({ ...NO_LIMITS, ...TAKEN, RATELIMIT__CONTACTFORMPOST: '2/3600' });
    try {
      const address = freshAddress();
      const send = (message: string): Promise<Answer> =>
        post(site.api.url, { ...MESSAGE, message }, OWN, address);
      expect((await send('The first message')).status).toBe(303);
      expect((await send('The second message')).status).toBe(303);
      const third = await send('The third message');
      expect(third.status).toBe(429);
      expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
      expect(third.headers['ratelimit-policy']).toContain('contact-form-post');
      expect(third.text).toContain('The third message');
      expect((await visitorFrom(site.api.url, address).submit('{')).status).toBe(400);
    } finally {
      await site.stop();
    }
  });

  it('the limit of every message answers with a page too', async () => {
    const site = await startEditorSite({ ...NO_LIMITS, ...TAKEN, RATELIMIT__CONTACTFORM: '1/3600' });
    try {
      const address = freshAddress();
      await post(site.api.url, MESSAGE, OWN, address);
      const second = await post(site.api.url, { ...MESSAGE, name: 'Someone else' }, OWN, address);
      expect(second.status).toBe(429);
      expect(second.text).toContain('Someone else');
    } finally {
      await site.stop();
    }
  });
});

describe('a site that has not chosen to take forms without the script', () => {
  it('answers them as ever', async () => {
    const site = await startEditorSite({ ...NO_LIMITS, RATELIMIT__CONTACTFORM: '2/3600' });
    try {
      const address = freshAddress();
      const refused = await post(site.api.url, MESSAGE, OWN, address);
      expectAnswer(refused, 415, invalid(CONTACT_ERRORS.unsupportedMediaType));
      expect((await visitorFrom(site.api.url, address).call('sent')).status).toBe(404);
      await post(site.api.url, MESSAGE, OWN, address);
      expectAnswer(await post(site.api.url, MESSAGE, OWN, address), 429, OVER_LIMIT);
      expect(await site.database.query('SELECT FROM contact_submission')).toEqual([]);
    } finally {
      await site.stop();
    }
  });
});
