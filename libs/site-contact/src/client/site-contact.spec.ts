import { CONTACT_ERRORS, CONTACT_MESSAGES, type ContactResult } from '@sitedesk/contract/contact';
import { openPage, type Page, type PageOptions } from '../testing/page.js';
import { ACCEPTED, REFUSED, type Site, type SiteAnswer, startSite } from '../testing/site.js';

const TOKEN = 'v1.k.first';
const RULE: SiteAnswer = {
  status: 400,
  body: { success: false, message: CONTACT_MESSAGES.validationFailed, error: 'Name is required' },
};

let site: Site | undefined;
afterEach(() => site?.close());

async function open(
  answers: readonly SiteAnswer[] = [ACCEPTED],
  options?: PageOptions,
  script?: string,
): Promise<Page & { readonly site: Site }> {
  site = await startSite(answers, script);
  return { ...openPage(site.origin, TOKEN, options), site };
}

/** Sends the form through the page's own event and waits for the outcome. */
function outcome(page: Page, selector?: string): Promise<ContactResult> {
  return new Promise((resolve) => {
    const form = page.form(selector);
    for (const name of ['sitecontact:success', 'sitecontact:error'] as const) {
      form.addEventListener(name, (event) => resolve(event.detail), { once: true });
    }
    page.send(selector);
  }).then(async (result) => {
    await new Promise((resolve) => setImmediate(resolve)); // what follows the event, such as the reset
    return result as ContactResult;
  });
}

describe('init and handleSubmit (specification 4.4)', () => {
  it('posts the three fields as JSON with the anti-forgery token and a key, and no CAPTCHA token', async () => {
    const page = await open();
    expect(page.siteContact.init('#contact')).toBeUndefined();
    await outcome(page);
    expect(page.site.posts).toHaveLength(1);
    const [post] = page.site.posts;
    expect(post?.body).toEqual({ name: 'Anna', email: 'anna@example.com', message: 'Hello, are you open?' });
    expect(post?.headers['content-type']).toBe('application/json');
    expect(post?.headers['requestverificationtoken']).toBe(TOKEN);
    expect(post?.headers['idempotency-key']).toMatch(/^\d+(-\d+){3}$/);
  });

  it('sends the same keys whatever the form calls its fields; a partial override keeps the rest', async () => {
    const page = await open([ACCEPTED], {
      html: '<form><input name="your-name" value="Anna"><input name="email" value="a@b.example"><input name="message" value="Hello there"></form>',
    });
    page.siteContact.init('form', { fieldNames: { name: 'your-name' } });
    await outcome(page);
    expect(page.site.posts[0]?.body).toEqual({ name: 'Anna', email: 'a@b.example', message: 'Hello there' });
  });

  it('calls onSuccess with the whole result, then empties the form, and adds no status line', async () => {
    const page = await open();
    const seen: unknown[] = [];
    const onSuccess = (result: ContactResult): void => void seen.push(result, fieldOf(page).value);
    page.siteContact.init(page.form(), { onSuccess, onError: () => seen.push('error') });
    await outcome(page);
    expect(seen).toEqual([ACCEPTED.body, 'Hello, are you open?']);
    expect(fieldOf(page).value).toBe('Hello, are you open?'); // its default value
    expect(page.document.querySelector('[role=status]')).toBeNull();
  });

  it('keeps what was typed after a refusal, and empties the form after success', async () => {
    const page = await open([RULE, ACCEPTED]);
    page.siteContact.init('form');
    fieldOf(page).value = 'Typed by the visitor';
    await outcome(page);
    expect(fieldOf(page).value).toBe('Typed by the visitor');
    await outcome(page);
    expect(fieldOf(page).value).toBe('Hello, are you open?');
  });

  it('keeps what was typed while the message was under way', async () => {
    const page = await open();
    page.siteContact.init('form');
    const done = outcome(page);
    fieldOf(page).value = 'A second thought';
    await done;
    expect(fieldOf(page).value).toBe('A second thought');
  });

  it('tells without callbacks in one status line, which rule was broken too (UX-41)', async () => {
    const page = await open([RULE, ACCEPTED]);
    page.siteContact.init('form');
    expect(page.status()).toBe('');
    const done = outcome(page);
    expect(page.status()).toBe('Sending…');
    await done;
    expect(page.status()).toBe('Name is required');
    await outcome(page);
    expect(page.status()).toBe('Thank you.');
    expect(page.document.querySelectorAll('[role=status]')).toHaveLength(1);
    expect(page.form().nextElementSibling?.getAttribute('role')).toBe('status');
  });

  it('marks what was refused and what is blank besides, the first with the focus, until it is accepted', async () => {
    const body = {
      success: false,
      message: CONTACT_MESSAGES.validationFailed,
      error: CONTACT_ERRORS.invalidEmail,
    };
    const page = await open([{ status: 400, body }, ACCEPTED]);
    page.siteContact.init('form');
    const marks = (): unknown[] =>
      [...page.form().querySelectorAll('input, textarea')].map((field) => field.getAttribute('aria-invalid'));
    fieldOf(page).value = ' ';
    await outcome(page);
    expect(marks()).toEqual(['false', 'true', 'true']);
    expect(page.document.activeElement?.getAttribute('name')).toBe('email');
    await outcome(page);
    expect(marks()).toEqual(['false', 'false', 'false']);
  });

  it('leaves no "Sending…" behind when only the other outcome has no callback', async () => {
    const page = await open([RULE]);
    page.siteContact.init('form', { onError: () => undefined });
    await outcome(page);
    expect(page.status()).toBe('');
  });

  it('sends once however often it is clicked, and marks the form and its button in the meantime (UX-12)', async () => {
    const page = await open();
    page.siteContact.init('form');
    const button = page.document.querySelector('button');
    const done = outcome(page);
    page.send();
    page.send();
    expect([page.form().className, button?.getAttribute('aria-disabled')]).toEqual(['sc-pending', 'true']);
    await done;
    expect(page.site.posts).toHaveLength(1);
    expect([page.form().className, button?.getAttribute('aria-disabled')]).toEqual(['sc-success', 'false']);
  });

  it('takes a new key for the next click', async () => {
    const page = await open([RULE]);
    page.siteContact.init('form');
    await outcome(page);
    await outcome(page);
    const keys = page.site.posts.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });

  it('several forms keep their own options; a second init replaces them and adds no listener (UX-40)', async () => {
    const two =
      '<form id="a"><input name="name" value="A"></form><form id="b"><input name="name" value="B"></form>';
    const page = await open([ACCEPTED], { html: two });
    const seen: string[] = [];
    page.siteContact.init('#a', { onSuccess: () => seen.push('old') });
    page.siteContact.init('#a', { onSuccess: () => seen.push('a') });
    page.siteContact.init('#b', { onSuccess: () => seen.push('b') });
    await outcome(page, '#a');
    await outcome(page, '#b');
    expect(seen).toEqual(['a', 'b']);
    expect(page.site.posts.map(({ body }) => body['name'])).toEqual(['A', 'B']);
  });

  it('reports a form that is not there and does not throw (UX-40)', async () => {
    const page = await open();
    page.siteContact.init('#nowhere');
    expect(page.complaints).toEqual(['SiteContact.init: no form "#nowhere" yet']);
  });

  it('keeps the message back when a listener cancels', async () => {
    const page = await open();
    page.form().addEventListener('sitecontact:submit', (event) => event.preventDefault());
    await page.siteContact.handleSubmit(page.form(), page.siteContact.config);
    expect(page.site.posts).toEqual([]);
  });

  it('survives a callback that throws', async () => {
    const page = await open([ACCEPTED]);
    page.siteContact.init('form', {
      onSuccess: () => {
        throw new Error('of the page');
      },
    });
    await outcome(page);
    await outcome(page);
    expect(page.complaints.map(String)).toEqual(['Error: of the page', 'Error: of the page']);
    expect(page.site.posts).toHaveLength(2);
  });
});

describe('the anti-forgery token (DD-02)', () => {
  const fresh = { ...REFUSED, headers: { RequestVerificationToken: 'v1.k.fresh' } };
  const tokens = (page: { readonly site: Site }): unknown[] =>
    page.site.posts.map(({ headers }) => headers['requestverificationtoken']);

  it('repeats once automatically with the fresh token and the same key; the visitor sees one success (AF-14)', async () => {
    const page = await open([fresh, ACCEPTED]);
    const seen: ContactResult[] = [];
    page.siteContact.init('form', {
      onSuccess: (result) => seen.push(result),
      onError: (result) => seen.push(result),
    });
    await outcome(page);
    expect(tokens(page)).toEqual([TOKEN, 'v1.k.fresh']);
    expect(new Set(page.site.posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(seen).toEqual([ACCEPTED.body]);
    expect(page.site.gets).toEqual([]);
  });

  it('at most two requests leave (AF-14)', async () => {
    const page = await open([fresh]);
    page.siteContact.init('form');
    expect((await outcome(page)).error).toBe(CONTACT_ERRORS.forgery);
    expect(page.site.posts).toHaveLength(2);
  });

  it('takes the token out of the script where the header cannot be read (AF-14)', async () => {
    const page = await open(
      [REFUSED, ACCEPTED],
      {},
      '(()=>{const SC_CONFIG={"antiforgeryToken":"v1.k.again"',
    );
    page.siteContact.init('form');
    expect((await outcome(page)).success).toBe(true);
    expect(tokens(page)).toEqual([TOKEN, 'v1.k.again']);
    expect(page.site.gets).toEqual(['/_api/contact/site-contact.js']);
  });

  it('uses the token of the last answer for the next message', async () => {
    const page = await open([{ ...ACCEPTED, headers: { RequestVerificationToken: 'v1.k.next' } }]);
    page.siteContact.init('form');
    await outcome(page);
    await outcome(page);
    expect(tokens(page)).toEqual([TOKEN, 'v1.k.next']);
  });
});

describe('answers that are none of ours', () => {
  const html = '<html><body>503 Service Temporarily Unavailable</body></html>';

  it.each([
    ['HTML with 503', { status: 503, body: html }, CONTACT_ERRORS.unavailable],
    ['HTML with 200', { body: html }, CONTACT_ERRORS.unavailable],
    [
      'JSON of another shape',
      { status: 502, body: { statusCode: 502, message: 'Bad Gateway' } },
      CONTACT_ERRORS.unavailable,
    ],
    ['JSON null', { body: null }, CONTACT_ERRORS.unavailable],
    ['a cut connection', { cut: true }, CONTACT_ERRORS.network],
  ] as const)('%s gives the contact result', async (_what, answer, error) => {
    const page = await open([answer]);
    page.siteContact.init('form');
    expect(await outcome(page)).toEqual({ success: false, message: CONTACT_MESSAGES.unavailable, error });
    expect(page.status()).toBe(CONTACT_MESSAGES.unavailable);
  });

  it.each([
    ['240', 'Try again in 4 minutes.'],
    ['241', 'Try again in 5 minutes.'],
    ['30', 'Try again in 30 seconds.'],
    ['1', 'Try again in 2 seconds.'],
  ])('a 429 with Retry-After %s says "%s" (UX-10)', async (seconds, text) => {
    const body = {
      success: false,
      message: CONTACT_MESSAGES.tooManyRequests,
      error: CONTACT_ERRORS.rateLimit,
    };
    const page = await open([{ status: 429, headers: { 'Retry-After': seconds }, body }]);
    page.siteContact.init('form');
    expect(await outcome(page)).toEqual({ ...body, message: `${body.message} ${text}` });
  });
});

function fieldOf(page: Page): HTMLTextAreaElement {
  const field = page.document.querySelector('textarea');
  if (!field) throw new Error('The page has no textarea.');
  return field;
}
