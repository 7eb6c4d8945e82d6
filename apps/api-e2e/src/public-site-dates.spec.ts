import { freePort } from '@sitedesk/testing';
import { openApi } from './harness/backends.js';
import { createArticle, publishArticle, saveFields, seenBy } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { finish, importAll } from './harness/imports.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import type { Running } from './harness/processes.js';
import { MULTI } from './harness/tenants.js';

describe('dates of pages and lists', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let other: Running;
  let ports: readonly number[];

  beforeAll(async () => {
    ports = [await freePort(), await freePort()];
    sites = await startTwoEditorSites({ SITE_PORT: String(ports[0]) });
    other = await openApi(sites.site.database.url, { ...MULTI, SITE_PORT: String(ports[1]) });
    ({ a, b } = sites);
  });
  afterAll(async () => {
    await other.stop();
    await sites.site.stop();
  });

  const visit = (
    port: number | undefined,
    headers: Readonly<Record<string, string>> = {},
    host: string = HOSTS.a,
    method = 'GET',
  ): Promise<Answer> =>
    call(`http://127.0.0.1:${port}/hours`, { method, headers: { Host: host, ...headers } });

  /** The date that both instances have, once it's another one than before, and isn't to come. */
  async function dateOf(host: string = HOSTS.a, before = ''): Promise<string> {
    let date = '';
    await eventually(async () => {
      const answers = await Promise.all(ports.map((port) => visit(port, {}, host)));
      const dates = answers.map(({ headers }) => headers['last-modified']);
      expect([new Set(dates).size, dates[0]]).toEqual([1, expect.stringMatching(/ GMT$/)]);
      expect(dates[0]).not.toBe(before);
      date = String(dates[0]);
    });
    return date;
  }
  const statuses = async (headers: Readonly<Record<string, string>>): Promise<readonly number[]> =>
    Promise.all(ports.map(async (port) => (await visit(port, headers)).status));

  it('answer 304 until anything of the site changes, alike on every instance (P-39)', async () => {
    const page = await createArticle(a, { title: 'Hours' });
    await publishArticle(a, page.number);
    await publishArticle(b, (await createArticle(b, { title: 'Hours' })).number);
    const ofB = await dateOf(HOSTS.b);
    let date = await dateOf();
    const { headers } = await visit(ports[0]);
    expect(Date.parse(date)).toBeLessThanOrEqual(Date.parse(String(headers.date)));
    const known = await visit(ports[1], { 'If-Modified-Since': date });
    expect([known.status, known.text, known.headers['last-modified'], known.headers.etag]).toEqual([
      304,
      '',
      date,
      headers.etag,
    ]);
    expect((await visit(ports[0], { 'If-Modified-Since': date }, HOSTS.a, 'HEAD')).status).toBe(304);

    // Tags count where there are any, and a clock of the client's says nothing.
    const etag = String(headers.etag);
    expect(await statuses({ 'If-Modified-Since': date, 'If-None-Match': '"another"' })).toEqual([200, 200]);
    expect(await statuses({ 'If-Modified-Since': ofB, 'If-None-Match': etag })).toEqual([304, 304]);
    for (const since of [new Date(0).toUTCString(), new Date(Date.now() + 60_000).toUTCString(), 'yesterday'])
      expect([since, await statuses({ 'If-Modified-Since': since })]).toEqual([since, [200, 200]]);

    await saveFields(a, page.number, { introduction: 'Not published.' });
    await createArticle(a, { title: 'A draft' });
    expect(await statuses({ 'If-Modified-Since': date })).toEqual([304, 304]);

    const live = await createArticle(a, { title: 'Prices' });
    const changes: readonly (readonly [string, () => Promise<Answer>])[] = [
      ['publication', () => publishArticle(a, page.number)],
      ['another page', () => publishArticle(a, live.number)],
      ['menu', () => a.put('/menu', { items: [{ article: live.number }] }, { 'If-Match': '"v0"' })],
      [
        'withdrawal',
        async () =>
          a.post(`/articles/${live.number}/withdraw`, { answer: 404 }, await seenBy(a, live.number)),
      ],
      ['trash', () => a.post(`/articles/${live.number}/trash`, {})],
    ];
    for (const [name, change] of changes) {
      const answer = await change();
      expect([name, answer.text, answer.status < 300]).toEqual([name, answer.text, true]);
      const next = await dateOf(HOSTS.a, date);
      expect([name, await statuses({ 'If-Modified-Since': date })]).toEqual([name, [200, 200]]);
      expect([name, await statuses({ 'If-Modified-Since': next })]).toEqual([name, [304, 304]]);
      expect(Date.parse(next)).toBeGreaterThan(Date.parse(date));
      date = next;
    }
    expect(await dateOf(HOSTS.b)).toBe(ofB); // none of it was of the other site
  });

  it('change with what an import publishes or withdraws, and not with one that finds nothing new (J-01)', async () => {
    const documents = { 'imported.md': '# Imported' };
    const options = { source: 'Dated', status: 'published' };
    const [before, ofB] = [await dateOf(), await dateOf(HOSTS.b)];
    const { id } = await importAll(a, documents, options);
    const imported = await dateOf(HOSTS.a, before);
    await importAll(a, documents, options);
    expect(await statuses({ 'If-Modified-Since': imported })).toEqual([304, 304]);
    await finish(a, id, 'undo');
    await dateOf(HOSTS.a, imported);
    expect(await dateOf(HOSTS.b)).toBe(ofB);
  });

  it('are those of what has one: an error page, a redirect and a file have none', async () => {
    for (const path of ['/nowhere', '/HOURS', '/robots.txt']) {
      const { headers } = await call(`http://127.0.0.1:${ports[0]}${path}`, { headers: { Host: HOSTS.a } });
      expect([path, headers['last-modified']]).toEqual([path, undefined]);
    }
  });

  it('of a blog’s posts change with each change of them (B-05)', async () => {
    for (const browser of [a, b]) {
      const blog = await createArticle(browser, { type: 2, title: 'News', blogKey: 'news' });
      await publishArticle(browser, blog.number);
    }
    const list = (headers: Readonly<Record<string, string>> = {}, browser = a): Promise<Answer> =>
      browser.get('/blogs/news/getentries', headers);
    const dated = async (before: string, browser = a): Promise<string> => {
      let date = '';
      await eventually(async () => {
        date = String((await list({}, browser)).headers['last-modified']);
        expect(date).toMatch(/ GMT$/);
        expect(date).not.toBe(before);
      });
      return date;
    };
    await createArticle(b, { type: 1, title: 'Of b', blogKey: 'news' });
    const ofB = await dated('', b);
    let date = '';
    let number = 0;
    for (const change of [
      () =>
        createArticle(a, { type: 1, title: 'One', blogKey: 'news' }).then((post) => void ({ number } = post)),
      () => saveFields(a, number, { title: 'Another title' }),
      () => publishArticle(a, number),
      async () => a.post(`/articles/${number}/trash`, {}, await seenBy(a, number)),
    ]) {
      const answer = await change();
      expect(answer?.status ?? 201).toBeLessThan(300);
      const next = await dated(date);
      expect((await list({ 'If-Modified-Since': date })).status).toBe(200);
      const known = await list({ 'If-Modified-Since': next });
      expect([known.status, known.text, known.headers['last-modified']]).toEqual([304, '', next]);
      expect((await list({ 'If-Modified-Since': next, 'If-None-Match': 'W/"other"' })).status).toBe(200);
      date = next;
    }
    expect((await list({}, b)).headers['last-modified']).toBe(ofB);
    // A blog may be taken from the list and leave the others as they were: a date doesn't say so, and a tag does.
    const blogs = await a.get('/blogs/GetBlogs');
    expect(blogs.headers['last-modified']).toBe(date);
    expect((await a.get('/blogs/GetBlogs', { 'If-Modified-Since': date })).status).toBe(200);
  });
});
