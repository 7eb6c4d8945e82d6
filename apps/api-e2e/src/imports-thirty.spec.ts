import type { DocumentNode } from '@sitedesk/contract/documents';
import type { ImportRun } from '@sitedesk/contract/imports';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createArticle, publishArticle } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import {
  createImport,
  finish,
  importedArticle,
  pictureFolder,
  putExport,
  reportOf,
  uploadExport,
} from './harness/imports.js';
import { startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

/** Thirty documents as each program writes them; how is said beside them. */
const SAMPLES = join(import.meta.dirname, 'import-samples/thirty');
const sample = (path: string): Buffer => readFileSync(join(SAMPLES, path));
const TIN = readFileSync(join(SAMPLES, '../pandoc/tin.png'));

type Counts = Readonly<Record<string, number>>;

/** What each source has, as counted by whoever wrote it: `=== name | title | heading 2, item 4, …`. */
const EXPECTED: ReadonlyMap<string, Counts> = new Map(
  [
    ...sample('sources.txt')
      .toString()
      .matchAll(/^=== (\S+) [|] .* [|] (.*)$/gm),
  ].map(([, name = '', counts = '']) => [
    name,
    Object.fromEntries(counts.split(', ').map((each) => [each.split(' ')[0], Number(each.split(' ')[1])])),
  ]),
);

const NAMES: Readonly<Record<string, string>> = {
  heading: 'heading',
  listItem: 'item',
  tableRow: 'row',
  image: 'image',
  codeBlock: 'code',
  blockquote: 'quote',
};

/** Counts what a text has of each kind; a link in pieces is one. */
function countsOf(content: readonly DocumentNode[] = []): Counts {
  const counts: Record<string, number> = {};
  const add = (name: string): void => void (counts[name] = (counts[name] ?? 0) + 1);
  const visit = (nodes: readonly DocumentNode[]): void => {
    let last: unknown;
    for (const node of nodes) {
      const name = NAMES[node.type];
      if (name !== undefined) add(name);
      const href = node.marks?.find(({ type }) => type === 'link')?.attrs?.['href'];
      if (href !== undefined && href !== last) add('link');
      last = href;
      visit(node.content ?? []);
    }
  };
  visit(content);
  return counts;
}

describe('import of thirty documents of each program (J-10)', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  beforeAll(async () => {
    sites = await startTwoEditorSites({ RATELIMIT__DOCSIMPORT: '1000000/60' });
    ({ a } = sites);
  });
  afterAll(() => sites.site.stop());

  async function uploadTexts(kind: 'html' | 'markdown'): Promise<ImportRun> {
    const folder = await pictureFolder(a, kind, { 'tin.png': TIN });
    const documents = Object.fromEntries(
      readdirSync(join(SAMPLES, kind)).map((name) => [name, sample(`${kind}/${name}`).toString()]),
    );
    return createImport(a, documents, { source: kind, folder });
  }
  async function uploadWord(program: 'pandoc' | 'libreoffice'): Promise<ImportRun> {
    const run = await createImport(a, {}, { source: program });
    for (const name of readdirSync(join(SAMPLES, program)))
      expect([name, (await putExport(a, run.id, name, sample(`${program}/${name}`))).status]).toEqual([
        name,
        200,
      ]);
    return run;
  }
  async function uploadWordPress(): Promise<ImportRun> {
    const blog = await createArticle(a, { type: 2, title: 'Thirty', blogKey: 'thirty' });
    await publishArticle(a, blog.number);
    const folder = await pictureFolder(a, 'thirty', { 'wp-content/uploads/2024/05/tin.png': TIN });
    const content = sample('thirty.xml').toString();
    return uploadExport(a, 'thirty.xml', content, { source: 'Thirty', blogKey: 'thirty', folder });
  }

  it.each([
    ['Markdown, by Pandoc', () => uploadTexts('markdown')],
    ['web pages, by Pandoc', () => uploadTexts('html')],
    ['Word documents, by Pandoc', () => uploadWord('pandoc')],
    ['Word documents, by LibreOffice', () => uploadWord('libreoffice')],
    ['posts, by WordPress', uploadWordPress],
  ])('keeps headings, items, rows, links, pictures, code and quotations of %s', async (_, uploadAll) => {
    expect(EXPECTED.size).toBe(30);
    const { id } = await uploadAll();
    await finish(a, id, 'check');
    const run = await finish(a, id, 'import');
    const [found, titles] = [new Map<string, Counts>(), [] as string[]];
    for (const { externalId, path } of (await reportOf(a, id)).values()) {
      const { document, title } = await importedArticle(a, run, externalId);
      found.set(path?.split('/').at(-1) ?? '', countsOf(document.content));
      titles.push(title);
    }
    // Those of each program have the same addresses.
    await finish(a, id, 'undo');
    expect(run.counts).toMatchObject({ created: 30, refused: 0 });
    expect(found).toEqual(EXPECTED);
    expect(titles).toContain('Snow in April: late & “wet”');
    expect((await sites.b.get('/articles?q=snow')).json()).toMatchObject({ items: [] });
  });
});
