import {
  CAPTCHA_SCRIPT_URLS,
  CONTACT_ERRORS,
  CONTACT_MESSAGES,
  type SiteContactConfig,
} from '@sitedesk/contract/contact';
import { FORM, openPage, type Page, type PageOptions } from '../testing/page.js';
import { ACCEPTED, REFUSED, type Site, type SiteAnswer, startSite } from '../testing/site.js';

const RULE: SiteAnswer = {
  status: 400,
  body: { success: false, message: CONTACT_MESSAGES.validationFailed, error: CONTACT_ERRORS.nameRequired },
};
const WIDGET: Partial<SiteContactConfig> = {
  requireCaptcha: true,
  captchaProvider: 'captcha_widget',
  captchaSiteKey: 'site key',
};
const INVISIBLE: Partial<SiteContactConfig> = { ...WIDGET, captchaProvider: 'captcha_invisible' };

type Callback = (value?: string) => void;
type Name = 'callback' | 'error-callback' | 'expired-callback' | 'timeout-callback';

/** The widget provider's global, driven by the test. */
class Turnstile {
  readonly rendered: { readonly place: Element; readonly options: Record<string, unknown> }[] = [];
  readonly resets: string[] = [];

  readonly render = (place: Element, options: Record<string, unknown>): string =>
    `widget ${this.rendered.push({ place, options })}`;

  readonly reset = (id: string): void => void this.resets.push(id);

  call(name: Name, value?: string, index = 0): void {
    const widget = this.rendered[index];
    if (!widget) throw new Error(`There is no widget ${index}.`);
    (widget.options[name] as Callback)(value);
  }
}

let site: Site | undefined;
afterEach(() => site?.close());

async function open(
  answers: readonly SiteAnswer[],
  options: PageOptions,
): Promise<Page & { readonly site: Site }> {
  site = await startSite(answers);
  return { ...openPage(site.origin, 'v1.k.token', options), site };
}

async function openWithWidget(
  answers: readonly SiteAnswer[] = [ACCEPTED],
  options: PageOptions = {},
): Promise<Page & { readonly site: Site; readonly turnstile: Turnstile }> {
  const turnstile = new Turnstile();
  const page = await open(answers, { settings: WIDGET, globals: { turnstile }, ...options });
  page.siteContact.init('form');
  await settled();
  return { ...page, turnstile };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sends the form and waits for the result's `error`. */
function send(page: Page): Promise<string | null> {
  return new Promise((resolve) => {
    page.siteContact.init('form', {
      onSuccess: ({ error }) => resolve(error),
      onError: ({ error }) => resolve(error),
    });
    page.send();
  }).then(async (error) => {
    await settled();
    return error as string | null;
  });
}

const tokensOf = ({ site: { posts } }: { readonly site: Site }): unknown[] =>
  posts.map(({ body }) => body['captchaToken']);

describe('captcha_widget (specification 4.4)', () => {
  it('shows the widget at init, before the button, and sends its token', async () => {
    const page = await openWithWidget();
    expect(page.turnstile.rendered).toHaveLength(1);
    expect(page.turnstile.rendered[0]?.options).toMatchObject({ sitekey: 'site key', action: 'submit' });
    expect(page.turnstile.rendered[0]?.place.nextElementSibling?.tagName).toBe('BUTTON');
    page.turnstile.call('callback', 'token 1');
    expect(await send(page)).toBeNull();
    expect(page.site.posts[0]?.body).toEqual({
      name: 'Anna',
      email: 'anna@example.com',
      message: 'Hello, are you open?',
      captchaToken: 'token 1',
    });
  });

  it.each(['data-captcha', 'class="cf-turnstile"'])('shows it in the element with %s', async (attribute) => {
    const html = FORM.replace('<textarea', `<div id="place" ${attribute}></div><textarea`);
    const page = await openWithWidget([ACCEPTED], { html });
    expect(page.turnstile.rendered[0]?.place.id).toBe('place');
  });

  it('waits for a visitor who solves it after the click', async () => {
    const page = await openWithWidget();
    const sent = send(page);
    await settled();
    page.turnstile.call('callback', 'late token');
    expect(await sent).toBeNull();
    expect(tokensOf(page)).toEqual(['late token']);
  });

  it('renews a token that was used, and one that expired or timed out (UX-07)', async () => {
    const page = await openWithWidget();
    page.turnstile.call('callback', 'used');
    await send(page);
    expect(page.turnstile.resets).toEqual(['widget 1']);
    page.turnstile.call('callback', 'expired');
    page.turnstile.call('expired-callback');
    page.turnstile.call('timeout-callback');
    expect(page.turnstile.resets).toHaveLength(3);
    page.turnstile.call('callback', 'good');
    await send(page);
    expect(tokensOf(page)).toEqual(['used', 'good']);
  });

  it('keeps the token when the server refused before it looked at the CAPTCHA (UX-07)', async () => {
    const fresh = { ...REFUSED, headers: { RequestVerificationToken: 'v1.k.fresh' } };
    const page = await openWithWidget([fresh, RULE, ACCEPTED]);
    page.turnstile.call('callback', 'only');
    expect(await send(page)).toBe(CONTACT_ERRORS.nameRequired);
    expect(page.turnstile.resets).toEqual([]);
    expect(await send(page)).toBeNull();
    expect(tokensOf(page)).toEqual(['only', 'only', 'only']);
  });

  it('says Missing CAPTCHA token after ten seconds, and posts nothing (DD-09)', async () => {
    const page = await openWithWidget();
    const sent = send(page);
    await settled();
    page.passTime();
    expect(await sent).toBe(CONTACT_ERRORS.missingCaptcha);
    expect(page.site.posts).toEqual([]);
  });

  it('says Invalid CAPTCHA when the provider reports an error, renews the widget once, and recovers (DD-09)', async () => {
    const page = await openWithWidget();
    const sent = send(page);
    await settled();
    page.turnstile.call('error-callback', '300010');
    expect(await sent).toBe(CONTACT_ERRORS.invalidCaptcha);
    page.turnstile.call('error-callback', '300010'); // nobody waits: no loop of renewals
    expect(page.turnstile.resets).toHaveLength(1);
    expect(await send(page)).toBe(CONTACT_ERRORS.invalidCaptcha);
    expect(page.site.posts).toEqual([]);
    page.turnstile.call('callback', 'recovered');
    expect(await send(page)).toBeNull();
  });

  it("says Invalid CAPTCHA when the provider's script does not load, and tries again on the next click (DD-09)", async () => {
    const page = await openWithWidget([ACCEPTED], { provider: 'fails' });
    expect(await send(page)).toBe(CONTACT_ERRORS.invalidCaptcha);
    const tried = page.scripts.length;
    expect(await send(page)).toBe(CONTACT_ERRORS.invalidCaptcha);
    expect(page.scripts.length).toBeGreaterThan(tried);
    expect(page.site.posts).toEqual([]);
  });

  it('says Invalid CAPTCHA when the loaded script is not the provider (blocked by an extension) (DD-09)', async () => {
    const page = await openWithWidget([ACCEPTED], { globals: {} });
    expect(await send(page)).toBe(CONTACT_ERRORS.invalidCaptcha);
  });

  it('each form has its widget, all have one script (UX-40)', async () => {
    const turnstile = new Turnstile();
    const html = '<form id="a"><button>A</button></form><form id="b"><button>B</button></form>';
    const page = await open([ACCEPTED], { html, settings: WIDGET, globals: { turnstile } });
    for (const selector of ['#a', '#b', '#a']) page.siteContact.init(selector);
    await settled();
    expect(turnstile.rendered.map(({ place }) => place.closest('form')?.id)).toEqual(['a', 'b']);
    expect(page.scripts).toHaveLength(1);
  });
});

describe('captcha_invisible (specification 4.4)', () => {
  const recaptcha = (tokens: (string | Error)[]): object => ({
    ready: (callback: () => void) => callback(),
    execute: async (siteKey: string, { action }: { readonly action: string }) => {
      const token = tokens.shift();
      if (token instanceof Error) throw token;
      return `${siteKey} ${action} ${token}`;
    },
  });

  it('asks for a new token for every message (UX-07)', async () => {
    const page = await open([ACCEPTED], {
      settings: INVISIBLE,
      globals: { grecaptcha: recaptcha(['1', '2']) },
    });
    await send(page);
    await send(page);
    expect(tokensOf(page)).toEqual(['site key submit 1', 'site key submit 2']);
  });

  it('says Invalid CAPTCHA when the check fails (DD-09)', async () => {
    const grecaptcha = recaptcha([new Error('Invalid site key')]);
    const page = await open([ACCEPTED], { settings: INVISIBLE, globals: { grecaptcha } });
    expect(await send(page)).toBe(CONTACT_ERRORS.invalidCaptcha);
    expect(page.site.posts).toEqual([]);
  });
});

describe('loadCaptcha and getCaptchaToken (specification 4.4)', () => {
  it.each([
    ['captcha_widget', undefined, CAPTCHA_SCRIPT_URLS.captcha_widget],
    ['captcha_invisible', undefined, `${CAPTCHA_SCRIPT_URLS.captcha_invisible}?render=a%26b`],
    ['captcha_widget', 'https://cdn.example/w.js', 'https://cdn.example/w.js'],
    ['captcha_invisible', 'https://cdn.example/i.js?v=1', 'https://cdn.example/i.js?v=1&render=a%26b'],
  ] as const)(
    'loads the script of %s from %s, once, with the nonce',
    async (captchaProvider, captchaScriptUrl, src) => {
      const page = await open([], { nonce: 'n0nce' });
      const config = { captchaProvider, captchaSiteKey: 'a&b', captchaScriptUrl };
      expect(page.siteContact.loadCaptcha(config)).toBeUndefined();
      page.siteContact.loadCaptcha(config);
      expect(page.scripts).toEqual([{ src, nonce: 'n0nce' }]);
    },
  );

  it('loads nothing without a provider, and the token is empty', async () => {
    const page = await open([], {});
    page.siteContact.loadCaptcha(page.siteContact.config);
    expect(await page.siteContact.getCaptchaToken(page.siteContact.config)).toBe('');
    expect(page.scripts).toEqual([]);
  });

  it('gives a page that asks itself a new token each time', async () => {
    const turnstile = new Turnstile();
    const page = await open([], { settings: WIDGET, globals: { turnstile } });
    for (const token of ['first', 'second']) {
      const given = page.siteContact.getCaptchaToken(page.siteContact.config);
      await settled();
      turnstile.call('callback', token);
      expect(await given).toBe(token);
      await settled();
    }
    expect(turnstile.rendered).toHaveLength(1);
    expect(turnstile.resets).toHaveLength(2);
  });

  it('rejects with an error after ten seconds', async () => {
    const page = await open([], { settings: WIDGET, globals: { turnstile: new Turnstile() } });
    const given = page.siteContact.getCaptchaToken(page.siteContact.config).catch(String);
    await settled();
    page.passTime();
    expect(await given).toBe(`Error: ${CONTACT_ERRORS.missingCaptcha}`);
  });
});
