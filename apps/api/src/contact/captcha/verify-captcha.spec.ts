import { CONTACT_LIMITS } from '@sitedesk/contract/contact';
import { type CaptchaBehaviour, type FakeCaptchaProvider, startCaptchaProvider } from '@sitedesk/testing';
import { outboundService } from '../../platform/outbound/outbound.fixture.js';
import { type CaptchaSettings, type CaptchaVerdict, verifyCaptcha } from './verify-captcha.js';

const outbound = outboundService();
const CLIENT = { address: '203.0.113.7', hostnames: ['shop.example'] };

describe('verifyCaptcha (DD-09)', () => {
  let fake: FakeCaptchaProvider;
  let widget: CaptchaSettings;
  let invisible: CaptchaSettings;

  beforeEach(async () => {
    fake = await startCaptchaProvider({ hostname: 'shop.example' });
    widget = { ...fake.widget, provider: 'captcha_widget', guarded: false, scoreThreshold: 0.5 };
    invisible = { ...fake.invisible, provider: 'captcha_invisible', guarded: false, scoreThreshold: 0.5 };
  });
  afterEach(() => fake.close());
  afterAll(() => outbound.onApplicationShutdown());

  it.each(['widget', 'invisible'] as const)('accepts a good %s token', async (name) => {
    const verdict = await verifyCaptcha(
      outbound,
      name === 'widget' ? widget : invisible,
      fake.mint(),
      CLIENT,
    );

    expect(verdict).toMatchObject({ accepted: true, reason: 'verified', codes: [] });
  });

  it('sends secret, response and remoteip as a form', async () => {
    const token = fake.mint();

    await verifyCaptcha(outbound, widget, token, CLIENT);

    expect(fake.calls).toEqual([
      {
        provider: 'captcha_widget',
        contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
        secret: widget.secretKey,
        response: token,
        remoteip: '203.0.113.7',
      },
    ]);
  });

  it('W1: refuses a token that the provider does not know', async () => {
    const verdict = await verifyCaptcha(outbound, widget, 'made-up', CLIENT);

    expect(verdict).toEqual({ accepted: false, reason: 'rejected', codes: ['invalid-input-response'] });
  });

  it('accepts a token once', async () => {
    const token = fake.mint();
    await verifyCaptcha(outbound, widget, token, CLIENT);

    const second = await verifyCaptcha(outbound, widget, token, CLIENT);

    expect(second).toEqual({ accepted: false, reason: 'rejected', codes: ['timeout-or-duplicate'] });
  });

  it('tells an expired token and a wrong secret apart (UX-07)', async () => {
    const expired = await verifyCaptcha(outbound, widget, fake.mint({ expired: true }), CLIENT);
    const secret = await verifyCaptcha(outbound, { ...widget, secretKey: 'other' }, fake.mint(), CLIENT);

    expect([expired.codes, secret.codes]).toEqual([['timeout-or-duplicate'], ['invalid-input-secret']]);
  });

  it.each([
    ['shop.example', true],
    ['SHOP.example.', true],
    ['www.shop.example', true],
    ['evilshop.example', false],
    ['shop.example.evil', false],
    ['example', false],
  ])('W13: for a token solved on %s the verdict is %s', async (hostname, accepted) => {
    const verdict = await verifyCaptcha(outbound, widget, fake.mint({ hostname }), CLIENT);

    expect(verdict).toMatchObject(
      accepted ? { accepted: true } : { accepted: false, reason: 'wrong-hostname' },
    );
  });

  it('does not mind the port of a hostname of ours', async () => {
    const verdict = await verifyCaptcha(outbound, widget, fake.mint({ hostname: 'localhost' }), {
      ...CLIENT,
      hostnames: ['localhost:3001'],
    });

    expect(verdict.accepted).toBe(true);
  });

  it('skips the hostname when the provider returns none', async () => {
    fake.behave('no-hostname');

    await expect(verifyCaptcha(outbound, widget, fake.mint(), CLIENT)).resolves.toMatchObject({
      accepted: true,
    });
  });

  it.each([
    ['widget', 'login', 'wrong-action'],
    ['widget', '', 'verified'],
    ['invisible', 'login', 'wrong-action'],
    ['invisible', '', 'wrong-action'],
  ] as const)('W13: %s with the action "%s" is %s', async (name, action, reason) => {
    const verdict = await verifyCaptcha(
      outbound,
      name === 'widget' ? widget : invisible,
      fake.mint({ action }),
      CLIENT,
    );

    expect(verdict.reason).toBe(reason);
  });

  it.each([
    [0.49, 0.5, false],
    [0.5, 0.5, true],
    [0.6, 0.7, false],
    [0, 0, true],
  ])('a score of %d at the threshold %d: accepted %s', async (score, scoreThreshold, accepted) => {
    const verdict = await verifyCaptcha(
      outbound,
      { ...invisible, scoreThreshold },
      fake.mint({ score }),
      CLIENT,
    );

    expect(verdict).toMatchObject({ accepted, score, reason: accepted ? 'verified' : 'low-score' });
  });

  it('refuses an invisible check without a score', async () => {
    const verdict = await verifyCaptcha(
      outbound,
      { ...invisible, verifyUrl: widget.verifyUrl },
      fake.mint(),
      CLIENT,
    );

    expect(verdict).toMatchObject({ accepted: false, reason: 'garbage' });
  });

  it.each([
    ['an empty token', '', 'missing-token'],
    ['a blank token', '  ', 'missing-token'],
    ['a token over the limit', 'é'.repeat(CONTACT_LIMITS.captchaTokenOctets / 2 + 1), 'token-too-long'],
  ])('refuses %s without a call', async (_, token, reason) => {
    const verdict = await verifyCaptcha(outbound, widget, token, CLIENT);

    expect(verdict).toEqual({ accepted: false, reason, codes: [] });
    expect(fake.calls).toHaveLength(0);
  });

  it.each([
    ['silent', 'timeout'],
    ['slow-body', 'timeout'],
    ['error-500', 'http-500'],
    ['garbage', 'garbage'],
    ['wrong-types', 'garbage'],
    ['not-an-object', 'garbage'],
    ['huge', 'too-large'],
    ['redirect', 'http-307'],
    ['reset', 'unreachable'],
    ['rejects', 'rejected'],
    ['wrong-hostname', 'wrong-hostname'],
  ] as const satisfies readonly (readonly [CaptchaBehaviour, string])[])(
    'a provider that is "%s" is a refusal: %s (D-06)',
    async (behaviour, reason) => {
      fake.behave(behaviour);

      const verdict = await verifyCaptcha(
        outbound,
        widget,
        fake.mint(),
        CLIENT,
        behaviour === 'silent' ? undefined : 1000,
      );

      expect(verdict).toMatchObject({ accepted: false, reason });
    },
  );

  it('a provider that is not there is a refusal (D-06)', async () => {
    await fake.close();

    await expect(verifyCaptcha(outbound, widget, 'token', CLIENT)).resolves.toMatchObject({
      accepted: false,
      reason: 'unreachable',
    });
  });

  it('an address that is none is a refusal, not an error (C-16)', async () => {
    await expect(
      verifyCaptcha(outbound, { ...widget, verifyUrl: '' }, 'token', CLIENT),
    ).resolves.toMatchObject({
      accepted: false,
      reason: 'unreachable',
    });
  });

  it('never returns the token or the secret', async () => {
    const token = fake.mint({ expired: true });
    const verdicts: CaptchaVerdict[] = [];
    for (const behaviour of ['ok', 'error-500', 'garbage', 'redirect'] as const) {
      fake.behave(behaviour);
      verdicts.push(await verifyCaptcha(outbound, widget, token, CLIENT));
    }

    expect(JSON.stringify(verdicts)).not.toContain(token);
    expect(JSON.stringify(verdicts)).not.toContain(widget.secretKey);
  });
});
