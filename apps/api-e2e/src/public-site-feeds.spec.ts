import type { ArticleFields } from '@sitedesk/contract/articles';
import { freePort } from '@sitedesk/testing';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { randomUUID } from 'node:crypto';
import { SaxesParser } from 'saxes';
import sharp from 'sharp';
import { createArticle, publishArticle, readArticle, saveFields, setAccess } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { upload } from './harness/files.js';
import { type Answer, call } from './harness/http.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { setSetting } from './harness/tenants.js';

const FILES = ['feed.xml', 'atom.xml', 'feed.json'] as const;
const TYPES = ['application/rss+xml', 'application/atom+xml', 'application/feed+json'] as const;
const ORIGIN = `https://${HOSTS.a}`;
const paragraph = (text: string): object => ({ type: 'paragraph', content: [{ type: 'text', text }] });

describe('feeds', () => {
  let sites: TwoEditorSites;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    for (const [name, browser] of Object.entries({ Meadow: sites.a, Harbour: sites.b }))
      await live(
        browser,
        { type: 2, title: `${name} news`, blogKey: 'news' },
        { introduction: `Of ${name}` },
      );
  });
  afterAll(() => sites.site.stop());

  const visit = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ): Promise<Answer> =>
    call(`http://127.0.0.1:${port}${path}`, { method, headers: { Host: HOSTS.a, ...headers } });

  async function save(
    browser: EditorBrowser,
    number: number,
    fields: Partial<ArticleFields>,
    content: readonly object[],
  ): Promise<void> {
    const { revision, fields: now } = await readArticle(browser, number);
    const body = {
      operation: randomUUID(),
      fields: { ...now, ...fields },
      document: { type: 'doc', content },
    };
    const answer = await browser.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
    expect(answer.status).toBe(200);
  }
  async function live(
    browser: EditorBrowser,
    input: object,
    fields: Partial<ArticleFields> = {},
    content: readonly object[] = [paragraph('Words.')],
  ): Promise<number> {
    const { number } = await createArticle(browser, input);
    await save(browser, number, fields, content);
    expect((await publishArticle(browser, number)).status).toBe(200);
    return number;
  }
  const post = (
    browser: EditorBrowser,
    slug: string,
    fields: Partial<ArticleFields> = {},
    content?: readonly object[],
  ): Promise<number> => live(browser, { type: 1, title: slug, slug, blogKey: 'news' }, fields, content);

  /** What programs read in each format. */
  async function read(path: string): Promise<readonly ReadFeed[]> {
    const texts = await Promise.all(
      FILES.map(async (file) => {
        const answer = await visit(`${path}/${file}`);
        expect([path, file, answer.status]).toEqual([path, file, 200]);
        return answer.text;
      }),
    );
    const [rss = '', atom = '', json = ''] = texts;
    for (const text of [rss, atom]) requireWellFormed(text);
    return [fromRss(rss), fromAtom(atom), fromJson(json)];
  }
  const titles = async (path: string): Promise<readonly (readonly (string | undefined)[])[]> =>
    (await read(path)).map(({ entries }) => entries.map(({ title }) => title));
  const three = <Thing>(thing: Thing): readonly Thing[] => [thing, thing, thing];

  it('are there in three formats, for each blog and the site, with all that a post has (P-51)', async () => {
    const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const file = await upload(sites.a, 'Ärger & Co.png', picture);
    const profile = await sites.a.post('/authors', { name: 'Mia <Novák>' });
    const { id } = profile.json() as { readonly id: string }; // the contract's word
    const linked = {
      type: 'text',
      text: 'Here & there',
      marks: [{ type: 'link', attrs: { href: '/news?a=1&b=2' } }],
    };
    const number = await post(
      sites.a,
      'summer',
      {
        title: 'Summer & <others> ]]>',
        introduction: 'What is "new"?',
        tags: ['Old paper', 'R&D'],
        authors: [id],
        bannerImage: '/media/banner.png',
        bannerText: 'A "red" flag',
      },
      [
        { type: 'paragraph', content: [linked] },
        { type: 'image', attrs: { file: file.id, alt: 'Flag', look: 'normal' } },
        { type: 'contactForm' },
        { type: 'postList', attrs: { stream: 'news', count: 3 } },
      ],
    );
    const feeds = await read('/news');
    const url = `${ORIGIN}/news/summer`;
    expect(feeds.map(({ title, page, self }) => [title, page, self])).toEqual(
      FILES.map((name) => ['Meadow news', `${ORIGIN}/news`, `${ORIGIN}/news/${name}`]),
    );
    for (const { entries } of feeds) {
      const [{ html = '', published, updated, ...entry }] = entries as [ReadEntry];
      expect(entry).toEqual({
        id: `tag:${HOSTS.a},2026:article/${number}`,
        url,
        title: 'Summer & <others> ]]>',
        summary: 'What is "new"?',
        authors: ['Mia <Novák>'],
        tags: ['Old paper', 'R&D'],
      });
      expect(Date.parse(String(published))).toBeLessThanOrEqual(Date.parse(String(updated)));
      expect(html).toContain('<p>What is &quot;new&quot;?</p>');
      expect(html).toContain(`<img src="${ORIGIN}/media/banner.png" alt="A &quot;red&quot; flag">`);
      expect(html).toContain(`<a href="${ORIGIN}/news?a=1&amp;b=2">Here &amp; there</a>`);
      expect(html).toContain(`<a href="${url}">`);
      expect(html).not.toMatch(/<form|<script| (?:href|src|srcset)="\/|, \//);
      const pictures = [...html.matchAll(/https:\/\/a\.site\.test(\/media\/[^"\s]+%26%20Co\.png)/g)];
      expect(pictures.length).toBeGreaterThan(2);
      for (const [, path = ''] of pictures) expect((await visit(path)).status).toBe(200);
    }
    const ofSite = await read('');
    expect(ofSite.map(({ title, page }) => [title, page])).toEqual(three([HOSTS.a, `${ORIGIN}/`]));
    expect(await titles('')).toEqual(await titles('/news'));
    expect(feeds[1]?.id).not.toBe(ofSite[1]?.id);
  });

  it('are named in the head of pages, and linked from the blog', async () => {
    const page = await visit('/news');
    for (const [index, name] of FILES.entries()) {
      for (const path of [`/news/${name}`, `/${name}`])
        expect(page.text).toMatch(
          new RegExp(
            String.raw`<link rel="alternate" type="${TYPES[index]?.replace('+', '\\+')}" title="[^"]+" href="${path}">`,
          ),
        );
      expect(page.text).toContain(`<a href="/news/${name}"`);
      const feed = await visit(`/news/${name}`);
      expect(feed.headers['content-type']).toBe(`${TYPES[index]}; charset=utf-8`);
    }
    expect((await visit('/news/summer')).text).toContain('href="/news/feed.xml"');
  });

  it('are answered like pages: 304, codings, HEAD, no other verb, one spelling (P-39)', async () => {
    await post(
      sites.a,
      'long',
      {},
      Array.from({ length: 30 }, (_, index) => paragraph(`Line ${index}`)),
    );
    for (const name of FILES) {
      const path = `/news/${name}`;
      const plain = await visit(path);
      expect(plain.headers['cache-control']).toBe((await visit('/news')).headers['cache-control']);
      const known = await visit(path, { 'If-None-Match': String(plain.headers.etag) });
      expect([known.status, known.text]).toEqual([304, '']);
      const head = await visit(path, {}, 'HEAD');
      expect([head.status, head.text, head.headers['content-length'], head.headers.etag]).toEqual([
        200,
        '',
        String(Buffer.byteLength(plain.text)),
        plain.headers.etag,
      ]);
      const coded = await visit(path, { 'Accept-Encoding': 'br' });
      expect([coded.headers['content-encoding'], coded.headers.etag === plain.headers.etag]).toEqual([
        'br',
        false,
      ]);
      expect((await visit(path, {}, 'POST')).status).toBe(405);
      const spelled = await visit(`/News/${name.toUpperCase()}/`);
      expect([spelled.status, spelled.headers.location]).toEqual([301, path]);
    }
  });

  it('keep the id of a post through new addresses, and change when it is published only (P-06, P-51)', async () => {
    const number = await post(sites.a, 'steady', { introduction: 'First' });
    const before = await read('/news');
    await saveFields(sites.a, number, { introduction: 'A secret', slug: 'steadier' });
    expect(await read('/news')).toEqual(before);
    await publishArticle(sites.a, number);
    const after = await read('/news');
    for (const [index, { entries }] of after.entries()) {
      const [was, is] = [before[index]?.entries[0], entries[0]];
      expect([is?.id, is?.published, is?.url, is?.summary]).toEqual([
        was?.id,
        was?.published,
        `${ORIGIN}/news/steadier`,
        'A secret',
      ]);
      expect(Date.parse(String(is?.updated))).toBeGreaterThan(Date.parse(String(was?.updated)));
      expect(entries.filter(({ id }) => id === is?.id)).toHaveLength(1);
    }
    const blog = await live(sites.a, { type: 2, title: 'Diary', blogKey: 'diary' });
    await live(sites.a, { type: 1, title: 'Day', slug: 'day', blogKey: 'diary' });
    const idsOf = (feeds: readonly ReadFeed[]): unknown =>
      feeds.map(({ id, entries }) => [id, entries[0]?.id]);
    const ids = idsOf(await read('/diary'));
    const renamed = await sites.a.post(`/articles/${blog}/blog/rename`, { from: 'diary', blogKey: 'days' });
    expect(renamed.status).toBe(200);
    expect(idsOf(await read('/days'))).toEqual(ids);
    const moved = await visit('/diary/atom.xml');
    expect([moved.status, moved.headers.location]).toEqual([301, '/days/atom.xml']);
  });

  it('have the newest 20 posts, and none that is not for everyone (P-33, P-37)', async () => {
    await live(sites.a, { type: 2, title: 'Log', blogKey: 'log' });
    const entry = (title: string, fields: Partial<ArticleFields> = {}): Promise<number> =>
      live(sites.a, { type: 1, title, blogKey: 'log' }, fields);
    const kept: string[] = [];
    for (let index = 1; index <= 21; index += 1) {
      await entry(`Entry ${index}`);
      kept.unshift(`Entry ${index}`);
    }
    expect(await titles('/log')).toEqual(three(kept.slice(0, 20)));
    expect(await titles('')).toEqual(three(kept.slice(0, 20)));
    await createArticle(sites.a, { type: 1, title: 'Draft', blogKey: 'log' });
    await entry('Unlisted', { unlisted: true });
    const [withdrawn, trashed, restricted] = [
      await entry('Withdrawn'),
      await entry('Trashed'),
      await entry('Restricted'),
    ];
    expect(await titles('/log')).toEqual(three(['Restricted', 'Trashed', 'Withdrawn', ...kept.slice(0, 17)]));
    await sites.a.post(`/articles/${withdrawn}/withdraw`, { answer: 404 });
    await sites.a.post(`/articles/${trashed}/trash`, {});
    expect((await setAccess(sites.a, restricted, { owner: null, restricted: true, grants: [] })).status).toBe(
      200,
    );
    await eventually(async () => expect(await titles('/log')).toEqual(three(kept.slice(0, 20))));
    expect(await titles('')).toEqual(three(kept.slice(0, 20)));
  });

  it('are one site’s, and come from its settings, whatever the request calls it (P-38, P-52)', async () => {
    for (const name of FILES) {
      const path = `/news/${name}`;
      const [own, other] = [await visit(path), await visit(path, { Host: HOSTS.b })];
      expect([other.status, other.text.includes('Meadow'), other.text.includes(HOSTS.a)]).toEqual([
        200,
        false,
        false,
      ]);
      expect([own.text.includes('Harbour'), own.text.includes(HOSTS.b)]).toEqual([false, false]);
      const forgeries: readonly Readonly<Record<string, string>>[] = [
        { 'X-Forwarded-Host': 'attacker.example', Forwarded: 'host=attacker.example' },
        { Host: `${HOSTS.a}:8080`, 'X-Forwarded-Proto': 'http' },
      ];
      for (const headers of forgeries) expect((await visit(path, headers)).text).toBe(own.text);
      // Nothing was ever posted there.
      expect([name, (await visit(`/${name}`, { Host: HOSTS.b })).status]).toEqual([name, 404]);
      expect((await visit(`/nowhere/${name}`)).status).toBe(404);
    }
    expect((await visit('/news', { Host: HOSTS.b })).text).not.toContain('href="/feed.xml"');
  });

  it('have introductions only where the site wants that, and the public URL of its settings', async () => {
    await live(sites.b, { type: 1, title: 'Tide', blogKey: 'news' }, { introduction: 'High or low' });
    await setSetting(sites.site.database, 'Site', 'FeedContent', 'introduction', HOSTS.b);
    await setSetting(sites.site.database, 'Site', 'PublicUrl', 'https://www.harbour.example', HOSTS.b);
    await eventually(async () => {
      const [rss, atom, json] = await Promise.all(FILES.map((name) => visit(`/${name}`, { Host: HOSTS.b })));
      const feeds = [fromRss(rss?.text ?? ''), fromAtom(atom?.text ?? ''), fromJson(json?.text ?? '')];
      expect(feeds.map(({ entries }) => [entries[0]?.url, entries[0]?.html, entries[0]?.summary])).toEqual(
        three(['https://www.harbour.example/news/tide', undefined, 'High or low']),
      );
    });
    const refused = await sites.b.put(
      '/settings/Site',
      { values: { FeedContent: 'half' } },
      { 'If-Match': '"v2"' },
    );
    expect([refused.status, refused.text.includes('FeedContent')]).toEqual([400, true]);
  });
});

interface ReadEntry {
  readonly id: string | undefined;
  readonly url: string | undefined;
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly html: string | undefined;
  readonly published: unknown;
  readonly updated: unknown;
  readonly authors: unknown;
  readonly tags: unknown;
}
interface ReadFeed {
  readonly id: string | undefined;
  readonly title: string | undefined;
  readonly page: string | undefined;
  readonly self: string | undefined;
  readonly entries: readonly ReadEntry[];
}

/** @throws where it isn't XML */
function requireWellFormed(text: string): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
}

function fromRss(text: string): ReadFeed {
  const feed = parseRssFeed(text);
  const self = feed.atom?.links?.find(({ rel }) => rel === 'self')?.href;
  // What the specification of RSS requires of a channel.
  expect([feed.title, feed.link, feed.description].every(Boolean)).toBe(true);
  return {
    id: undefined, // RSS has none
    title: feed.title,
    page: feed.link,
    self,
    entries: (feed.items ?? []).map((item) => {
      expect(item.guid?.isPermaLink).toBe(false);
      expect(item.pubDate).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
      return {
        id: item.guid?.value,
        url: item.link,
        title: item.title,
        summary: item.description,
        html: item.content?.encoded,
        published: item.pubDate,
        updated: item.atom?.updated,
        authors: item.dc?.creators,
        tags: item.categories?.map(({ name }) => name),
      };
    }),
  };
}

function fromAtom(text: string): ReadFeed {
  const feed = parseAtomFeed(text);
  const linkOf = (links: typeof feed.links, wanted: string): string | undefined =>
    links?.find(({ rel }) => rel === wanted)?.href;
  // What RFC 4287 requires of a feed, and of entries.
  expect([feed.id, feed.title, feed.updated, feed.authors?.[0]?.name].every(Boolean)).toBe(true);
  return {
    id: feed.id,
    title: textOf(feed.title),
    page: linkOf(feed.links, 'alternate'),
    self: linkOf(feed.links, 'self'),
    entries: (feed.entries ?? []).map((entry) => {
      expect([entry.id, entry.title, entry.updated].every(Boolean)).toBe(true);
      return {
        id: entry.id,
        url: linkOf(entry.links, 'alternate'),
        title: textOf(entry.title),
        summary: textOf(entry.summary),
        html: textOf(entry.content),
        published: entry.published,
        updated: entry.updated,
        authors: entry.authors?.map(({ name }) => name),
        tags: entry.categories?.map(({ term }) => term),
      };
    }),
  };
}

/** Atom's texts have a type. */
const textOf = (text: string | { readonly value?: string } | undefined): string | undefined =>
  typeof text === 'object' ? text.value : text;

function fromJson(text: string): ReadFeed {
  const feed = parseJsonFeed(text);
  expect((JSON.parse(text) as { readonly version: string }).version).toBe('https://jsonfeed.org/version/1.1'); // as parsed
  return {
    id: undefined, // neither has JSON Feed
    title: feed.title,
    page: feed.home_page_url,
    self: feed.feed_url,
    entries: (feed.items ?? []).map((item) => {
      expect(item.content_html ?? item.content_text).toBeDefined();
      return {
        id: item.id,
        url: item.url,
        title: item.title,
        summary: item.summary,
        html: item.content_html,
        published: item.date_published,
        updated: item.date_modified,
        authors: item.authors?.map(({ name }) => name),
        tags: item.tags,
      };
    }),
  };
}
