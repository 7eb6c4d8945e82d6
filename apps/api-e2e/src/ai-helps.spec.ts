import type { AiSuggestions } from '@sitedesk/contract/ai';
import { type FakeAiProvider, startAiProvider } from '@sitedesk/testing';
import sharp from 'sharp';
import { saveAi, statusOf, useProvider } from './harness/ai.js';
import { createArticle } from './harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { upload } from './harness/files.js';
import { storeContacts, tenantIdOf } from './harness/inbox.js';
import type { Answer } from './harness/http.js';
import { colleague } from './harness/people.js';

const PARAGRAPH = 'Der Sommer war lang, und und die Gäste kamen von https://hotel.test herüber.';

const NOTHING = '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41';

describe('what the AI writes when someone asks for it (specification 2.8)', () => {
  let site: EditorSite;
  let admin: EditorBrowser;
  let provider: FakeAiProvider;
  beforeAll(async () => {
    provider = await startAiProvider();
    site = await startEditorSite({ RATELIMIT__COPILOTINLINE: '1000000/60' });
    admin = await site.administrator();
  });
  afterAll(async () => {
    await site.stop();
    await provider.close();
  });
  beforeEach(async () => {
    provider.behave('ok');
    await useProvider(admin, provider);
  });

  const suggest = (input: object, browser = admin): Promise<Answer> =>
    browser.post('/ai/suggest', { text: PARAGRAPH, ...input });
  const choices = async (input: object): Promise<readonly string[]> => {
    const answer = await suggest(input);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return (answer.json() as AiSuggestions).choices;
  };
  const asked = (): Readonly<Record<string, unknown>> => provider.asked.at(-1)?.body ?? {};

  it('three titles or introductions: lines, whatever the model puts around them', async () => {
    provider.say(
      'Here are three titles:\n\n1. “Ein langer Sommer”\n2. **Gäste**\n- Gäste\n3. Von weit her\n4. Zu viel\n',
    );
    expect(await choices({ help: 'titles', title: 'Sommer' })).toEqual([
      'Ein langer Sommer',
      'Gäste',
      'Von weit her',
    ]);
    expect(JSON.stringify(asked())).toContain('Der Sommer war lang');
    provider.say(`Kurz.\n${'x'.repeat(513)}\nAuch kurz.`);
    expect(await choices({ help: 'introductions' })).toEqual(['Kurz.', 'Auch kurz.']);
  });

  it('a shorter or corrected paragraph, on one line and without the links that only the model has', async () => {
    provider.say(
      '```\nDer Sommer war lang, und die Gäste kamen\nvon https://hotel.test herüber. ![x](https://evil.test/?q=secret) Mehr: https://evil.test/a [hier](https://evil.test)\n```',
    );
    expect(await choices({ help: 'proofread' })).toEqual([
      'Der Sommer war lang, und die Gäste kamen von https://hotel.test herüber. x Mehr:  hier',
    ]);
    provider.say('Langer Sommer, Gäste von https://hotel.test.');
    expect(await choices({ help: 'shorten' })).toEqual(['Langer Sommer, Gäste von https://hotel.test.']);
  });

  it('half a paragraph is no answer, and half a title no choice', async () => {
    provider.say('Eins\nZwei\nDrei und noch mehr');
    provider.behave('cut');
    const cut = await suggest({ help: 'shorten' });
    expect(cut.status).toBe(502);
    expect(cut.json()).toMatchObject({ detail: expect.stringContaining('cut off') as string });
    const titles = await choices({ help: 'titles' });
    expect(titles).not.toContain('Drei und noch mehr');
    expect(titles.length).toBeLessThan(3);
  });

  it('is for those who may edit the article, and for texts of a length', async () => {
    const { number } = await createArticle(admin, { title: 'Sommer' });
    const { browser } = await colleague(site, admin, { roles: ['Author'] });
    const before = provider.asked.length;
    expect((await suggest({ help: 'titles', article: number }, browser)).status).toBe(403);
    expect((await suggest({ help: 'titles', article: 999_999 })).status).toBe(404);
    expect((await suggest({ help: 'shorten', text: 'x'.repeat(6_001) })).json()).toMatchObject({
      errors: [{ field: 'text' }],
    });
    expect((await suggest({ help: 'rewrite' })).status).toBe(400);
    expect(provider.asked.length).toBe(before);
    provider.say('Eins');
    expect((await suggest({ help: 'titles', article: number })).status).toBe(200);
  });

  it('each can be turned off, and then nothing goes out', async () => {
    await saveAi(admin, { Writing: 'false' });
    expect((await statusOf(admin)).helps).toEqual(['inline', 'alt-text', 'translate']);
    const before = provider.asked.length;
    expect((await suggest({ help: 'titles' })).status).toBe(404);
    expect(provider.asked.length).toBe(before);
    await saveAi(admin, { Writing: null, Inline: 'false', AltText: 'false' });
    expect((await statusOf(admin)).helps).toEqual([
      'titles',
      'introductions',
      'shorten',
      'proofread',
      'translate',
    ]);
    expect((await admin.post('/ai/complete', { prefix: 'Der Sommer' })).status).toBe(404);
    await saveAi(admin, { Inline: null, AltText: null });
  });

  it('counts against the budgets, by help', async () => {
    provider.say('Eins');
    await choices({ help: 'titles' });
    const rows = await site.database.query<{ help: string }>(
      `SELECT DISTINCT help FROM ai_usage ORDER BY help`,
    );
    expect(rows.map(({ help }) => help)).toContain('titles');
    await saveAi(admin, { SiteTokensPerDay: '1000' });
    const spent = await suggest({ help: 'introductions', text: 'Wort '.repeat(2_000) });
    expect(spent.status).toBe(429);
    expect(spent.json()).toMatchObject({ limit: 'site-budget' });
    await saveAi(admin, { SiteTokensPerDay: null });
  });

  describe('alternative texts', () => {
    let picture: string;
    let text: string;
    const describeFile = (file: string, browser = admin): Promise<Answer> =>
      browser.post('/ai/alt-text', { file, locale: 'de' });
    beforeAll(async () => {
      const jpeg = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
        .withExif({ IFD0: { Copyright: 'Anna Berg' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
        .jpeg()
        .toBuffer();
      ({ id: picture } = await upload(admin, 'see.jpg', jpeg));
      ({ id: text } = await upload(admin, 'note.txt', 'note'));
    });

    it.each([
      [
        'openai-chat',
        'openai',
        (body: object) =>
          JSON.stringify(body).match(/"image_url":{"url":"data:image\/jpeg;base64,([^"]+)"/)?.[1],
      ],
      [
        'openai-responses',
        'openai',
        (body: object) => JSON.stringify(body).match(/"image_url":"data:image\/jpeg;base64,([^"]+)"/)?.[1],
      ],
      [
        'anthropic',
        'anthropic',
        (body: object) => JSON.stringify(body).match(/"media_type":"image\/jpeg","data":"([^"]+)"/)?.[1],
      ],
    ] as const)(
      '%s: the model sees a small picture that doesn’t say where it was taken',
      async (dialect, endpoint, imageOf) => {
        await useProvider(admin, provider, { Dialect: dialect, Endpoint: provider.endpoints[endpoint] });
        await saveAi(admin, { AccessToken: provider.token });
        provider.say('“Ein blauer See.”\n');
        const answer = await describeFile(picture);
        expect(answer.json()).toMatchObject({ choices: ['Ein blauer See.'] });
        const sent = Buffer.from(imageOf(asked()) ?? '', 'base64');
        expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 341 });
        expect((await sharp(sent).metadata()).exif).toBeUndefined();
      },
    );

    it('says so where the model reads no pictures, the file is none, or isn’t there', async () => {
      provider.behave('blind');
      const blind = await describeFile(picture);
      expect(blind.status).toBe(502);
      expect(blind.json()).toMatchObject({
        detail: expect.stringContaining('doesn’t read pictures') as string,
      });
      expect((await describeFile(text)).json()).toMatchObject({ errors: [{ field: 'file' }] });
      expect((await describeFile(NOTHING)).status).toBe(404);
    });
  });

  describe('drafts of replies', () => {
    it('are off until someone decides it, and say nothing of who wrote', async () => {
      const tenant = await tenantIdOf(site.database);
      const [message] = await storeContacts(site.database, tenant, [
        {
          name: 'Anna Çelik',
          message: 'Hi, anna çelik here. Call +49 30 1234567 or write to bo@example.org.',
        },
      ]);
      const draft = (browser = admin): Promise<Answer> => browser.post('/ai/reply', { message });
      const before = provider.asked.length;
      expect((await draft()).status).toBe(404);
      expect(provider.asked.length).toBe(before);
      await saveAi(admin, { Replies: 'true' });
      provider.say('Dear [name],\n\nthank you. See https://evil.test/?q=1');
      expect((await draft()).json()).toMatchObject({
        choices: ['Dear Anna Çelik,\n\nthank you. See'],
      });
      const sent = JSON.stringify(asked());
      expect(sent).toContain('Hi, [name] here. Call [number] or write to [email].');
      expect(sent).not.toMatch(/çelik|1234567|bo@example/i);
      const { browser } = await colleague(site, admin, { roles: ['Author'] });
      expect((await draft(browser)).status).toBe(403);
      expect((await admin.post('/ai/reply', { message: NOTHING })).status).toBe(404);
      await saveAi(admin, { Replies: null });
    });
  });
});
