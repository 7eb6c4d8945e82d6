import type { FileDetails, FileFacets, FileSummary } from '@sitedesk/contract/files';
import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import type { EditorBrowser } from './harness/editor.js';
import { readFile, upload } from './harness/files.js';
import type { Answer } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';
import { TEST_DATA_DIR } from './harness/processes.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('what is said of files', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let reviewer: Colleague;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a, b } = sites);
    reviewer = await colleague(sites.site, a, { roles: ['Reviewer'], host: HOSTS.a });
  });
  afterAll(async () => {
    await sites.site.stop();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  const picture = (shade: number): Promise<Buffer> =>
    sharp({ create: { width: 8, height: 4, channels: 3, background: { r: shade, g: 0, b: 0 } } })
      .png()
      .toBuffer();
  const describeFile = async (
    { id }: FileSummary,
    input: object,
    browser: EditorBrowser = a,
  ): Promise<Answer> =>
    browser.patch(`/files/${id}`, input, { 'If-Match': `"v${(await readFile(browser, id)).revision}"` });
  const namesOf = async (query: string, browser: EditorBrowser = a): Promise<readonly string[]> => {
    const answer = await browser.get(`/files?${query}`);
    expect([query, answer.status, answer.text]).toEqual([query, 200, answer.text]);
    return (answer.json() as { items: readonly FileSummary[] }).items.map(({ name }) => name); // the contract's word
  };
  const faultOf = (answer: Answer): readonly unknown[] => {
    const { status, errors } = answer.json() as { status: number; errors?: { field: string }[] };
    return [status, errors?.[0]?.field];
  };

  it('is changed with the version that was seen, and removed again', async () => {
    const file = await upload(a, 'harbor.png', await picture(1));
    const details = {
      alt: 'Boats in the harbor',
      caption: 'Before the storm',
      credit: 'Ada Berg',
      licenceUntil: '2031-02-28',
      focus: { x: 0.25, y: 1 },
      crop: { x: 0.1, y: 0, width: 0.5, height: 0.9 },
    };
    const answer = await describeFile(file, details);
    expect([answer.status, answer.json()]).toEqual([
      200,
      expect.objectContaining({ ...details, decorative: false, name: 'harbor.png', revision: 2 }),
    ]);
    const { items } = (await a.get('/files')).json() as { items: readonly FileSummary[] }; // as above
    expect(items[0]).toMatchObject(details);
    expect((await a.patch(`/files/${file.id}`, { alt: 'Late' }, { 'If-Match': '"v1"' })).status).toBe(412);
    expect((await describeFile(file, { decorative: true })).json()).toMatchObject({
      alt: null,
      decorative: true,
      credit: 'Ada Berg',
    });
    expect(
      (
        await describeFile(file, {
          alt: 'Boats',
          credit: null,
          caption: '',
          licenceUntil: null,
          focus: null,
          crop: { x: 0, y: 0, width: 1, height: 1 },
        })
      ).json(),
    ).toMatchObject({
      alt: 'Boats',
      decorative: false,
      credit: null,
      caption: null,
      licenceUntil: null,
      focus: null,
      crop: null,
    });
    expect((await a.get('/audit?action=file.change')).text).toContain('Boats in the harbor');
    for (const [input, field] of [
      [{ alt: 'a\nb' }, 'alt'],
      [{ alt: 'x'.repeat(301) }, 'alt'],
      [{ alt: 'Boats', decorative: true }, 'decorative'],
      [{ licenceUntil: '2031-02-30' }, 'licenceUntil'],
      [{ focus: { x: 1.01, y: 0 } }, 'focus.x'],
      [{ focus: { x: 0.5 } }, 'focus.y'],
      [{ focus: [0, 1] }, 'focus'],
      [{ crop: { x: 0, y: 0, width: 0, height: 1 } }, 'crop.width'],
      [{ crop: { x: 0.6, y: 0, width: 0.5, height: 1 } }, 'crop'],
      [{ crop: { x: 0, y: 0 } }, 'crop.width'],
    ] as const)
      expect([input, faultOf(await describeFile(file, input))]).toEqual([input, [400, field]]);
    expect((await b.get(`/files/${file.id}`)).status).toBe(404);
    expect((await b.patch(`/files/${file.id}`, { alt: 'Theirs' }, { 'If-Match': '"v4"' })).status).toBe(404);
    expect(
      (await reviewer.browser.patch(`/files/${file.id}`, { alt: 'No' }, { 'If-Match': '"v4"' })).status,
    ).toBe(403);
    expect(await readFile(reviewer.browser, file.id)).toMatchObject({ alt: 'Boats' });
  });

  it('is found by words, and by what is missing (F-22)', async () => {
    const bridge = await upload(a, 'bridge.png', await picture(2));
    const copy = await upload(a, 'bridge copy.png', await picture(2));
    const gate = await upload(a, 'gate.png', await picture(3));
    const terms = await upload(a, 'terms.txt', 'Terms');
    const before = (await a.get('/files/facets')).json() as FileFacets; // as above
    expect(before).toEqual({ unused: 5, missingAlt: 3, duplicates: 2, expired: 0, expiring: 0 });
    expect((await a.get('/files/facets')).text).toBe((await reviewer.browser.get('/files/facets')).text);
    expect((await b.get('/files/facets')).json()).toEqual({
      unused: 0,
      missingAlt: 0,
      duplicates: 0,
      expired: 0,
      expiring: 0,
    });
    expect(await namesOf('filter=missing-alt')).toEqual(['gate.png', 'bridge copy.png', 'bridge.png']);
    expect(await namesOf('filter=missing-alt', b)).toEqual([]);
    expect((await describeFile(bridge, { alt: 'A crossing of the Limmat', credit: 'Noor' })).status).toBe(
      200,
    );
    expect((await describeFile(gate, { decorative: true })).status).toBe(200);
    expect(await namesOf('filter=missing-alt')).toEqual(['bridge copy.png']);
    expect(await namesOf('q=limmat')).toEqual(['bridge.png']);
    expect(await namesOf('q=noor')).toEqual(['bridge.png']);
    expect(await namesOf('q=noor', b)).toEqual([]);
    expect((await namesOf('filter=duplicates')).toSorted()).toEqual(['bridge copy.png', 'bridge.png']);
    expect(await namesOf('filter=recent&kind=document')).toEqual(['terms.txt']);
    expect(await namesOf('filter=recent&kind=image&q=bridge')).toEqual(['bridge copy.png', 'bridge.png']);
    // A page ends between two of the same content.
    const { items, nextCursor } = (await a.get('/files?filter=duplicates&limit=1')).json() as {
      items: readonly FileSummary[];
      nextCursor: string;
    }; // as above
    const rest = await namesOf(`filter=duplicates&limit=1&cursor=${nextCursor}`);
    expect([items[0]?.name ?? '', ...rest].toSorted()).toEqual(['bridge copy.png', 'bridge.png']);
    expect((await a.post('/files/trash', { files: [copy.id] })).status).toBe(200);
    expect(await namesOf('filter=duplicates')).toEqual([]);
    expect((await a.post('/files/restore', { files: [copy.id] })).status).toBe(200);
    expect((await namesOf('filter=duplicates')).length).toBe(2);
    expect((await describeFile(terms, { licenceUntil: inDays(-2) })).status).toBe(200);
    expect((await describeFile(gate, { licenceUntil: inDays(10) })).status).toBe(200);
    expect((await describeFile(copy, { licenceUntil: inDays(60) })).status).toBe(200);
    expect(await namesOf('filter=expired')).toEqual(['terms.txt']);
    expect(await namesOf('filter=expiring')).toEqual(['gate.png']);
    const paged = (await a.get('/files?filter=expired&limit=1')).json() as { nextCursor: string | null }; // as above
    expect(paged.nextCursor).toBeNull();
  });

  it('has classes of sizes, and filters that go in their own order', async () => {
    await upload(a, 'middle.bin', Buffer.alloc(150 * 1024, 1));
    expect(await namesOf('size=medium')).toEqual(['middle.bin']);
    expect(await namesOf('size=huge')).toEqual([]);
    expect((await namesOf('size=small')).length).toBe(5);
    for (const [query, field] of [
      ['filter=unused&order=name', 'order'],
      ['filter=unused&size=small', 'size'],
      ['filter=lost', 'filter'],
      ['size=5', 'size'],
    ] as const)
      expect([query, faultOf(await a.get(`/files?${query}`))]).toEqual([query, [400, field]]);
    expect((await namesOf('filter=unused&order=largest'))[0]).toBe('middle.bin');
  });

  it('counts as used from the first article on, until the last', async () => {
    const file = await upload(a, 'used.txt', 'Used');
    const { number, fields, revision } = (
      await a.post('/articles', { type: 0, title: 'Uses it' })
    ).json() as {
      number: number;
      fields: object;
      revision: number;
    }; // as above
    const save = async (content: readonly object[], at: number, operation: string): Promise<void> => {
      const body = { operation, fields, document: { type: 'doc', content } };
      expect((await a.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${at}"` })).status).toBe(200);
    };
    expect(await namesOf('filter=unused')).toContain('used.txt');
    const block = { type: 'file', attrs: { file: file.id } };
    await save([block, block], revision, '00000000-0000-7000-8000-000000000001');
    expect(await namesOf('filter=unused')).not.toContain('used.txt');
    await save([{ type: 'paragraph' }], revision + 1, '00000000-0000-7000-8000-000000000002');
    expect(await namesOf('filter=unused')).toContain('used.txt');
    expect((await readFile(a, file.id)) as FileDetails).toMatchObject({
      usedBy: { articles: 0, live: 0, layouts: 0, templates: 0 },
    });
    // What a layout names is used too.
    const layout = await a.post('/layouts', { name: 'With file' });
    const { id } = layout.json() as { id: string }; // as above
    const read = await a.get(`/layouts/${id}`);
    const { name, source } = read.json() as { name: string; source: { header: string } }; // as above
    const header = `${source.header}<a href="${file.path}">Used</a>`;
    const body = { name, source: { ...source, header } };
    expect((await a.put(`/layouts/${id}`, body, { 'If-Match': String(read.headers.etag) })).status).toBe(200);
    expect(await namesOf('filter=unused')).not.toContain('used.txt');
  });
});
