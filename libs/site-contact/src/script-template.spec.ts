import {
  CAPTCHA_SCRIPT_URLS,
  CONTACT_ERRORS,
  CONTACT_LIMITS,
  CONTACT_MESSAGES,
  type SiteContactConfig,
} from '@sitedesk/contract/contact';
import { HEADERS } from '@sitedesk/contract/headers';
import { VISITOR_LANGUAGES } from '@sitedesk/contract/visitor-texts';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import * as texts from './client/texts.js';
import { scriptTemplate } from './index.js';

/** As long as a token may become. */
const TOKEN = `v1.k1.touc8r.${'n'.repeat(16)}.${'m'.repeat(43)}`.padEnd(120, 'm');
const AT = new Date('2026-11-21T08:00:00Z');

const CONFIG: Omit<SiteContactConfig, 'antiforgeryToken'> = {
  requireCaptcha: true,
  captchaProvider: 'captcha_widget',
  captchaSiteKey: '0x4AAAAAAABBBBBBBBBBBBBBB',
  captchaScriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  submitEndpoint: '/_api/contact/submit',
  maxMessageLength: 5000,
  fieldNames: { name: 'name', email: 'email', message: 'message' },
};

interface Evaluated {
  readonly config: SiteContactConfig;
  readonly generatedAt: string;
}

/** A browser-like global, shared by all scripts: creating one takes longer than running a script. */
const realm: Record<string, unknown> = createContext({
  document: { currentScript: null },
  location: { href: 'https://example.com/' },
});

/** Runs the script, and returns what it left in the global. */
function evaluate(script: string): { readonly siteContact: Evaluated; readonly globals: readonly string[] } {
  const window: Record<string, unknown> = {};
  realm['window'] = window;
  const before = Object.keys(realm);
  runInContext(script, realm);
  const left = Object.keys(realm).filter((name) => !before.includes(name));
  for (const name of left) delete realm[name];
  return { siteContact: window['SiteContact'] as Evaluated, globals: [...left, ...Object.keys(window)] };
}

/** Objects of another realm, to be compared. */
const plain = (value: object): unknown => ({ ...(structuredClone(value) as object) });

const bundles = (): readonly string[] =>
  VISITOR_LANGUAGES.map((language) =>
    readFileSync(join(__dirname, `../dist/site-contact.client.${language}.min`), 'utf8'),
  );

describe('the generated script (specification 2.4 and 4.1)', () => {
  it('makes one global with the configuration, the token and the UTC time of generation', () => {
    const { siteContact, globals } = evaluate(scriptTemplate(CONFIG).render(TOKEN, AT).toString());
    expect(globals).toEqual(['SiteContact']);
    expect({ ...siteContact.config }).toEqual({ ...CONFIG, antiforgeryToken: TOKEN });
    expect(siteContact.generatedAt).toBe('2026-11-21T08:00:00.000Z');
    expect(Object.keys(siteContact)).toEqual(
      expect.arrayContaining(['config', 'init', 'handleSubmit', 'loadCaptcha', 'getCaptchaToken']),
    );
  });

  it.each([
    ['with a CAPTCHA', CONFIG],
    [
      'without',
      {
        ...CONFIG,
        requireCaptcha: false,
        captchaProvider: null,
        captchaSiteKey: '',
        captchaScriptUrl: undefined,
      },
    ],
  ])('has 3 to 5 KB %s, in each language', (_how, config) => {
    for (const [language, submitEndpoint] of [
      ['en', '/_api/contact/submit'],
      ['de', '/_api/contact/submit?lang=de'],
    ] as const) {
      const bytes = scriptTemplate({ ...config, submitEndpoint }, language).render(TOKEN, AT);
      expect(bytes.length).toBeGreaterThanOrEqual(3_000);
      expect(bytes.length).toBeLessThanOrEqual(5_120);
    }
  });

  it('no setting can break out of the JavaScript (C-14)', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        "'",
        '"',
        '\\',
        '</script>',
        '<!--',
        '${',
        '\n',
        '\r',
        '\u2028',
        '\u2029',
        '`',
        '*/',
        '";alert(1)//',
        '__proto__',
      ),
      fc
        .array(fc.constantFrom("'", '"', '\\', '<', '/', '$', '{', '\u2028', '\n', 'a', '`'), {
          maxLength: 12,
        })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(
        fc.tuple(nasty, nasty, nasty, nasty, nasty, nasty),
        ([key, url, end, name, email, token]) => {
          const config = {
            ...CONFIG,
            captchaProvider: key as typeof CONFIG.captchaProvider, // whatever a setting may hold
            captchaSiteKey: key,
            captchaScriptUrl: `u${url}`,
            submitEndpoint: end,
            fieldNames: { name, email, message: key },
          };
          const script = scriptTemplate(config).render(token, AT).toString('latin1');
          const { siteContact, globals } = evaluate(script);
          expect(globals).toEqual(['SiteContact']);
          expect(plain(siteContact.config)).toEqual({ ...config, antiforgeryToken: token });
          expect(script.slice(0, script.indexOf('SC_URLS'))).not.toMatch(/<|[^\x20-\x7e]/);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('names the default script of the provider that the settings name', () => {
    const scriptUrl = ({ captchaProvider }: Pick<SiteContactConfig, 'captchaProvider'>): string | undefined =>
      evaluate(
        scriptTemplate({ ...CONFIG, captchaProvider, captchaScriptUrl: undefined })
          .render(TOKEN, AT)
          .toString(),
      ).siteContact.config.captchaScriptUrl;
    expect(scriptUrl({ captchaProvider: 'captcha_widget' })).toBe(CAPTCHA_SCRIPT_URLS.captcha_widget);
    expect(scriptUrl({ captchaProvider: 'captcha_invisible' })).toBe(CAPTCHA_SCRIPT_URLS.captcha_invisible);
    expect(scriptUrl({ captchaProvider: null })).toBeUndefined();
  });

  it('needs no newer syntax than ES6 with async and await: no ?., ?? or object spread', () => {
    for (const bundle of bundles()) expect(bundle).not.toMatch(/\?\.[a-z]|\?\?|\.\.\./i);
  });

  it('spells the texts of the contract', () => {
    const spelled = {
      [texts.MISSING_CAPTCHA]: CONTACT_ERRORS.missingCaptcha,
      [texts.INVALID_CAPTCHA]: CONTACT_ERRORS.invalidCaptcha,
      [texts.FORGERY]: CONTACT_ERRORS.forgery,
      [texts.RATE_LIMIT]: CONTACT_ERRORS.rateLimit,
      [texts.UNAVAILABLE]: CONTACT_ERRORS.unavailable,
      [texts.NETWORK]: CONTACT_ERRORS.network,
      [texts.VALIDATION_FAILED]: CONTACT_MESSAGES.validationFailed,
      [texts.UNAVAILABLE_MESSAGE]: CONTACT_MESSAGES.unavailable,
      [texts.TOKEN_HEADER]: HEADERS.antiforgery,
      [texts.KEY_HEADER]: HEADERS.idempotencyKey,
      [texts.WAIT_SECONDS]: String(CONTACT_LIMITS.captchaWaitSeconds),
    };
    expect(Object.keys(spelled).sort()).toEqual(Object.values(spelled).sort());
  });

  it('shows the time of generation in its first line', () => {
    const [head = ''] = scriptTemplate(CONFIG).render(TOKEN, AT).toString().split('SC_CONFIG');
    expect(head).toContain('2026-11-21T08:00:00.000Z');
  });

  it('needs neither eval nor inline styles, so that a strict content security policy lets it run', () => {
    for (const bundle of bundles())
      expect(bundle).not.toMatch(/\beval\(|new Function|\.style\b|innerHTML|document\.write/);
  });
});
