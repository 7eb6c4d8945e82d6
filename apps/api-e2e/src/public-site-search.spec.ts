import type { ArticleDetails } from '@sitedesk/contract/articles';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runSetupCommand } from './harness/backends.js';
import { createArticle, publishArticle, readArticle, saveFields, setAccess } from './harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { HOSTILE_TEXTS } from './harness/hostile-texts.js';
import { type Answer, call } from './harness/http.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { type RunningProcess, startApi, TEST_DATA_DIR } from './harness/processes.js';
import { addTenant, MULTI, setSetting } from './harness/tenants.js';

const WITHOUT_LIMIT = { RATELIMIT__SITESEARCH: '1000000/60' };

const paragraph = (text: string): object => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** Replaces the text of an article. */
async function write(editor: EditorBrowser, number: number, ...content: object[]): Promise<void> {
  const { fields, revision } = await readArticle(editor, number);
  const body = { operation: randomUUID(), fields, document: { type: 'doc', content } };
  const answer = await editor.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
  expect(answer.status).toBe(200);
}

/** A page that is live, with a text. */
async function page(editor: EditorBrowser, title: string, text: string, input: object = {}): Promise<number> {
  const { number } = await createArticle(editor, { title, ...input });
  await write(editor, number, paragraph(text));
  expect((await publishArticle(editor, number)).status).toBe(200);
  return number;
}

const pathsIn = ({ text }: Answer): readonly string[] =>
  [...text.matchAll(/<h2 class="post-title"><a href="([^"]*)"/g)].map(([, path = '']) => path);

describe('the search of the public site', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    site = await startEditorSite({ SITE_PORT: String(port), ...WITHOUT_LIMIT });
    url = `http://127.0.0.1:${port}`;
    editor = await site.administrator();
  });
  afterAll(() => site.stop());

  const visit = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ): Promise<Answer> => call(`${url}${path}`, { method, headers });
  const search = (q: string, more = ''): Promise<Answer> =>
    visit(`/search?q=${encodeURIComponent(q)}${more}`);
  const found = async (q: string): Promise<readonly string[]> => {
    const answer = await search(q);
    expect([q, answer.status]).toEqual([q, 200]);
    return pathsIn(answer);
  };
  const turn = async (value: 'true' | 'false'): Promise<void> => {
    await setSetting(site.database, 'Site', 'Search', value);
    await eventually(async () => {
      const [state] = await site.database.query<{ is_complete: boolean }>(
        'SELECT is_complete FROM search_index',
      );
      expect(state?.is_complete ?? false).toBe(value === 'true');
      expect((await visit('/search')).status).toBe(value === 'true' ? 200 : 404);
    });
  };

  it('is off by default: its address is unknown, and nothing leads there', async () => {
    await page(editor, 'Opening hours', 'We open the workshop at nine.');
    const answer = await search('workshop');
    expect([answer.status, answer.text]).toEqual([404, (await visit('/no-such-page')).text]);
    expect((await visit('/opening-hours')).text).not.toContain('/search');
    const [words] = await site.database.query('SELECT count(*)::int AS count FROM search_page');
    expect(words).toEqual({ count: 0 });
  });

  it('finds what was live before it was turned on, and can be turned off', async () => {
    await turn('true');
    expect(await found('workshop')).toEqual(['/opening-hours']);
    const shown = await visit('/opening-hours');
    expect(shown.text).toContain('<a href="/search">Search</a>');
    await turn('false');
    expect((await visit('/opening-hours')).text).not.toContain('/search');
    await eventually(async () =>
      expect(
        await site.database.query('SELECT 1 FROM search_page UNION ALL SELECT 1 FROM search_index'),
      ).toEqual([]),
    );
    await turn('true');
    expect(await found('workshop')).toEqual(['/opening-hours']);
  });

  it('answers with a page that nobody keeps or indexes', async () => {
    const empty = await visit('/search');
    expect(empty.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(empty.text).toContain('<meta name="robots" content="noindex">');
    expect(empty.text).toContain('<form class="search-form" role="search" action="/search">');
    expect(empty.text).not.toMatch(/result/i);
    const answer = await search('workshop');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(answer.text).toContain('<p class="empty">1 result</p>');
    expect(answer.text).toContain('We open the <mark>workshop</mark> at nine.');
    expect(answer.text).toContain('<title>workshop – Search · ');
    const head = await visit('/search?q=workshop', {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await visit('/search?q=workshop', {}, 'POST')).status).toBe(405);
    const other = await visit('/Search/?q=x%20y');
    expect([other.status, other.headers.location]).toEqual([301, '/search?q=x%20y']);
    const none = await search('nowhere-to-be-found');
    expect(none.text).toContain('No results for “nowhere-to-be-found”.');
  });

  it('follows what is published, updated and withdrawn, and never a draft (P-06, P-33)', async () => {
    const { number } = await createArticle(editor, { title: 'Draft of a secret' });
    await write(editor, number, paragraph('The password is zanzibar.'));
    expect(await found('zanzibar')).toEqual([]);
    await publishArticle(editor, number);
    expect(await found('zanzibar')).toEqual(['/draft-of-a-secret']);
    await write(editor, number, paragraph('Nothing but madagascar.'));
    expect([await found('zanzibar'), await found('madagascar')]).toEqual([['/draft-of-a-secret'], []]);
    await publishArticle(editor, number);
    expect([await found('zanzibar'), await found('madagascar')]).toEqual([[], ['/draft-of-a-secret']]);
    await saveFields(editor, number, { slug: 'moved-secret' });
    await publishArticle(editor, number);
    expect(await found('madagascar')).toEqual(['/moved-secret']);
    for (const answer of [{ answer: 404 }, { answer: 410 }, { answer: 301, forwardUrl: '/opening-hours' }]) {
      expect((await editor.post(`/articles/${number}/withdraw`, answer)).status).toBe(204);
      expect(await found('madagascar')).toEqual([]);
      await publishArticle(editor, number);
      expect(await found('madagascar')).toEqual(['/moved-secret']);
    }
    // A publication that is undone shows what was live before.
    await write(editor, number, paragraph('Hello mauritius.'));
    await publishArticle(editor, number);
    const { liveVersion } = await readArticle(editor, number);
    expect(await found('mauritius')).toEqual(['/moved-secret']);
    expect((await editor.post(`/articles/${number}/undo-publication`, { version: liveVersion })).status).toBe(
      204,
    );
    expect([await found('mauritius'), await found('madagascar')]).toEqual([[], ['/moved-secret']]);
    await editor.post(`/articles/${number}/withdraw`, { answer: 404 });
    await editor.post(`/articles/${number}/trash`);
    expect(await found('madagascar')).toEqual([]);
  });

  it('is as far as the transaction that withdraws: both are gone at once, or neither', async () => {
    const number = await page(editor, 'Both or neither', 'Quetzal.');
    const client = new pg.Client({ connectionString: site.database.url });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(`DELETE FROM live_page WHERE number = $1`, [number]);
      const { rows } = await client.query('SELECT 1 FROM search_page WHERE number = $1', [number]);
      expect(rows).toEqual([]);
      expect(await found('quetzal')).toEqual(['/both-or-neither']);
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
    expect(await found('quetzal')).toEqual(['/both-or-neither']);
  });

  it('leaves out what is restricted, and what search engines don’t get', async () => {
    const number = await page(editor, 'For a few', 'The capybara is in the garden.');
    expect(await found('capybara')).toEqual(['/for-a-few']);
    await setAccess(editor, number, { restricted: true });
    expect(await found('capybara')).toEqual([]);
    await publishArticle(editor, number);
    expect(await found('capybara')).toEqual([]);
    await setAccess(editor, number, { restricted: false });
    expect(await found('capybara')).toEqual(['/for-a-few']);
    await saveFields(editor, number, { unlisted: true });
    await publishArticle(editor, number);
    expect(await found('capybara')).toEqual([]);
  });

  it('finds words in any case and without accents, beginnings of the last one, and phrases', async () => {
    const number = await page(
      editor,
      'Crème brûlée',
      'Über die Straße ins Café. Smørrebrød, łódź, ΑΘΗΝΑ, Привет. 東京都の天気。 AT&T',
    );
    await write(
      editor,
      number,
      paragraph('Über die Straße ins Café. Smørrebrød, łódź, ΑΘΗΝΑ, Привет. 東京都の天気。 AT&T'),
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'half' },
          { type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
          { type: 'text', text: ' e-mail@example.org' },
        ],
      },
    );
    await publishArticle(editor, number);
    const here = ['/creme-brulee'];
    for (const q of [
      'creme',
      'BRÛLÉE',
      'uber strasse',
      'STRASSE',
      'cafe\u0301',
      'smorrebrod',
      'lodz',
      'αθηνα',
      'привет',
      '東京',
      'at&t',
      'halfbold',
      'halfb',
      'e-mail',
      'example.org',
      'caf',
      '"die straße"',
      '„ins café“ über',
      '"straße ins',
      '"creme brulee"',
    ])
      expect([q, await found(q)]).toEqual([q, here]);
    for (const q of ['"straße die"', 'crem brulee', 'ca', 'cafes', '"caf"', 'die das', '"'])
      expect([q, await found(q)]).toEqual([q, []]);
    expect((await search('strasse')).text).toContain('Über die <mark>Straße</mark> ins');
    expect((await search('brul')).text).toContain('Crème <mark>brûlée</mark>');
  });

  it('puts titles first, then introductions, and newer pages before older ones', async () => {
    await page(editor, 'Older text', 'Other words and an okapi.');
    const lead = await createArticle(editor, { title: 'Introduction' });
    await saveFields(editor, lead.number, { introduction: 'Other words and an okapi.' });
    await publishArticle(editor, lead.number);
    await page(editor, 'Okapi in the title', 'Nothing.');
    await page(editor, 'Newer text', 'Other words and an okapi.');
    expect(await found('okapi')).toEqual([
      '/okapi-in-the-title',
      '/introduction',
      '/newer-text',
      '/older-text',
    ]);
  });

  it('shows what was found as text, whatever it is', async () => {
    const hostile = `pangolin <script>alert("1")</script> & <b onclick='x'>`;
    await page(editor, `<img src=x onerror=alert(1)> pangolin`, hostile);
    const { text } = await search('pangolin');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; <mark>pangolin</mark>');
    expect(text).toContain(
      '<mark>pangolin</mark> &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &lt;b onclick=&#39;x&#39;&gt;',
    );
    const query = `"><script>alert(1)</script>`;
    const answer = await search(query);
    expect(answer.text).toContain(`value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"`);
    expect(answer.text).not.toContain('<script>alert');
  });

  it('has posts with their date, and blogs', async () => {
    const blog = await createArticle(editor, { type: 2, title: 'Axolotl journal', blogKey: 'axolotls' });
    await publishArticle(editor, blog.number);
    await page(editor, 'First axolotl', 'It swims.', { type: 1, blogKey: 'axolotls' });
    const answer = await search('axolotl');
    expect(pathsIn(answer).toSorted()).toEqual(['/axolotls', '/axolotls/first-axolotl']);
    expect(answer.text.match(/<li><time /g)).toHaveLength(1);
    // Its posts move with it.
    const renamed = await editor.post(`/articles/${blog.number}/blog/rename`, {
      blogKey: 'newts',
      from: 'axolotls',
    });
    expect(renamed.status).toBeLessThan(300);
    expect((await found('axolotl')).toSorted()).toEqual(['/newts', '/newts/first-axolotl']);
  });

  it('survives every query, and says what it looked for', async () => {
    const queries = [
      ...HOSTILE_TEXTS,
      '&',
      '|',
      '!',
      '<->',
      ':*',
      'a:*',
      'a & | b',
      "'",
      "''",
      '\\',
      "\\'",
      '"',
      '""',
      '"""',
      '( (',
      'a <2> b',
      '!!a',
      'or',
      'OR or',
      'a or',
      '-a',
      '--',
      '*',
      '%',
      '_',
      '$1',
      '\u0000',
      'a\u0000b',
      '\ufffe',
      '\u202e',
      'I\u0307',
      'ﬁ',
      '١٢٣',
      '𝔘𝔫𝔦',
      '👩‍👩‍👧',
      't00000000000070008000000000000001',
      't0',
      'x'.repeat(5_000),
      'word '.repeat(2_000),
      'a-'.repeat(3_000),
      '"a b" '.repeat(500),
    ];
    for (const q of queries) {
      const raw = await visit(`/search?q=${encodeURIComponent(q)}`);
      expect([q.slice(0, 40), [200, 431].includes(raw.status)]).toEqual([q.slice(0, 40), true]);
    }
    const random = (length: number): string =>
      Array.from(
        { length },
        () =>
          `%${Math.floor(Math.random() * 256)
            .toString(16)
            .padStart(2, '0')}`,
      ).join('');
    for (let round = 0; round < 300; round += 1) {
      const target = `/search?q=${random(1 + (round % 60))}`;
      const { status } = await visit(target);
      expect([target, status]).toEqual([target, 200]);
    }
    for (const target of [
      '/search?',
      '/search?q',
      '/search?q=%',
      '/search?q=%zz&q=b',
      '/search?page=2',
      '/search?q=a&page=-1',
      '/search?q=a&page=99999999999',
      '/search?q[]=1',
      '/search?%00=1',
      '/search?q=a?b=c',
    ])
      expect([target, (await visit(target)).status]).toEqual([target, 200]);
    expect(await found(`workshop ${'nine '.repeat(7)}unheard`)).toEqual(['/opening-hours']); // the ninth word
  });

  it('has ten results on a page, and no more than ten pages', async () => {
    const template = await page(editor, 'Many 0', 'Wombat number 0.');
    await cloneLive(site, template, 125);
    const first = await search('wombat');
    expect(first.text).toContain('<p class="empty">More than 100 results.');
    expect(pathsIn(first)).toHaveLength(10);
    expect(first.text).not.toContain('rel="prev"');
    const all = new Set<string>();
    for (let number = 1; number <= 10; number += 1) {
      const answer = await search('wombat', `&page=${number}`);
      for (const path of pathsIn(answer)) all.add(path);
      if (number === 2) {
        expect(answer.text).toContain('<a href="/search?q=wombat&amp;page=1" rel="prev">Previous page</a>');
        expect(answer.text).toContain('<a href="/search?q=wombat&amp;page=3" rel="next">Next page</a>');
        expect(answer.text).toContain('<span aria-current="page">Page 2</span>');
      }
      if (number === 10) expect(answer.text).not.toContain('rel="next"');
    }
    expect(all.size).toBe(100);
    const beyond = await search('wombat', '&page=11');
    expect(pathsIn(beyond)).toEqual(pathsIn(await search('wombat', '&page=10')));
  });

  it('answers 503 while too many searches are under way, and pages in the meantime', async () => {
    const client = new pg.Client({ connectionString: site.database.url });
    await client.connect();
    try {
      await client.query('BEGIN; LOCK TABLE search_page IN ACCESS EXCLUSIVE MODE');
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => search('workshop')));
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
      expect(answers[4]?.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
      expect(answers[4]?.text).toContain('The search is busy.');
      // Those that wait are answered when the table is free within a second, which a busy machine may miss.
      await eventually(async () => {
        await client.query('ROLLBACK; BEGIN; LOCK TABLE search_page IN ACCESS EXCLUSIVE MODE');
        let answered = 0;
        const waiting = [1, 2, 3].map(() => search('workshop').finally(() => (answered += 1)));
        const meantime = [await visit('/opening-hours'), await search('workshop')];
        const answeredBefore = answered;
        await client.query('ROLLBACK');
        const statuses = [...meantime, ...(await Promise.all(waiting))].map(({ status }) => status);
        expect([answeredBefore, ...statuses]).toEqual([0, 200, 503, 200, 200, 200]);
      });
    } finally {
      await client.end();
    }
    expect(await found('workshop')).toEqual(['/opening-hours']);
  });

  it('indexes a text of any length, and one where every word is another', async () => {
    const { number } = await createArticle(editor, { title: 'Very long' });
    const words = (start: number, signs: number): string =>
      Array.from({ length: 20_000 }, (_, index) =>
        String.fromCodePoint(0x20000 + ((start + index) % 40_000), 0x20000 + ((index * 7) % signs)),
      ).join(' ');
    await write(
      editor,
      number,
      paragraph('narwhal at the start'),
      ...Array.from({ length: 3 }, (_, index) => paragraph(words(index * 9_000, 30_000 + index))),
    );
    expect((await publishArticle(editor, number)).status).toBe(200);
    expect(await found('narwhal')).toEqual(['/very-long']);
  });

  it('speaks German', async () => {
    await setSetting(site.database, 'Site', 'Language', 'de');
    await eventually(async () => {
      const { text } = await search('workshop');
      expect(text).toContain('<p class="empty">1 Ergebnis</p>');
      expect(text).toContain('Diese Website durchsuchen');
      expect(text).toContain('>Suche</a>');
    });
    expect((await search('nirgends')).text).toContain('Keine Ergebnisse für „nirgends“.');
    await setSetting(site.database, 'Site', 'Language', 'en');
  });

  it('isn’t where the site has a page or a redirect of its own', async () => {
    const number = await page(editor, 'Search', 'How to search here.');
    await eventually(async () =>
      expect((await visit('/search?q=workshop')).text).toContain('How to search here.'),
    );
    expect((await visit('/opening-hours')).text).not.toContain('<a href="/search">');
    await editor.post(`/articles/${number}/withdraw`, { answer: 301, forwardUrl: '/opening-hours' });
    await eventually(async () => expect((await visit('/search')).headers.location).toBe('/opening-hours'));
    await publishArticle(editor, number);
    await editor.post(`/articles/${number}/withdraw`, { answer: 410 });
    await eventually(async () => expect(await found('workshop')).toEqual(['/opening-hours']));
  });
});

/** Copies of a page that is live, straight into the database. */
async function cloneLive(site: EditorSite, number: number, copies: number): Promise<void> {
  await site.database.query(
    `WITH live AS (SELECT l, p FROM live_page l JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
       WHERE l.number = $1 AND l.kind = 'page'),
     copy AS (SELECT gen_random_uuid() AS id, 1000000 + n AS number, n, l, p FROM live, generate_series(1, $2::int) n),
     published AS (INSERT INTO publication SELECT (jsonb_populate_record(p, jsonb_build_object('id', id, 'number', number))).* FROM copy)
     INSERT INTO live_page SELECT (jsonb_populate_record(l, jsonb_build_object('publication_id', id, 'number', number, 'path', '/copy-' || n))).* FROM copy`,
    [number, copies],
  );
}

describe('the search of one of two sites', () => {
  let sites: TwoEditorSites;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    sites = await startTwoEditorSites({ SITE_PORT: String(port), ...WITHOUT_LIMIT });
    url = `http://127.0.0.1:${port}`;
  });
  afterAll(() => sites.site.stop());

  const found = async (host: string, q: string): Promise<readonly string[]> =>
    pathsIn(await call(`${url}/search?q=${encodeURIComponent(q)}`, { headers: { Host: host } }));

  it('finds nothing of the other, and can be on at one alone', async () => {
    await page(sites.a, 'Only at A', 'A shared word and aardvark.');
    await page(sites.b, 'Only at B', 'A shared word and badger.');
    await setSetting(sites.site.database, 'Site', 'Search', 'true', HOSTS.a);
    await eventually(async () => expect(await found(HOSTS.a, 'shared')).toEqual(['/only-at-a']));
    const other = await call(`${url}/search?q=shared`, { headers: { Host: HOSTS.b } });
    expect(other.status).toBe(404);
    await setSetting(sites.site.database, 'Site', 'Search', 'true', HOSTS.b);
    await eventually(async () => expect(await found(HOSTS.b, 'shared')).toEqual(['/only-at-b']));
    expect(await found(HOSTS.a, 'shared')).toEqual(['/only-at-a']);
    expect([await found(HOSTS.a, 'badger'), await found(HOSTS.b, 'aardvark')]).toEqual([[], []]);
    const ids = await sites.site.database.query<{ word: string; hostname: string }>(
      `SELECT hostname, 't' || replace(tenant_id::text, '-', '') AS word FROM tenant_hostname`,
    );
    for (const { word } of ids)
      for (const host of [HOSTS.a, HOSTS.b])
        for (const q of [word, `${word} or shared`, `shared or ${word}`])
          expect([
            host,
            q,
            (await found(host, q)).filter((path) => path !== `/only-at-${host.slice(0, 1)}`),
          ]).toEqual([host, q, []]);
    expect(ids.map(({ hostname }) => hostname).toSorted()).toEqual([HOSTS.a, HOSTS.b]);
  });

  it('has what is imported, and isn’t in the site as files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sitedesk-search-'));
    const run = (name: 'archive' | 'export', ...args: readonly string[]): Promise<string> =>
      runSetupCommand(name, args, sites.site.database.url, { ...MULTI, DATA_DIR: TEST_DATA_DIR });
    try {
      await addTenant(sites.site.database, 'C', 'c.site.test');
      expect((await call(`${url}/search`, { headers: { Host: 'c.site.test' } })).status).toBe(404);
      await setSetting(sites.site.database, 'Site', 'Search', 'true', 'c.site.test');
      await eventually(async () => expect(await found('c.site.test', 'shared')).toEqual([]));
      await run('archive', 'export', '--tenant', HOSTS.a, '--to', join(folder, 'a.zip'));
      await run('archive', 'import', '--tenant', 'c.site.test', '--from', join(folder, 'a.zip'));
      await eventually(async () => expect(await found('c.site.test', 'shared')).toEqual(['/only-at-a']));
      expect(await found(HOSTS.b, 'shared')).toEqual(['/only-at-b']);
      await run('export', '--tenant', HOSTS.a, '--to', join(folder, 'files'));
      const files = await readdir(join(folder, 'files'), { recursive: true });
      expect(files).toEqual(expect.arrayContaining(['404.html', 'only-at-a/index.html']));
      expect(files.filter((path) => path.startsWith('search'))).toEqual([]);
      for (const path of ['404.html', 'only-at-a/index.html'])
        expect(await readFile(join(folder, 'files', path), 'utf8')).not.toContain('/search');
      const shown = await call(`${url}/only-at-a`, { headers: { Host: HOSTS.a } });
      expect(shown.text).toContain('<a href="/search">');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('how often a visitor may search', () => {
  let site: EditorSite;
  let url: string;
  beforeAll(async () => {
    const port = await freePort();
    site = await startEditorSite({
      SITE_PORT: String(port),
      SITE__SEARCH: 'true',
      RATELIMIT__SITESEARCH: '3/3600',
    });
    url = `http://127.0.0.1:${port}`;
  });
  afterAll(() => site.stop());

  it('is limited by address; the form itself isn’t', async () => {
    const from = (address: string, path = '/search?q=word'): Promise<Answer> =>
      call(`${url}${path}`, { headers: { 'X-Forwarded-For': address } });
    for (let round = 0; round < 3; round += 1) expect((await from('198.51.100.7')).status).toBe(200);
    const refused = await from('198.51.100.7');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['ratelimit']).toContain('"site-search";r=0');
    expect(refused.text).toContain('Too many searches. Try again in');
    expect(refused.text).toContain('value="word"');
    expect((await from('198.51.100.8')).status).toBe(200);
    expect((await from('198.51.100.7', '/search')).status).toBe(200);
  });
});

describe('turning the search on where there are many pages', () => {
  const PAGES = 3_000;
  let site: EditorSite;
  let url: string;
  let editor: EditorBrowser;
  beforeAll(async () => {
    // It takes requests only: what indexes are the processes that the test starts.
    const port = await freePort();
    site = await startEditorSite({ OUTBOX_WORKER: 'off', SITE__SEARCH: 'true', SITE_PORT: String(port) });
    url = `http://127.0.0.1:${port}`;
    editor = await site.administrator();
  });
  afterAll(() => site.stop());

  const state = async (): Promise<{ indexed_to: number; is_complete: boolean } | undefined> =>
    (
      await site.database.query<{ indexed_to: number; is_complete: boolean }>(
        'SELECT indexed_to, is_complete FROM search_index',
      )
    )[0];

  it('goes on where a killed process was, with two, while people publish', async () => {
    const number = await page(editor, 'One of many', 'Ocelot.');
    await cloneLive(site, number, PAGES);
    const early = await call(`${url}/search?q=ocelot`);
    expect(early.text).toContain('The search is still being set up, so some pages may be missing.');
    const workers: RunningProcess[] = [await startApi(site.database.url, { SITE__SEARCH: 'true' })];
    await eventually(async () => expect((await state())?.indexed_to).toBeGreaterThan(1_000_000));
    await workers[0]?.kill();
    const before = await state();
    expect(before?.is_complete).toBe(false);
    const [counted] = await site.database.query<{ count: number; last: number }>(
      'SELECT count(*)::int AS count, max(number) AS last FROM search_page',
    );
    expect(counted?.last).toBe(before?.indexed_to);
    // Every word until there is there once, and none behind.
    expect(counted?.count).toBe((before?.indexed_to ?? 0) - 1_000_000 + 1);
    workers.push(
      ...(await Promise.all([1, 2].map(() => startApi(site.database.url, { SITE__SEARCH: 'true' })))),
    );
    try {
      const late: ArticleDetails[] = [];
      while (!(await state())?.is_complete) {
        const article = await createArticle(editor, { title: `Late ${late.length}` });
        expect((await publishArticle(editor, article.number)).status).toBe(200);
        late.push(article);
      }
      const [last] = late;
      if (last) await editor.post(`/articles/${last.number}/withdraw`, { answer: 404 });
      const missing = await site.database.query(
        `SELECT number FROM live_page WHERE kind = 'page' EXCEPT SELECT number FROM search_page`,
      );
      const stale = await site.database.query(
        `SELECT number FROM search_page s WHERE NOT EXISTS (SELECT FROM live_page l WHERE l.tenant_id = s.tenant_id AND l.publication_id = s.publication_id)`,
      );
      expect([missing, stale]).toEqual([[], []]);
      const complete = await call(`${url}/search?q=ocelot`);
      expect(complete.text).toContain('More than 100 results.');
      expect(complete.text).not.toContain('still being set up');
    } finally {
      for (const worker of workers.slice(1)) await worker.stop();
    }
  });
});
