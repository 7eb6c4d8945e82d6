import { CONTACT_ERRORS, CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import { HEADERS } from '@sitedesk/contract/headers';
import { type FakeCaptchaProvider, startCaptchaProvider } from '@sitedesk/testing';
import { captchaConfig } from './harness/captcha-config.js';
import {
  CAPTCHA_FAILED,
  DELIVERY_FAILED,
  FORGERY,
  invalid,
  OVER_LIMIT,
  UNEXPECTED,
} from './harness/contact-results.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import { freshWindow } from './harness/fresh-window.js';
import { ENTRY_POINTS, type Site, startSite, WITHOUT_LIMITS } from './harness/site.js';
import { storeUnchecked } from './harness/stored-setting.js';
import { MESSAGE } from './harness/visitor.js';

const LIMITED = { ...WITHOUT_LIMITS, RATELIMIT__CONTACTFORM: '3/300' };

describe('order of the checks (DD-05)', () => {
  let site: Site;
  let captcha: FakeCaptchaProvider;
  beforeAll(async () => {
    captcha = await startCaptchaProvider();
    // No provider: a message that passes everything else fails at delivery.
    const env = {
      ...LIMITED,
      CAPTCHA__CONFIG: captchaConfig(captcha, 'captcha_widget'),
      EMAIL__CONNECTIONSTRING: '',
    };
    site = await startSite(env);
  });
  afterAll(async () => {
    await site.stop();
    await captcha.close();
  });

  /** The checks in their order; each with what makes a request fail it, and the answer. */
  const CHECKS = [
    { check: 'rate limit', status: 429, body: OVER_LIMIT },
    { check: 'anti-forgery', status: 400, body: FORGERY },
    { check: 'validation', status: 400, body: invalid(CONTACT_ERRORS.nameRequired) },
    { check: 'CAPTCHA', status: 400, body: CAPTCHA_FAILED },
    { check: 'delivery', status: 400, body: DELIVERY_FAILED },
  ] as const;
  type Check = (typeof CHECKS)[number]['check'];

  const pairs = CHECKS.flatMap((earlier, index) =>
    CHECKS.slice(index).map((later) => [earlier.check, later.check, earlier] as const),
  );

  describe.each(ENTRY_POINTS)('%s', (door) => {
    it.each(pairs)(
      'a request that fails at %s and at %s gets the answer of the earlier',
      async (one, two, expected) => {
        const fails = (check: Check): boolean => check === one || check === two || check === 'delivery';
        await freshWindow(site.database, 300);
        const visitor = site.visitor(door);
        if (fails('rate limit'))
          for (let spent = 0; spent < 3; spent += 1)
            await visitor.submit('{', { 'Content-Type': 'text/plain' });
        const body = {
          ...MESSAGE,
          ...(fails('validation') ? { name: '' } : {}),
          captchaToken: fails('CAPTCHA') ? 'bad' : captcha.mint({ hostname: '127.0.0.1' }),
        };
        const headers = fails('anti-forgery') ? { [HEADERS.antiforgery]: 'bad' } : {};
        expectAnswer(await visitor.submit(body, headers), expected.status, expected.body);
      },
    );
  });
});

describe('unexpected errors (specification 4.2)', () => {
  it.each([
    ['production', UNEXPECTED.error],
    ['development', expect.stringContaining('The setting CAPTCHA/Config must be valid JSON')],
  ])('in %s the error is what the specification says', async (nodeEnv, error) => {
    const site = await startSite({ ...WITHOUT_LIMITS, NODE_ENV: nodeEnv });
    try {
      await storeUnchecked(site.database, { group: 'CAPTCHA', name: 'Config', value: '{', secret: true });
      await eventually(async () => expect((await site.visitor().script()).status).toBe(500));
      for (const door of ENTRY_POINTS) {
        // The script fails for the same reason, so the token comes with a refusal.
        const visitor = site.visitor(door);
        const refused = await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: undefined });
        const token = String(refused.headers[HEADERS.antiforgery.toLowerCase()]);
        const answer = await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: token });
        expectAnswer(answer, 500, { success: false, message: CONTACT_MESSAGES.unexpected, error });
      }
    } finally {
      await site.stop();
    }
  });
});
