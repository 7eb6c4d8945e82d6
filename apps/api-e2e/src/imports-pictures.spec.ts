import type { FileSummary } from '@sitedesk/contract/files';
import type { ImportRun } from '@sitedesk/contract/imports';
import { type LocalServer, startLocalServer } from '@sitedesk/testing';
import { createServer, type Server } from 'node:net';
import { readArticle } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { PIXEL } from './harness/files.js';
import { codesOf, createImport, type Documents, finish, reportOf } from './harness/imports.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>';

describe('pictures of other servers', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let pictures: LocalServer;
  /** At an address that no site may reach; it counts connections. */
  let inside: Server;
  let connections = 0;
  let isBack = false;
  const asked: string[] = [];

  beforeAll(async () => {
    sites = await startTwoEditorSites({
      RATELIMIT__DOCSIMPORT: '1000000/60',
      OUTBOUND_ALLOW: '127.0.0.1/32',
    });
    ({ a } = sites);
    pictures = await startLocalServer(async ({ url = '' }, response) => {
      asked.push(url);
      if (url === '/moved.png') response.writeHead(301, { Location: '/view.png' }).end();
      else if (url === '/round.png') response.writeHead(302, { Location: '/round.png' }).end();
      else if (url === '/in.png')
        response.writeHead(302, { Location: `http://127.0.0.2:${insidePort()}/x.png` }).end();
      else if (url === '/page.png') response.end('<html><script>alert(1)</script></html>');
      else if (url === '/drawing.svg') response.end(DRAWING);
      else if (url === '/huge.png') response.writeHead(200, { 'Content-Length': 30_000_000 }).end(PIXEL);
      else if (url === '/cut.png')
        response.writeHead(200, { 'Content-Length': 1_000 }).write(PIXEL, () => response.destroy());
      else if (url === '/later.png' && !isBack) response.writeHead(503).end();
      else if (/^\/(?:view|same|later)\.png/.test(url))
        response.setHeader('Content-Type', 'text/html').end(PIXEL);
      else response.writeHead(404).end();
    });
    inside = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.2', resolve));
  });

  afterAll(async () => {
    await pictures.close();
    inside.close();
    await sites.site.stop();
  });

  const insidePort = (): number => (inside.address() as { readonly port: number }).port; // it listens
  const fetched = async (id: string): Promise<ImportRun> => {
    for (;;) {
      const answer = await a.post(`/import/runs/${id}/assets`);
      if (answer.status !== 200) throw new Error(`It was answered ${answer.status}: ${answer.text}`);
      const run = answer.json() as ImportRun; // the contract's word
      if (run.pictures.waiting === 0) return run;
    }
  };

  it('are listed by the check, and fetched once each when asked for; failures are named and tried again alone (J-02, J-12)', async () => {
    const image = (path: string): string => `![](${pictures.url}${path})`;
    const documents: Documents = {
      'one.md': `---\nimage: ${pictures.url}/view.png\n---\n# One\n\n${image('/view.png')}\n\n${image('/moved.png')}\n\n${image('/same.png?x=1')}\n\n${image('/drawing.svg')}`,
      'two.md': `# Two\n\n${image('/view.png#part')}\n\n${image('/later.png')}\n\n${image('/gone.png')}\n\n${image('/page.png')}\n\n${image('/huge.png')}\n\n${image('/cut.png')}\n\n${image('/round.png')}`,
      'in.md': `# In\n\n![](http://127.0.0.2:${insidePort()}/x.png)\n\n![](https://127.0.0.2:${insidePort()}/y.png)\n\n${image('/in.png')}\n\n![](http://169.254.169.254/latest/meta-data)`,
    };
    const options = { source: 'Pictures' };
    const { id } = await createImport(a, documents, options);
    const checked = await finish(a, id, 'check');
    expect(checked.pictures).toEqual({ waiting: 14, fetched: 0, failed: 0 });
    expect(asked).toEqual([]);
    expect(codesOf((await reportOf(a, id)).get('one.md'))).toContain('import.imageElsewhere');

    const run = await fetched(id);
    expect(run).toMatchObject({
      state: 'open',
      reportHash: null,
      pictures: { waiting: 0, fetched: 4, failed: 10 },
    });
    expect(connections).toBe(0);
    const counted = (path: string): number => asked.filter((each) => each.startsWith(path)).length;
    expect([counted('/same.png'), counted('/gone.png'), counted('/huge.png')]).toEqual([1, 1, 1]);
    expect(counted('/view.png')).toBe(2); // and as the target of the one that has moved
    await finish(a, id, 'check');
    const report = await reportOf(a, id);
    const failures = (name: string): readonly string[] =>
      (report.get(name)?.notes ?? [])
        .filter(({ code }) => code === 'import.imageFailed')
        .map(({ text }) => text);
    expect(failures('one.md')).toEqual([]);
    const two = failures('two.md').join('\n');
    for (const path of ['/later.png', '/gone.png', '/page.png', '/huge.png', '/cut.png', '/round.png'])
      expect(two).toContain(path);
    expect(two).toContain('answered 404');
    expect(failures('in.md').join('\n')).toContain('169.254.169.254');

    isBack = true;
    const before = asked.length;
    const waiting = (await a.post(`/import/runs/${id}/assets/retry`)).json() as ImportRun;
    expect(waiting.pictures).toEqual({ waiting: 10, fetched: 4, failed: 0 });
    expect((await fetched(id)).pictures).toEqual({ waiting: 0, fetched: 5, failed: 9 });
    expect(asked.slice(before).filter((path) => /view|same|moved|drawing/.test(path))).toEqual([]);
    expect(connections).toBe(0);

    await finish(a, id, 'check');
    const done = await finish(a, id, 'import');
    expect(done.counts).toMatchObject({ created: 3 });
    const items = await reportOf(a, id);
    const one = await readArticle(a, items.get('one.md')?.article ?? 0);
    const shown = (one.document.content ?? []).map(({ attrs }) => attrs?.['file']);
    const files = new Map<string, FileSummary>();
    for (const file of new Set(shown))
      files.set(String(file), (await a.get(`/files/${String(file)}`)).json() as FileSummary); // as above
    // Three addresses have the same picture, and the fourth is a drawing.
    expect(shown).toEqual([shown[0], shown[0], shown[0], shown[3]]);
    expect([...files.values()].map(({ name }) => name.split('.').at(-1)).sort()).toEqual(['png', 'svg']);
    expect(one.fields.bannerImage).toBe(files.get(String(shown[0]))?.path);
    const second = await readArticle(a, items.get('two.md')?.article ?? 0);
    expect(second.document.content).toHaveLength(2);

    // Imported again, what was fetched is known, whatever run fetched it.
    const total = asked.length;
    const again = await createImport(a, documents, options);
    const known = await finish(a, again.id, 'check');
    expect(known).toMatchObject({
      pictures: { waiting: 0, fetched: 5, failed: 9 },
      counts: { unchanged: 3 },
    });
    expect(asked).toHaveLength(total);
  });

  it('are for people who manage files, and those of each site are its own', async () => {
    const role = await a.post('/roles', {
      name: 'Importer without files',
      permissions: ['import.run', 'pages.view', 'pages.create', 'pages.edit-own'],
    });
    const { id: importing } = role.json() as { id: string };
    const { browser: importer } = await colleague(sites.site, a, { roles: [importing], host: HOSTS.a });
    const { id } = await createImport(
      importer,
      { 'x.md': `![](${pictures.url}/view.png)` },
      { source: 'Theirs' },
    );
    await finish(importer, id, 'check');
    const refused = await importer.post(`/import/runs/${id}/assets`);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('files.manage')]);
    const { b } = sites;
    expect((await b.post(`/import/runs/${id}/assets`)).status).toBe(404);
    expect((await b.post(`/import/runs/${id}/assets/retry`)).status).toBe(404);
    const other = await createImport(b, { 'x.md': `![](${pictures.url}/view.png)` }, { source: 'Pictures' });
    expect((await finish(b, other.id, 'check')).pictures).toEqual({ waiting: 1, fetched: 0, failed: 0 });
  });
});
