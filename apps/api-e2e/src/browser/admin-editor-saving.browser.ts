import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { Page } from 'playwright-core';
import { createArticle, readArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague } from '../harness/people.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';
import { isOpen, isSaved, openArticle, saveParagraphs, textIn, textOf } from './support/article-editor.js';

/** How long two browsers write at the same time; `WRITING_SECONDS` is for more than every run has time for. */
const WRITING_SECONDS = Number(process.env['WRITING_SECONDS'] ?? 6);

describe('what editors of articles write, saved and merged', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let ben: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    ben = (await colleague(admin.site, anna, { roles: ['Editor'], displayName: 'Ben' })).browser;
  });
  afterAll(() => admin.stop());

  const create = (input: object): Promise<ArticleDetails> => createArticle(anna, input);
  const read = (number: number): Promise<ArticleDetails> => readArticle(anna, number);
  const open = (number: number): Promise<Page> => openArticle(admin, number);

  /** What the browser keeps of what isn't saved: `work` asks `journal`, and resolves. */
  const inJournal = (page: Page, mode: 'readonly' | 'readwrite', work: string): Promise<unknown> =>
    page.evaluate(`new Promise((resolve) => {
      indexedDB.open('sitedesk').onsuccess = ({ target }) => {
        const journal = target.result.transaction('journal', '${mode}').objectStore('journal');
        ${work}
      };
    })`);
  const onDevice = async (page: Page): Promise<string> =>
    JSON.stringify(
      await inJournal(
        page,
        'readonly',
        'journal.getAll().onsuccess = (event) => resolve(event.target.result);',
      ),
    );

  it('keeps what is typed without a connection on this device, offers it after a crash, and saves it (E-01)', async () => {
    const { number } = await create({ type: 0, title: 'Offline page' });
    const page = await open(number);
    await page.route('**/draft', (route) => route.abort());
    await textOf(page).click();
    await page.keyboard.type('Typed in a tunnel');
    await page.getByText('Offline, kept on this device').first().waitFor();
    // The tab ends without a word, as when the system ends it.
    const again = await page.context().newPage();
    await page.close();
    await again.goto(admin.url(`/articles/${number}`));
    await again.getByText('that were never saved').waitFor();
    expect(await axeFindings(again)).toEqual([]);
    const remember = 'window.entry = [result.value, result.key]; resolve();';
    await inJournal(
      again,
      'readonly',
      `journal.openCursor().onsuccess = ({ target: { result } }) => { ${remember} };`,
    );
    await again.getByRole('button', { name: 'Restore' }).click();
    await textOf(again).getByText('Typed in a tunnel').waitFor();
    await isSaved(again);
    expect(textIn(await read(number))).toBe('Typed in a tunnel');
    await eventually(async () => expect(await onDevice(again)).toBe('[]'));
    // The tab ends before the device has forgotten what was saved: that's offered to nobody.
    await inJournal(again, 'readwrite', 'journal.put(...window.entry).onsuccess = () => resolve();');
    expect(await onDevice(again)).toContain('Typed in a tunnel');
    await again.reload();
    await textOf(again).getByText('Typed in a tunnel').waitFor();
    await eventually(async () => expect(await onDevice(again)).toBe('[]'));
    expect(await again.getByText('that were never saved').count()).toBe(0);
  });

  it('saves the last words when one leaves at once, without asking (E-25)', async () => {
    const { number } = await create({ type: 0, title: 'Left at once' });
    const page = await open(number);
    await textOf(page).click();
    await page.keyboard.type('Last words');
    await page.getByRole('link', { name: 'All articles' }).click();
    await page.getByRole('heading', { level: 1, name: 'Articles' }).waitFor();
    expect(textIn(await read(number))).toBe('Last words');
  });

  it('asks before one leaves with words that couldn’t be saved (E-25)', async () => {
    const { number } = await create({ type: 0, title: 'Not yet saved' });
    const page = await open(number);
    await page.route('**/draft', (route) => route.abort());
    await textOf(page).click();
    await page.keyboard.type('Unsaved words');
    await page.getByText('Offline, kept on this device').first().waitFor();
    await page.getByRole('link', { name: 'All articles' }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await textOf(page).getByText('Unsaved words').waitFor();
    let asked = '';
    page.once('dialog', (dialog) => {
      asked = dialog.type();
      void dialog.dismiss();
    });
    await page.close({ runBeforeUnload: true });
    await eventually(() => expect(asked).toBe('beforeunload'));
    await page.unroute('**/draft');
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await isSaved(page);
    expect(textIn(await read(number))).toBe('Unsaved words');
  });

  it('merges what someone else saved in the meantime without asking, where I am writing (E-06, E-20)', async () => {
    const { number } = await create({ type: 0, title: 'Shared page' });
    await saveParagraphs(anna, number, ['We open at nine', 'We close at six']);
    const page = await open(number);
    await saveParagraphs(ben, number, ['We open at nine', 'We close at seven', 'Bring boots'], {
      unlisted: true,
    });
    await textOf(page).getByText('We open at nine').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' sharp');
    await page.getByText('Merged with the changes from Ben').waitFor();
    await textOf(page).getByText('We close at seven').waitFor();
    await page.keyboard.type(', always');
    await isSaved(page);
    await eventually(async () =>
      expect(textIn(await read(number))).toBe('We open at nine sharp, always|We close at seven|Bring boots'),
    );
    expect((await read(number)).fields.unlisted).toBe(true);
    await page.getByRole('switch', { name: 'Hide from search engines', checked: true }).waitFor();
    await page.keyboard.press('Control+z');
    await eventually(async () =>
      expect(textIn(await read(number))).toMatch(/^We open at nine.*\|We close at seven\|Bring boots$/),
    );
    await textOf(page).getByText('always').waitFor({ state: 'detached' });
    expect(await page.getByText('changed the same parts').count()).toBe(0);
  });

  it('merges what the same person writes in two browsers at the same time (E-06)', async () => {
    const { number } = await create({ type: 0, title: 'On two machines' });
    await saveParagraphs(anna, number, ['First', 'Second']);
    const pages = [await open(number), await open(number)] as const;
    const endOf = async (page: Page, text: string): Promise<void> => {
      await textOf(page).getByText(text).click();
      await page.keyboard.press('End');
    };
    await Promise.all([endOf(pages[0], 'First'), endOf(pages[1], 'Second')]);
    const until = Date.now() + WRITING_SECONDS * 1_000;
    const write = async (page: Page): Promise<string> => {
      let written = '';
      while (Date.now() < until) {
        const word = ` w${written.length}`;
        await page.keyboard.type(word, { delay: 40 });
        written += word;
      }
      return written;
    };
    const [first, second] = await Promise.all([write(pages[0]), write(pages[1])]);
    await eventually(async () => expect(textIn(await read(number))).toBe(`First${first}|Second${second}`));
    for (const page of pages) expect(await page.getByRole('dialog').count()).toBe(0);
    await Promise.all(pages.map((page) => page.context().close()));
  });

  it('asks where two changed the same words, by keyboard, and loses nothing (E-07)', async () => {
    const { number } = await create({ type: 0, title: 'Opening hours' });
    await saveParagraphs(anna, number, ['We open at nine', 'We close at six', 'Bring boots']);
    const page = await open(number);
    await saveParagraphs(ben, number, ['We open at ten', 'We close at seven', 'Bring warm boots'], {
      title: 'New hours',
    });
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Hours');
    await textOf(page).getByText('We open at nine').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.type('eight');
    await page.getByText('Someone else changed the same parts').waitFor();
    // One can go on in the meantime.
    await textOf(page).getByText('We close at six').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.type('five');
    expect(await axeFindings(page)).toEqual([]);
    expect(textIn(await read(number))).toBe('We open at ten|We close at seven|Bring warm boots');
    // What is typed is on this device, whatever becomes of the tab.
    await eventually(async () => expect(await onDevice(page)).toContain('five'));
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('that were never saved').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();

    await page.getByRole('button', { name: 'Compare and decide…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'You and Ben changed the same parts' });
    await dialog.getByText('Decide 3 more').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const decide = (name: string, choice: string): Promise<void> =>
      dialog.getByRole('group', { name, exact: true }).getByRole('radio', { name: choice }).press('Space');
    await decide('Title', 'Take the one from Ben');
    const [first, second] = [0, 1].map((index) =>
      dialog.getByRole('group', { name: 'Paragraph', exact: true }).nth(index),
    );
    await first?.locator('ins', { hasText: 'eight' }).waitFor();
    await first?.locator('ins', { hasText: 'ten' }).waitFor();
    await first?.getByRole('radio', { name: 'Keep mine' }).press('Space');
    await dialog.getByText('Decide one more').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await second?.getByRole('radio', { name: 'Keep both' }).press('Space');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await isSaved(page);
    const saved = await read(number);
    expect(saved.title).toBe('New hours');
    expect(textIn(saved)).toBe('We open at eight|We close at five|We close at seven|Bring warm boots');
    await textOf(page).getByText('Bring warm boots').waitFor();
  });

  it('keeps mine as an article of its own, when that is better than to decide', async () => {
    const { number } = await create({ type: 0, title: 'Disputed' });
    await saveParagraphs(anna, number, 'The former text');
    const page = await open(number);
    await saveParagraphs(ben, number, ['Theirs'], {});
    await textOf(page).getByText('The former text').click({ clickCount: 3 });
    await page.keyboard.type('Mine');
    await page.getByRole('button', { name: 'Keep mine as a copy' }).click();
    await page.waitForURL((address) => !address.pathname.endsWith(`/${number}`));
    await textOf(page).getByText('Mine').waitFor();
    expect(textIn(await read(number))).toBe('Theirs');
    const copy = await read(Number(/\d+$/.exec(page.url())?.[0]));
    expect([copy.title, textIn(copy)]).toEqual(['Disputed (copy)', 'Mine']);
  });

  it('is written in one tab at a time, and goes on in the other one (E-08)', async () => {
    const { number } = await create({ type: 0, title: 'Two tabs' });
    const page = await open(number);
    await textOf(page).click();
    await page.keyboard.type('First');
    const other = await page.context().newPage();
    await other.goto(admin.url(`/articles/${number}`));
    await other.getByText('You’re editing this article in another tab').waitFor();
    expect(await textOf(other).getAttribute('contenteditable')).toBe('false');
    expect(await axeFindings(other)).toEqual([]);
    await textOf(page).click();
    await page.keyboard.type(' words');
    await other.getByRole('button', { name: 'Continue here' }).click();
    await textOf(other).getByText('First words').waitFor();
    await isOpen(other);
    await page.getByText('You’re editing this article in another tab').waitFor();
    expect(await textOf(page).getAttribute('contenteditable')).toBe('false');
    await textOf(other).click();
    await other.keyboard.press('End');
    await other.keyboard.type(' and more');
    await isSaved(other);
    await eventually(async () => expect(textIn(await read(number))).toBe('First words and more'));
    // When that one is closed, this one goes on, with the newest text.
    await other.close();
    await isOpen(page);
    await textOf(page).getByText('First words and more').waitFor();
  });
});
