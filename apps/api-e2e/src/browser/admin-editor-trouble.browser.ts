import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { ADMINISTRATOR, type EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';
import { goToEnd, textIn, textOf } from './support/article-editor.js';

describe('the editor of articles, when something goes wrong or is large', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  const read = async (number: number): Promise<ArticleDetails> =>
    (await anna.get(`/articles/${number}`)).json() as ArticleDetails; // the contract's word
  const paragraph = (text: string, index: number): DocumentNode => ({
    type: 'paragraph',
    attrs: { id: String(index).padStart(12, '0') },
    content: [{ type: 'text', text }],
  });
  const create = async (title: string, content: readonly DocumentNode[]): Promise<number> => {
    const { number, revision, fields } = (
      await anna.post('/articles', { type: 0, title })
    ).json() as ArticleDetails; // as above
    const answer = await anna.put(
      `/articles/${number}/draft`,
      { operation: randomUUID(), fields, document: { type: 'doc', content } },
      { 'If-Match': `"v${revision}"` },
    );
    expect(answer.status).toBe(200);
    return number;
  };
  const open = async (number: number, opened?: Page): Promise<Page> => {
    const page = opened ?? (await admin.page({ at: null }));
    await page.goto(admin.url(`/articles/${number}`));
    await page.locator('.article-text[contenteditable]').waitFor();
    return page;
  };
  const savedText = async (number: number): Promise<string> => textIn(await read(number));
  const selection = (page: Page): Promise<unknown> =>
    page.evaluate(
      "(({ from, to }) => [from, to])(document.querySelector('.article-text').editor.state.selection)",
    );
  const writeAtEnd = async (page: Page): Promise<void> => {
    await textOf(page).locator('p').last().click();
    await goToEnd(page);
  };

  it('has what was typed on the device when the tab crashes (E-02)', async () => {
    const number = await create('Crashed', [paragraph('Begun', 1)]);
    const page = await open(number);
    await page.route('**/draft', (route) => route.abort());
    await writeAtEnd(page);
    await page.keyboard.type(', and gone on');
    await page.getByText('Offline, kept on this device').first().waitFor();
    const crashed = page.waitForEvent('crash');
    const tools = await page.context().newCDPSession(page);
    void tools.send('Page.crash').catch(() => undefined); // nobody is left to answer
    await crashed;
    const again = await open(number, await page.context().newPage());
    await again.getByRole('button', { name: 'Restore' }).click();
    await textOf(again).getByText('Begun, and gone on').waitFor();
    await eventually(async () => expect(await savedText(number)).toBe('Begun, and gone on'));
  });

  it('asks to sign in when the session ends while one writes, and saves every word (E-05)', async () => {
    const number = await create('Session', [paragraph('Before', 1)]);
    const page = await open(number);
    await writeAtEnd(page);
    await page.keyboard.type(', signed in');
    await page.context().clearCookies();
    await page.keyboard.type(', signed out');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () => expect(await savedText(number)).toBe('Before, signed in, signed out'));
    await page.keyboard.type(', and back');
    await eventually(async () =>
      expect(await savedText(number)).toBe('Before, signed in, signed out, and back'),
    );
  });

  it('writes where the caret was, however soon after it has the focus again (E-05)', async () => {
    const number = await create('Caret', [paragraph('Before', 1)]);
    const page = await open(number);
    await writeAtEnd(page);
    const caret = await page.evaluate(
      `(() => {
        document.querySelector('input, textarea').focus();
        document.querySelector('.article-text').focus();
        const { anchorNode, anchorOffset } = getSelection();
        return [anchorNode.textContent, anchorOffset];
      })()`,
    );
    expect(caret).toEqual(['Before', 'Before'.length]);
    // The pointer still says where it goes.
    await page.evaluate("document.querySelector('input, textarea').focus()");
    await textOf(page)
      .locator('p')
      .click({ position: { x: 1, y: 5 } });
    await eventually(async () => expect(await selection(page)).toEqual([1, 1]));
  });

  it('leaves caret, selection, undo and an open menu alone while it saves (E-04)', async () => {
    const number = await create('Under way', [paragraph('One two', 1), paragraph('Three', 2)]);
    const page = await open(number);
    let arrived: () => void = () => undefined;
    let go: () => void = () => undefined;
    await page.route('**/draft', async (route) => {
      arrived();
      await new Promise<void>((resolve) => (go = resolve));
      await route.continue();
    });
    const saving = (): Promise<void> => new Promise<void>((resolve) => (arrived = resolve));

    const first = saving();
    await textOf(page).getByText('One two').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' more');
    await first;
    await page.keyboard.press('Control+Shift+ArrowLeft');
    const more = [9, 13];
    await eventually(async () => expect(await selection(page)).toEqual(more)); // the editor hears of it later
    go();
    await page.getByText(/^Saved \d/).waitFor();
    expect(await selection(page)).toEqual(more);

    await page.keyboard.press('ArrowRight');
    const second = saving();
    await page.keyboard.type(' /head');
    await page.getByRole('option', { name: 'Heading 3' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await second;
    go();
    await page.getByText(/^Saved \d/).waitFor();
    expect(await page.getByRole('option', { selected: true }).textContent()).toContain('Heading 3');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await textOf(page).getByText('One two', { exact: true }).waitFor();
  });

  it('counts words as the server does (E-24)', async () => {
    const texts = [
      'The garden isn’t open, don’t ask: 1,234.56 euro at www.example.com.',
      'Größe x2, naïve snake_case, l’été',
      'Москва была большим городом. שלום עולם!',
      '我们的花园在大楼后面。 東京タワーは高いです。 สวนหลังบ้าน',
    ];
    const [one = '', two = '', ...others] = texts;
    const number = await create('Counted', [
      ...others.map(paragraph),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(one, 8)] }] },
      {
        type: 'paragraph',
        content: [{ type: 'text', text: two }, { type: 'hardBreak' }, { type: 'text', text: 'last line' }],
      },
      { type: 'button', attrs: { label: 'Not counted', href: '/x' } },
    ]);
    const { revision } = await read(number);
    const kept = await anna.post(
      `/articles/${number}/versions`,
      { name: 'Counted' },
      { 'If-Match': `"v${revision}"` },
    );
    const { words } = kept.json() as { readonly words: number }; // as above
    const page = await open(number);
    await page.getByText(`${words} words`, { exact: true }).waitFor();
  });

  it('opens 1,500 blocks, and reads no whole document per key (E-19)', async () => {
    const words = Array.from({ length: 16 }, (_, index) => `word${index}`).join(' ');
    const number = await create(
      'Long',
      Array.from({ length: 1_500 }, (_, index) => paragraph(`${words}.`, index)),
    );
    const page = await open(number);
    await page.getByText('24,000 words').waitFor();
    await writeAtEnd(page);
    await page.evaluate(`{
      const { editor } = document.querySelector('.article-text');
      const serialise = editor.getJSON.bind(editor);
      window.reads = 0;
      editor.getJSON = () => ((window.reads += 1), serialise());
    }`);
    const begun = Date.now();
    await page.keyboard.type('x'.repeat(100));
    const reads = Number(await page.evaluate('window.reads'));
    // Once for the device every 300 ms at most, and once for the server.
    expect(reads).toBeLessThanOrEqual((Date.now() - begun) / 300 + (Date.now() - begun) / 1_500 + 2);
    await eventually(async () => expect(await savedText(number)).toMatch(/word15\.x{100}$/));
  });

  it('asks how two megabytes are to be pasted (E-15)', async () => {
    const number = await create('Large', [paragraph('Before', 1)]);
    const page = await open(number);
    await writeAtEnd(page);
    await page.keyboard.press('Enter');
    const paste = (): Promise<unknown> =>
      page.evaluate(`{
        const lines = Array.from({ length: 400 }, (_, index) => 'Line ' + index);
        const style = 'mso-margin-top-alt:auto;'.repeat(200);
        const html = lines.map((line) => '<p class=MsoNormal style="' + style + '"><b>' + line + '</b><o:p></o:p></p>').join('');
        const data = new DataTransfer();
        data.setData('text/html', html);
        data.setData('text/plain', lines.join('\\n'));
        document.querySelector('.article-text').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }`);
    const dialog = page.getByRole('dialog', { name: 'Paste a large text' });
    await paste();
    await dialog.getByText(/is (1\.9|2) MB/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Paste' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await textOf(page).getByText('Line 399', { exact: true }).waitFor();
    expect(await textOf(page).locator('strong').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await textOf(page).getByText('Line 399', { exact: true }).waitFor({ state: 'detached' });
    await paste();
    await dialog.getByRole('radio', { name: 'With formatting' }).press('Space');
    await dialog.getByRole('button', { name: 'Paste' }).press('Enter');
    await textOf(page).locator('strong', { hasText: 'Line 399' }).waitFor();
    await eventually(async () => expect(await savedText(number)).toMatch(/^Before\|Line 0\|.*\|Line 399$/));
  });
});
