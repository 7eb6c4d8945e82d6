import { type CaptchaCheck, CAPTCHA_TEXTS } from '@sitedesk/contract/captcha';
import { type FakeCaptchaProvider, startCaptchaProvider } from '@sitedesk/testing';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { colleague } from './harness/people.js';

describe('checking CAPTCHA keys (UI-05)', () => {
  let site: EditorSite;
  let admin: EditorBrowser;
  let fake: FakeCaptchaProvider;
  beforeAll(async () => {
    fake = await startCaptchaProvider();
    site = await startEditorSite();
    admin = await site.administrator();
  });
  afterAll(async () => {
    await site.stop();
    await fake.close();
  });
  afterEach(() => fake.behave('ok'));

  const check = async (body: object): Promise<CaptchaCheck> =>
    (await admin.post('/captcha/check', body)).json() as CaptchaCheck;
  const widget = (secretKey: string): object => ({
    provider: 'captcha_widget',
    secretKey,
    verifyUrl: fake.widget.verifyUrl,
  });

  it('tells a right secret from a wrong one by the provider’s own code', async () => {
    expect(await check(widget(fake.widget.secretKey))).toMatchObject({
      outcome: 'accepted',
      codes: ['invalid-input-response'],
      host: new URL(fake.url).host,
    });
    expect(await check(widget('not the secret'))).toMatchObject({
      outcome: 'refused',
      codes: ['invalid-input-secret'],
    });
  });

  it.each(['silent', 'reset'] as const)(
    'says honestly that nothing is known when the provider is %s',
    async (behaviour) => {
      fake.behave(behaviour);
      expect(await check(widget(fake.widget.secretKey))).toMatchObject({
        outcome: 'unreachable',
        message: expect.stringContaining('The keys weren’t checked'),
      });
    },
  );

  it.each(['garbage', 'error-500', 'redirect', 'huge'] as const)(
    'takes an answer like %s for neither',
    async (behaviour) => {
      fake.behave(behaviour);
      expect(await check(widget(fake.widget.secretKey))).toMatchObject({ outcome: 'unclear' });
    },
  );

  it('warns of keys that let everyone through', async () => {
    const server = await answering('{"success":true}');
    const verifyUrl = `http://127.0.0.1:${portOf(server)}/siteverify`;
    expect(await check({ provider: 'captcha_widget', secretKey: 'always', verifyUrl })).toMatchObject({
      outcome: 'test-keys',
    });
    server.close();
  });

  it('uses the stored secret when none is typed, and S-08: sends it to no other host', async () => {
    const { siteKey, secretKey, verifyUrl } = fake.invisible;
    const Config = JSON.stringify({
      Provider: 'captcha_invisible',
      SiteKey: siteKey,
      SecretKey: secretKey,
      RequireCaptcha: false,
      VerifyUrl: verifyUrl,
    });
    expect(
      (await admin.put('/settings/CAPTCHA', { values: { Config } }, { 'If-Match': '"v0"' })).status,
    ).toBe(200);
    expect(await check({})).toMatchObject({ outcome: 'accepted', provider: 'captcha_invisible' });
    const calls = fake.calls.length;
    const elsewhere = await admin.post('/captcha/check', { verifyUrl: 'https://evil.test/siteverify' });
    expect(elsewhere.json()).toMatchObject({
      errors: [{ field: 'secretKey', message: CAPTCHA_TEXTS.secretOfOtherHost.text }],
    });
    const otherProvider = await admin.post('/captcha/check', { provider: 'captcha_widget' });
    expect(otherProvider.json()).toMatchObject({ errors: [{ field: 'secretKey' }] });
    expect(fake.calls).toHaveLength(calls);
  });

  it('asks no address of the inner network (S-06)', async () => {
    const verifyUrl = 'http://169.254.169.254/siteverify';
    expect(await check({ provider: 'captcha_widget', secretKey: 'x', verifyUrl })).toMatchObject({
      outcome: 'unreachable',
      message: expect.stringContaining('isn’t public'),
    });
  });

  it('is for those who may change settings', async () => {
    const { browser } = await colleague(site, admin, { roles: ['Editor'] });
    expect((await browser.post('/captcha/check', widget('x'))).status).toBe(403);
  });
});

async function answering(body: string): Promise<Server> {
  const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
