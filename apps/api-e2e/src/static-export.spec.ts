import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { FileSummary } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import sharp from 'sharp';
import { runSetupCommand } from './harness/backends.js';
import { createArticle, publishArticle, readArticle, saveFields, setAccess } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { headersOf, upload } from './harness/files.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { TEST_DATA_DIR } from './harness/processes.js';
import { startStaticHost } from './harness/static-host.js';
import { MULTI } from './harness/tenants.js';
import { unzip } from './harness/zip.js';

const paragraph = (text: string): object => ({ type: 'paragraph', content: [{ type: 'text', text }] });

interface Octets {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: Buffer;
}
const get = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Octets> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { headers }, (incoming) => {
      const {
        statusCode: status = 0,
        headers: { location },
      } = incoming;
      incoming
        .toArray()
        .then((chunks: Buffer[]) => resolve({ status, location, body: Buffer.concat(chunks) }), reject);
    });
    outgoing.on('error', reject).end();
  });

/** All files below a folder but the export's own, with their octets. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !entry.name.startsWith('.'))
      found.set(relative(folder, path), await readFile(path));
  }
  return found;
}

describe('the export of a site as files (P-60)', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let siteUrl: string;
  let folder: string;
  let image: FileSummary;
  let restricted: number;

  const publishPage = async (editor: EditorBrowser, input: object, ...content: object[]): Promise<number> => {
    const { number } = await createArticle(editor, input);
    if (content.length > 0) await write(editor, number, ...content);
    expect((await publishArticle(editor, number)).status).toBe(200);
    return number;
  };
  const write = async (editor: EditorBrowser, number: number, ...content: object[]): Promise<void> => {
    const { fields, revision } = await readArticle(editor, number);
    const body = { operation: randomUUID(), fields, document: { type: 'doc', content } };
    const answer = await editor.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
    expect(answer.status).toBe(200);
  };
  const exportSite = (args: readonly string[], tenant: string = HOSTS.a): Promise<string> =>
    runSetupCommand('export', ['--tenant', tenant, ...args], sites.site.database.url, {
      ...MULTI,
      DATA_DIR: TEST_DATA_DIR,
    });
  const live = (path: string, host: string = HOSTS.a): Promise<Octets> => get(siteUrl + path, { Host: host });

  beforeAll(async () => {
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    ({ a, b } = sites);
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-export-'));
    const picture = await sharp({ create: { width: 700, height: 300, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    image = await upload(a, "Lena's shop (front), 1.png", picture);
    const menu = await upload(a, 'Menü.txt', 'Soup');
    await upload(a, 'unused.txt', 'UNUSED-FILE');
    const { id } = (await a.post('/authors', { name: 'Ada' })).json() as AuthorProfile; // the contract's word
    await publishPage(
      a,
      { title: 'About us' },
      { type: 'image', attrs: { file: image.id, alt: 'The shop' } },
      { type: 'file', attrs: { file: menu.id, label: 'The menu' } },
    );
    await publishPage(a, { title: 'Contact' }, { type: 'contactForm' });
    await publishPage(a, { title: '日本', slug: '日本/東京' }, paragraph('Tokyo'));
    await publishPage(a, { type: 2, title: 'Journal', blogKey: 'journal' });
    for (let index = 1; index <= 12; index += 1) {
      const { number } = await createArticle(a, { type: 1, title: `Entry ${index}`, blogKey: 'journal' });
      await saveFields(a, number, { authors: [id], tags: ['Books'] });
      await publishArticle(a, number);
    }
    const moved = await publishPage(a, { title: 'Moved', slug: 'old-place' });
    await saveFields(a, moved, { slug: 'new-place' });
    await publishArticle(a, moved);
    await a.post('/redirects', { path: '/shop.html', code: 302, forwardUrl: 'https://shop.test/?a=1&b=2' });
    await a.post('/redirects', { path: '/archive', code: 301, withBelow: true, forwardArticle: moved });
    await a.post('/redirects', { path: '/gone', code: 410 });
    await createArticle(a, { title: 'DRAFT-SECRET' });
    const withdrawn = await publishPage(a, { title: 'WITHDRAWN-SECRET' });
    await a.post(`/articles/${withdrawn}/withdraw`, { answer: 410 });
    const trashed = await publishPage(a, { title: 'TRASHED-SECRET' });
    await a.post(`/articles/${trashed}/trash`, {});
    restricted = await publishPage(a, { title: 'RESTRICTED-SECRET' });
    await setAccess(a, restricted, { restricted: true });
    await publishPage(b, { title: 'OF-THE-OTHER-SITE' });
    await upload(b, 'other.txt', 'FILE-OF-THE-OTHER-SITE');
  });

  afterAll(async () => {
    await sites.site.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  it('has every page, list and file of the site, octet by octet, and nothing else', async () => {
    expect(await exportSite(['--to', folder])).toMatch(/^22 pages and 3 redirects: \d+ files written, 0 un/);
    const files = await filesIn(folder);
    const host = await startStaticHost(folder);
    try {
      const pages = [...files.keys()].filter((path) => /^(?!404|old-place|archive).*index\.html$/.test(path));
      const paths = pages.map((path) => `/${path.replace(/\/?index\.html$/, '')}`);
      expect(paths).toEqual(
        expect.arrayContaining([
          '/about-us',
          '/contact',
          '/日本/東京',
          '/journal',
          '/journal/page/1',
          '/new-place',
        ]),
      );
      expect(paths).toEqual(expect.arrayContaining(['/authors/ada', '/authors/ada/page/1', '/tags/books']));
      expect(paths).toHaveLength(22);
      const media = [...files.keys()]
        .filter((path) => /^(?:media|_sd)\//.test(path))
        .map((path) => `/${path}`);
      // The picture as it is and in its widths, the file, the style sheet and the form's script.
      expect(media.filter((path) => path.includes('/media/')).length).toBeGreaterThan(4);
      const forPrograms = ['', '/journal'].flatMap((place) =>
        ['feed.xml', 'atom.xml', 'feed.json'].map((file) => `${place}/${file}`),
      );
      forPrograms.push('/robots.txt', '/sitemap.xml', '/sitemap-1.xml');
      for (const path of [...paths, ...media, ...forPrograms, '/nothing-here'].map(encodeURI)) {
        const [there, here] = [await live(path), await get(host.url + path)];
        const expected = path === '/contact' ? withContactOrigin(there.body) : there.body;
        expect([path, here.status, here.body.equals(expected)]).toEqual([path, there.status, true]);
      }
    } finally {
      await host.stop();
    }
    const everything = Buffer.concat([...files.values()]).toString('latin1');
    expect(everything).not.toMatch(/SECRET|OTHER-SITE|UNUSED/);
  });

  const withContactOrigin = (body: Buffer): Buffer =>
    Buffer.from(body.toString().replaceAll('"/_api/contact/', `"https://${HOSTS.a}/_api/contact/`));

  it('leads from old addresses to new ones, with the means of hosts and without', async () => {
    const files = await filesIn(folder);
    expect(files.get('_redirects')?.toString().split('\n').toSorted()).toEqual([
      '',
      '/archive /new-place 301',
      '/archive/* /new-place 301',
      '/old-place /new-place 301',
      '/shop.html https://shop.test/?a=1&b=2 302',
    ]);
    expect(files.get('shop.html')?.toString()).toContain('url=https://shop.test/?a=1&amp;b=2"');
    expect(files.get('old-place/index.html')?.toString()).toContain('content="0; url=/new-place"');
    expect([...files.keys()].filter((path) => path.startsWith('gone'))).toEqual([]);
    expect(files.get('_headers')?.toString()).toContain(`script-src 'self' https://${HOSTS.a}`);
  });

  it('writes nothing again that is the same, what changed after a publication, and removes what went', async () => {
    expect(await exportSite(['--to', folder])).toContain(': 0 files written,');
    const before = await filesIn(folder);
    const { number } = await createArticle(a, { type: 1, title: 'Entry 13', blogKey: 'journal' });
    await publishArticle(a, number);
    expect(await exportSite(['--to', folder])).toContain(': 9 files written,'); // the post, the newest, six feeds, and the sitemap
    await a.post(`/articles/${number}/withdraw`, { answer: 404 });
    expect(await exportSite(['--to', folder])).toMatch(/: 8 files written, \d+ unchanged, 1 removed/);
    expect(await filesIn(folder)).toEqual(before);
    expect(await readdir(join(folder, 'journal'))).not.toContain('entry-13');
    await setAccess(a, restricted, { restricted: false });
    expect(await exportSite(['--to', folder])).toContain(': 2 files written,');
    await setAccess(a, restricted, { restricted: true });
    expect(await exportSite(['--to', folder])).toContain(', 1 removed.');
    expect(await filesIn(folder)).toEqual(before);
  });

  it('repairs what a run that was cut off left, and leaves foreign files alone', async () => {
    const before = await filesIn(folder);
    await writeFile(join(folder, 'CNAME'), 'a.site.test');
    await mkdir(join(folder, 'about-us', 'own'));
    await writeFile(join(folder, 'about-us', 'own', 'notes.txt'), 'Mine');
    // Files and the journal of a run that had no time for its manifest.
    await mkdir(join(folder, 'half'));
    await writeFile(join(folder, 'half', 'index.html'), 'half');
    await writeFile(join(folder, 'contact', 'index.html'), 'newer');
    const site = JSON.parse(
      (await readFile(join(folder, '.sitedesk-export.jsonl'), 'utf8')).split('\n', 1)[0] ?? '',
    ) as { site: string };
    const journal = ['half/index.html', 'contact/index.html'].map((path) =>
      JSON.stringify({ path, ...site }),
    );
    await writeFile(join(folder, '.sitedesk-export.unfinished.jsonl'), `${journal.join('\n')}\n{"path":"cu`);
    expect(await exportSite(['--to', folder])).toMatch(/: 1 files written, \d+ unchanged, 1 removed/);
    const after = await filesIn(folder);
    expect(after.get('CNAME')?.toString()).toBe('a.site.test');
    expect(after.get('about-us/own/notes.txt')?.toString()).toBe('Mine');
    expect(after.size).toBe(before.size + 2);
    for (const [path, octets] of before)
      expect([path, after.get(path)?.equals(octets)]).toEqual([path, true]);
  });

  it('overwrites no file that isn’t its own, and no export of another site', async () => {
    const other = await mkdtemp(join(tmpdir(), 'sitedesk-export-'));
    try {
      await writeFile(join(other, '404.html'), 'Mine');
      await expect(exportSite(['--to', other])).rejects.toThrow('isn’t from an export');
      expect(await readFile(join(other, '404.html'), 'utf8')).toBe('Mine');
      await expect(exportSite(['--to', folder], HOSTS.b)).rejects.toThrow('has the export of another site');
      await expect(exportSite(['--to', other, '--zip', 'x.zip'])).rejects.toThrow(
        'Give either --to or --zip.',
      );
      await expect(exportSite(['--to', other, '--contact-url', 'x'])).rejects.toThrow(
        '--contact-url has to be',
      );
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });

  it('is a zip archive for those who publish, and leaves an entry in the audit log', async () => {
    const url = `${a.baseUrl}${EDITOR_PATH}/public-site/export`;
    const { status, body } = await get(url, headersOf(a));
    expect(status).toBe(200);
    const zipped = await unzip(body);
    await rm(join(folder, 'CNAME'));
    await rm(join(folder, 'about-us', 'own'), { recursive: true });
    expect(new Map([...zipped].toSorted())).toEqual(new Map([...(await filesIn(folder))].toSorted()));
    const file = join(folder, '.site.zip');
    await exportSite(['--zip', file]);
    expect(await unzip(await readFile(file))).toEqual(zipped);
    const author = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
    expect((await get(url, headersOf(author.browser))).status).toBe(403);
    const ofOther = await unzip((await get(url, headersOf(b))).body);
    expect([...ofOther.keys()].filter((path) => path.endsWith('index.html'))).toEqual([
      'of-the-other-site/index.html',
    ]);
    const { items } = (await a.get('/audit?action=site.export&outcome=done')).json() as {
      items: readonly object[];
    };
    expect(items).toHaveLength(1);
  });
});
