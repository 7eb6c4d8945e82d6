import { createContext, runInContext } from 'node:vm';
import { outboundService } from '../../platform/outbound/outbound.fixture.js';
import { verifyCaptcha } from './verify-captcha.js';
import {
  type CaptchaClientBehaviour,
  type FakeCaptchaProvider,
  startCaptchaProvider,
} from '@sitedesk/testing';

const CLIENT = { address: '203.0.113.7', hostnames: ['localhost'] };

/** Runs a stand-in script as a browser would, with just enough of a document. */
async function load(src: string): Promise<Record<string, unknown>> {
  const window: Record<string, unknown> = {};
  const element = { append: () => undefined, remove: () => undefined };
  const document = {
    currentScript: { src },
    createElement: () => ({ ...element }),
    querySelector: () => element,
  };
  runInContext(
    await (await fetch(src)).text(),
    createContext({ window, document, URL, setTimeout, clearTimeout }),
  );
  return window;
}

/** Renders the widget and tells which of its callbacks came first. */
async function renderWidget(
  fake: FakeCaptchaProvider,
  behaviour: Partial<CaptchaClientBehaviour>,
  until: string,
): Promise<unknown[]> {
  fake.behaveInBrowser({ delayMs: 1, ...behaviour });
  const { turnstile } = await load(fake.widget.scriptUrl);
  return new Promise((resolve) => {
    const seen: unknown[] = [];
    const on = (name: string) => (value: unknown) => {
      seen.push(name, value);
      if (name === until) resolve(seen);
    };
    const api = turnstile as { render(container: string, options: object): string };
    api.render('#box', {
      sitekey: 'key',
      callback: on('callback'),
      'error-callback': on('error'),
      'expired-callback': on('expired'),
    });
  });
}

describe('startCaptchaProvider', () => {
  const outbound = outboundService();
  let fake: FakeCaptchaProvider;
  beforeEach(async () => void (fake = await startCaptchaProvider()));
  afterEach(() => fake.close());
  afterAll(() => outbound.onApplicationShutdown());

  it('solves the widget with a token that verifies once', async () => {
    const [, token] = await renderWidget(fake, { outcome: 'solve' }, 'callback');
    const config = {
      ...fake.widget,
      provider: 'captcha_widget',
      guarded: false,
      scoreThreshold: 0.5,
    } as const;

    await expect(verifyCaptcha(outbound, config, String(token), CLIENT)).resolves.toMatchObject({
      accepted: true,
    });
    await expect(verifyCaptcha(outbound, config, String(token), CLIENT)).resolves.toMatchObject({
      codes: ['timeout-or-duplicate'],
    });
  });

  it('reports an error of the widget', async () => {
    await expect(renderWidget(fake, { outcome: 'fail' }, 'error')).resolves.toEqual(['error', '300010']);
  });

  it('lets a solved widget expire', async () => {
    const seen = await renderWidget(fake, { outcome: 'expire' }, 'expired');

    expect(seen.filter((entry) => entry === 'callback' || entry === 'expired')).toEqual([
      'callback',
      'expired',
    ]);
  });

  it('executes the invisible check with a token that verifies', async () => {
    const { grecaptcha } = await load(`${fake.invisible.scriptUrl}?render=${fake.invisible.siteKey}`);
    const api = grecaptcha as { execute(key: string, options: object): Promise<string> };

    const token = await api.execute(fake.invisible.siteKey, { action: 'submit' });

    const config = {
      ...fake.invisible,
      provider: 'captcha_invisible',
      guarded: false,
      scoreThreshold: 0.5,
    } as const;
    await expect(verifyCaptcha(outbound, config, token, CLIENT)).resolves.toMatchObject({
      accepted: true,
      score: 0.9,
    });
  });
});
