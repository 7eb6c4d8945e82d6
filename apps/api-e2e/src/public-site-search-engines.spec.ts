import type { ArticleFields } from '@sitedesk/contract/articles';
import { freePort } from '@sitedesk/testing';
import { SaxesParser } from 'saxes';
import sharp from 'sharp';
import { createArticle, publishArticle, saveFields, setAccess } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { upload } from './harness/files.js';
import { type Answer, call } from './harness/http.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

const ORIGIN = `https://${HOSTS.a}`;

describe('what search engines read of the public site', () => {
  let sites: TwoEditorSites;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    sites = await startTwoEditorSites({
      SITE_PORT: String(port),
      IDENTITY__EDITORURL: 'https://editor.test',
    });
    await live(sites.a, { title: 'Home', home: true });
    await live(sites.b, { title: 'Harbour', slug: 'harbour' });
  });
  afterAll(() => sites.site.stop());

  const visit = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ): Promise<Answer> =>
    call(`http://127.0.0.1:${port}${path}`, { method, headers: { Host: HOSTS.a, ...headers } });

  async function live(
    browser: EditorBrowser,
    input: object,
    fields: Partial<ArticleFields> = {},
  ): Promise<number> {
    const { number } = await createArticle(browser, input);
    const saved = await saveFields(browser, number, { introduction: 'Words', ...fields });
    expect([saved.status, (await publishArticle(browser, number)).status]).toEqual([200, 200]);
    return number;
  }
  /** Saves settings of the public site. */
  async function set(
    browser: EditorBrowser,
    values: Readonly<Record<string, string | null>>,
  ): Promise<Answer> {
    const { headers } = await browser.get('/settings/Site');
    return browser.put('/settings/Site', { values }, { 'If-Match': String(headers.etag) });
  }

  async function read(path: string, host: string = HOSTS.a): Promise<readonly SitemapEntry[]> {
    const { status, text, headers } = await visit(path, { Host: host });
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'application/xml; charset=utf-8']);
    return entriesOf(text);
  }
  const paths = async (path: string, host: string = HOSTS.a): Promise<readonly string[]> =>
    (await read(path, host)).map(({ loc }) => loc.replace(`https://${host}`, ''));

  describe('a sitemap', () => {
    it('names the pages that they may show, by what is live (P-33, P-50)', async () => {
      const kept = await live(sites.a, { title: 'Kept', slug: 'über/uns' });
      await live(sites.a, { type: 2, title: 'News', blogKey: 'news' });
      await live(sites.a, { type: 1, title: 'Post', slug: 'post', blogKey: 'news' });
      await live(sites.a, { title: 'Own', slug: 'own' }, { canonical: `${ORIGIN}/own` });
      const listed = ['/', '/%C3%BCber/uns', '/news', '/news/post', '/own'];
      expect(await paths('/sitemap-1.xml')).toEqual(listed);
      await createArticle(sites.a, { title: 'Draft', slug: 'draft' });
      await live(sites.a, { title: 'Unlisted', slug: 'unlisted' }, { unlisted: true });
      await live(sites.a, { title: 'Foreign', slug: 'foreign' }, { canonical: 'https://elsewhere.example/' });
      await live(sites.a, { title: 'Second', slug: 'second' }, { canonical: `${ORIGIN}/own` });
      const [withdrawn, trashed, restricted] = [
        await live(sites.a, { title: 'Withdrawn', slug: 'withdrawn' }),
        await live(sites.a, { title: 'Trashed', slug: 'trashed' }),
        await live(sites.a, { title: 'Restricted', slug: 'restricted' }),
      ];
      expect(await paths('/sitemap-1.xml')).toEqual([...listed, '/withdrawn', '/trashed', '/restricted']);
      await sites.a.post(`/articles/${withdrawn}/withdraw`, { answer: 404 });
      await sites.a.post(`/articles/${trashed}/trash`, {});
      const hidden = { owner: null, restricted: true, grants: [] };
      expect((await setAccess(sites.a, restricted, hidden)).status).toBe(200);
      await eventually(async () => expect(await paths('/sitemap-1.xml')).toEqual(listed));
      const entryOf = async (): Promise<SitemapEntry | undefined> =>
        (await read('/sitemap-1.xml')).find(({ loc }) => loc.endsWith('/uns'));
      const before = await entryOf();
      expect(before?.lastmod).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      await saveFields(sites.a, kept, { slug: 'about' });
      expect(await paths('/sitemap-1.xml')).toEqual(listed);
      await publishArticle(sites.a, kept);
      expect(await paths('/sitemap-1.xml')).toEqual(listed.with(1, '/about'));
      expect(await paths('/sitemap-1.xml', HOSTS.b)).toEqual(['/harbour']);
    });

    it('has an index of parts by article number, of which a publication changes one (P-50)', async () => {
      await sites.site.database.query(`UPDATE article_counter SET last = 40000`);
      const late = await live(sites.a, { title: 'Late', slug: 'late' });
      expect(late).toBe(40_001);
      // Several batches of rows, up to the last number of a part.
      await sites.site.database.query(
        `INSERT INTO live_page (tenant_id, path, kind, number, publication_id, published_at)
         SELECT tenant_id, '/many-' || n, 'page', 40000 - n, publication_id, published_at FROM live_page, generate_series(0, 4500) n
         WHERE number = 40001 AND kind = 'page'`,
      );
      await sites.site.database.query(`SELECT pg_notify('sitedesk_pages', id::text) FROM tenant`);
      const parts = [`${ORIGIN}/sitemap-1.xml`, `${ORIGIN}/sitemap-2.xml`];
      await eventually(async () => expect(await paths('/sitemap-1.xml')).toHaveLength(5 + 4_501));
      expect((await read('/sitemap.xml')).map(({ loc }) => loc)).toEqual(parts);
      expect(await paths('/sitemap-2.xml')).toEqual(['/late']);
      expect(new Set(await paths('/sitemap-1.xml')).size).toBe(5 + 4_501);
      const tags = async (): Promise<readonly unknown[]> =>
        Promise.all(
          ['/sitemap-1.xml', '/sitemap-2.xml', '/sitemap.xml'].map(
            async (path) => (await visit(path)).headers.etag,
          ),
        );
      const before = await tags();
      await saveFields(sites.a, late, { slug: 'later' });
      await publishArticle(sites.a, late);
      const after = await tags();
      expect(after.map((tag, index) => tag === before[index])).toEqual([true, false, true]);
      expect(await paths('/sitemap-2.xml')).toEqual(['/later']);
      for (const path of [
        '/sitemap-3.xml',
        '/sitemap-0.xml',
        '/sitemap-53688.xml',
        '/sitemap-99999.xml',
        '/sitemap-x.xml',
      ])
        expect([path, (await visit(path)).status]).toEqual([path, 404]);
      expect((await visit('/sitemap.xml', { Host: 'unknown.test' })).status).toBe(404);
    });

    it('is answered like pages: 304, coding, HEAD, no other verb (P-39)', async () => {
      const path = '/sitemap-1.xml';
      const plain = await visit(path);
      expect(plain.headers['cache-control']).toBe((await visit('/')).headers['cache-control']);
      const length = String(Buffer.byteLength(plain.text));
      expect(plain.headers['content-length']).toBe(length);
      const known = await visit(path, { 'If-None-Match': String(plain.headers.etag) });
      expect([known.status, known.text]).toEqual([304, '']);
      const head = await visit(path, {}, 'HEAD');
      expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', length]);
      const zipped = await visit(path, { 'Accept-Encoding': 'br, gzip' });
      expect(zipped.headers['content-encoding']).toBe('gzip');
      expect(zipped.headers.etag).not.toBe(plain.headers.etag);
      expect((await visit(path, { 'If-None-Match': String(zipped.headers.etag) })).status).toBe(304);
      expect((await visit(path, {}, 'POST')).status).toBe(405);
    });
  });

  describe('robots.txt', () => {
    it('names the sitemap, and says what the settings say', async () => {
      const robots = await visit('/robots.txt');
      expect([robots.status, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(robots.text).toBe(`User-agent: *\nDisallow: /_preview/\n\nSitemap: ${ORIGIN}/sitemap.xml\n`);
      const own = 'User-agent: *\r\nDisallow: /internal\r\n\r\nUser-agent: Greedy\r\nDisallow: /\r\n';
      expect((await set(sites.a, { RobotsTxt: own })).status).toBe(200);
      await eventually(async () =>
        expect((await visit('/robots.txt')).text).toBe(
          `User-agent: *\nDisallow: /internal\n\nUser-agent: Greedy\nDisallow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
        ),
      );
      expect((await visit('/robots.txt', { Host: HOSTS.b })).text).not.toContain('Greedy');
      const refused = await set(sites.a, { RobotsTxt: 'User-agent: *\u0007' });
      expect([refused.status, refused.text.includes('control characters')]).toEqual([400, true]);
    });

    it('keeps them away from every hostname but the public one, and so does a header (P-52)', async () => {
      const closed = 'User-agent: *\nDisallow: /\n';
      expect((await visit('/robots.txt', { Host: 'editor.test' })).text).not.toContain('Allow');
      expect((await visit('/')).headers['x-robots-tag']).toBeUndefined();
      expect((await set(sites.b, { PublicUrl: 'https://www.harbour.example' })).status).toBe(200);
      await eventually(async () => {
        expect((await visit('/robots.txt', { Host: HOSTS.b })).text).toBe(closed);
        for (const path of ['/harbour', '/nowhere', '/robots.txt', '/sitemap-1.xml']) {
          const answer = await visit(path, { Host: HOSTS.b });
          expect([path, answer.headers['x-robots-tag']]).toEqual([path, 'noindex']);
        }
      });
      const page = await visit('/harbour', { Host: HOSTS.b });
      expect(page.text).toContain('<link rel="canonical" href="https://www.harbour.example/harbour">');
      const known = await visit('/harbour', { Host: HOSTS.b, 'If-None-Match': String(page.headers.etag) });
      expect([known.status, known.headers['x-robots-tag']]).toEqual([304, 'noindex']);
      expect((await read('/sitemap.xml', HOSTS.b))[0]?.loc).toBe('https://www.harbour.example/sitemap-1.xml');
    });
  });

  describe('icon and picture of a site', () => {
    it('are a letter and nothing until the settings name some', async () => {
      const page = await visit('/');
      expect(page.text).toContain('<link rel="icon" href="data:image/svg+xml,');
      expect(page.text).not.toContain('og:image');
      const icon = await visit('/favicon.ico');
      expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    });

    it('are files of the site, as they are now, or URLs', async () => {
      const picture = (background: string): Promise<Buffer> =>
        sharp({ create: { width: 64, height: 32, channels: 3, background } })
          .png()
          .toBuffer();
      const icon = await upload(sites.a, 'icon.png', await picture('red'));
      const card = await upload(sites.a, 'card.png', await picture('blue'));
      const foreign = await upload(sites.b, 'other.png', await picture('green'));
      const short = (id: string): string => `/media/${id}/file.png`;
      const saved = await set(sites.a, { Icon: short(icon.id), SocialImage: card.path });
      expect(saved.status).toBe(200);
      const page = await eventually(async () => {
        const shown = await visit('/');
        expect(shown.text).toContain(`<link rel="icon" href="${icon.path}" type="image/png">`);
        return shown;
      });
      expect(page.text).toContain(`<meta property="og:image" content="${ORIGIN}${card.path}">`);
      expect(page.text).toContain('<meta property="og:image:width" content="64">');
      const favicon = await visit('/favicon.ico');
      expect([favicon.status, favicon.headers.location]).toEqual([302, icon.path]);
      expect((await visit(icon.path)).headers['content-type']).toBe('image/png');
      const own = await live(sites.a, { title: 'Banner', slug: 'banner' }, { bannerImage: '/media/own.png' });
      expect(own).toBeGreaterThan(0);
      const banner = await visit('/banner');
      expect(banner.text).toContain(`<meta property="og:image" content="${ORIGIN}/media/own.png">`);
      expect(banner.text).not.toContain(card.path);
      // Another site's file is none of this one's.
      await set(sites.a, { Icon: short(foreign.id), SocialImage: 'https://cdn.example/card.png' });
      await eventually(async () => {
        const shown = await visit('/');
        expect(shown.text).toContain('content="https://cdn.example/card.png"');
        expect(shown.text).toContain('<link rel="icon" href="data:image/svg+xml,');
      });
      for (const Icon of [
        'http://example.com/icon.png',
        'icon.png',
        '/icon.png',
        '//x.example/i',
        'javascript:alert(1)',
      ]) {
        const refused = await set(sites.a, { Icon });
        expect([Icon, refused.status, refused.text.includes('Icon')]).toEqual([Icon, 400, true]);
      }
    });
  });
});

interface SitemapEntry {
  readonly loc: string;
  readonly lastmod: string | undefined;
}

/** What a sitemap, or an index of them, lists. @throws where it isn't XML */
function entriesOf(text: string): readonly SitemapEntry[] {
  const entries: { loc: string; lastmod: string | undefined }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  let name = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    name = tag.local;
    expect(tag.uri).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
    if (name === 'url' || name === 'sitemap') entries.push({ loc: '', lastmod: undefined });
  });
  parser.on('text', (value) => {
    const entry = entries.at(-1);
    if (entry && name === 'loc') entry.loc += value.trim();
    if (entry && name === 'lastmod' && value.trim() !== '') entry.lastmod = value;
  });
  parser.write(text).close();
  return entries;
}
