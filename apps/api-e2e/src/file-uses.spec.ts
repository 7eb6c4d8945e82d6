import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { FileDetails, FileSummary, FileUses } from '@sitedesk/contract/files';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createArticle, publishArticle, readArticle, saveFields, setAccess } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { upload } from './harness/files.js';
import type { TemplateDetails } from '@sitedesk/contract/page-templates';
import type { Answer } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';
import { TEST_DATA_DIR } from './harness/processes.js';

describe('where files are used (F-15)', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let reviewer: Colleague;
  let editor: Colleague;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a, b } = sites);
    reviewer = await colleague(sites.site, a, { roles: ['Reviewer'], host: HOSTS.a });
    editor = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
  });
  afterAll(async () => {
    await sites.site.stop();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  const usesOf = async (id: string, browser = a, query = ''): Promise<FileUses> =>
    (await browser.get(`/files/${id}/usages${query}`)).json() as FileUses; // the contract's word
  const countsOf = async (id: string, browser = a): Promise<FileDetails['usedBy']> =>
    ((await browser.get(`/files/${id}`)).json() as FileDetails).usedBy; // as above
  const image = (file: FileSummary): object => ({ type: 'image', attrs: { file: file.id, alt: 'A door' } });
  const write = async (number: number, content: readonly object[], browser = a): Promise<void> => {
    const { fields, revision } = await readArticle(browser, number);
    const body = { operation: randomUUID(), fields, document: { type: 'doc', content } };
    const answer = await browser.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
  };
  const article = async (title: string, browser = a): Promise<ArticleDetails> =>
    createArticle(browser, { title, slug: title.toLowerCase() });
  const publish = async (number: number): Promise<void> => {
    expect((await publishArticle(a, number)).status).toBe(200);
  };
  const faultOf = (answer: Answer): readonly unknown[] => {
    const { status, code, uses } = answer.json() as { status: number; code: string; uses?: FileUses };
    return [status, code, uses?.items.map(({ title }) => title), uses?.hidden];
  };

  it('follows drafts and what is live, each on its own', async () => {
    const [door, key, price] = [
      await upload(a, 'door.txt', 'Door'),
      await upload(a, 'key.txt', 'Key'),
      await upload(a, 'prices.txt', 'Prices'),
    ];
    const foreign = await upload(b, 'door.txt', 'Door');
    const { number } = await article('Doors');
    const link = {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Prices', marks: [{ type: 'link', attrs: { href: price.path } }] },
        { type: 'text', text: ` "file":"${foreign.id}"` },
      ],
    };
    await write(number, [image(door), { type: 'gallery', content: [image(key), image(door)] }, link]);
    const use = { number, title: 'Doors', path: '/doors', trashed: false };
    expect(await usesOf(door.id)).toEqual({
      items: [{ ...use, draft: true, live: false }],
      nextCursor: null,
      layouts: [],
      templates: [],
      hidden: 0,
    });
    expect(await countsOf(price.id)).toEqual({ articles: 1, live: 0, layouts: 0, templates: 0 });
    await publish(number);
    await write(number, [image(key)]);
    expect((await usesOf(door.id)).items).toEqual([{ ...use, draft: false, live: true }]);
    expect((await usesOf(key.id)).items).toEqual([{ ...use, draft: true, live: true }]);
    await publish(number);
    expect(await countsOf(door.id)).toEqual({ articles: 0, live: 0, layouts: 0, templates: 0 });
    expect((await a.post(`/articles/${number}/withdraw`, { answer: 404 })).status).toBe(204);
    expect((await usesOf(key.id)).items).toEqual([{ ...use, draft: true, live: false }]);
    // A banner counts, of a copy as well.
    expect((await saveFields(a, number, { bannerImage: door.path })).status).toBe(200);
    const copy = (
      await a.post(`/articles/${number}/copy`, { title: 'Copied', slug: 'copied' })
    ).json() as ArticleDetails; // as above
    expect((await usesOf(door.id)).items.map((each) => each.number)).toEqual([copy.number, number]);
    // Whatever an article of the other site names, it uses nothing here.
    const other = await article('Doors', b);
    await write(other.number, [image(door)], b);
    expect(await countsOf(door.id)).toEqual({ articles: 2, live: 0, layouts: 0, templates: 0 });
    expect(await countsOf(foreign.id, b)).toEqual({ articles: 0, live: 0, layouts: 0, templates: 0 });
    expect((await b.get(`/files/${door.id}/usages`)).status).toBe(404);
    // What goes with an article is free again.
    expect((await a.post(`/articles/${copy.number}/trash`)).status).toBeLessThan(300);
    expect((await usesOf(door.id)).items[0]).toMatchObject({ number: copy.number, trashed: true });
    expect((await a.delete(`/articles/${copy.number}`)).status).toBe(204);
    expect((await usesOf(door.id)).items.map((each) => each.number)).toEqual([number]);
  });

  it('is shown page by page, and names no article that the caller may not see', async () => {
    const file = await upload(a, 'shared.txt', 'Shared');
    const numbers: number[] = [];
    for (const title of ['First', 'Second', 'Third']) {
      const { number } = await article(title);
      await write(number, [image(file)]);
      numbers.push(number);
    }
    const page = await usesOf(file.id, a, '?limit=2');
    const rest = await usesOf(file.id, a, `?limit=2&cursor=${page.nextCursor}`);
    expect([...page.items, ...rest.items].map(({ number }) => number)).toEqual(numbers.toReversed());
    expect(rest.nextCursor).toBeNull();
    const [first = 0] = numbers;
    expect((await setAccess(a, first, { restricted: true })).status).toBe(200);
    const seen = await usesOf(file.id, reviewer.browser);
    expect(seen.items.map(({ title }) => title)).toEqual(['Third', 'Second']);
    expect([seen.hidden, (await usesOf(file.id)).hidden]).toEqual([1, 0]);
    expect(await countsOf(file.id, reviewer.browser)).toEqual({
      articles: 3,
      live: 0,
      layouts: 0,
      templates: 0,
    });
  });

  it('keeps what visitors see from the trash, and what is used from being deleted, unless that is wanted', async () => {
    const file = await upload(a, 'live.txt', 'Live');
    const { id: folder } = (await a.post('/folders', { name: 'Live' })).json() as { id: string };
    expect((await a.post('/files/move', { files: [file.id], into: folder })).status).toBe(200);
    const { number } = await article('Visited');
    await write(number, [image(file)]);
    await publish(number);
    const refusal = [409, 'file-in-use', ['Visited'], 0];
    expect(faultOf(await a.post('/files/trash', { files: [file.id] }))).toEqual(refusal);
    expect(faultOf(await a.post('/files/trash', { folders: [folder] }))).toEqual(refusal);
    expect((await setAccess(a, number, { restricted: true })).status).toBe(200);
    expect(faultOf(await editor.browser.post('/files/trash', { files: [file.id] }))).toEqual([
      409,
      'file-in-use',
      [],
      1,
    ]);
    expect((await a.get(`/files/${file.id}`)).json()).toMatchObject({ trashedAt: null });
    expect((await a.post('/files/trash', { folders: [folder], evenIfUsed: true })).json()).toEqual({
      files: 1,
      folders: 1,
    });
    expect(faultOf(await a.delete(`/folders/${folder}`))).toEqual(refusal);
    expect((await a.delete(`/folders/${folder}?evenIfUsed=true`)).status).toBe(204);
    const draft = await upload(a, 'draft.txt', 'Draft');
    await write(number, [image(draft)]);
    expect((await a.post('/files/trash', { files: [draft.id] })).json()).toEqual({ files: 1, folders: 0 });
    expect(faultOf(await a.delete(`/files/${draft.id}`))).toEqual(refusal);
    expect((await a.delete(`/files/${draft.id}?evenIfUsed=false`)).status).toBe(400);
    expect((await a.delete(`/files/${draft.id}?evenIfUsed=true`)).status).toBe(204);
  });

  it('counts layouts, and names them to those who manage them', async () => {
    const file = await upload(a, 'logo.txt', 'Logo');
    const { id } = (await a.post('/layouts', { name: 'With logo' })).json() as { id: string };
    const answer = await a.get(`/layouts/${id}`);
    const { source, name } = answer.json() as { source: { header: string }; name: string };
    const header = `<a href="${file.path}">Logo</a>${source.header}`;
    const body = { name, source: { ...source, header } };
    const saved = await a.put(`/layouts/${id}`, body, { 'If-Match': String(answer.headers.etag) });
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
    expect(await usesOf(file.id)).toMatchObject({ layouts: [{ id, name, live: false }], hidden: 0 });
    expect(await usesOf(file.id, reviewer.browser)).toMatchObject({ layouts: [], hidden: 1 });
    expect(await countsOf(file.id)).toEqual({ articles: 0, live: 0, layouts: 1, templates: 0 });
  });

  it('counts the newest versions of templates, and names them to those who manage them', async () => {
    const [shown, linked] = [await upload(a, 'seal.txt', 'Seal'), await upload(a, 'terms.txt', 'Terms')];
    const foreign = await upload(b, 'seal.txt', 'Seal');
    const link = { type: 'link', attrs: { href: linked.path } };
    const terms = { type: 'paragraph', content: [{ type: 'text', text: 'Terms', marks: [link] }] };
    const name = 'With a seal';
    const document = { type: 'doc', content: [image(shown), terms] };
    const made = await a.post('/templates', { type: 0, name, document });
    expect([made.status, made.text]).toEqual([201, made.text]);
    const { id } = made.json() as TemplateDetails; // as above
    for (const file of [shown, linked]) {
      expect(await usesOf(file.id)).toMatchObject({ items: [], templates: [{ id, name }], hidden: 0 });
      expect(await usesOf(file.id, reviewer.browser)).toMatchObject({ templates: [], hidden: 1 });
      expect(await countsOf(file.id)).toEqual({ articles: 0, live: 0, layouts: 0, templates: 1 });
    }
    expect(await countsOf(foreign.id, b)).toEqual({ articles: 0, live: 0, layouts: 0, templates: 0 });
    const unused = async (): Promise<readonly string[]> =>
      ((await a.get('/files?filter=unused&limit=100')).json() as { items: readonly FileSummary[] }).items // as above
        .map((file) => file.id)
        .filter((each) => [shown.id, linked.id].includes(each));
    expect(await unused()).toEqual([]);
    // Visitors don't see templates: the trash asks nothing, and who deletes it is told.
    expect((await a.post('/files/trash', { files: [shown.id] })).status).toBe(200);
    const refused = await a.delete(`/files/${shown.id}`);
    expect(refused.json()).toMatchObject({ status: 409, uses: { items: [], templates: [{ id, name }] } });
    const saved = await a.put(
      `/templates/${id}`,
      { name, document: { type: 'doc', content: [terms] }, locked: [] },
      { 'If-Match': String(made.headers.etag) },
    );
    expect(saved.status).toBe(200);
    expect((await a.delete(`/files/${shown.id}`)).status).toBe(204);
    expect((await a.delete(`/templates/${id}`)).status).toBe(204);
    expect(await unused()).toEqual([linked.id]);
  });
});
