import type { AiTranslation, AiTranslationState } from '@sitedesk/contract/ai-translations';
import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import { type FakeAiProvider, startAiProvider, translateAs } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { isLeft, saveAi, statusOf, useProvider } from './harness/ai.js';
import { createArticle, readArticle, saveFields, setAccess } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

const HEADING = 'AAAAAAAAAAAA';
const PARAGRAPH = 'BBBBBBBBBBBB';
const BUTTON = 'CCCCCCCCCCCC';
const LINK = { type: 'link', attrs: { href: 'https://hotel.test/?q=1', title: null } };

const text = (words: string, ...marks: readonly object[]): object =>
  marks.length > 0 ? { type: 'text', text: words, marks } : { type: 'text', text: words };
const paragraph = (words: string, id?: string): object => ({
  type: 'paragraph',
  ...(id && { attrs: { id } }),
  content: [text(words)],
});

const BLOCKS = [
  { type: 'heading', attrs: { id: HEADING, level: 2 }, content: [text('The long summer')] },
  {
    type: 'paragraph',
    attrs: { id: PARAGRAPH },
    content: [
      text('Dear {name}, run '),
      text('npm start', { type: 'code' }),
      text(' and '),
      text('read on', LINK),
    ],
  },
  { type: 'codeBlock', attrs: { id: 'DDDDDDDDDDDD', language: 'js' }, content: [text('let summer = 1;')] },
  {
    type: 'bulletList',
    content: [{ type: 'listItem', content: [paragraph('First thing')] }],
  },
  {
    type: 'table',
    attrs: { caption: 'Prices', id: 'EEEEEEEEEEEE' },
    content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [paragraph('Per night')] }] }],
  },
  { type: 'blockquote', attrs: { source: 'Anna Berg' }, content: [paragraph('Lovely')] },
  { type: 'button', attrs: { id: BUTTON, label: 'Book now', href: '/book' } },
  paragraph('42'),
];

describe('translating an article into a draft copy', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let provider: FakeAiProvider;
  beforeAll(async () => {
    provider = await startAiProvider();
    sites = await startTwoEditorSites({ RATELIMIT__COPILOTINLINE: '1000000/60' });
    ({ a } = sites);
  });
  afterAll(async () => {
    await sites.site.stop();
    await provider.close();
  });
  beforeEach(async () => {
    provider.behave('ok');
    provider.say(translateAs((words) => words.toUpperCase()));
    await useProvider(a, provider);
  });

  const write = async (blocks: readonly object[], more: object = {}): Promise<ArticleDetails> => {
    const made = await createArticle(a, { title: 'Summer' });
    const body = {
      operation: randomUUID(),
      fields: { ...made.fields, introduction: 'All of it', ...more },
      document: { type: 'doc', content: blocks },
    };
    const saved = await a.put(`/articles/${made.number}/draft`, body, { 'If-Match': `"v${made.revision}"` });
    if (saved.status !== 200) throw new Error(`${saved.status}: ${saved.text}`);
    return readArticle(a, made.number);
  };
  const begin = (article: number, language = 'de', browser = a): Promise<Answer> =>
    browser.post('/ai/translations', { article, language });
  const begun = async (article: number, language = 'de'): Promise<AiTranslation> => {
    const answer = await begin(article, language);
    if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.json() as AiTranslation;
  };
  const goOn = (number: number, input: object = {}, browser = a): Promise<Answer> =>
    browser.post(`/ai/translations/${number}/continue`, input);
  const gone = async (number: number, input: object = {}): Promise<AiTranslation> => {
    const answer = await goOn(number, input);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.json() as AiTranslation;
  };
  /** Until nothing is left. */
  const finished = async (number: number): Promise<AiTranslation> => {
    let state = await gone(number);
    while (state.left > 0) {
      const { left } = state;
      state = await gone(number);
      expect(state.left).toBeLessThan(left);
    }
    return state;
  };
  const stateOf = async (number: number, browser = a): Promise<AiTranslation | null> =>
    ((await browser.get(`/ai/translations/${number}`)).json() as AiTranslationState).translation;
  const blocksOf = async (number: number): Promise<readonly DocumentNode[]> =>
    (await readArticle(a, number)).document.content ?? [];

  it('makes a copy in the same place, and translates what readers read; the original stays', async () => {
    const source = await write(BLOCKS, { searchTitle: 'Summer at the hotel', tags: ['summer'] });
    const begunWith = await begun(source.number);
    expect(begunWith).toMatchObject({
      title: 'Summer (Deutsch)',
      source: source.number,
      language: 'de',
      kept: [],
    });
    expect(begunWith.left).toBe(begunWith.total);
    const { number } = begunWith;
    expect(await finished(number)).toMatchObject({ left: 0, kept: [] });
    const copy = await readArticle(a, number);
    expect(copy).toMatchObject({ status: 'draft', publishedAt: null });
    expect(copy.fields).toMatchObject({
      title: 'SUMMER',
      slug: 'summer-deutsch',
      introduction: 'ALL OF IT',
      searchTitle: 'SUMMER AT THE HOTEL',
      tags: ['summer'],
    });
    const [heading, words, code, list, table, quote, button, digits] = copy.document.content ?? [];
    expect(heading?.content).toEqual([text('THE LONG SUMMER')]);
    expect(words?.content).toEqual([
      text('DEAR {name}, RUN '),
      text('npm start', { type: 'code' }),
      text(' AND '),
      text('READ ON', LINK),
    ]);
    expect(code?.content).toEqual([text('let summer = 1;')]);
    expect(JSON.stringify(list)).toContain('FIRST THING');
    expect(table?.attrs).toMatchObject({ caption: 'PRICES' });
    expect(JSON.stringify(table)).toContain('PER NIGHT');
    expect(quote?.attrs).toMatchObject({ source: 'Anna Berg' });
    expect(JSON.stringify(quote)).toContain('LOVELY');
    expect(button?.attrs).toMatchObject({ label: 'BOOK NOW', href: '/book' });
    expect(digits?.content).toEqual([text('42')]);
    expect((await readArticle(a, source.number)).document).toEqual(source.document);
    const sent = JSON.stringify(provider.asked.map(({ body }) => body));
    expect(sent).toContain('into German (de)');
    for (const kept of ['npm start', 'hotel.test', '{name}', 'let summer']) expect(sent).not.toContain(kept);
  });

  it('AI-08: keeps a text whose answer lost a link or added one, and lists it; asked for again, it’s translated', async () => {
    const source = await write(BLOCKS);
    provider.say(
      translateAs((words) =>
        words.includes('Book') ? `${words} {extra}` : words.replaceAll(/<\/?3>/g, '').toUpperCase(),
      ),
    );
    const { number } = await begun(source.number);
    const state = await finished(number);
    expect(state.kept).toEqual([
      {
        field: null,
        block: PARAGRAPH,
        reason: 'placeholders',
        text: 'Dear {name}, run npm start and read on',
      },
      { field: null, block: BUTTON, reason: 'placeholders', text: 'Book now' },
    ]);
    const [heading, words] = await blocksOf(number);
    expect(heading?.content).toEqual([text('THE LONG SUMMER')]);
    expect(words?.content).toEqual(source.document.content?.[1]?.content);
    expect(await stateOf(number)).toEqual(state);

    provider.say(translateAs((each) => each.toUpperCase()));
    expect(await gone(number, { again: true })).toMatchObject({ left: 0, kept: [] });
    expect(JSON.stringify((await blocksOf(number))[1])).toContain('READ ON');
  });

  it('AI-06, AI-08: takes plain text only: no markup, links or pictures of the model', async () => {
    const { number: source } = await write([
      paragraph('One.', 'FFFFFFFFFFFF'),
      paragraph('Two.', 'GGGGGGGGGGGG'),
    ]);
    provider.say(
      translateAs((words) =>
        words === 'One.'
          ? 'Eins ![x](https://evil.test/?q=secret) [hier](https://evil.test) https://evil.test/a.'
          : `${words}<img src="https://evil.test/x.png">`,
      ),
    );
    const { number } = await begun(source);
    expect((await finished(number)).kept.map(({ block }) => block)).toEqual([null, null, 'GGGGGGGGGGGG']);
    const [one] = await blocksOf(number);
    expect(one?.content).toEqual([text('Eins x hier.')]);
    expect(JSON.stringify(await readArticle(a, number))).not.toContain('evil.test');
  });

  it('AI-09: stops at a budget that is used up in the middle, and goes on when there is more', async () => {
    const long = 'A summer of words that go on. '.repeat(60).trim();
    const { number: source } = await write(Array.from({ length: 6 }, () => paragraph(long)));
    const { number } = await begun(source);
    await gone(number);
    const { left } = await gone(number);
    expect(left).toBeGreaterThan(0);
    await saveAi(a, { UserTokensPerDay: '1000' });
    const asked = provider.asked.length;
    const spent = await goOn(number);
    expect(spent.status).toBe(429);
    expect(spent.json()).toMatchObject({ limit: 'user-budget' });
    expect(provider.asked.length).toBe(asked);
    expect(await stateOf(number)).toMatchObject({ left });
    await saveAi(a, { UserTokensPerDay: null });
    expect(await finished(number)).toMatchObject({ left: 0, kept: [] });
    expect(JSON.stringify(await blocksOf(number))).not.toContain('summer');
  });

  it.each([
    ['error-500', 502],
    ['throttled', 429],
    ['reset', 502],
    ['truncated', 502],
  ] as const)('loses nothing when the provider fails: %s', async (behaviour, status) => {
    const { number: source } = await write([paragraph('One.')]);
    const { number, left } = await begun(source);
    provider.behave(behaviour);
    expect((await goOn(number)).status).toBe(status);
    expect(await stateOf(number)).toMatchObject({ left });
    provider.behave('ok');
    await useProvider(a, provider); // a provider that was throttled isn't asked for a while
    expect(await finished(number)).toMatchObject({ left: 0, kept: [] });
  });

  it('uses what came whole of an answer that was cut off, and asks for the rest', async () => {
    const { number: source } = await write(
      Array.from({ length: 8 }, (_, index) => paragraph(`Part ${index}.`)),
    );
    const { number, total } = await begun(source);
    provider.behave('cut');
    const { left, kept } = await gone(number);
    expect(kept).toEqual([]);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(total);
    provider.behave('split'); // slow as well
    expect(await finished(number)).toMatchObject({ left: 0, kept: [] });
    expect(JSON.stringify(await blocksOf(number))).not.toContain('Part');
  });

  it('goes on past a text that the model won’t translate', async () => {
    const { number: source } = await write([paragraph('One.'), paragraph('Two.')]);
    const { number, total } = await begun(source);
    provider.say('I can’t help with that.');
    const state = await finished(number);
    expect(state.kept.map(({ reason }) => reason)).toEqual(Array.from({ length: total }, () => 'missing'));
    expect((await readArticle(a, number)).fields.title).toBe('Summer (Deutsch)');
  });

  it('AI-09: leaves what someone wrote meanwhile', async () => {
    const { number: source } = await write([
      paragraph('One.', 'FFFFFFFFFFFF'),
      paragraph('Two.', 'GGGGGGGGGGGG'),
    ]);
    const { number } = await begun(source);
    let answer: (() => void) | undefined;
    const writing = new Promise<void>((resolve) => (answer = resolve));
    provider.say(
      translateAs((words) => {
        answer?.();
        return words.toUpperCase();
      }),
    );
    provider.behave('split');
    const running = goOn(number);
    await writing; // the provider has begun to answer
    const saved = await saveFields(a, number, { title: 'Mein Sommer' });
    expect(saved.status).toBe(200);
    expect((await running).status).toBe(200);
    const copy = await readArticle(a, number);
    expect(copy.fields.title).toBe('Mein Sommer');
    expect(JSON.stringify(copy.document)).toContain('TWO.');
  });

  it('translates an article of 24,000 words, once each', async () => {
    const words = 'The guests came over the hills and stayed until the end of a long summer. '.repeat(8);
    const blocks = Array.from({ length: 200 }, (_, index) => paragraph(`${words}Number ${index}.`));
    const { number: source } = await write(blocks);
    await saveAi(a, { UserTokensPerDay: '100000000', SiteTokensPerDay: '100000000' });
    const before = provider.asked.length;
    const { number } = await begun(source);
    expect(await finished(number)).toMatchObject({ left: 0, kept: [] });
    const translated = await blocksOf(number);
    expect(translated).toHaveLength(200);
    expect(JSON.stringify(translated)).not.toContain('guests');
    const sent = provider.asked.slice(before).map(({ body }) => JSON.stringify(body));
    expect(sent.filter((each) => each.includes('Number 117.'))).toHaveLength(1);
    // One version now and then, not one for each answer.
    const versions = await sites.site.database.query(
      'SELECT count(*)::int AS count FROM article_version WHERE number = $1 AND tenant_id = (SELECT tenant_id FROM ai_translation WHERE number = $1)',
      [number],
    );
    expect(Number(versions[0]?.['count'])).toBeLessThan(5);
  });

  it('a text that is too long for the model stays, and is listed', async () => {
    const { number: source } = await write([paragraph('long '.repeat(1_300), 'FFFFFFFFFFFF')]);
    const { number } = await begun(source);
    const { kept } = await finished(number);
    expect(kept).toMatchObject([{ block: 'FFFFFFFFFFFF', reason: 'too-long' }]);
    expect(kept[0]?.text).toHaveLength(161);
  });

  it('a blog gets a blog, a post its blog', async () => {
    await createArticle(a, { type: 2, title: 'News', blogKey: 'news' });
    const post = await createArticle(a, { type: 1, title: 'Open', blogKey: 'news' });
    const { number } = await begun(post.number, 'fr');
    expect(await readArticle(a, number)).toMatchObject({
      blogKey: 'news',
      title: 'Open (Français)',
      type: 1,
    });
    const { items } = (await a.get('/articles?type=2')).json() as { items: readonly { number: number }[] };
    const blog = await begun(items[0]?.number ?? 0, 'pt-BR');
    expect(await readArticle(a, blog.number)).toMatchObject({ type: 2, blogKey: 'news-pt-br' });
  });

  it('is for those who may see the one and create the other; another site sees nothing of it', async () => {
    const source = await write([paragraph('One.')]);
    const { number } = await begun(source.number);
    const before = provider.asked.length;
    expect((await begin(source.number, 'de', sites.b)).status).toBe(404);
    await useProvider(sites.b, provider);
    expect((await begin(999_999, 'de', sites.b)).status).toBe(404);
    const theirs = await createArticle(sites.b, { title: 'Theirs' });
    expect(await stateOf(theirs.number, sites.b)).toBeNull();
    expect((await goOn(number, {}, sites.b)).status).toBe(number === theirs.number ? 409 : 404);
    expect((await begin(source.number, 'xx')).json()).toMatchObject({ errors: [{ field: 'language' }] });

    const { browser: author } = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
    expect((await goOn(number, {}, author)).status).toBe(403); // theirs to read, not to edit
    expect((await author.delete(`/ai/translations/${number}`)).status).toBe(403);
    await setAccess(a, source.number, { restricted: true });
    expect((await begin(source.number, 'de', author)).status).toBe(404);
    expect(provider.asked.length).toBe(before);
  });

  it('AI-05: ends at the provider with the person who asked for it, and can be gone on with', async () => {
    const { number: source } = await write([paragraph('One.')]);
    const { number, left } = await begun(source);
    await isLeft(a, provider, `/ai/translations/${number}/continue`, {});
    expect(await stateOf(number)).toMatchObject({ left });
    expect(await finished(number)).toMatchObject({ left: 0, kept: [] });
  });

  it('AI-07: can be turned off, and finished; what is finished isn’t gone on with', async () => {
    const { number: source } = await write([paragraph('One.')]);
    const { number } = await begun(source);
    const before = provider.asked.length;
    for (const [name, value] of [
      ['Enabled', 'true'],
      ['Translations', null],
    ] as const) {
      await saveAi(a, { [name]: 'false' });
      expect((await statusOf(a)).helps).not.toContain('translate');
      expect((await begin(source)).status).toBe(404);
      expect((await goOn(number)).status).toBe(404);
      await saveAi(a, { [name]: value });
    }
    expect(provider.asked.length).toBe(before);
    expect((await a.delete(`/ai/translations/${number}`)).status).toBe(204);
    expect(await stateOf(number)).toBeNull();
    expect((await goOn(number)).status).toBe(409);
    expect((await readArticle(a, number)).title).toBe('Summer (Deutsch)');
  });

  it('I-07: stores and logs nothing of the texts beside the drafts', async () => {
    const { number: source } = await write([paragraph('A planted phrase kanarienvogel.')]);
    provider.say(translateAs((words) => words.replace('planted phrase', 'gepflanzter papagei')));
    const { number } = await begun(source);
    await finished(number);
    const { database } = sites.site;
    const tables = await database.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
    );
    const holding: string[] = [];
    for (const { name } of tables) {
      const [row] = await database.query(
        `SELECT count(*)::int AS count FROM "${String(name)}" t WHERE t::text LIKE '%papagei%'`,
      );
      if (Number(row?.['count']) > 0) holding.push(String(name));
    }
    expect(holding).toEqual(['article_draft']);
    expect(sites.site.api.output()).not.toContain('papagei');
  });
});
