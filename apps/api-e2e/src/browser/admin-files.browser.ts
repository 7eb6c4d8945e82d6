import type { FileSummary, FolderSummary } from '@sitedesk/contract/files';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { createArticle, publishArticle, readArticle } from '../harness/articles.js';
import { ADMINISTRATOR, type EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { upload } from '../harness/files.js';
import { tenantIdOf } from '../harness/inbox.js';
import { colleague } from '../harness/people.js';
import {
  type Admin,
  ageSession,
  axeFindings,
  endSessions,
  findingsInEveryLook,
  isCopied,
  startAdmin,
} from './support/admin.js';

const MEGABYTE = 1024 * 1024;
const CHUNK = 8 * MEGABYTE;

describe('files in the administration', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let folder: string;
  let picture: Buffer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sitedesk-files-'));
    picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#b5651d' } })
      .png()
      .toBuffer();
    writeFileSync(join(folder, 'large.txt'), Buffer.alloc(20 * MEGABYTE, 'large '));
    mkdirSync(join(folder, 'Summer/Beach'), { recursive: true });
    writeFileSync(join(folder, 'Summer/plan.txt'), 'sun');
    writeFileSync(join(folder, 'Summer/Beach/shore.png'), picture);
    writeFileSync(join(folder, 'Summer/.DS_Store'), 'x');
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(async () => {
    await admin.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  /** Each begins without files. */
  beforeEach(() =>
    admin.site.database.query('TRUNCATE file, file_version, folder, upload, blob, storage_total CASCADE'),
  );

  const filesIn = async (path: string): Promise<readonly FileSummary[]> =>
    ((await anna.get(`/files${path}`)).json() as { items: FileSummary[] }).items; // the contract's word
  const foldersIn = async (path = ''): Promise<readonly FolderSummary[]> =>
    ((await anna.get(`/folders${path}`)).json() as { items: FolderSummary[] }).items; // as above
  const newFolder = async (name: string, parent?: string): Promise<string> =>
    ((await anna.post('/folders', { name, parent })).json() as FolderSummary).id; // as above
  const names = (things: readonly { readonly name: string }[]): readonly string[] =>
    things.map(({ name }) => name);
  const cell = (page: Page, name: string) => page.getByRole('gridcell', { name });
  const tray = (page: Page) => page.getByRole('complementary', { name: 'Uploads' });

  /** As a person does from another program. */
  async function dropFiles(
    page: Page,
    selector: string,
    files: Readonly<Record<string, string>>,
  ): Promise<void> {
    const data = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      for (const [name, text] of Object.entries(${JSON.stringify(files)})) data.items.add(new File([text], name));
      return data;
    })()`);
    const target = page.locator(selector).first();
    await target.dispatchEvent('dragover', { dataTransfer: data });
    await page.getByText(/^Drop to upload to “/).waitFor();
    await target.dispatchEvent('drop', { dataTransfer: data });
  }

  it('are dropped anywhere or chosen, with folders, and say in plain words what is wrong with one', async () => {
    const press = await newFolder('Press');
    const page = await admin.page({ at: '/files' });
    await page.getByText('Drop files or whole folders anywhere on this page, or choose them.').count();
    await cell(page, 'Press').first().waitFor();
    await dropFiles(page, 'h1', {
      'one.txt': 'one',
      'two.txt': 'two',
      'tool.exe': 'MZ',
      'why?.txt': 'because',
    });
    await tray(page).getByText('2 files weren’t uploaded').waitFor();
    await tray(page).getByText('Files that end with .exe aren’t allowed').waitFor();
    await tray(page).getByText('A name can’t contain').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await tray(page).getByRole('button', { name: 'Upload as “why-.txt”' }).click();
    await cell(page, 'why-.txt').waitFor();
    expect(names(await filesIn(''))).toEqual(['one.txt', 'two.txt', 'why-.txt']);

    // Onto a folder, which is not the one that is open.
    await dropFiles(page, '[role=gridcell][aria-label^="Press "]', { 'three.txt': 'three' });
    await eventually(async () => expect(names(await filesIn(`?folder=${press}`))).toEqual(['three.txt']));

    // A whole folder, into the one that is open.
    await cell(page, 'Press').press('Enter');
    await cell(page, 'three.txt').waitFor();
    await page.locator('input[webkitdirectory]').setInputFiles(join(folder, 'Summer'));
    await cell(page, 'Summer').press('Enter');
    await cell(page, 'plan.txt').waitFor();
    await cell(page, 'Beach').press('Enter');
    await cell(page, 'shore.png').waitFor();
    await page.getByRole('navigation', { name: 'Folder path' }).getByText('Beach').waitFor();
    const [summer] = await foldersIn(`?parent=${press}`);
    expect(names(await filesIn(`?folder=${summer?.id}`))).toEqual(['plan.txt']);

    // The tray stays on other screens.
    await page.getByRole('link', { name: 'Redirects', exact: true }).click();
    await page.getByRole('heading', { name: 'Redirects', level: 1 }).waitFor();
    await tray(page).getByRole('button', { name: 'Close uploads' }).click();
    await tray(page).waitFor({ state: 'detached' });
  });

  it('go on where they were: after a cut, a pause, a session that ended, and when the page is loaded again (F-01)', async () => {
    const offsets: string[] = [];
    let act: (route: Route) => Promise<void> = (route) => route.continue();
    const page = await admin.page({ at: '/files' });
    await page.route('**/editor/uploads/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      offsets.push(route.request().headers()['upload-offset'] ?? '');
      return act(route);
    });
    const held: Route[] = [];
    /** The connection breaks at the second part, once. */
    act = async (route) => {
      if (offsets.length === 2) return route.abort('connectionreset');
      if (offsets.length === 4) return void held.push(route); // the third part, which hangs
      return route.continue();
    };
    const choose = (): Promise<void> =>
      page
        .locator('input[type=file]:not([webkitdirectory])')
        .first()
        .setInputFiles(join(folder, 'large.txt'));
    await choose();
    await eventually(() => Promise.resolve(expect(held).toHaveLength(1)));
    expect(offsets).toEqual([0, CHUNK, CHUNK, 2 * CHUNK].map(String));
    await tray(page).getByRole('button', { name: 'Pause large.txt' }).click();
    await tray(page).getByText('One upload is paused').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    // The page asks before it is left, and begins again without its files.
    act = (route) => route.continue();
    const asked = page.waitForEvent('dialog');
    const reloading = page.reload();
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.accept();
    await reloading;
    await tray(page).getByText('One upload isn’t finished').waitFor();
    await tray(page).getByText('80% · of 20 MB, needs its file').waitFor();

    // The session ends: the upload waits for the person.
    await endSessions(admin, page);
    await tray(page).locator('input[type=file]').setInputFiles(join(folder, 'large.txt'));
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await tray(page).getByText('One file uploaded').waitFor();
    expect(offsets.at(-1)).toBe(String(2 * CHUNK));
    anna = await admin.site.administrator();
    expect(await filesIn('')).toMatchObject([{ name: 'large.txt', size: 20 * MEGABYTE }]);
    await cell(page, 'large.txt').waitFor();
    expect((await anna.get('/files/storage')).json()).toMatchObject({ used: 20 * MEGABYTE, reserved: 0 });
  });

  it('are refused before the first octet where there is no room, and cancelled where nobody wants them', async () => {
    const page = await admin.page({ at: '/files' });
    const held: Route[] = [];
    await page.route('**/editor/uploads/*', (route) =>
      route.request().method() === 'PATCH' ? void held.push(route) : route.continue(),
    );
    await page.route('**/editor/uploads', (route) =>
      Buffer.from(route.request().headers()['upload-metadata'] ?? '', 'latin1')
        .toString()
        .includes(btoa('full.txt'))
        ? route.fulfill({
            status: 413,
            json: {
              status: 413,
              code: 'storage-full',
              reason: 'file.noRoom',
              detail: 'There isn’t enough storage left on this site',
            },
          })
        : route.continue(),
    );
    await dropFiles(page, 'h1', { 'full.txt': 'full', 'slow.txt': 'slow' });
    await tray(page).getByText('There isn’t enough storage left on this site').waitFor();
    await eventually(() => Promise.resolve(expect(held).toHaveLength(1)));
    await tray(page).getByRole('button', { name: 'Close uploads' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel one upload?' });
    await dialog.getByRole('button', { name: 'Cancel uploads' }).click();
    await tray(page).waitFor({ state: 'detached' });
    await eventually(async () =>
      expect((await anna.get('/files/storage')).json()).toMatchObject({ used: 0, reserved: 0 }),
    );
  });

  it('are renamed, moved, thrown away and taken back by keyboard alone', async () => {
    const press = await newFolder('Press');
    for (const name of ['apple.txt', 'berry.txt', 'cherry.txt']) await upload(anna, name, name);
    const page = await admin.page({ at: '/files' });
    await cell(page, 'apple.txt').waitFor();
    await page.getByRole('button', { name: 'List', exact: true }).press('Enter');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await row('Press').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('apple.txt');
    await eventually(async () =>
      expect(await dialog.getByLabel('Name').evaluate((field) => field.matches(':focus'))).toBe(true),
    );
    await page.keyboard.type('apricot'); // in place of what is selected: all but the extension
    expect(await dialog.getByLabel('Name').inputValue()).toBe('apricot.txt');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await row('apricot.txt').waitFor();

    // Two of them, from the keyboard, to the folder.
    await row('apricot.txt').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('m');
    await dialog.getByRole('treeitem', { name: 'Press' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move to “Press”' }).click();
    await page.getByText('Moved 2 items to “Press”').waitFor();
    expect(names(await filesIn(`?folder=${press}`))).toEqual(['apricot.txt', 'berry.txt']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Moved 2 items back').waitFor();
    expect(names(await filesIn(''))).toEqual(['apricot.txt', 'berry.txt', 'cherry.txt']);

    await row('cherry.txt').focus();
    await page.keyboard.press('Delete');
    await page.getByText('Moved to the trash: cherry.txt').waitFor();
    await row('cherry.txt').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row('cherry.txt').waitFor();

    await row('Press').focus();
    await page.keyboard.press('Control+a');
    await page.getByText('4 selected').waitFor();
    await page.keyboard.press('Delete');
    await page.getByText('No files here yet').waitFor();
    await page.getByRole('link', { name: 'Trash', exact: true }).click();
    await row('berry.txt').focus();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Restored: berry.txt').waitFor();
    expect(names(await filesIn(''))).toEqual(['berry.txt']);
    expect(await axeFindings(page)).toEqual([]);

    // Permanently only by someone who was asked who they are lately.
    await ageSession(admin);
    await row('cherry.txt').focus();
    await page.keyboard.press('Delete');
    await dialog.getByText('Delete “cherry.txt” permanently?').waitFor();
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Deleted permanently: cherry.txt').waitFor();
    expect(names(await filesIn('?trash=true'))).toEqual(['apricot.txt']);

    await dialog.waitFor({ state: 'detached' }); // gives the focus back when it's gone
    await page.keyboard.press('/');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('berry');
    await page.getByText('No files match').waitFor();
  });

  it('come with their folders, so that no row moves under the keys', async () => {
    const press = await newFolder('Press');
    const { id } = await upload(anna, 'apple.txt', 'apple');
    expect((await anna.post('/files/trash', { files: [id], folders: [press] })).status).toBe(200);
    const page = await admin.page({ at: '/files' });
    await page.getByText('No files here yet').waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    await page.route('**/editor/folders?*trash=true*', async (route) => {
      await held;
      await route.fallback();
    });
    const [files] = await Promise.all([
      page.waitForResponse(/\/editor\/files\?.*trash=true/),
      page.getByRole('link', { name: 'Trash', exact: true }).click(),
    ]);
    await files.finished();
    await page.evaluate('new Promise((done) => setTimeout(done, 300))'); // for what could be drawn too early
    expect(await page.getByRole('gridcell').count()).toBe(0);
    expect(await page.locator('[aria-busy=true]:visible').count()).toBe(1);
    release();
    await cell(page, 'Press').first().waitFor();
    await cell(page, 'apple.txt').first().waitFor();
    await page.close();
  });

  it('are dragged onto folders, found in all of them, and shown with their URL', async () => {
    const press = await newFolder('Press');
    const inner = await newFolder('2026', press);
    await upload(anna, 'sunset.png', picture);
    await upload(anna, 'sunrise.png', picture, inner);
    const page = await admin.page({ at: '/files' });
    await cell(page, 'sunset.png').dragTo(cell(page, 'Press'));
    await page.getByText('Moved sunset.png to “Press”').waitFor();
    expect(names(await filesIn(`?folder=${press}`))).toEqual(['sunset.png']);

    await page.getByRole('searchbox').fill('sunrise');
    const found = page.getByRole('row', { name: /sunrise\.png/ });
    await found.getByText('Press / 2026').waitFor();
    await found.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'sunrise.png' });
    await drawer.getByText('64 × 48 pixels').waitFor();
    await drawer.getByRole('img', { name: 'Preview of sunrise.png' }).waitFor();
    await drawer.getByRole('button', { name: 'Copy URL' }).click();
    await isCopied(page, /\/media\/[\w-]+\/\w{12}\/sunrise\.png$/);
    const downloading = page.waitForEvent('download');
    await drawer.getByRole('link', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe('sunrise.png');
    expect(await findingsInEveryLook(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Close file' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(await found.evaluate((each) => each.matches(':focus'))).toBe(true);
  });

  it('go to the trash, and from it, only after a question while articles use them (F-15)', async () => {
    const { id } = await upload(anna, 'harbour.png', picture);
    const { number } = await createArticle(anna, { title: 'The harbour' });
    const { fields, revision } = await readArticle(anna, number);
    const content = [{ type: 'image', attrs: { file: id, alt: 'Boats' } }];
    const draft = { operation: randomUUID(), fields, document: { type: 'doc', content } };
    expect(
      (await anna.put(`/articles/${number}/draft`, draft, { 'If-Match': `"v${revision}"` })).status,
    ).toBe(200);
    expect((await publishArticle(anna, number)).status).toBe(200);

    const page = await admin.page({ at: '/files' });
    await cell(page, 'harbour.png').focus();
    await page.keyboard.press('Delete');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: 'The harbour' }).waitFor();
    await dialog.getByText('Live', { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(names(await filesIn(''))).toEqual(['harbour.png']);
    await cell(page, 'harbour.png').focus();
    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('Moved to the trash: harbour.png').waitFor();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Trash', exact: true }).click();
    await page.getByRole('row', { name: /harbour\.png/ }).focus();
    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await dialog.getByText('Delete although it’s in use?').waitFor();
    await dialog.getByRole('link', { name: 'The harbour' }).waitFor();
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('Deleted permanently: harbour.png').waitFor();
    expect(await filesIn('?trash=true')).toEqual([]);
  });

  it('are only looked at by Reviewers (F-04)', async () => {
    const press = await newFolder('Press');
    await upload(anna, 'report.txt', 'report', press);
    const { credentials } = await colleague(admin.site, anna, { roles: ['Reviewer'] });
    const page = await admin.page({ as: credentials, at: '/files' });
    await cell(page, 'Press').press('Enter');
    await cell(page, 'report.txt').press('Enter');
    const drawer = page.getByRole('dialog', { name: 'report.txt' });
    await drawer.getByRole('link', { name: 'Download' }).waitFor();
    expect(await drawer.getByRole('button', { name: 'Rename' }).count()).toBe(0);
    await drawer.getByRole('button', { name: 'Close file' }).click();
    expect(await page.getByRole('button', { name: 'Upload files' }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await cell(page, 'report.txt').focus();
    await page.keyboard.press('Delete');
    await page.keyboard.press('F2');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(names(await filesIn(`?folder=${press}`))).toEqual(['report.txt']);
  });

  it('stay quick by the thousand: only those near the screen are drawn', async () => {
    const tenant = await tenantIdOf(admin.site.database);
    const { hash } = await upload(anna, 'f00000.txt', 'the same');
    await admin.site.database.query(
      `INSERT INTO file (tenant_id, id, name, name_key, kind, type, size, hash, created_at, changed_at)
       SELECT $1, gen_random_uuid(), 'f' || lpad(n::text, 5, '0') || '.txt', 'f' || lpad(n::text, 5, '0') || '.txt',
         'document', 'text/plain', 8, $2, now(), now() FROM generate_series(1, 20000) n`,
      [tenant, hash],
    );
    const page = await admin.page({ at: '/files' });
    await cell(page, 'f00000.txt').focus();
    await page.keyboard.press('Control+a');
    await page.getByText('10,000 selected').waitFor();
    await cell(page, 'f00000.txt').focus();
    for (const reached of ['f00099.txt', 'f00199.txt', 'f00299.txt'])
      await eventually(async () => {
        await page.keyboard.press('End'); // of what has been read by now
        expect(await cell(page, reached).count()).toBe(1);
      });
    expect(await page.getByRole('gridcell').count()).toBeLessThan(200);
  });

  it('are described, framed, replaced and taken back, and say where they are used (F-11, F-22)', async () => {
    const wide = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#b5651d' } })
      .composite([
        {
          input: { create: { width: 200, height: 200, channels: 3, background: '#2b6cb0' } },
          left: 560,
          top: 40,
        },
      ])
      .png()
      .toBuffer();
    const file = await upload(anna, 'harbor.png', wide);
    await upload(anna, 'other.txt', 'text');
    const article = await createArticle(anna, { title: 'Harbor guide', slug: `harbor-${randomUUID()}` });
    const document = {
      type: 'doc',
      content: [{ type: 'image', attrs: { file: file.id, decorative: true } }],
    };
    const saved = await anna.put(
      `/articles/${article.number}/draft`,
      { operation: randomUUID(), fields: article.fields, document },
      { 'If-Match': '"v1"' },
    );
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
    const details = async (): Promise<FileSummary> =>
      (await anna.get(`/files/${file.id}`)).json() as FileSummary; // as above

    // From the list of pictures that nobody can read, by keyboard.
    const page = await admin.page({ at: '/files' });
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Without alternative text (1)' }).click();
    await page.getByText('From all folders').waitFor();
    await cell(page, 'harbor.png').press('Enter');
    const drawer = page.getByRole('dialog', { name: 'harbor.png' });
    await drawer.getByRole('link', { name: 'Harbor guide' }).waitFor();
    await drawer.getByLabel('Alternative text').fill('Boats in the harbor');
    await drawer.getByLabel('Credit').fill('Ada Berg');
    await drawer.getByLabel('Licensed until').fill('2031-02-28');
    expect(await findingsInEveryLook(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await eventually(async () =>
      expect(await details()).toMatchObject({
        alt: 'Boats in the harbor',
        credit: 'Ada Berg',
        licenceUntil: '2031-02-28',
      }),
    );
    // What is typed is saved on the way to somewhere else.
    await drawer.getByLabel('Caption').fill('Before the storm');
    await drawer.getByRole('button', { name: 'Close file' }).click();
    await drawer.waitFor({ state: 'detached' });
    await eventually(async () => expect(await details()).toMatchObject({ caption: 'Before the storm' }));
    await page.getByText('No files match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();

    await cell(page, 'harbor.png').press('Enter');
    await drawer.getByRole('button', { name: 'Crop and focal point' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop and focal point' });
    await dialog.getByRole('button', { name: '1:1', exact: true }).click();
    await dialog.getByText('25% from the left, 0% from the top, 400 × 400 pixels', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: /^Frame: / }).focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight');
    await dialog.getByText('50% from the left, 0% from the top, 400 × 400 pixels', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Bottom right corner' }).focus();
    await page.keyboard.press('Shift+ArrowUp');
    await dialog.getByText('50% from the left, 0% from the top, 360 × 360 pixels', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Set a focal point' }).click();
    await dialog.getByRole('button', { name: /^Focal point: 50% from the left/ }).press('Shift+ArrowRight');
    const dot = await dialog.getByRole('button', { name: /^Focal point: 60% from the left/ }).boundingBox();
    expect(dot).not.toBeNull();
    await page.mouse.move((dot?.x ?? 0) + (dot?.width ?? 0) / 2, (dot?.y ?? 0) + (dot?.height ?? 0) / 2);
    await page.mouse.down();
    await page.mouse.move((dot?.x ?? 0) + 60, (dot?.y ?? 0) - 40, { steps: 4 });
    await page.mouse.up();
    expect(await findingsInEveryLook(page, { order: false })).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const framed = await details();
    expect(framed.crop).toEqual({
      x: expect.closeTo(0.5, 3),
      y: expect.closeTo(0, 3),
      width: expect.closeTo(0.45, 3),
      height: expect.closeTo(0.9, 3),
    });
    expect(framed.focus?.x).toBeGreaterThan(0.62);
    expect(framed.focus?.y).toBeLessThan(0.5);
    await drawer.getByText('360 × 360 pixels').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await details()).toMatchObject({ crop: null, focus: null }));

    // Replaced after a look at both, and taken back.
    const next = join(folder, 'retouched.png');
    writeFileSync(next, picture);
    await drawer.locator('input[type=file]').setInputFiles(next);
    const replacing = page.getByRole('dialog', { name: 'Replace “harbor.png”?' });
    await replacing.getByRole('link', { name: 'Harbor guide' }).waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await replacing.getByRole('button', { name: 'Replace', exact: true }).click();
    await drawer.getByText('Version 2').waitFor();
    expect(await details()).toMatchObject({ version: 2, width: 64, name: 'harbor.png' });
    await drawer.getByRole('button', { name: 'Restore version 1' }).click();
    await drawer.getByText('Version 3').waitFor();
    expect(await details()).toMatchObject({ version: 3, width: 800, alt: 'Boats in the harbor' });

    // A reviewer reads all of it, and changes nothing.
    const reviewer = await colleague(admin.site, anna, { roles: ['Reviewer'] });
    const theirs = await admin.page({ at: `/files?id=${file.id}`, as: reviewer.credentials });
    const seen = theirs.getByRole('dialog', { name: 'harbor.png' });
    await seen.getByText('Boats in the harbor').waitFor();
    await seen.getByText('Version 3').waitFor();
    expect(await seen.getByRole('button', { name: /Restore|Replace|Crop/ }).count()).toBe(0);
    expect(await seen.getByLabel('Alternative text').count()).toBe(0);
  });
});
