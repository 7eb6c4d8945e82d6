import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { ImportItem, ImportRun } from '@sitedesk/contract/imports';
import { readArticle } from './articles.js';
import type { EditorBrowser } from './editor.js';
import { upload } from './files.js';

/** Documents by their names; the end of a name says what they are written in. */
export type Documents = Readonly<Record<string, string>>;

/** Creates an import and sends its documents. */
export async function createImport(
  browser: EditorBrowser,
  documents: Documents,
  options: object = {},
): Promise<ImportRun> {
  const created = await browser.post('/import/runs', { source: 'Docs', ...options });
  if (created.status !== 201) throw new Error(`The import was answered ${created.status}: ${created.text}`);
  const { id } = created.json() as ImportRun; // the contract's word
  const items = Object.entries(documents).map(([externalId, content]) => ({
    externalId,
    format: externalId.endsWith('.html') ? 'html' : 'markdown',
    content,
  }));
  for (let from = 0; from < items.length; from += 50) {
    const answer = await browser.put(`/import/runs/${id}/items`, { items: items.slice(from, from + 50) });
    if (answer.status !== 200)
      throw new Error(`The documents were answered ${answer.status}: ${answer.text}`);
  }
  return (await browser.get(`/import/runs/${id}`)).json() as ImportRun; // as above
}

/** Creates an import and uploads an export to it. */
export async function uploadExport(
  browser: EditorBrowser,
  name: string,
  content: string,
  options: object = {},
): Promise<ImportRun> {
  const created = await browser.post('/import/runs', { source: 'Export', ...options });
  if (created.status !== 201) throw new Error(`The import was answered ${created.status}: ${created.text}`);
  const { id } = created.json() as ImportRun; // the contract's word
  const answer = await putExport(browser, id, name, content);
  if (answer.status !== 200) throw new Error(`The export was answered ${answer.status}: ${answer.text}`);
  return answer.json() as ImportRun; // as above
}

/** Creates an import and uploads files to it, each of which is one document with its pictures. */
export async function importFiles(
  browser: EditorBrowser,
  files: Readonly<Record<string, Buffer>>,
  options: object = {},
): Promise<ImportRun> {
  const { id } = await createImport(browser, {}, options);
  for (const [name, content] of Object.entries(files)) {
    const answer = await putExport(browser, id, name, content);
    if (answer.status !== 200) throw new Error(`${name} was answered ${answer.status}: ${answer.text}`);
  }
  return (await browser.get(`/import/runs/${id}`)).json() as ImportRun; // as above
}

export const putExport = (browser: EditorBrowser, id: string, name: string, content: string | Buffer) =>
  browser.send('PUT', `/import/runs/${id}/file?name=${encodeURIComponent(name)}`, content, {
    'Content-Type': 'application/octet-stream',
  });

/** Calls one of the steps of an import until it's over. */
export async function finish(
  browser: EditorBrowser,
  id: string,
  step: 'check' | 'import' | 'undo',
  body: object = {},
): Promise<ImportRun> {
  const end = { check: 'checked', import: 'done', undo: 'undone' }[step];
  for (;;) {
    const answer = await browser.post(`/import/runs/${id}/${step}`, step === 'import' ? body : undefined);
    if (answer.status !== 200) throw new Error(`${step} was answered ${answer.status}: ${answer.text}`);
    const run = answer.json() as ImportRun; // as above
    if (run.state === end) return run;
  }
}

/** All of it: documents, check, import. */
export async function importAll(
  browser: EditorBrowser,
  documents: Documents,
  options: object = {},
): Promise<ImportRun> {
  const { id } = await createImport(browser, documents, options);
  await finish(browser, id, 'check');
  return finish(browser, id, 'import');
}

/** The report, by the names of the documents. */
export async function reportOf(browser: EditorBrowser, id: string): Promise<ReadonlyMap<string, ImportItem>> {
  const items = new Map<string, ImportItem>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const answer = await browser.get(`/import/runs/${id}/items?limit=100${cursor && `&cursor=${cursor}`}`);
    const page = answer.json() as { items: ImportItem[]; nextCursor: string | null }; // as above
    for (const item of page.items) items.set(item.externalId, item);
    cursor = page.nextCursor;
  }
  return items;
}

/** Codes of what the report says of a document, without those of one kind for all. */
export const codesOf = (item: ImportItem | undefined): readonly string[] =>
  (item?.notes ?? []).map(({ code }) => code);

/** What a document has become. */
export async function importedArticle(
  browser: EditorBrowser,
  { id }: ImportRun,
  name: string,
): Promise<ArticleDetails> {
  const item = (await reportOf(browser, id)).get(name);
  if (item?.article == null) throw new Error(`There's no article of ${name}: ${JSON.stringify(item)}`);
  return readArticle(browser, item.article);
}

/**
 * Uploads pictures to a new folder, by their paths in it.
 * @returns the id of the folder
 */
export async function pictureFolder(
  browser: EditorBrowser,
  name: string,
  pictures: Readonly<Record<string, Buffer>>,
): Promise<string> {
  const create = async (body: object): Promise<string> =>
    ((await browser.post('/folders', body)).json() as { id: string }).id;
  const folders = new Map([['', await create({ name })]]);
  const folderAt = async (path: string): Promise<string> => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const parts = path.split('/');
    const id = await create({ name: parts.at(-1), parent: await folderAt(parts.slice(0, -1).join('/')) });
    folders.set(path, id);
    return id;
  };
  for (const [path, content] of Object.entries(pictures)) {
    const parts = path.split('/');
    await upload(browser, parts.at(-1) ?? '', content, await folderAt(parts.slice(0, -1).join('/')));
  }
  return folders.get('') ?? '';
}
