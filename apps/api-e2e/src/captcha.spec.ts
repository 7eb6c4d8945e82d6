import { CAPTCHA_PROVIDERS, CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import { HEADERS } from '@sitedesk/contract/headers';
import { type CaptchaBehaviour, type FakeCaptchaProvider, startCaptchaProvider } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { openApi } from './harness/backends.js';
import { captchaConfig } from './harness/captcha-config.js';
import { ACCEPTED, CAPTCHA_FAILED, UNEXPECTED } from './harness/contact-results.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import type { Answer } from './harness/http.js';
import {
  BEHIND_LOCAL_PROXY,
  ENTRY_POINTS,
  mailBy,
  type Site,
  startSite,
  visitorFrom,
  WITHOUT_LIMITS,
} from './harness/site.js';
import { storeUnchecked } from './harness/stored-setting.js';
import { setSetting } from './harness/tenants.js';
import { freshAddress, MESSAGE, type Visitor } from './harness/visitor.js';

const SITE_HOST = '127.0.0.1';
const VALIDATED = { success: true, message: CONTACT_MESSAGES.captchaAccepted, error: null };

async function validate(visitor: Visitor, captchaToken: unknown): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', [HEADERS.antiforgery]: await visitor.token() };
  return visitor.post('captcha-validate', JSON.stringify({ captchaToken }), headers);
}

const submitWith = (visitor: Visitor, captchaToken: unknown): Promise<Answer> =>
  visitor.submit({ ...MESSAGE, captchaToken });

describe.each(CAPTCHA_PROVIDERS)('%s (DD-09)', (provider) => {
  let captcha: FakeCaptchaProvider;
  let site: Site;
  beforeAll(async () => {
    captcha = await startCaptchaProvider({ hostname: SITE_HOST });
    site = await startSite({ ...WITHOUT_LIMITS, CAPTCHA__CONFIG: captchaConfig(captcha, provider) });
  });
  afterAll(async () => {
    await site.stop();
    await captcha.close();
  });
  beforeEach(() => captcha.behave('ok'));

  describe.each(ENTRY_POINTS)('%s', (door) => {
    it('a token that the provider knows is accepted, and the provider is asked as it wants to be', async () => {
      const address = freshAddress();
      const token = captcha.mint();
      expectAnswer(await submitWith(site.visitor(door, address), token), 200, ACCEPTED);
      expect(captcha.calls.at(-1)).toEqual({
        provider,
        contentType: expect.stringMatching(/^application\/x-www-form-urlencoded/),
        secret: captcha.widget.secretKey,
        response: token,
        remoteip: address,
      });
    });

    it.each([
      ['missing', () => undefined],
      ['null', () => null],
      ['empty', () => ''],
      ['blank', () => '   '],
      ['a number', () => 7],
      ['an object', () => ({ token: captcha.mint() })],
      ['a list', () => [captcha.mint()]],
      ['too long', () => 'x'.repeat(9_000)],
      ['invented', () => 'invented'],
      ['expired', () => captcha.mint({ expired: true })],
      ['of another site', () => captcha.mint({ hostname: 'evil.test' })],
      ['for another action', () => captcha.mint({ action: 'login' })],
    ])('a token that is %s is refused', async (_case, make) => {
      expectAnswer(await submitWith(site.visitor(door), make()), 400, CAPTCHA_FAILED);
    });

    it('a token is good for one message', async () => {
      const visitor = site.visitor(door);
      const token = captcha.mint();
      expectAnswer(await submitWith(visitor, token), 200, ACCEPTED);
      expectAnswer(await submitWith(visitor, token), 400, CAPTCHA_FAILED);
    });

    it('a token is good for one message, also where the provider takes it twice', async () => {
      captcha.behave('forgetful');
      const visitor = site.visitor(door);
      const token = captcha.mint();
      const answers = await Promise.all([submitWith(visitor, token), submitWith(visitor, token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expectAnswer(await submitWith(visitor, token), 400, CAPTCHA_FAILED);
      const ahead = captcha.mint();
      expectAnswer(await validate(visitor, ahead), 200, VALIDATED);
      expectAnswer(await validate(visitor, ahead), 400, CAPTCHA_FAILED);
      expectAnswer(await submitWith(visitor, ahead), 200, ACCEPTED);
      expectAnswer(await submitWith(visitor, ahead), 400, CAPTCHA_FAILED);
    });

    it('a token validated ahead is taken by the next submit, once, without asking again (DD-10)', async () => {
      const visitor = site.visitor(door);
      const token = captcha.mint();
      expectAnswer(await validate(visitor, token), 200, VALIDATED);
      const asked = captcha.calls.length;
      expectAnswer(await submitWith(visitor, token), 200, ACCEPTED);
      expect(captcha.calls).toHaveLength(asked);
      expectAnswer(await submitWith(visitor, token), 400, CAPTCHA_FAILED);
    });

    it('not by another address (DD-10)', async () => {
      const token = captcha.mint();
      expectAnswer(await validate(site.visitor(door), token), 200, VALIDATED);
      expectAnswer(await submitWith(site.visitor(door), token), 400, CAPTCHA_FAILED);
    });

    it('of many submits at once with a validated token one is accepted (DD-10)', async () => {
      const visitor = site.visitor(door);
      const token = captcha.mint();
      expectAnswer(await validate(visitor, token), 200, VALIDATED);
      const answers = await Promise.all(Array.from({ length: 10 }, () => submitWith(visitor, token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it.each([undefined, '', 7, 'invented'])('captcha-validate refuses %j (DD-10)', async (token) => {
      expectAnswer(await validate(site.visitor(door), token), 400, CAPTCHA_FAILED);
    });
  });

  it.each<CaptchaBehaviour>([
    ...(['rejects', 'wrong-hostname', 'wrong-action', 'error-500', 'garbage', 'wrong-types'] as const),
    ...(['not-an-object', 'huge', 'redirect', 'reset'] as const),
    // Three seconds each, and the same code for both.
    ...(provider === 'captcha_invisible' ? (['low-score', 'silent', 'slow-body'] as const) : []),
  ])('a provider that is "%s" never lets anyone in (D-06)', async (behaviour) => {
    captcha.behave(behaviour);
    const visitor = site.visitor();
    const token = captcha.mint();
    expectAnswer(await submitWith(visitor, token), 400, CAPTCHA_FAILED);
  });

  it.each<CaptchaBehaviour>(['error-500', 'garbage', 'redirect', 'reset'])(
    'nor does captcha-validate remember a token when it is "%s" (D-06)',
    async (behaviour) => {
      captcha.behave(behaviour);
      const visitor = site.visitor();
      const token = captcha.mint();
      expectAnswer(await validate(visitor, token), 400, CAPTCHA_FAILED);
      expectAnswer(await submitWith(visitor, token), 400, CAPTCHA_FAILED);
    },
  );

  it('a used key tells nothing to someone with another message who passed no CAPTCHA (DD-05)', async () => {
    const visitor = site.visitor();
    const key = { [HEADERS.idempotencyKey]: randomUUID() };
    expectAnswer(await visitor.submit({ ...MESSAGE, captchaToken: captcha.mint() }, key), 200, ACCEPTED);
    const other = { ...MESSAGE, message: 'Quite another message.', captchaToken: 'wrong' };
    expectAnswer(await visitor.submit(other, key), 400, CAPTCHA_FAILED);
  });

  it('the script names provider, key and address, and never the secret', async () => {
    const { text } = await site.visitor().script();
    const { siteKey, scriptUrl, secretKey } =
      provider === 'captcha_widget' ? captcha.widget : captcha.invisible;
    for (const word of [provider, siteKey, scriptUrl]) expect(text).toContain(word);
    expect(text).not.toContain(secretKey);
  });
});

describe('a CAPTCHA that is configured in the database (W1)', () => {
  let captcha: FakeCaptchaProvider;
  let site: Site;
  beforeEach(async () => {
    captcha = await startCaptchaProvider({ hostname: SITE_HOST });
    site = await startSite();
  });
  afterEach(async () => {
    await site.stop();
    await captcha.close();
  });

  it('is the one that is asked', async () => {
    await setSetting(site.database, 'CAPTCHA', 'Config', captchaConfig(captcha, 'captcha_widget'));
    const visitor = site.visitor();
    await eventually(async () => expectAnswer(await submitWith(visitor, 'wrong'), 400, CAPTCHA_FAILED));
    expectAnswer(await submitWith(visitor, undefined), 400, CAPTCHA_FAILED);
    expectAnswer(await submitWith(visitor, captcha.mint()), 200, ACCEPTED);
    expect(captcha.calls.map(({ secret }) => secret)).toContain(captcha.widget.secretKey);
  });

  it('a message sent twice with one key and one CAPTCHA token has one answer', async () => {
    await setSetting(site.database, 'CAPTCHA', 'Config', captchaConfig(captcha, 'captcha_widget'));
    const visitor = site.visitor();
    await eventually(async () => expectAnswer(await submitWith(visitor, undefined), 400, CAPTCHA_FAILED));
    const body = { ...MESSAGE, captchaToken: captcha.mint() };
    const key = { [HEADERS.idempotencyKey]: randomUUID() };
    for (let time = 0; time < 3; time += 1) expectAnswer(await visitor.submit(body, key), 200, ACCEPTED);
    // With a key of its own the used token is a used token.
    const other = { [HEADERS.idempotencyKey]: randomUUID() };
    expectAnswer(await visitor.submit(body, other), 400, CAPTCHA_FAILED);
    expect(await site.database.query('SELECT id FROM contact_submission')).toHaveLength(1);
  });
});

describe('the score (DD-09)', () => {
  it.each([
    { ScoreThreshold: 0.7, scores: [0.7, 0.69], statuses: [200, 400] },
    { ScoreThreshold: 0, scores: [0, 1], statuses: [200, 200] },
  ])(
    'with a threshold of $ScoreThreshold the scores $scores are $statuses',
    async ({ ScoreThreshold, scores, statuses }) => {
      const captcha = await startCaptchaProvider({ hostname: SITE_HOST });
      const config = captchaConfig(captcha, 'captcha_invisible', { ScoreThreshold });
      const site = await startSite({ ...WITHOUT_LIMITS, CAPTCHA__CONFIG: config });
      try {
        const answers = await Promise.all(
          scores.map((score) => submitWith(site.visitor(), captcha.mint({ score }))),
        );
        expect(answers.map(({ status }) => status)).toEqual(statuses);
      } finally {
        await site.stop();
        await captcha.close();
      }
    },
  );
});

describe('no provider', () => {
  let site: Site;
  beforeAll(async () => void (site = await startSite()));
  afterAll(() => site.stop());

  it.each(ENTRY_POINTS)('%s no token is needed, and captcha-validate says yes', async (door) => {
    expectAnswer(await submitWith(site.visitor(door), undefined), 200, ACCEPTED);
    expectAnswer(await submitWith(site.visitor(door), 'anything'), 200, ACCEPTED);
    expectAnswer(await validate(site.visitor(door), undefined), 200, VALIDATED);
  });

  it('the rate policy of captcha-validate is its own', async () => {
    const answer = await validate(site.visitor(), undefined);
    expect(answer.headers['ratelimit-policy']).toMatch(/^"captcha-validate";/);
  });
});

describe('settings that cannot be used are never "no CAPTCHA" (C-16, DD-09)', () => {
  let site: Site;
  beforeAll(async () => void (site = await startSite()));
  afterAll(() => site.stop());

  const KEYS = { SiteKey: 'a', SecretKey: 'b' };
  it.each([
    ['no JSON', '{'],
    ['required without a provider', JSON.stringify({ RequireCaptcha: true, ...KEYS })],
    [
      'required with an unknown provider',
      JSON.stringify({ RequireCaptcha: true, Provider: 'captcha', ...KEYS }),
    ],
    [
      'required without a secret',
      JSON.stringify({ RequireCaptcha: true, Provider: 'captcha_widget', SiteKey: 'a' }),
    ],
    [
      'required without a key',
      JSON.stringify({ RequireCaptcha: true, Provider: 'captcha_widget', SecretKey: 'a' }),
    ],
    ['"yes" for required', JSON.stringify({ RequireCaptcha: 'yes', Provider: 'captcha_widget', ...KEYS })],
    ['1 for required', JSON.stringify({ RequireCaptcha: 1, Provider: 'captcha_widget', ...KEYS })],
    [
      'a verify address that is none',
      JSON.stringify({
        RequireCaptcha: true,
        Provider: 'captcha_widget',
        VerifyUrl: 'file:///etc/passwd',
        ...KEYS,
      }),
    ],
  ])('%s: 500, and nothing is stored', async (_case, value) => {
    await storeUnchecked(site.database, { group: 'CAPTCHA', name: 'Config', value, secret: true });
    const api = await openApi(site.database.url, {
      ...WITHOUT_LIMITS,
      ...BEHIND_LOCAL_PROXY,
      ...mailBy('none:'),
    });
    try {
      const visitor = visitorFrom(api.url, freshAddress());
      const refused = await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: undefined });
      const token = String(refused.headers[HEADERS.antiforgery.toLowerCase()]);
      expectAnswer(await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: token }), 500, UNEXPECTED);
      expectAnswer(await visitor.script(), 500, UNEXPECTED);
      expect(await site.database.query('SELECT id FROM contact_submission')).toEqual([]);
    } finally {
      await api.stop();
    }
  });
});
