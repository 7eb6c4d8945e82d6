import type { FileSummary, FolderDetails, FolderSummary, StorageUse } from '@sitedesk/contract/files';
import { freePort } from '@sitedesk/testing';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runSetupCommand } from './harness/backends.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { readFile, upload } from './harness/files.js';
import { type Answer, call } from './harness/http.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { TEST_DATA_DIR } from './harness/processes.js';
import { MULTI } from './harness/tenants.js';

describe('folders, and the trash of files', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let siteUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    ({ a } = sites);
  });
  afterAll(async () => {
    await sites.site.stop();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  const create = async (name: string, parent?: string, browser = a): Promise<FolderDetails> => {
    const answer = await browser.post('/folders', { name, ...(parent === undefined ? {} : { parent }) });
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return answer.json() as FolderDetails; // the contract's word
  };
  const folder = async (id: string): Promise<FolderDetails> =>
    (await a.get(`/folders/${id}`)).json() as FolderDetails; // as above
  const namesOf = async (path: string, browser = a): Promise<readonly string[]> => {
    const { items } = (await browser.get(path)).json() as { items: readonly (FileSummary | FolderSummary)[] }; // as above
    return items.map(({ name }) => name);
  };
  const change = (
    thing: 'files' | 'folders',
    { id, revision }: FileSummary | FolderSummary,
    input: object,
  ): Promise<Answer> => a.patch(`/${thing}/${id}`, input, { 'If-Match': `"v${revision}"` });
  const doTo = async (action: 'move' | 'trash' | 'restore', input: object): Promise<unknown> => {
    const answer = await a.post(`/files/${action}`, input);
    return answer.status === 200 ? answer.json() : faultOf(answer);
  };
  const faultOf = (answer: Answer): readonly unknown[] => {
    const { status, reason, errors } = answer.json() as {
      status: number;
      reason: string;
      errors?: { field: string; code?: string }[];
    };
    return errors ? [status, errors[0]?.field, errors[0]?.code] : [status, reason];
  };
  const visit = async (path: string): Promise<number> =>
    (await call(siteUrl + path, { headers: { Host: HOSTS.a } })).status;

  it('are created in each other, with names that no two beside each other share', async () => {
    const press = await create('Press');
    const photos = await create('Photos', press.id);
    expect(photos).toMatchObject({
      name: 'Photos',
      parent: press.id,
      path: [{ id: press.id, name: 'Press' }],
      revision: 1,
    });
    expect(await namesOf('/folders')).toEqual(['Press']);
    expect(await namesOf(`/folders?parent=${press.id}`)).toEqual(['Photos']);
    for (const [input, fault] of [
      [{ name: 'PRESS' }, [400, 'name', 'file.folderExists']],
      [{ name: 'a/b' }, [400, 'name', 'file.nameCharacters']],
      [{ name: '..' }, [400, 'name', 'file.nameEnds']],
      [{ name: 'x', parent: '00000000-0000-7000-8000-000000000000' }, [400, 'parent', 'file.noFolder']],
    ] as const)
      expect(faultOf(await a.post('/folders', input))).toEqual(fault);
    expect((await create('Photos')).parent).toBeNull();
    let inner = photos;
    for (let depth = 3; depth <= 20; depth += 1) inner = await create(`Level ${depth}`, inner.id);
    expect(faultOf(await a.post('/folders', { name: 'Too deep', parent: inner.id }))).toEqual([
      400,
      'parent',
      'file.folderDepth',
    ]);
  });

  it('are renamed and moved without breaking a URL, and never into themselves (F-09)', async () => {
    const one = await create('One');
    const two = await create('Two', one.id);
    const file = await upload(a, 'hours.txt', 'Hours', two.id);
    expect(file.folder).toBe(two.id);
    expect(faultOf(await change('folders', one, { parent: two.id }))).toEqual([
      400,
      'parent',
      'file.folderInItself',
    ]);
    expect(await doTo('move', { folders: [one.id], into: one.id })).toEqual([
      400,
      'into',
      'file.folderInItself',
    ]);
    expect((await change('folders', two, { name: 'Zwei', parent: null })).json()).toMatchObject({
      name: 'Zwei',
      path: [],
      revision: 2,
    });
    expect((await change('folders', two, { name: 'Deux' })).status).toBe(412);
    const renamed = (
      await change('files', file, { name: 'Öffnungszeiten.txt', folder: one.id })
    ).json() as FileSummary; // as above
    expect(renamed).toMatchObject({
      name: 'Öffnungszeiten.txt',
      folder: one.id,
      hash: file.hash,
      revision: 2,
    });
    expect(faultOf(await change('files', renamed, { name: 'hours.pdf' }))).toEqual([
      400,
      'name',
      'file.sameExtension',
    ]);
    expect(faultOf(await change('files', renamed, { name: 'hours.html' }))).toEqual([
      400,
      'name',
      'file.refusedType',
    ]);
    expect(await doTo('move', { files: [file.id], folders: [one.id], into: two.id })).toEqual({
      files: 1,
      folders: 1,
    });
    expect(await doTo('move', { files: [file.id], into: two.id })).toEqual({ files: 0, folders: 0 });
    expect(await namesOf(`/files?folder=${two.id}`)).toEqual(['Öffnungszeiten.txt']);
    expect((await folder(one.id)).path).toEqual([{ id: two.id, name: 'Zwei' }]);
    for (const path of [file.path, renamed.path]) expect([path, await visit(path)]).toEqual([path, 200]);
    expect(await doTo('move', {})).toEqual([400, 'files', 'file.nothingChosen']);
  });

  it('are searched by words of names, in all folders', async () => {
    const far = await create('Far away');
    await upload(a, 'Summer party 2026.txt', 'x', far.id);
    await upload(a, 'summer-menu.txt', 'y');
    expect(await namesOf('/files?q=summ')).toEqual(['Summer party 2026.txt', 'summer-menu.txt']);
    expect(await namesOf('/files?q=PARTY%20summer')).toEqual(['Summer party 2026.txt']);
    expect(await namesOf('/files?q=winter')).toEqual([]);
    expect(await namesOf('/files?q=summer', sites.b)).toEqual([]);
  });

  it('come back from the trash as they were, and their files answer meanwhile (F-17)', async () => {
    const outer = await create('Outer');
    const inner = await create('Inner', outer.id);
    const [early, file] = [
      await upload(a, 'early.txt', 'e', inner.id),
      await upload(a, 'late.txt', 'l', inner.id),
    ];
    expect(await doTo('trash', { files: [early.id] })).toEqual({ files: 1, folders: 0 });
    expect(await doTo('trash', { folders: [inner.id, outer.id] })).toEqual({ files: 1, folders: 2 });
    expect(await namesOf('/folders?trash=true')).toEqual(['Outer']);
    expect(await namesOf('/files?trash=true')).toEqual(['early.txt']);
    expect([await visit(file.path), (await readFile(a, file.id)).trashedAt !== null]).toEqual([200, true]);
    expect(faultOf(await change('files', await readFile(a, file.id), { name: 'x.txt' }))).toEqual([
      409,
      'file.inTrash',
    ]);
    expect(faultOf(await a.post('/folders', { name: 'x', parent: inner.id }))).toEqual([
      400,
      'parent',
      'file.noFolder',
    ]);
    // The folder isn't there: at the top.
    expect(await doTo('restore', { files: [early.id, file.id] })).toEqual({ files: 1, folders: 0 });
    expect((await readFile(a, early.id)).folder).toBeNull();
    await create('Outer');
    expect(await doTo('restore', { folders: [outer.id, inner.id] })).toEqual({ files: 1, folders: 2 });
    expect(await folder(outer.id)).toMatchObject({ name: 'Outer (2)', trashedAt: null });
    expect(await readFile(a, file.id)).toMatchObject({ folder: inner.id, trashedAt: null });
  });

  it('are deleted permanently from the trash, with contents that nothing else has (F-17)', async () => {
    const used = async (): Promise<number> => ((await a.get('/files/storage')).json() as StorageUse).used; // as above
    const before = await used();
    const place = await create('Old things');
    const [one, same, other] = [
      await upload(a, 'one.txt', 'The same content'),
      await upload(a, 'same.txt', 'The same content', place.id),
      await upload(a, 'other.txt', 'Something else', place.id),
    ];
    const tenant =
      (
        await sites.site.database.query<{ id: string }>('SELECT tenant_id AS id FROM file WHERE id = $1', [
          one.id,
        ])
      )[0]?.id ?? '';
    const isOnDisk = ({ hash }: FileSummary): boolean =>
      existsSync(join(TEST_DATA_DIR, 'files', tenant, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash));
    expect(faultOf(await a.delete(`/files/${one.id}`))).toEqual([409, 'file.notInTrash']);
    expect(faultOf(await a.delete(`/folders/${place.id}`))).toEqual([409, 'file.notInTrash']);
    await doTo('trash', { files: [one.id], folders: [place.id] });
    expect((await a.delete(`/files/${one.id}`)).status).toBe(204);
    expect([await visit(one.path), await visit(same.path), isOnDisk(one)]).toEqual([404, 200, true]);
    expect((await a.delete(`/folders/${place.id}`)).status).toBe(204);
    for (const { id, path } of [one, same, other])
      expect([(await a.get(`/files/${id}`)).status, await visit(path)]).toEqual([404, 404]);
    expect(await used()).toBe(before);
    await eventually(() => expect([one, other].map(isOnDisk)).toEqual([false, false]));
    // The same content comes back whole.
    expect(await visit((await upload(a, 'again.txt', 'The same content')).path)).toBe(200);
  });

  it('go with their site, from the disk too', async () => {
    const { b, site } = sites;
    const { id } = await upload(b, 'last.txt', 'The last of B');
    const [row] = await site.database.query<{ tenant: string }>(
      'SELECT tenant_id AS tenant FROM file WHERE id = $1',
      [id],
    );
    const folderOf = join(TEST_DATA_DIR, 'files', String(row?.tenant));
    expect(existsSync(folderOf)).toBe(true);
    await runSetupCommand('tenant', ['remove', HOSTS.b, HOSTS.b], site.database.url, MULTI);
    expect(existsSync(folderOf)).toBe(false);
  });
});
