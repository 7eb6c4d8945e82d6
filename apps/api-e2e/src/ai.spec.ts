import type { AiUsage } from '@sitedesk/contract/ai';
import type { SettingEntry, SettingGroupView } from '@sitedesk/contract/settings';
import { type AiBehaviour, type AiCatalogue, type FakeAiProvider, startAiProvider } from '@sitedesk/testing';
import { type AddressInfo, createServer, type Server } from 'node:net';
import {
  askAndLeave,
  checkOf,
  complete,
  isLeft,
  modelsOf,
  saveAi,
  statusOf,
  suggestion,
  useProvider,
} from './harness/ai.js';
import { createArticle } from './harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { PIXEL, upload } from './harness/files.js';
import { call } from './harness/http.js';
import { storeContacts, tenantIdOf } from './harness/inbox.js';
import { colleague } from './harness/people.js';

describe('the AI provider of a site (specification 2.8, 4.6)', () => {
  let site: EditorSite;
  let admin: EditorBrowser;
  let provider: FakeAiProvider;
  beforeAll(async () => {
    provider = await startAiProvider();
    site = await startEditorSite({ RATELIMIT__COPILOTINLINE: '1000000/60', METRICS: 'on' });
    admin = await site.administrator();
  });
  afterAll(async () => {
    await site.stop();
    await provider.close();
  });
  beforeEach(() => {
    provider.behave('ok');
    provider.say(' und so weiter.');
  });

  const calls = async (work: () => Promise<unknown>): Promise<number> => {
    const before = provider.requests.length;
    await work();
    return provider.requests.length - before;
  };

  /** The provider works, and then behaves otherwise: one that fails again and again isn't asked anymore. */
  const worksUntil = async (behaviour: AiBehaviour): Promise<void> => {
    await useProvider(admin, provider);
    await suggestion(admin);
    provider.behave(behaviour);
  };

  describe('while it is off', () => {
    it('AI-07, I-17: nothing goes out from any route', async () => {
      await useProvider(admin, provider, { Enabled: null });
      expect(
        await calls(async () => {
          expect((await complete(admin)).status).toBe(404);
          expect((await admin.post('/ai/check')).status).toBe(409);
          expect(await modelsOf(admin, '?refresh=1')).toMatchObject({ discovery: 'needs-more', models: [] });
          expect(await statusOf(admin)).toMatchObject({
            enabled: false,
            configured: true,
            state: 'off',
            helps: [],
          });
        }),
      ).toBe(0);
    });

    it('AI-07: no help writes anything', async () => {
      const { id: file } = await upload(admin, 'pixel.png', PIXEL);
      const [message] = await storeContacts(site.database, await tenantIdOf(site.database), [{}]);
      const statuses = async (): Promise<readonly number[]> => {
        const answers = [
          await admin.post('/ai/suggest', { help: 'titles', text: 'Der Sommer war lang.' }),
          await admin.post('/ai/alt-text', { file, locale: 'de' }),
          await admin.post('/ai/reply', { message }),
        ];
        return answers.map(({ status }) => status);
      };
      await useProvider(admin, provider);
      await saveAi(admin, { Replies: 'true' });
      expect(await statuses()).toEqual([200, 200, 200]);
      await saveAi(admin, { Enabled: null });
      expect(await calls(async () => expect(await statuses()).toEqual([404, 404, 404]))).toBe(0);
      await saveAi(admin, { Replies: null });
    });

    it('can’t be turned on without an endpoint', async () => {
      const answer = await saveAi(admin, { Enabled: 'true', Endpoint: null });
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ errors: [{ field: 'values.Endpoint' }] });
    });
  });

  describe('its settings', () => {
    it.each([
      ['Temperature', '2.1'],
      ['Temperature', 'warm'],
      ['MaxTokens', '15'],
      ['MaxTokens', '1025'],
      ['Timeout', '999'],
      ['Timeout', '60001'],
      ['Dialect', 'latin'],
      ['Endpoint', 'https://user:secret@ai.test/v1'],
      ['Endpoint', 'https://ai.test/v1?key=secret'],
      ['Endpoint', 'ftp://ai.test/v1'],
    ])('AI-04: %s can’t be %s', async (name, value) => {
      const answer = await saveAi(admin, { [name]: value });
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ errors: [{ field: `values.${name}` }] });
    });

    it('AI-01, I-11: the token is never read back, and goes with its endpoint', async () => {
      await useProvider(admin, provider);
      const entry = async (): Promise<SettingEntry | undefined> =>
        ((await admin.get('/settings/AI')).json() as SettingGroupView).entries.find(
          ({ name }) => name === 'AccessToken',
        );
      expect(await entry()).toMatchObject({ value: null, secret: { isSet: true } });
      const everything = await Promise.all(
        ['/settings', '/settings/AI', '/settings/history', '/ai/status', '/ai/models', '/audit'].map((path) =>
          admin.get(path),
        ),
      );
      expect(everything.filter(({ text }) => text.includes(provider.token))).toEqual([]);
      const rows = await site.database.query<{ value: string }>(`SELECT value FROM setting`);
      expect(JSON.stringify(rows)).not.toContain(provider.token);

      await saveAi(admin, { Endpoint: 'https://elsewhere.test/v1' });
      expect(await entry()).toMatchObject({ secret: { isSet: false } });
    });
  });

  describe('the status', () => {
    it('I-01: asks nothing of the provider', async () => {
      await useProvider(admin, provider);
      const poll = async (): Promise<void> => {
        for (let time = 0; time < 20; time += 1) expect((await statusOf(admin)).state).toBe('untested');
      };
      expect(await calls(() => Promise.all(Array.from({ length: 10 }, poll)))).toBe(0);
    });

    it('goes from untested to ready and to failing, and back when the settings change', async () => {
      await useProvider(admin, provider);
      expect(await statusOf(admin)).toMatchObject({
        state: 'untested',
        model: 'gpt-4o-mini',
        latency: null,
        provider: { host: new URL(provider.url).host, dialect: 'openai-chat' },
      });
      await suggestion(admin);
      expect(await statusOf(admin)).toMatchObject({
        state: 'ready',
        lastSuccessAt: expect.any(String),
        latency: { calls: 1 },
      });
      provider.behave('unauthorized');
      await complete(admin);
      expect(await statusOf(admin)).toMatchObject({
        state: 'failing',
        failure: 'refused',
        since: expect.any(String),
        detail: 'It doesn’t accept the access token (401).',
      });
      provider.behave('throttled');
      await complete(admin);
      expect(await statusOf(admin)).toMatchObject({ state: 'throttled', until: expect.any(String) });
      await saveAi(admin, { AccessToken: 'another' });
      expect(await statusOf(admin)).toMatchObject({ state: 'untested' });
    });

    it('says nothing of what was asked with settings that have changed in the meantime', async () => {
      await useProvider(admin, provider, { Timeout: '1000' });
      provider.behave('stalled');
      const before = provider.asked.length;
      const asking = complete(admin);
      await eventually(() => expect(provider.asked).toHaveLength(before + 1));
      await saveAi(admin, { MaxTokens: '64' });
      expect((await asking).status).toBe(504);
      expect(await statusOf(admin)).toMatchObject({ state: 'untested' });
      expect((await complete(admin)).status).toBe(504);
      expect(await statusOf(admin)).toMatchObject({ state: 'failing' });
    });

    it('shows others no endpoint', async () => {
      await useProvider(admin, provider);
      const { browser } = await colleague(site, admin, { roles: ['Author'] });
      const answer = await browser.get('/ai/status');
      expect(answer.json()).toMatchObject({ enabled: true, provider: null });
      expect(answer.text).not.toContain(new URL(provider.url).host);
    });
  });

  describe('the list of models', () => {
    it.each<[AiCatalogue, object]>([
      ['ok', { discovery: 'live', automatic: 'gpt-4o-mini', known: true, message: null }],
      ['bare', { discovery: 'live', automatic: 'gpt-4o-mini' }],
      ['names', { discovery: 'live', automatic: 'gpt-4o-mini' }],
      ['native', { discovery: 'live', automatic: 'gpt-4o-mini' }],
      ['none', { discovery: 'unsupported', models: [] }],
      ['garbage', { discovery: 'failed', models: [] }],
      ['error-500', { discovery: 'failed', message: 'It has a problem of its own (500).' }],
    ])('I-14: of a provider that answers %s', async (catalogue, expected) => {
      provider.behave('ok', catalogue);
      await useProvider(admin, provider, { AccessToken: provider.token });
      expect(await modelsOf(admin, '?refresh=1')).toMatchObject(expected);
    });

    it('is asked for once, until someone wants it again', async () => {
      await useProvider(admin, provider);
      await modelsOf(admin, '?refresh=1');
      expect(await calls(() => Promise.all([modelsOf(admin), modelsOf(admin)]))).toBe(0);
      expect(await calls(() => modelsOf(admin, '?refresh=1'))).toBe(1);
    });

    it('is cut at a thousand, and read page by page', async () => {
      provider.behave('ok', 'many');
      await useProvider(admin, provider);
      const many = await modelsOf(admin, '?refresh=1');
      expect([many.models.length, many.truncated]).toEqual([1_000, true]);
      provider.behave('ok');
      await useProvider(admin, provider, { Endpoint: provider.endpoints.anthropic, Dialect: 'anthropic' });
      expect(await modelsOf(admin)).toMatchObject({
        models: [{ id: 'claude-opus-4-1' }, { id: 'claude-haiku-4-5' }],
        automatic: 'claude-haiku-4-5',
      });
    });

    it('needs a token where the provider wants one, and is inferred for Azure', async () => {
      await useProvider(admin, provider, { AccessToken: null });
      expect(await modelsOf(admin)).toMatchObject({
        discovery: 'needs-more',
        message: 'Enter an access token first.',
      });
      await useProvider(admin, provider, { Endpoint: provider.endpoints.azureDeployment, Model: 'auto' });
      expect(await modelsOf(admin)).toMatchObject({ discovery: 'inferred', models: [{ id: 'writer' }] });
    });
  });

  describe('the check', () => {
    it('asks for a word, and counts it', async () => {
      await useProvider(admin, provider);
      expect(await checkOf(admin)).toMatchObject({
        ok: true,
        host: new URL(provider.url).host,
        model: 'gpt-4o-mini',
        tokens: 27,
        steps: Array.from({ length: 6 }, () => expect.objectContaining({ outcome: 'ok' })),
      });
    });

    it.each<[AiBehaviour, string, string | RegExp]>([
      ['reset', 'connection', /closed the connection/],
      ['unauthorized', 'access', 'It doesn’t accept the access token (401).'],
      ['quota', 'access', 'The account at the provider has no credit left (429).'],
      ['model-unknown', 'model', 'It doesn’t know the model “gpt-4o-mini” (404).'],
      ['redirect', 'connection', /Redirects aren’t followed/],
      ['error-500', 'answer', 'It has a problem of its own (500).'],
      ['garbage', 'answer', 'Its response isn’t one of this kind of API.'],
      ['thinking-only', 'answer', /thinks before it writes/],
    ])('names the step that fails: %s', async (behaviour, step, message) => {
      await useProvider(admin, provider);
      provider.behave(behaviour);
      const check = await checkOf(admin);
      expect(check.steps.find(({ outcome }) => outcome === 'failed')?.step).toBe(step);
      expect(check).toMatchObject({
        ok: false,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
      expect(JSON.stringify(check)).not.toContain(provider.token);
    });

    it.each([
      'http://169.254.169.254/v1',
      'https://10.0.0.1/v1',
      'https://[::ffff:10.0.0.1]/v1',
      'http://8.8.8.8/v1',
      'http://127.0.0.2:PORT/v1',
      'https://127.0.0.2:PORT/v1',
      'https://[::1]:PORT/v1',
      'https://[::ffff:127.0.0.2]:PORT/v1',
      'https://2130706434:PORT/v1',
    ])('AI-02, I-10: doesn’t go to %s', async (endpoint) => {
      let connections = 0;
      const guarded = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      const port = await portOf(guarded);
      await useProvider(admin, provider, { Endpoint: endpoint.replace('PORT', String(port)) });
      const check = await checkOf(admin);
      expect(check.steps.find(({ outcome }) => outcome === 'failed')?.step).toBe('address');
      expect((await complete(admin)).status).toBe(502);
      expect(await modelsOf(admin, '?refresh=1')).toMatchObject({ discovery: 'failed' });
      expect(connections).toBe(0);
      await new Promise((resolve) => guarded.close(resolve));
    });
  });

  describe('a suggestion', () => {
    it.each<AiBehaviour>([
      'ok',
      'split',
      'crlf',
      'comments',
      'no-done',
      'empty-choices',
      'at-once',
      'max-tokens-refused',
      'temperature-refused',
      'both-refused',
    ])('comes from a provider like %s', async (behaviour) => {
      await useProvider(admin, provider);
      provider.behave(behaviour);
      provider.say(' schön – 日本 🙂');
      expect(await suggestion(admin, { suffix: '\n', language: 'prose' })).toMatchObject({
        text: ' schön – 日本 🙂',
        finish: 'stop',
        model: 'gpt-4o-mini',
        requestId: expect.any(String),
      });
    });

    it.each([
      ['openai-responses', 'openai', 'gpt-4o-mini'],
      ['anthropic', 'anthropic', 'claude-haiku-4-5'],
      ['azure-openai', 'azure', 'writer'],
      ['azure-openai', 'azureDeployment', 'writer'],
    ] as const)('is asked for in %s at %s', async (dialect, endpoint, model) => {
      await useProvider(admin, provider, {
        Endpoint: provider.endpoints[endpoint],
        Dialect: dialect,
        Model: model,
      });
      expect(await suggestion(admin)).toMatchObject({ text: ' und so weiter.', finish: 'stop', model });
      provider.behave('at-once');
      expect(await suggestion(admin)).toMatchObject({ text: ' und so weiter.', finish: 'stop', model });
    });

    it('is asked for with what stands around the caret, and no more of it than is kept', async () => {
      await useProvider(admin, provider, { Model: 'writer', Temperature: '0.7', MaxTokens: '64' });
      const prefix = `${'START '}${'a'.repeat(5_000)} before`;
      await suggestion(admin, {
        prefix,
        suffix: `after ${'b'.repeat(2_000)}END`,
        title: 'Title',
        locale: 'de',
      });
      const { body } = provider.asked.at(-1) ?? {};
      expect(body).toMatchObject({ model: 'writer', temperature: 0.7, max_tokens: 64, stop: ['\n\n'] });
      const sent = JSON.stringify(body);
      expect(sent).toMatch(/a{3900,4000} before/);
      expect(sent).toContain('after bbb');
      expect(sent).not.toMatch(/START|END"/);
    });

    it('I-05: what a model refuses is asked for once', async () => {
      await useProvider(admin, provider, { Model: 'newer' });
      provider.behave('both-refused');
      expect(await calls(() => suggestion(admin))).toBe(3);
      expect(await calls(() => suggestion(admin))).toBe(1);
      expect(provider.asked.at(-1)?.body).toMatchObject({ max_completion_tokens: 160 });
    });

    it('for a blank text is empty, and nothing is asked', async () => {
      await useProvider(admin, provider);
      expect(
        await calls(async () =>
          expect(await suggestion(admin, { prefix: ' \n' })).toMatchObject({ text: '' }),
        ),
      ).toBe(0);
    });

    it('AI-06: is plain text, without what the model put around it', async () => {
      await useProvider(admin, provider);
      provider.say('```html\n<img src=x onerror=alert(1)>\u0000\u202e\n```');
      const answer = await complete(admin, { language: 'html', prefix: '<p>' });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.json()).toMatchObject({ text: '<img src=x onerror=alert(1)>' });
    });

    it.each<[AiBehaviour, number, object]>([
      ['unauthorized', 502, { code: 'service-failed', failure: 'refused', upstreamStatus: 401 }],
      ['error-500', 502, { failure: 'service', upstreamStatus: 500 }],
      ['overloaded', 502, { failure: 'service', upstreamStatus: 529 }],
      ['error-string', 502, { failure: 'service' }],
      ['too-long', 502, { failure: 'bad-request', upstreamStatus: 400 }],
      ['garbage', 502, { failure: 'garbage' }],
      ['truncated', 502, { failure: 'garbage' }],
      ['huge', 502, { failure: 'garbage' }],
      ['redirect', 502, { failure: 'configuration', upstreamStatus: 302 }],
      ['reset', 502, { failure: 'service' }],
      ['throttled', 429, { limit: 'provider', retryAfterSeconds: 7 }],
    ])('isn’t made up when the provider is %s', async (behaviour, status, expected) => {
      await worksUntil(behaviour);
      const answer = await complete(admin);
      expect([answer.status, answer.json()]).toEqual([status, expect.objectContaining(expected)]);
      expect(answer.text).not.toContain(provider.token);
      expect(answer.text).not.toContain(new URL(provider.url).host);
    });

    it.each<AiBehaviour>(['error-midstream', 'cut'])('is marked as cut after %s', async (behaviour) => {
      await worksUntil(behaviour);
      expect(await suggestion(admin)).toMatchObject({ text: expect.stringMatching(/^ und/), finish: 'cut' });
    });

    it('has an end where the provider has none', async () => {
      await worksUntil('endless');
      expect(await suggestion(admin)).toMatchObject({ finish: 'length' });
      await eventually(() => expect(provider.asked.at(-1)?.gone).toBe(true));
    });

    it.each<AiBehaviour>(['silent', 'stalled'])(
      'I-13: is a 504 when the provider is %s',
      async (behaviour) => {
        await useProvider(admin, provider, { Timeout: '1000' });
        provider.behave(behaviour);
        expect((await complete(admin)).status).toBe(504);
        await eventually(() => expect(provider.asked.at(-1)?.gone).toBe(true));
      },
    );

    it('AI-05, I-03: ends with the person who asked for it, and for something newer', async () => {
      await useProvider(admin, provider, { Timeout: '60000' });
      await isLeft(admin, provider, '/ai/complete', { prefix: 'Der Sommer war' });
      await isLeft(admin, provider, '/ai/check', {});

      provider.behave('stalled');
      const before = provider.asked.length;
      const older = complete(admin);
      const second = await eventually(() => askedAfter(before));
      provider.behave('ok');
      expect((await complete(admin)).status).toBe(200);
      expect((await older).status).toBe(409);
      await eventually(() => expect(second.gone).toBe(true));
      expect((await statusOf(admin)).state).toBe('ready');
    });

    it('I-03: is made for four people of a site at a time, and for the next when one has gone', async () => {
      await useProvider(admin, provider);
      const people: EditorBrowser[] = [];
      for (let person = 0; person < 5; person += 1)
        people.push((await colleague(site, admin, { roles: ['Author'] })).browser);
      provider.behave('stalled');
      const before = provider.asked.length;
      const leaving = people.slice(0, 4).map(askAndLeave);
      await eventually(() => expect(provider.asked.length).toBe(before + 4));
      const [last = admin] = people.slice(4);
      const full = await complete(last);
      expect([full.status, full.json()]).toEqual([429, expect.objectContaining({ limit: 'slots' })]);
      expect(provider.asked.length).toBe(before + 4);
      for (const leave of leaving) leave();
      await eventually(() => expect(provider.asked.slice(before).every(({ gone }) => gone)).toBe(true));
      provider.behave('ok');
      for (const person of people)
        await eventually(async () => expect((await complete(person)).status).toBe(200));
    });

    it('I-03: can be left two hundred times, and everyone can still ask', async () => {
      await useProvider(admin, provider, { SiteTokensPerDay: '100000000', UserTokensPerDay: '100000000' });
      provider.behave('stalled');
      const people = [admin];
      while (people.length < 4) people.push((await colleague(site, admin, { roles: ['Author'] })).browser);
      const begin = provider.asked.length;
      for (let time = 0; time < 50; time += 1) {
        const before = provider.asked.length;
        const leaving = people.map(askAndLeave);
        // Before the server has it, while it asks the provider, or after that. A slow machine asks nothing within milliseconds.
        if (time % 10 === 9) await eventually(() => expect(provider.asked.length).toBeGreaterThan(before));
        else await new Promise((resolve) => setTimeout(resolve, 5 * (time % 10)));
        for (const leave of leaving) leave();
      }
      const left = () => provider.asked.slice(begin).filter(({ gone }) => !gone).length;
      await eventually(() => expect(left()).toBe(0));
      const before = provider.asked.length;
      const leaving = people.map(askAndLeave);
      await eventually(() => expect(provider.asked).toHaveLength(before + 4));
      for (const leave of leaving) leave();
    });

    it('is for those who may edit the article', async () => {
      await useProvider(admin, provider);
      const article = await createArticle(admin, { title: 'Sommer' });
      const { browser } = await colleague(site, admin, { roles: ['Author'] });
      const { number } = article;
      expect((await complete(admin, { article: number })).status).toBe(200);
      expect(
        await calls(async () => expect((await complete(browser, { article: number })).status).toBe(403)),
      ).toBe(0);
      expect((await complete(browser)).status).toBe(200);
      expect((await complete(browser, { article: 999_999 })).status).toBe(404);
    });

    it('I-17: isn’t for reviewers', async () => {
      await useProvider(admin, provider);
      const { browser } = await colleague(site, admin, { roles: ['Reviewer'] });
      expect(await calls(async () => expect((await complete(browser)).status).toBe(403))).toBe(0);
    });

    it('isn’t asked for while the provider keeps failing', async () => {
      await worksUntil('error-500');
      for (let time = 0; time < 5; time += 1) expect((await complete(admin)).status).toBe(502);
      const answer = await complete(admin);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    });

    const askedAfter = (before: number) => {
      const [found] = provider.asked.slice(before);
      if (!found) throw new Error('Nothing has come yet.');
      return found;
    };
  });

  describe('budgets', () => {
    const usage = async (): Promise<AiUsage> => (await admin.get('/ai/usage')).json() as AiUsage;
    const forgetUsage = async (): Promise<void> => {
      await site.database.query('DELETE FROM ai_usage');
      await site.database.query('DELETE FROM ai_day');
    };

    it('AI-03, I-06: are kept by many at once', async () => {
      await forgetUsage();
      await useProvider(admin, provider, { MaxTokens: '16', SiteTokensPerDay: '1000000' });
      await suggestion(admin);
      const { days } = await usage();
      expect(days).toEqual([
        expect.objectContaining({ calls: 1, tokensIn: 20, tokensOut: 7, refusals: 0, failures: 0 }),
      ]);

      await useProvider(admin, provider, {
        MaxTokens: '16',
        UserTokensPerDay: '1000',
        SiteTokensPerDay: '1000000',
      });
      for (let time = 0; time < 60; time += 1) if ((await complete(admin)).status === 429) break;
      const { budget, state } = await statusOf(admin);
      expect(budget.user.used).toBeLessThanOrEqual(1_000);
      expect(state === 'ready' || state === 'budget-spent').toBe(true);
      expect(
        await calls(async () => {
          const answer = await complete(admin);
          expect(answer.status).toBe(429);
          expect(answer.json()).toMatchObject({
            limit: 'user-budget',
            retryAfterSeconds: expect.any(Number),
          });
        }),
      ).toBe(0);
      expect((await usage()).people[0]?.refusals).toBeGreaterThanOrEqual(2);

      const { browser } = await colleague(site, admin, { roles: ['Author'] });
      await useProvider(admin, provider, { SiteTokensPerDay: '1000' });
      const answer = await complete(browser);
      expect([answer.status, answer.json()]).toEqual([
        429,
        expect.objectContaining({ limit: 'site-budget' }),
      ]);
    });

    it('I-06: aren’t exceeded by a hundred calls at the same moment', async () => {
      await forgetUsage();
      const budget = 15_000; // more than a hundred calls cost that are left, so that some are answered
      await useProvider(admin, provider, { MaxTokens: '16', SiteTokensPerDay: String(budget) });
      const people: EditorBrowser[] = [];
      while (people.length < 10) people.push((await colleague(site, admin, { roles: ['Author'] })).browser);
      const hundred = async (): Promise<readonly string[]> => {
        const answers = await Promise.all(
          Array.from({ length: 100 }, (_, at) => complete(people[at % people.length] ?? admin)),
        );
        return answers.map((answer) => String((answer.json() as { limit?: string }).limit ?? answer.status)); // as problems say
      };
      const seen: string[] = [];
      while (!seen.includes('site-budget')) seen.push(...(await hundred()));
      expect(seen).toContain('200');
      // What is reserved before each call is never above the budget; so nothing is drawn above it.
      expect((await statusOf(admin)).budget.site.used).toBeLessThanOrEqual(budget);
      await saveAi(admin, { SiteTokensPerDay: '1000' });
      expect(
        await calls(async () =>
          expect((await complete(admin)).json()).toMatchObject({ limit: 'site-budget' }),
        ),
      ).toBe(0);
    });

    it('settle what failed or was left', async () => {
      await forgetUsage();
      await useProvider(admin, provider);
      provider.behave('error-500');
      await complete(admin);
      expect((await statusOf(admin)).budget).toMatchObject({ user: { used: 0 }, site: { used: 0 } });
      expect((await usage()).days).toEqual([
        expect.objectContaining({ calls: 1, failures: 1, tokensOut: 0 }),
      ]);
    });

    it('charge what a provider read and wrote for someone who left, or didn’t get it in time', async () => {
      const spent = async (): Promise<object> => {
        const [day] = (await usage()).days;
        return {
          calls: day?.calls,
          failures: day?.failures,
          read: Number(day?.tokensIn) > 0,
          wrote: Number(day?.tokensOut) > 0,
        };
      };
      await forgetUsage();
      await useProvider(admin, provider, { Timeout: '1000' });
      provider.behave('stalled');
      expect((await complete(admin)).status).toBe(504);
      expect(await spent()).toEqual({ calls: 1, failures: 1, read: true, wrote: true });
      await forgetUsage();
      const before = provider.asked.length;
      const leave = askAndLeave(admin);
      await eventually(() => expect(provider.asked).toHaveLength(before + 1));
      leave();
      await eventually(async () =>
        expect(await spent()).toMatchObject({ calls: 1, failures: 0, read: true }),
      );
      const { days } = await usage();
      expect((await statusOf(admin)).budget.site.used).toBe(
        (days[0]?.tokensIn ?? 0) + (days[0]?.tokensOut ?? 0),
      );
    });

    it('are forgotten after 400 days, with the first call of a day', async () => {
      await useProvider(admin, provider);
      await suggestion(admin);
      await site.database.query('DELETE FROM ai_day');
      for (const days of [399, 401]) {
        await site.database.query(
          `INSERT INTO ai_usage (tenant_id, day, account_id, help, calls) SELECT tenant_id, day - ${days}, account_id, help, calls FROM ai_usage WHERE day = (SELECT max(day) FROM ai_usage)`,
        );
        await site.database.query(
          `INSERT INTO ai_day (tenant_id, day, tokens) SELECT DISTINCT tenant_id, day, 1 FROM ai_usage WHERE day < current_date - 390 ON CONFLICT DO NOTHING`,
        );
      }
      const old = (table: string) =>
        site.database.query(
          `SELECT DISTINCT current_date - day AS age FROM ${table} WHERE day < current_date - 390 ORDER BY 1`,
        );
      expect(await old('ai_day')).toHaveLength(2);
      await suggestion(admin);
      for (const table of ['ai_usage', 'ai_day']) {
        const rows = await old(table);
        expect(rows).toHaveLength(1);
        expect(Number(rows[0]?.['age'])).toBeLessThanOrEqual(400);
      }
    });
  });

  it('I-07: what people write and what models answer stays nowhere', async () => {
    await useProvider(admin, provider);
    const [asked, answered] = ['Rosinenkuchen', 'Zwetschgenkompott'];
    provider.say(` mit ${answered}`);
    await suggestion(admin, { prefix: `Heute gibt es ${asked}` });
    provider.behave('error-midstream');
    await suggestion(admin, { prefix: `Heute gibt es ${asked}` });
    const said: string[] = [];
    for (const behaviour of ['unauthorized', 'too-long', 'error-500', 'error-string', 'garbage'] as const) {
      provider.behave('ok');
      await worksUntil(behaviour);
      const answer = await complete(admin, { prefix: `Heute gibt es ${asked}` });
      expect(answer.status).toBe(502);
      said.push(answer.text, JSON.stringify(await checkOf(admin)), JSON.stringify(await statusOf(admin)));
    }
    said.push((await call(`${site.api.url}/metrics`)).text);
    expect(said.at(-1)).toContain('sitedesk_ai_calls_total');
    expect(said.filter((text) => text.includes(asked) || text.includes(answered))).toEqual([]);
    const tables = await site.database.query<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    for (const { name } of tables) {
      const rows = await site.database.query(
        `SELECT t::text FROM ${name} t WHERE t::text ~ '${asked}|${answered}'`,
      );
      expect([name, rows]).toEqual([name, []]);
    }
    expect(site.api.output()).not.toMatch(new RegExp(`${asked}|${answered}`));
    expect(site.api.output()).toContain('"event":"ai.call"');
  });
});

describe('the policy copilot-inline (specification 8)', () => {
  it('counts by person', async () => {
    const provider = await startAiProvider();
    const site = await startEditorSite({ RATELIMIT__COPILOTINLINE: '2/3600' });
    try {
      const admin = await site.administrator();
      await useProvider(admin, provider);
      const { browser } = await colleague(site, admin, { roles: ['Author'] });
      expect((await complete(admin)).status).toBe(200);
      expect((await complete(admin)).status).toBe(200);
      const refused = await complete(admin);
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
      expect((await complete(browser)).status).toBe(200);
    } finally {
      await site.stop();
      await provider.close();
    }
  });

  it('AI-01: the operator’s token isn’t sent to an endpoint that a site names', async () => {
    const provider = await startAiProvider();
    const site = await startEditorSite({ AI__ACCESSTOKEN: provider.token });
    try {
      const admin = await site.administrator();
      const answer = await saveAi(admin, { Enabled: 'true', Endpoint: provider.endpoints.openai });
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ errors: [{ field: 'values.AccessToken' }] });
      expect(provider.requests).toHaveLength(0);
    } finally {
      await site.stop();
      await provider.close();
    }
  });
});

/** Listens on all addresses of this machine. */
async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  return (server.address() as AddressInfo).port; // a TCP server that listens has one
}
