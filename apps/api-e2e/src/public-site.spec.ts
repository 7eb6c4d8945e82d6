import type { ArticleDetails } from '@sitedesk/contract/articles';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { setSetting } from './harness/tenants.js';

const paragraph = (text: string): object => ({ type: 'paragraph', content: [{ type: 'text', text }] });

describe('the public site', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    site = await startEditorSite({ SITE_PORT: String(port) });
    url = `http://127.0.0.1:${port}`;
    editor = await site.administrator();
  });

  afterAll(() => site.stop());

  const visit = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ): Promise<Answer> => call(`${url}${path}`, { method, headers });

  async function create(input: object): Promise<ArticleDetails> {
    return (await editor.post('/articles', input)).json() as ArticleDetails; // the contract's word
  }
  async function save(number: number, fields: object, ...content: object[]): Promise<void> {
    const article = (await editor.get(`/articles/${number}`)).json() as ArticleDetails; // as above
    const document = content.length > 0 ? { type: 'doc', content } : article.document;
    const body = { operation: randomUUID(), fields: { ...article.fields, ...fields }, document };
    const answer = await editor.put(`/articles/${number}/draft`, body, {
      'If-Match': `"v${article.revision}"`,
    });
    expect(answer.status).toBe(200);
  }
  async function publish(number: number): Promise<void> {
    const { revision } = (await editor.get(`/articles/${number}`)).json() as ArticleDetails; // as above
    const answer = await editor.post(`/articles/${number}/publish`, undefined, {
      'If-Match': `"v${revision}"`,
    });
    expect(answer.status).toBe(200);
  }

  it('shows a page as it was published, and nothing of its draft (P-06)', async () => {
    const { number } = await create({ type: 0, title: 'About us' });
    await save(number, { introduction: 'Who we are' }, paragraph('We mend <books> & maps.'));
    expect((await visit('/about-us')).status).toBe(404);
    await publish(number);
    const page = await visit('/about-us');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-tag']).toMatch(new RegExp(`^(s[0-9a-f]{8}),\\1-a${number}$`));
    expect(page.headers['x-content-version']).toBe(`${number}.2`);
    expect(page.text).toContain('We mend &lt;books&gt; &amp; maps.');
    await save(number, { title: 'A secret plan' }, paragraph('A secret text.'));
    const again = await visit('/about-us');
    expect([again.text, again.headers.etag]).toEqual([page.text, page.headers.etag]);
    await publish(number);
    expect((await visit('/about-us')).text).toContain('A secret text.');
  });

  it('answers 304 to whoever has it, and the same octets in every coding (P-39)', async () => {
    const { number } = await create({ type: 0, title: 'Codings' });
    await save(number, {}, ...Array.from({ length: 40 }, (_, index) => paragraph(`Paragraph ${index}`)));
    await publish(number);
    const plain = await visit('/codings');
    const known = await visit('/codings', { 'If-None-Match': String(plain.headers.etag) });
    expect([known.status, known.text]).toEqual([304, '']);
    const head = await visit('/codings', {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      plain.headers['content-length'],
    ]);
    const tags = new Set([plain.headers.etag]);
    for (const coding of ['br', 'gzip']) {
      const answer = await fetch(`${url}/codings`, { headers: { 'Accept-Encoding': coding } });
      tags.add(answer.headers.get('etag') ?? '');
      expect(answer.headers.get('content-encoding')).toBe(coding);
      expect(await answer.text()).toBe(plain.text);
    }
    expect(tags.size).toBe(3);
  });

  it('leads from former addresses to the newest in one step, and from other spellings to the right one (P-46)', async () => {
    const { number } = await create({ type: 0, title: 'Moved', slug: 'moved-0' });
    await publish(number);
    const formers = [2, 1, 0, 3, 4, 5, 6, 7, 8, 9].map((index) => `moved-${index}`);
    for (const slug of [...formers.slice(1), 'moved-2']) {
      await save(number, { slug });
      await publish(number);
    }
    for (const former of formers.slice(1).map((slug) => `/${slug}`)) {
      const answer = await visit(former);
      expect([answer.status, answer.headers.location]).toEqual([301, '/moved-2']);
    }
    for (const spelling of ['/Moved-2', '/moved-2/', '//moved-2', '/%6Doved-2']) {
      const answer = await visit(spelling);
      expect([spelling, answer.status, answer.headers.location]).toEqual([spelling, 301, '/moved-2']);
    }
    expect((await visit('/moved-0?from=mail&x=%2F')).headers.location).toBe('/moved-2?from=mail&x=%2F');
    expect((await visit('/MOVED-10')).status).toBe(404);
  });

  it('answers what was withdrawn with 404 or 410, and what never was with 404 (P-33)', async () => {
    const { number } = await create({ type: 0, title: 'Short-lived' });
    await publish(number);
    await editor.post(`/articles/${number}/withdraw`, { answer: 410 });
    expect((await visit('/short-lived')).status).toBe(410);
    await publish(number);
    expect((await visit('/short-lived')).status).toBe(200);
    await editor.post(`/articles/${number}/withdraw`, { answer: 404 });
    const gone = await visit('/short-lived');
    expect(gone.status).toBe(404);
    expect(gone.text).toContain('<h1>');
    await publish(number);
    expect((await visit('/short-lived')).status).toBe(200);
    await editor.post(`/articles/${number}/trash`, {});
    expect((await visit('/short-lived')).status).toBe(404);
    for (const path of ['/nothing', '/%ff', '/a\\b', '/..%2fetc', `/${'x'.repeat(3_000)}`])
      expect((await visit(path)).status).toBe(404);
    expect((await visit('/', {}, 'POST')).status).toBe(405);
  });

  it('shows a blog with its posts, the newest first, and older ones on pages that stay (P-41)', async () => {
    const blog = await create({ type: 2, title: 'Journal', blogKey: 'journal' });
    await publish(blog.number);
    for (let index = 1; index <= 12; index += 1) {
      const { number } = await create({ type: 1, title: `Entry ${index}.`, blogKey: 'journal' });
      await publish(number);
    }
    const newest = await visit('/journal');
    expect(
      [...newest.text.matchAll(/Entry (\d+)\./g)]
        .map(([, index]) => Number(index))
        .filter((index, place, all) => all.indexOf(index) === place),
    ).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    const oldest = await visit('/journal/page/1');
    expect(oldest.text).toContain('Entry 1.');
    expect(oldest.text).not.toContain('Entry 11.');
    expect((await visit('/journal/page/2')).status).toBe(404);
    expect((await visit('/journal/entry-12')).text).toContain('Journal');
  });

  it('has a page for each author and each tag of what is live, and for nothing else (P-37)', async () => {
    const profile = async (body: object): Promise<string> =>
      ((await editor.post('/authors', body)).json() as { readonly id: string }).id; // as above
    const [emil, other] = [
      await profile({
        name: 'Emil Novák',
        biography: 'Binds books.',
        links: [{ label: 'Web', url: 'https://emil.example/' }],
      }),
      await profile({ name: 'Emil Novak' }),
    ];
    await create({ type: 2, title: 'Notes', blogKey: 'notes' }).then(({ number }) => publish(number));
    const numbers: number[] = [];
    for (let index = 1; index <= 11; index += 1) {
      const { number } = await create({ type: 1, title: `Note ${index}.`, blogKey: 'notes' });
      const authors = index === 1 ? [emil, other] : [emil];
      await save(number, {
        tags: [index === 2 ? 'OLD PAPER' : 'Old paper', 'Hidden'].slice(0, index === 11 ? 2 : 1),
        authors,
      });
      numbers.push(number);
    }
    expect((await visit('/tags/old-paper')).status).toBe(404);
    for (const number of numbers.slice(0, 10)) await publish(number);
    expect((await visit('/tags/hidden')).status).toBe(404);
    expect((await visit('/tags/old-paper')).text).not.toContain('/page/');
    await publish(numbers[10] ?? 0);
    const post = await visit('/notes/note-1');
    expect(post.text).toContain(
      '<a href="/authors/emil-novak">Emil Novák</a>, <a href="/authors/emil-novak-2">Emil Novak</a>',
    );
    expect(post.text).toContain('<a href="/tags/old-paper">Old paper</a>');
    const author = await visit('/authors/emil-novak');
    expect(author.text).toContain('<h1>Emil Novák</h1><p class="lead">Binds books.</p>');
    expect(author.text).toContain('<a href="https://emil.example/" rel="me">Web</a>');
    for (const path of ['/authors/emil-novak', '/tags/old-paper']) {
      expect((await visit(path)).text).toMatch(/Note 11\.[^]*Note 10\.[^]*Note 2\.[^]*\/page\/1"/);
      const oldest = await visit(`${path}/page/1`);
      expect([oldest.status, oldest.text.includes('Note 11.'), oldest.text.includes('Note 1.')]).toEqual([
        200,
        false,
        true,
      ]);
      expect((await visit(`${path}/page/2`)).status).toBe(404);
    }
    expect((await visit('/authors/emil-novak-2')).text.match(/class="post-title"/g)).toHaveLength(1);

    await editor.post(`/articles/${numbers[10]}/withdraw`, { answer: 404 });
    expect((await visit('/tags/hidden')).status).toBe(404);
    expect((await visit('/tags/old-paper')).text).not.toContain('Note 11.');
    await save(numbers[0] ?? 0, { tags: [], authors: [emil] });
    expect((await visit('/authors/emil-novak-2')).status).toBe(200);
    await publish(numbers[0] ?? 0);
    expect((await visit('/authors/emil-novak-2')).status).toBe(404);
    expect((await visit('/tags/old-paper')).text).not.toContain('Note 1.');

    const { headers } = await editor.get(`/authors/${emil}`);
    const renamed = { name: 'Emil K. Novák', biography: 'Mends maps.' };
    expect((await editor.put(`/authors/${emil}`, renamed, { 'If-Match': String(headers.etag) })).status).toBe(
      200,
    );
    await eventually(async () => {
      expect((await visit('/authors/emil-novak')).text).toContain(
        '<h1>Emil K. Novák</h1><p class="lead">Mends maps.</p>',
      );
    });
    expect((await editor.delete(`/authors/${emil}`)).status).toBe(204);
    await eventually(async () => {
      expect((await visit('/authors/emil-novak')).status).toBe(404);
      expect((await visit('/notes/note-2')).text).toContain('Emil Novák</p>');
    });
  });

  it('shows the texts of other pages as they are, whatever they mean to a pattern', async () => {
    const blog = await create({ type: 2, title: 'Prices', blogKey: 'prices' });
    await publish(blog.number);
    const post = await create({ type: 1, title: 'From $& to $1 $$', blogKey: 'prices' });
    await publish(post.number);
    const { number } = await create({ type: 0, title: 'News' });
    await save(number, {}, { type: 'postList', attrs: { stream: 'prices' } });
    await publish(number);
    expect((await visit('/news')).text).toContain('From $&amp; to $1 $$');
  });

  it('has a home page, and a menu of the pages that are live', async () => {
    const home = await create({ type: 0, title: 'Welcome', home: true });
    await publish(home.number);
    const page = await create({ type: 0, title: 'Our <team>', slug: 'team' });
    const menu = { items: [{ article: page.number }, { article: home.number }] };
    expect((await editor.put('/menu', menu, { 'If-Match': '"v0"' })).status).toBe(200);
    const linkedTo = async (): Promise<readonly (string | undefined)[]> => {
      const [nav = ''] = /<nav class="wide".*?<\/nav>/s.exec((await visit('/')).text) ?? [];
      return [...nav.matchAll(/href="([^"]+)"[^>]*>([^<]*)/g)].map(([, path, label]) => `${path} ${label}`);
    };
    expect(await linkedTo()).toEqual(['/ Welcome']);
    await publish(page.number);
    expect(await linkedTo()).toEqual(['/team Our &lt;team&gt;', '/ Welcome']);
  });

  it('shows nothing of a block that it doesn’t know, and everything else (P-55)', async () => {
    const { number } = await create({ type: 0, title: 'From the future' });
    const hologram = { type: 'hologram', content: [{ type: 'text', text: 'Seen from all sides' }] };
    const document = { type: 'doc', content: [paragraph('Before.'), hologram, paragraph('After.')] };
    await site.database.query('UPDATE article_draft SET document = $2 WHERE number = $1', [
      number,
      JSON.stringify(document),
    ]);
    expect((await editor.get(`/articles/${number}`)).json()).toMatchObject({ document });
    await publish(number);
    const { status, text } = await visit('/from-the-future');
    expect([status, text.includes('<p>Before.</p><p>After.</p>')]).toEqual([200, true]);
    expect(text).not.toMatch(/hologram|all sides/);
  });

  it('has the contact form where a page has the block, and takes messages there', async () => {
    const { number } = await create({ type: 0, title: 'Contact' });
    await save(number, {}, paragraph('Write to us.'), { type: 'contactForm' });
    await publish(number);
    const { text } = await visit('/contact');
    expect(text).toContain('<form class="contact-form"');
    expect((await visit('/contact')).headers['content-security-policy']).not.toContain('script-src');
    const captcha = { RequireCaptcha: true, Provider: 'captcha_widget', SiteKey: 'key', SecretKey: 'secret' };
    const values = { Config: JSON.stringify(captcha) };
    expect((await editor.put('/settings/CAPTCHA', { values }, { 'If-Match': '"v0"' })).status).toBe(200);
    expect((await visit('/contact')).headers['content-security-policy']).toContain(
      "script-src 'self' https://challenges.cloudflare.com;",
    );
    const script = await visit('/_api/contact/site-contact.js');
    expect(script.status).toBe(200);
    for (const [, path = ''] of text.matchAll(/(?:href|src)="(\/_sd\/[^"]+)"/g)) {
      const asset = await visit(path);
      expect([asset.status, asset.headers['cache-control']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
  });

  it('names itself by its settings, whatever the request calls it (P-52)', async () => {
    await setSetting(site.database, 'Site', 'PublicUrl', 'https://www.example.com');
    const { number } = await create({ type: 0, title: 'Canonical' });
    await save(number, { bannerImage: '/banner.png' }, paragraph('Words.'));
    await publish(number);
    const shown = await eventually(async () => {
      const page = await visit('/canonical');
      expect(page.text).toContain('<link rel="canonical" href="https://www.example.com/canonical">');
      return page;
    });
    expect(shown.text).toContain('<meta property="og:url" content="https://www.example.com/canonical">');
    expect(shown.text).toContain('https://www.example.com/banner.png');
    const forgeries: readonly Readonly<Record<string, string>>[] = [
      { Host: 'attacker.example' },
      { Host: 'attacker.example:8080' },
      { 'X-Forwarded-Host': 'attacker.example', 'X-Forwarded-Proto': 'http' },
      { Forwarded: 'host=attacker.example;proto=http' },
      { 'X-Original-Host': 'attacker.example', 'X-Host': 'attacker.example' },
    ];
    for (const headers of forgeries) {
      const page = await visit('/canonical', headers);
      expect([headers, page.status, page.headers.etag, page.text]).toEqual([
        headers,
        200,
        shown.headers.etag,
        shown.text,
      ]);
    }
  });

  it('reads what is live and nothing else, by the rights of the database (P-36)', async () => {
    const [role] = await site.database.query<{ name: string }>(
      `SELECT usename AS name FROM pg_stat_activity WHERE application_name = 'sitedesk-site' AND datname = current_database() LIMIT 1`,
    );
    const readable = await site.database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND c.relkind IN ('r', 'v', 'm', 'p') AND has_table_privilege($1, c.oid, 'SELECT') ORDER BY 1`,
      [role?.name],
    );
    expect(readable.map(({ name }) => name)).toEqual([
      'layout_file',
      'live_layout',
      'live_list',
      'live_list_entry',
      'live_page',
      'publication',
      'publication_body',
      // Words of what is live, for the search.
      'search_index',
      'search_page',
      'stream_state',
    ]);
    const noted = await site.database.query<{ name: string }>(
      `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
         AND NOT has_table_privilege($1, c.oid, 'SELECT') AND has_column_privilege($1, c.oid, a.attnum, 'SELECT') ORDER BY a.attnum`,
      [role?.name],
    );
    expect(noted.map(({ name }) => name)).toEqual([
      'redirect_rule.tenant_id',
      'redirect_rule.path',
      'redirect_rule.with_below',
      'redirect_rule.code',
      'redirect_rule.forward_number',
      'redirect_rule.forward_url',
    ]);
    const writable = await site.database.query(
      `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND c.relkind = 'r' AND has_table_privilege($1, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')`,
      [role?.name],
    );
    expect(writable).toEqual([]);
  });
});
