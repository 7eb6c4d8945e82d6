import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { FileSummary } from '@sitedesk/contract/files';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { upload } from '../harness/files.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';
import { goToEnd } from './support/article-editor.js';

describe('files in the editor of articles', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let door: FileSummary;
  let gate: FileSummary;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    door = await upload(anna, 'door.png', await picture(200));
    gate = await upload(anna, 'gate.png', await picture(100));
    const described = await anna.patch(
      `/files/${door.id}`,
      { alt: 'A green door', caption: 'In the old town' },
      { 'If-Match': '"v1"' },
    );
    expect(described.status).toBe(200);
  });
  afterAll(() => admin.stop());

  const picture = (shade: number): Promise<Buffer> =>
    sharp({ create: { width: 64, height: 48, channels: 3, background: { r: 20, g: shade, b: 120 } } })
      .png()
      .toBuffer();
  const read = async (number: number): Promise<ArticleDetails> =>
    (await anna.get(`/articles/${number}`)).json() as ArticleDetails; // the contract's word
  const open = async (title: string, type = 0): Promise<{ page: Page; number: number }> => {
    const { number } = (await anna.post('/articles', { type, title })).json() as ArticleDetails; // as above
    const page = await admin.page({ at: `/articles/${number}` });
    await page.locator('.article-text[contenteditable=true]').waitFor();
    return { page, number };
  };
  /** Blocks that the server has, without their ids. */
  const blocksOf = async (number: number): Promise<readonly object[]> =>
    ((await read(number)).document.content ?? []).map(({ type, attrs, content }) => ({
      type,
      ...(type === 'paragraph' ? {} : { attrs: { ...attrs, id: undefined } }),
      ...(type === 'gallery' ? { files: (content ?? []).map((each) => each.attrs?.['file']) } : {}),
    }));
  const slash = async (page: Page, word: string, option: string): Promise<void> => {
    await page.locator('.article-text').focus();
    await goToEnd(page);
    await page.keyboard.type(word);
    await page.getByRole('option', { name: option, exact: true }).waitFor();
    await page.keyboard.press('Enter');
  };
  /** As a person drops files, or pastes them. */
  const give = (
    page: Page,
    how: 'drop' | 'paste',
    files: readonly { readonly name: string; readonly type: string; readonly octets: Buffer }[],
  ): Promise<void> =>
    page.evaluate(`{
      const data = new DataTransfer();
      for (const { name, type, base64 } of ${JSON.stringify(
        files.map(({ name, type, octets }) => ({ name, type, base64: octets.toString('base64') })),
      )})
        data.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name, { type }));
      const text = document.querySelector('.article-text');
      const { left, top } = text.lastElementChild.getBoundingClientRect();
      text.dispatchEvent(${
        how === 'drop'
          ? `new DragEvent('drop', { bubbles: true, cancelable: true, clientX: left + 4, clientY: top + 4, dataTransfer: data })`
          : `new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })`
      });
    }`);

  it('are chosen from the library, with the words that it has for them, or with new ones', async () => {
    const { page, number } = await open('Doors');
    await slash(page, '/picture', 'Picture');
    const picker = page.getByRole('dialog', { name: 'Choose a picture' });
    await picker.getByRole('button', { name: /door\.png/ }).click();
    expect(await axeFindings(page)).toEqual([]);
    await picker.getByRole('button', { name: 'Choose' }).click();
    const form = page.getByRole('dialog', { name: 'Picture' });
    await eventually(async () =>
      expect(await form.getByLabel('Alternative text').inputValue()).toBe('A green door'),
    );
    expect(await form.getByLabel('Caption').inputValue()).toBe('In the old town');
    expect(await axeFindings(page)).toEqual([]);
    await form.getByRole('radio', { name: 'Wide' }).check();
    await form.getByRole('button', { name: 'Insert' }).click();
    // One without words needs some, or to be decorative.
    await slash(page, '/picture', 'Picture');
    await picker.getByLabel('Search files').fill('gate');
    await picker.getByRole('button', { name: /door\.png/ }).waitFor({ state: 'detached' });
    await picker.getByRole('button', { name: /gate\.png/ }).dblclick();
    await form.getByRole('button', { name: 'Insert' }).click();
    await form.getByText('Describe the picture, or mark it as decorative.').waitFor();
    await form.getByRole('switch', { name: 'Decorative' }).click();
    await form.getByRole('button', { name: 'Insert' }).click();
    await slash(page, '/gallery', 'Gallery');
    const many = page.getByRole('dialog', { name: 'Choose pictures' });
    await many.getByRole('button', { name: /gate\.png/ }).click();
    await many.getByRole('button', { name: /door\.png/ }).click();
    await many.getByRole('button', { name: 'Insert 2 pictures' }).click();
    await eventually(async () =>
      expect(await blocksOf(number)).toMatchObject([
        {
          type: 'image',
          attrs: { file: door.id, alt: 'A green door', caption: 'In the old town', look: 'wide' },
        },
        { type: 'image', attrs: { file: gate.id, alt: null, decorative: true } },
        { type: 'gallery', files: [gate.id, door.id] },
        { type: 'paragraph' },
      ]),
    );
    expect(await page.locator('.article-text [data-block=image] > img').count()).toBe(4);
    // A gallery gets more behind those it has.
    await page.locator('.article-text [data-block=gallery] [data-block=image]').first().click();
    await page.keyboard.press('Control+.');
    await page.getByRole('menuitem', { name: 'Add pictures…' }).press('Enter');
    await many.getByRole('button', { name: /gate\.png/ }).click();
    // Wherever the cursor is by then.
    await page.evaluate(
      "(({ commands, state }) => commands.setTextSelection(state.doc.content.size - 1))(document.querySelector('.article-text').editor)",
    );
    await many.getByRole('button', { name: 'Insert 1 picture' }).click();
    await eventually(async () =>
      expect((await blocksOf(number))[2]).toMatchObject({ files: [gate.id, door.id, gate.id] }),
    );
  });

  it('are uploaded where they are dropped or pasted, while one goes on writing (E-21)', async () => {
    const { page, number } = await open('Dropped');
    await page.locator('.article-text').focus();
    await page.keyboard.type('Before');
    await page.keyboard.press('Enter');
    const octets = await picture(60);
    // The first upload is held up until more was written.
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => void (letGo = resolve));
    await page.route('**/editor/uploads', async (route) => {
      await held;
      await route.continue();
    });
    await give(page, 'drop', [
      { name: 'one.png', type: 'image/png', octets },
      { name: 'two.png', type: 'image/png', octets: await picture(61) },
      { name: 'broken.png', type: 'image/png', octets: Buffer.from('no picture') },
      { name: 'prices.txt', type: 'text/plain', octets: Buffer.from('Prices') },
    ]);
    await eventually(async () => expect(await page.locator('.article-text .upload').count()).toBe(4));
    await goToEnd(page);
    await page.keyboard.type('After');
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true),
    );
    letGo();
    const failed = page.locator('.article-text .upload');
    await failed.getByRole('alert').waitFor();
    await page.getByText('Some files couldn’t be uploaded.').waitFor();
    await eventually(async () => expect(await failed.count()).toBe(1));
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.getByRole('alert').waitFor();
    await failed.getByRole('button', { name: 'Remove' }).click();
    await eventually(async () => {
      const { document } = await read(number);
      expect(JSON.stringify(document)).toContain('After');
      expect(
        (document.content ?? []).filter(({ type }) => type !== 'paragraph').map(({ type }) => type),
      ).toEqual(['image', 'image', 'file']);
    });
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(false),
    );
    await page.getByText('prices.txt').waitFor();
    await give(page, 'paste', [{ name: 'pasted.png', type: 'image/png', octets: await picture(62) }]);
    await eventually(async () =>
      expect(
        (await blocksOf(number)).filter((each) => (each as { type: string }).type === 'image').length,
      ).toBe(3),
    );
    // None of them has words, which the checks before publishing say.
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('A picture has no alternative text').first().waitFor();
  });

  it('are the banner, which follows a file that is replaced', async () => {
    const { page, number } = await open('With a banner');
    await page.getByRole('button', { name: 'Choose a picture…' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose a picture' });
    await picker.getByRole('button', { name: /door\.png/ }).click();
    await picker.getByRole('button', { name: 'Choose' }).click();
    await eventually(async () =>
      expect((await read(number)).fields).toMatchObject({
        bannerImage: `/media/${door.id}/door.png`,
        bannerText: 'A green door',
      }),
    );
    expect((await anna.get(`/files/${door.id}/usages`)).text).toContain('With a banner');
  });
});
