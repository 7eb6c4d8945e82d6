import { CONTACT_ERRORS, type SiteContactConfig } from '@sitedesk/contract';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { FORGERY, INVALID_CAPTCHA, MISSING_CAPTCHA } from './client/texts.js';
import { scriptTemplate } from './index.js';

const TOKEN = `v1.k1.touc8r.${'n'.repeat(16)}.${'m'.repeat(43)}`;
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

/** Runs the script in a browser-like global of its own and returns what it left there. */
function evaluate(script: string): { readonly siteContact: Evaluated; readonly globals: readonly string[] } {
  const window: Record<string, unknown> = {};
  const global = createContext({
    window,
    document: { currentScript: null },
    location: { href: 'https://example.com/' },
  });
  const before = Object.keys(global);
  runInContext(script, global);
  return {
    siteContact: window['SiteContact'] as Evaluated,
    globals: [...Object.keys(global).filter((name) => !before.includes(name)), ...Object.keys(window)],
  };
}

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
  ])('has 3 to 5 KB %s', (_how, config) => {
    const bytes = scriptTemplate(config).render(TOKEN, AT).length;
    expect(bytes).toBeGreaterThanOrEqual(3_000);
    expect(bytes).toBeLessThanOrEqual(5_120);
  });

  it('C-14: no setting can break out of the JavaScript', () => {
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
      fc.property(nasty, nasty, nasty, (captchaSiteKey, name, captchaScriptUrl) => {
        const config = {
          ...CONFIG,
          captchaSiteKey,
          captchaScriptUrl,
          fieldNames: { ...CONFIG.fieldNames, name },
        };
        const script = scriptTemplate(config).render(TOKEN, AT).toString();
        const { siteContact, globals } = evaluate(script);
        expect(globals).toEqual(['SiteContact']);
        expect(siteContact.config.captchaSiteKey).toBe(captchaSiteKey);
        expect(siteContact.config.captchaScriptUrl).toBe(captchaScriptUrl);
        expect(siteContact.config.fieldNames.name).toBe(name);
        expect(script.slice(0, script.indexOf('antiforgeryToken'))).not.toMatch(/<|[^\x20-\x7e]/);
      }),
      { numRuns: 10_000 },
    );
  });

  it('spells the texts of the contract', () => {
    expect([MISSING_CAPTCHA, INVALID_CAPTCHA, FORGERY]).toEqual([
      CONTACT_ERRORS.missingCaptcha,
      CONTACT_ERRORS.invalidCaptcha,
      CONTACT_ERRORS.forgery,
    ]);
  });

  it('needs neither eval nor inline styles, so that a strict content security policy lets it run', () => {
    const bundle = readFileSync(join(__dirname, '../dist/site-contact.client.js'), 'utf8');
    expect(bundle).not.toMatch(/\beval\(|new Function|\.style\b|innerHTML|document\.write/);
  });
});
