import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { ArticleDetails } from '@sitedesk/contract/articles';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { runSetupCommand } from './harness/backends.js';
import { createArticle, publishArticle, readArticle, saveFields, setAccess } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { upload } from './harness/files.js';
import { type Answer, call } from './harness/http.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { MULTI, setSetting } from './harness/tenants.js';

const paragraph = (text: string): object => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** Tables whose rows are the same at both sites but for ids, people and hashes that name the site. */
const COMPARED: Readonly<Record<string, string>> = {
  article:
    'number, type, stream_number, blog_key, title, slug, path, restricted, last_version, live_version, live_hash, status, published_at',
  article_counter: 'last',
  article_draft: 'number, revision, hash, fields, document',
  article_version: 'number, version, kind, note, at, fields, content_hash, chained',
  article_content: 'hash, document, words',
  author_profile: 'id, name, biography',
  blob: 'hash, size, width, height, files',
  file: 'id, folder_id, name, hash, version, is_used',
  file_usage: 'file_id, number, draft, live',
  file_version: 'file_id, version, hash',
  folder: 'id, parent_id, name',
  layout_publication: 'sequence, layout_id, version',
  live_page: 'path, kind, number, hidden',
  path_history: 'path, number',
  publication: 'id, number, version, path, head, body_hash, at, ended_at',
  redirect_rule: 'path, code, with_below, forward_url, note',
  site_menu: 'items',
  storage_total: 'used',
};

describe('npm run archive (P-59)', () => {
  let sites: TwoEditorSites;
  let there: TwoEditorSites;
  const urls = { here: '', there: '' };
  let folder: string;
  let archive: string;
  const dirs: string[] = [];

  const run = (of: TwoEditorSites, dir: string, ...args: readonly string[]): Promise<string> =>
    runSetupCommand('archive', args, of.site.database.url, { ...MULTI, DATA_DIR: dir });
  const [here, elsewhere] = [(): string => dirs[0] ?? '', (): string => dirs[1] ?? ''];
  const visit = (url: string, path: string): Promise<Answer> =>
    call(url + path, { headers: { Host: HOSTS.a } });
  const rowsOf = async (
    of: TwoEditorSites,
    host: string,
  ): Promise<Readonly<Record<string, readonly unknown[]>>> => {
    const found: Record<string, readonly unknown[]> = {};
    for (const [table, columns] of Object.entries(COMPARED))
      found[table] = await of.site.database.query(
        `SELECT ${columns} FROM ${table} WHERE tenant_id = (SELECT tenant_id FROM tenant_hostname WHERE hostname = $1) ORDER BY ${columns.split(', ').slice(0, 2).join(', ')}`,
        [host],
      );
    return found;
  };
  const nothing = Object.fromEntries(Object.keys(COMPARED).map((table) => [table, []]));

  async function write(editor: EditorBrowser, number: number, ...content: object[]): Promise<void> {
    const { fields, revision } = await readArticle(editor, number);
    const body = { operation: randomUUID(), fields, document: { type: 'doc', content } };
    const answer = await editor.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
    expect(answer.status).toBe(200);
  }
  async function publish(editor: EditorBrowser, number: number): Promise<void> {
    expect((await publishArticle(editor, number)).status).toBe(200);
  }

  async function fill(a: EditorBrowser): Promise<void> {
    const picture = sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } });
    const inner = (await a.post('/folders', { name: 'Pictures' })).json() as { id: string };
    const image = await upload(a, 'shop.png', await picture.png().toBuffer(), inner.id);
    await upload(a, 'unused.txt', 'Also in it');
    const { id } = (await a.post('/authors', { name: 'Ada' })).json() as AuthorProfile; // the contract's word
    const about = await createArticle(a, { title: 'About us' });
    await write(a, about.number, paragraph('First'), {
      type: 'image',
      attrs: { file: image.id, alt: 'The shop' },
    });
    await publish(a, about.number);
    await write(a, about.number, paragraph('A draft that nobody sees yet.'));
    const blog = await createArticle(a, { type: 2, title: 'Journal', blogKey: 'journal' });
    await publish(a, blog.number);
    for (let index = 1; index <= 12; index += 1) {
      const { number } = await createArticle(a, { type: 1, title: `Entry ${index}`, blogKey: 'journal' });
      await saveFields(a, number, { authors: [id], tags: ['Books'] });
      await publish(a, number);
    }
    const moved = await createArticle(a, { title: 'Moved', slug: 'old-place' });
    await publish(a, moved.number);
    await saveFields(a, moved.number, { slug: 'new-place' });
    await publish(a, moved.number);
    const restricted = await createArticle(a, { title: 'Restricted' });
    await publish(a, restricted.number);
    await setAccess(a, restricted.number, { restricted: true });
    const reviewed = await createArticle(a, { title: 'In review' });
    await a.post(`/articles/${reviewed.number}/review`, {}, { 'If-Match': '"v1"' });
    expect((await readArticle(a, reviewed.number)).status).toBe('in-review');
    const trashed = await createArticle(a, { title: 'Trashed' });
    await a.post(`/articles/${trashed.number}/trash`, {});
    await a.post('/redirects', {
      path: '/shop',
      code: 302,
      forwardUrl: 'https://shop.test/',
      note: 'Since May',
    });
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-archive-'));
    archive = join(folder, 'site.zip');
    for (const name of ['here', 'there'] as const) {
      const [port, dir] = [await freePort(), await mkdtemp(join(tmpdir(), 'sitedesk-data-'))];
      dirs.push(dir);
      urls[name] = `http://127.0.0.1:${port}`;
      const started = await startTwoEditorSites({ SITE_PORT: String(port), DATA_DIR: dir });
      if (name === 'here') sites = started;
      else there = started;
    }
    await fill(sites.a);
    const other = await createArticle(sites.b, { title: 'OF-THE-OTHER-SITE' });
    await publish(sites.b, other.number);
    await setSetting(sites.site.database, 'Site', 'Language', 'de', HOSTS.a);
    await setSetting(sites.site.database, 'EMAIL', 'ConnectionString', 'smtp://user:hush@mail.test', HOSTS.a);
    expect(await run(sites, here(), 'export', '--tenant', HOSTS.a, '--to', archive)).toMatch(
      /^Exported 18 articles, \d+ versions, \d+ addresses, 2 files with 2 contents of /,
    );
  });

  afterAll(async () => {
    await sites.site.stop();
    await there.site.stop();
    for (const dir of [folder, ...dirs]) await rm(dir, { recursive: true, force: true });
  });

  it('says what an archive has, and writes nothing, when asked to', async () => {
    const printed = await run(
      there,
      elsewhere(),
      'import',
      '--tenant',
      HOSTS.a,
      '--from',
      archive,
      '--dry-run',
    );
    expect(printed).toMatch(
      /has 18 articles.*\nIt can be imported into "a\.site\.test"\. Nothing was written\.\n$/,
    );
    expect(await rowsOf(there, HOSTS.a)).toEqual(nothing);
  });

  it('imports nothing of an archive that is damaged, wherever it is', async () => {
    const whole = await readFile(archive);
    const damaged = join(folder, 'damaged.zip');
    const step = Math.floor(whole.length / 6);
    const cases = [whole.subarray(0, -step), ...[1, 3, 5].map((part) => flipped(whole, part * step))];
    for (const octets of cases) {
      await writeFile(damaged, octets);
      await expect(run(there, elsewhere(), 'import', '--tenant', HOSTS.a, '--from', damaged)).rejects.toThrow(
        /damaged|isn’t a whole archive/,
      );
    }
    expect(await rowsOf(there, HOSTS.a)).toEqual(nothing);
    expect(await readdir(elsewhere())).not.toContain('files');
  });

  it('imports everything, with the same numbers, hashes and octets', async () => {
    const before = await rowsOf(there, HOSTS.b);
    const args = ['import', '--tenant', HOSTS.a, '--from', archive];
    expect(await run(there, elsewhere(), ...args)).toMatch(/^Imported 18 articles.* and 1 settings into /);
    const [exported, imported] = [await rowsOf(sites, HOSTS.a), await rowsOf(there, HOSTS.a)];
    const statusOf = (rows: readonly unknown[] = [], status: string): readonly unknown[] =>
      rows.map((row) =>
        (row as { status: string }).status === 'in-review' ? { ...(row as object), status } : row,
      );
    expect(imported).toEqual({ ...exported, article: statusOf(exported['article'], 'draft') });
    expect(await rowsOf(there, HOSTS.b)).toEqual(before);
    expect((await readFile(archive)).includes('OF-THE-OTHER-SITE')).toBe(false);
    const secrets = await there.site.database.query(`SELECT 1 FROM setting WHERE name = 'ConnectionString'`);
    expect(secrets).toEqual([]);
  });

  it('then answers every public URL as the first site does, and can be worked with', async () => {
    const rows = await there.site.database.query(
      'SELECT path FROM live_page WHERE path IS NOT NULL ORDER BY path',
    );
    const paths = [
      '/tags/books',
      '/authors/ada',
      '/authors/ada/page/1',
      '/journal/page/1',
      '/shop',
      '/nothing',
    ];
    for (const path of [...rows.map((row) => String(row['path'])), ...paths])
      await eventually(async () => {
        const [expected, found] = [await visit(urls.here, path), await visit(urls.there, path)];
        const answerOf = ({ status, headers, text }: Answer): unknown => [
          path,
          status,
          headers.location,
          text,
        ];
        if (path !== '/about-us') expect(answerOf(found)).toEqual(answerOf(expected));
        // Addresses of pictures are signed by the server.
        else expect(unsigned(found.text)).toBe(unsigned(expected.text));
      });
    const page = await visit(urls.there, '/about-us');
    const [, picture = ''] = /<img src="([^"]+)"/.exec(page.text) ?? [];
    expect((await visit(urls.there, picture)).status).toBe(200);
    const { number } = await createArticle(there.a, { title: 'The next one' });
    expect(number).toBe(19);
    const about = await readArticle(there.a, 1);
    expect(JSON.stringify(about.document)).toContain('A draft that nobody sees yet.');
    await publish(there.a, 1);
    expect((await visit(urls.there, '/about-us')).text).toContain('A draft that nobody sees yet.');
    const versions = (await there.a.get('/articles/1/versions')).json() as { items: readonly object[] };
    expect(versions.items.length).toBeGreaterThan(1);
    const { items } = (await there.a.get('/audit?action=site.import')).json() as {
      items: readonly ArticleDetails[];
    };
    expect(items).toHaveLength(1);
  });

  const unsigned = (html: string): string => html.replaceAll(/(\/\d+-(?:avif|webp))\.[\w-]{16}\//g, '$1/');

  it('overwrites nothing: neither a site with content, nor one whose authors are elsewhere on the server', async () => {
    const again = run(there, elsewhere(), 'import', '--tenant', HOSTS.a, '--from', archive);
    await expect(again).rejects.toThrow('This site isn’t empty (author_profile, folder, blob, file');
    const before = await rowsOf(there, HOSTS.b);
    const beside = run(there, elsewhere(), 'import', '--tenant', HOSTS.b, '--from', archive);
    await expect(beside).rejects.toThrow('Another site of this server has the authors of this archive.');
    expect(await rowsOf(there, HOSTS.b)).toEqual(before);
  });

  it.each([
    [['export']],
    [['export', '--to', 'x', '--dry-run']],
    [['import', '--to', 'x']],
    [['import', '--from', 'x', '--all']],
  ])('refuses %j', async (args) => {
    await expect(run(there, elsewhere(), ...args)).rejects.toThrow('Usage: npm run archive');
  });
});

/** With one bit changed. */
function flipped(octets: Buffer, at: number): Buffer {
  const copy = Buffer.from(octets);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
