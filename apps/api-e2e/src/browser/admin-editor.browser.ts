import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { Page } from 'playwright-core';
import { createArticle, readArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague } from '../harness/people.js';
import { type Admin, type AdminPageOptions, axeFindings, holds, startAdmin } from './support/admin.js';
import {
  blocks,
  isOpen,
  isSaved,
  openArticle,
  saveParagraphs,
  textIn,
  textOf,
} from './support/article-editor.js';
import { takeComplaints } from './support/pages.js';

describe('the editor of articles', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    await create({ type: 2, title: 'Journal', blogKey: 'journal' });
    await anna.post('/articles/1/publish', undefined, { 'If-Match': '"v1"' });
  });
  afterAll(() => admin.stop());

  const create = (input: object): Promise<ArticleDetails> => createArticle(anna, input);
  const read = (number: number): Promise<ArticleDetails> => readArticle(anna, number);
  const open = (number: number, options?: AdminPageOptions): Promise<Page> =>
    openArticle(admin, number, options);

  it('writes a post with the keyboard alone, saves it, and publishes it (E-10)', async () => {
    const page = await admin.page({ at: '/articles?new=1' });
    const dialog = page.getByRole('dialog', { name: 'New article' });
    await dialog.getByRole('radio', { name: 'Post' }).check();
    await dialog.getByRole('button', { name: /^Blog: / }).click();
    await page.getByRole('option', { name: 'Journal' }).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' }); // gives the focus back as it goes
    await dialog.getByLabel('Title').fill('A walk');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/articles\/\d+$/);
    const number = Number(/\d+$/.exec(page.url())?.[0]);
    await isOpen(page);

    await page.getByRole('textbox', { name: 'Title', exact: true }).focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' by the river');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Where the herons are.');
    await textOf(page).focus();
    await page.keyboard.type('We ');
    await page.keyboard.type('**really** walked.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('## Herons');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/tip');
    await page.getByRole('option', { name: 'Callout: tip' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Bring boots');
    await isSaved(page);
    const saved = await eventually(async () => {
      const article = await read(number);
      expect(textIn(article)).toContain('Bring boots');
      return article;
    });
    expect(saved).toMatchObject({
      title: 'A walk by the river',
      introduction: 'Where the herons are.',
      status: 'draft',
    });
    expect(blocks(saved)).toEqual(['paragraph', 'heading', 'bulletList', 'callout']);
    expect(textIn(saved)).toBe('We |really| walked.|Herons|one|two|Bring boots');
    expect(JSON.stringify(saved.document)).toContain('"marks":[{"type":"bold"}]');

    await page.reload();
    await textOf(page).getByText('Bring boots').waitFor();
    await page.getByText('8 words').waitFor();
    await textOf(page).getByText('Bring boots').click();
    await page.keyboard.press('End');
    await page.keyboard.type(', twice');
    await page.keyboard.press('Control+Shift+P');
    const publish = page.getByRole('dialog', { name: 'Publish' });
    await publish.getByText('“A walk by the river” goes live now at /journal/a-walk.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await publish.getByRole('button', { name: 'Publish now' }).press('Enter');
    await page.getByText('Live at /journal/a-walk').first().waitFor();
    expect(await read(number)).toMatchObject({ status: 'live', publishedAt: expect.any(String) as string });
    const preview = await anna.get('/blogs/journal/preview');
    expect(preview.text).toContain('A walk by the river');

    // What was typed before is undone as if nothing had been published.
    await textOf(page).getByText('Bring boots, twice').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+z');
    await textOf(page).getByText('Bring boots', { exact: true }).waitFor();
    await page.keyboard.type(' and bread');
    await page.getByText('Live · changes not published').first().waitFor();
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    const withdrawing = page.getByRole('dialog', { name: /^Withdraw/ });
    await withdrawing.getByRole('radio', { name: /410/ }).check();
    await withdrawing.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await withdrawing.waitFor({ state: 'detached' });
    expect(await read(number)).toMatchObject({ status: 'withdrawn', liveVersion: null });
  });

  it('saves the text though an address is refused, says why, and offers free ones', async () => {
    await create({ type: 0, title: 'Taken', slug: 'taken' });
    const { number } = await create({ type: 0, title: 'Wants it' });
    const page = await open(number);
    await page.getByLabel('URL', { exact: true }).fill('taken');
    await textOf(page).click();
    await page.keyboard.type('Saved all the same');
    await page.getByText('Another article has this URL: “Taken”').first().waitFor();
    await eventually(async () => expect(textIn(await read(number))).toBe('Saved all the same'));
    expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    await page.keyboard.press('Control+Shift+P');
    await page.getByText('Fix the marked fields first.').waitFor();
    await page.getByRole('button', { name: 'taken-2' }).click();
    await eventually(async () => expect((await read(number)).path).toBe('/taken-2'));
    await isSaved(page);
  });

  it.each([
    ['', ''],
    [', where no text may become HTML unseen', "; require-trusted-types-for 'script'"],
  ])(
    'pastes what word processors copy, without styles, foreign pictures or a violation (E-12, E-14)%s',
    async (_where, more) => {
      const { number } = await create({ type: 0, title: 'Pasted' });
      const page = await admin.page();
      await page.route(admin.url(`/articles/${number}`), async (route) => {
        const answer = await route.fetch();
        const headers = answer.headers();
        await route.fulfill({
          response: answer,
          headers: { ...headers, 'content-security-policy': headers['content-security-policy'] + more },
        });
      });
      // The kit writes the colours of its theme into a style element.
      if (more !== '')
        await page.addInitScript(`{
          const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
          const styles = trustedTypes.createPolicy('styles', { createHTML: (text) => text });
          Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', { get, set(text) { set.call(this, styles.createHTML(text)); } });
        }`);
      await page.goto(admin.url(`/articles/${number}`));
      await isOpen(page);
      if (more !== '') {
        // The browser holds everything else to it.
        const refused = await page.evaluate(
          `(() => { try { document.createElement('div').innerHTML = 'x'; } catch (error) { return error.name; } })()`,
        );
        expect(refused).toBe('TypeError');
        let said = '';
        await eventually(() => {
          said += takeComplaints().join();
          expect(said).toContain('Element innerHTML|x');
          expect(said).toContain(`requires 'TrustedHTML'`);
        });
      }
      await textOf(page).click();
      const html =
        `<b style="font-weight:normal" id="docs-internal-guid-1"><p style="color:red"><span style="font-weight:700">Bold</span> words</p>` +
        `<ul><li style="x:y"><p>Item</p></li></ul><table style="width:9px"><tr><td>Cell</td></tr></table></b><img src="https://stranger.example/a.png">`;
      await page.evaluate(
        `{ const data = new DataTransfer(); data.setData('text/html', ${JSON.stringify(html)}); data.setData('text/plain', 'x');
        document.querySelector('.article-text').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }`,
      );
      await page.getByText('One image wasn’t pasted').first().waitFor();
      const saved = await eventually(async () => {
        const article = await read(number);
        expect(textIn(article)).toContain('Cell');
        return article;
      });
      expect(textIn(saved)).toBe('Bold| words|Item|Cell');
      expect(JSON.stringify(saved.document)).toContain('"marks":[{"type":"bold"}]');
    },
  );

  it('shows a text with unknown blocks, and lets nobody change it (E-16, P-55)', async () => {
    const { number } = await create({ type: 0, title: 'From the future' });
    const page = await admin.page();
    await page.route(`**/editor/articles/${number}`, async (route) => {
      const answer = await route.fetch();
      const article = (await answer.json()) as ArticleDetails;
      const document = {
        type: 'doc',
        content: [{ type: 'hologram', content: [{ type: 'text', text: 'Seen from all sides' }] }],
      };
      await route.fulfill({ response: answer, json: { ...article, document } });
    });
    await page.goto(admin.url(`/articles/${number}`));
    await page.getByText('blocks that this page doesn’t know').waitFor();
    await page.getByText('Seen from all sides').waitFor();
    expect(await page.locator('[contenteditable=true]').count()).toBe(0);
  });

  it('is read by reviewers, who change nothing', async () => {
    const { number } = await create({ type: 0, title: 'For review' });
    await saveParagraphs(anna, number, 'Please read');
    const { credentials } = await colleague(admin.site, anna, { roles: ['Reviewer'] });
    const page = await admin.page({ as: credentials, at: `/articles/${number}` });
    await page.getByText('You can read this article, but not change it.').waitFor();
    expect(await textOf(page).getAttribute('contenteditable')).toBe('false');
    expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
  });

  it('keeps what was selected, when a key comes before the browser has said that the cursor moved', async () => {
    const { number } = await create({ type: 0, title: 'Busy' });
    await saveParagraphs(anna, number, ['The first.', 'The second.']);
    const page = await open(number);
    const keys = [
      `new KeyboardEvent('keydown', { key: 'Delete', keyCode: 46, bubbles: true, cancelable: true })`,
      `new KeyboardEvent('keydown', { key: ',', bubbles: true, cancelable: true })`,
      `new KeyboardEvent('keypress', { key: ',', charCode: 44, bubbles: true, cancelable: true })`,
    ];
    for (const events of [keys.slice(0, 1), keys.slice(1)]) {
      await textOf(page).focus();
      await page.keyboard.press('Control+a');
      await page.evaluate(`{
        const text = document.querySelector('.article-text');
        getSelection().collapse(text.querySelector('p').firstChild, 3);
        for (const event of [${events.join(', ')}]) text.dispatchEvent(event);
      }`);
      expect(await textOf(page).innerText()).toMatch(/^The first\.\s+The second\.$/);
    }
  });

  it('has a toolbar of one tab stop, and a link by Ctrl-K (E-10)', async () => {
    const { number } = await create({ type: 0, title: 'Tools' });
    const page = await open(number);
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    expect(await toolbar.locator('button[tabindex="0"]').count()).toBe(1);
    await toolbar.getByRole('button', { name: 'Bold' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Italic');
    await textOf(page).click();
    await page.keyboard.type('see there');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Link to').fill('example.org/a');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await isSaved(page);
    await eventually(async () =>
      expect(JSON.stringify((await read(number)).document)).toContain('"href":"https://example.org/a"'),
    );
    // An article by its title, where nothing is selected: its title is what the link says.
    await create({ type: 0, title: 'Opening times in winter', slug: 'winter' });
    await textOf(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' or ');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('opening winter');
    await page.getByRole('option', { name: /Opening times in winter/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await textOf(page).getByRole('link', { name: 'Opening times in winter' }).waitFor();
    await eventually(async () =>
      expect(JSON.stringify((await read(number)).document)).toContain('"href":"/winter"'),
    );
  });

  it('has characters that keyboards don’t have, and hides everything but the text (E-10)', async () => {
    const { number } = await create({ type: 0, title: 'In peace' });
    const page = await open(number);
    await textOf(page).focus();
    await page.keyboard.type('5 ');
    const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
    await toolbar.getByRole('button', { name: 'Special characters' }).press('Enter');
    const characters = page.getByRole('toolbar', { name: 'Special characters' });
    await characters.locator('button:focus').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowLeft'])
      await page.keyboard.press(key);
    await characters.getByRole('button', { name: 'Registered' }).press('Enter');
    await characters.waitFor({ state: 'detached' });
    await page.locator('.article-text:focus').waitFor();
    await page.keyboard.type('x');
    await eventually(async () => expect(await textOf(page).innerText()).toContain('5 ®x'));

    const panels = page.getByRole('tab', { name: 'Page' });
    const navigation = page.getByRole('navigation').first();
    expect([await panels.isVisible(), await navigation.isVisible()]).toEqual([true, true]);
    const focus = page.getByRole('button', { name: 'Focus mode' });
    await focus.press('Enter');
    await panels.waitFor({ state: 'hidden' });
    expect([await navigation.isVisible(), await focus.getAttribute('aria-pressed')]).toEqual([false, 'true']);
    expect(await axeFindings(page)).toEqual([]);
    await focus.press('Enter');
    await panels.waitFor();
    expect(await navigation.isVisible()).toBe(true);

    // By its keys as well; what had the focus is hidden then, so that it goes to the text.
    await panels.focus();
    await page.keyboard.press('Control+F9');
    await panels.waitFor({ state: 'hidden' });
    await page.locator('.article-text:focus').waitFor();
    await page.keyboard.type('In peace ');
    await page.keyboard.press('Control+F9');
    await panels.waitFor();
    await page.locator('.article-text:focus').waitFor();
    expect(await textOf(page).innerText()).toContain('In peace 5 ®x');
    await page.getByRole('button', { name: 'Publish', exact: true }).focus();
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await shortcuts.getByText('Focus mode').waitFor();
    expect(await shortcuts.getByText('F9').count()).toBe(1);
  });

  it('makes blocks that are more than text by keyboard (E-10)', async () => {
    const { number } = await create({ type: 0, title: 'Built by keyboard' });
    const page = await open(number);
    const dialog = page.getByRole('dialog');
    const fill = async (label: string, text: string): Promise<void> => dialog.getByLabel(label).fill(text);
    // What closes gives the focus back to the text a moment later.
    const isInText = (): Promise<void> => page.locator('.article-text:focus').waitFor();
    const isGone = async (): Promise<void> => {
      await dialog.waitFor({ state: 'detached' });
      await isInText();
    };
    const choose = async (word: string, name: string): Promise<void> => {
      await page.keyboard.type(`/${word}`);
      await page.getByRole('option', { name, exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await dialog.waitFor();
    };

    await textOf(page).focus();
    await choose('embed', 'Video, map or other embed');
    await fill('URL or embed code', 'https://stranger.example/video');
    await page.keyboard.press('Enter');
    await dialog
      .getByText(/from YouTube, Vimeo, Spotify, OpenStreetMap,? or CodePen/)
      .last()
      .waitFor();
    await dialog.getByText('Required.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await fill('URL or embed code', 'https://youtu.be/dQw4w9WgXcQ');
    await fill('Description', 'A song');
    await page.keyboard.press('Enter');
    await isGone();
    await choose('button', 'Button');
    await page.keyboard.type('Book a table');
    await fill('Link to', 'example.org/book');
    await page.keyboard.press('Enter');
    await isGone();
    await choose('posts', 'List of posts');
    await dialog.getByRole('button', { name: /^Blog: / }).press('Enter');
    await page.getByRole('option', { name: 'Journal' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Blog: Journal' }).waitFor();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await dialog.getByRole('radio', { name: 'Cards' }).press('Space');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Insert' }).press('Enter');
    await isGone();
    await page.keyboard.type('The end');
    await isSaved(page);
    const made = async (): Promise<unknown> =>
      (await read(number)).document.content?.map(({ type, attrs = {} }) => {
        const { id, ...others } = attrs;
        expect(id).toMatch(/^[A-Za-z0-9]{12}$/);
        return [type, others];
      });
    const EMBED = ['embed', { provider: 'youtube', key: 'dQw4w9WgXcQ', title: 'A song' }];
    const POSTS = ['postList', { stream: 'journal', count: 5, look: 'cards' }];
    await eventually(async () =>
      expect(await made()).toEqual([
        EMBED,
        ['button', { label: 'Book a table', href: 'https://example.org/book', look: 'primary' }],
        POSTS,
        ['paragraph', {}],
      ]),
    );

    // Each can be selected by the arrows, and its form opened.
    const selected = textOf(page).locator('.ProseMirror-selectednode');
    const up = async (name: string): Promise<void> => {
      await eventually(async () => {
        await page.keyboard.press('ArrowUp');
        expect((await selected.allInnerTexts()).join()).toContain(name);
      });
    };
    await up('List of posts');
    await up('Book a table');
    await page.keyboard.press('Enter');
    await holds(dialog.getByLabel('Link to'), 'https://example.org/book');
    await page.keyboard.press('Escape');
    await isGone();
    await up('A song');

    // What opens over the page.
    await page.keyboard.press('Control+End');
    await selected.waitFor({ state: 'detached' }); // Enter would open the form of what is selected
    await page.keyboard.press('Enter');
    await page.keyboard.type('/');
    await page.getByRole('option', { name: 'Heading 2' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+.');
    await page.getByRole('menuitem', { name: 'Turn into' }).press('ArrowRight');
    await page.getByRole('menuitem', { name: 'Heading 3' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').first().waitFor({ state: 'detached' });
    await isInText();
    await page.keyboard.press('Control+k');
    await page.getByLabel('Link to').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await isInText();
    await page.getByRole('button', { name: 'More actions', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move to trash' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has a list of the languages of code, which keeps one that it doesn’t know (E-10)', async () => {
    const { number } = await create({ type: 0, title: 'Some code' });
    const page = await open(number);
    const dialog = page.getByRole('dialog');
    const openForm = async (): Promise<void> => {
      await page.keyboard.press('Control+.');
      await page.getByRole('menuitem', { name: 'Edit…' }).press('Enter');
      await dialog.waitFor();
    };
    const language = async (): Promise<unknown> =>
      (await read(number)).document.content?.[0]?.attrs?.['language'];
    await textOf(page).focus();
    await page.keyboard.type('```abap ');
    await page.keyboard.type('WRITE 1.');
    await isSaved(page);
    await eventually(async () => expect(await language()).toBe('abap'));
    for (const [before, typed, shown, stored] of [
      ['abap', 'golang', 'Go', 'go'],
      ['Go', 'vue', 'HTML, XML', 'xml'],
      ['HTML, XML', 'plain', 'Plain text', null],
    ] as const) {
      await openForm();
      await dialog.getByRole('button', { name: `Language: ${before}`, exact: true }).press('Enter');
      await page.getByRole('listbox').waitFor();
      await page.keyboard.type(typed);
      await eventually(async () => expect(await page.getByRole('option').allInnerTexts()).toEqual([shown]));
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: `Language: ${shown}`, exact: true }).waitFor();
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.locator('.article-text:focus').waitFor();
      await eventually(async () => expect(await language()).toBe(stored));
    }
  });

  it('has a handle at each block, which drags it and opens its menu', async () => {
    const { number } = await create({ type: 0, title: 'By the handle' });
    await saveParagraphs(anna, number, ['One', 'Two', 'Three']);
    const page = await open(number);
    await textOf(page).getByText('Three').hover();
    const handle = page.getByRole('button', { name: 'Menu of this block' });
    await handle.dragTo(textOf(page).getByText('One'), { targetPosition: { x: 5, y: 2 } });
    await eventually(async () => expect(textIn(await read(number))).toBe('Three|One|Two'));
    await handle.click();
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
  });

  it('names authors in the order of the byline', async () => {
    const [one, two] = await Promise.all(
      ['Mia Berg', 'Leo Tal'].map(async (name) => {
        const answer = await anna.post('/authors', { name, biography: '', pictureUrl: null, links: [] });
        return (answer.json() as { readonly id: string }).id; // the contract's word
      }),
    );
    const { number } = await create({ type: 0, title: 'By two' });
    const page = await open(number);
    const add = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: /^Authors: / }).press('Enter');
      await page.getByRole('option', { name }).click();
      await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
    };
    await add('Mia Berg');
    await add('Leo Tal');
    await eventually(async () => expect((await read(number)).fields.authors).toEqual([one, two]));
    await page.getByRole('button', { name: 'Move Leo Tal up' }).press('Enter');
    await eventually(async () => expect((await read(number)).fields.authors).toEqual([two, one]));
    await page.getByRole('button', { name: 'Remove Mia Berg' }).press('Enter');
    await eventually(async () => expect((await read(number)).fields.authors).toEqual([two]));
    expect(await axeFindings(page)).toEqual([]);
  });

  it('finds words by Ctrl-F, and replaces one or all, as one step to undo', async () => {
    const { number } = await create({ type: 0, title: 'Found' });
    await saveParagraphs(anna, number, ['The cat and the Cat', 'A catfish', 'No match here']);
    const page = await open(number);
    await textOf(page).getByText('No match').click();
    await page.keyboard.press('Control+f');
    const bar = page.getByRole('search', { name: 'Find and replace' });
    await bar.getByRole('textbox', { name: 'Find in the text' }).fill('dog');
    await bar.getByText('No matches').waitFor();
    expect(await bar.getByRole('button', { name: 'Replace all' }).isDisabled()).toBe(true);
    await bar.getByRole('textbox', { name: 'Find in the text' }).fill('cat');
    await bar.getByText('1 of 3').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await bar.getByRole('checkbox', { name: 'Whole words' }).press('Space');
    await bar.getByText('1 of 2').waitFor();
    await bar.getByRole('checkbox', { name: 'Match case' }).press('Space');
    await bar.getByText('1 of 1').waitFor();
    await bar.getByRole('checkbox', { name: 'Match case' }).press('Space');
    await bar.getByRole('textbox', { name: 'Find in the text' }).focus();
    await page.keyboard.press('Enter');
    await bar.getByText('2 of 2').waitFor();
    expect(await page.locator('.found.is-active').textContent()).toBe('Cat');
    await page.keyboard.press('Shift+Enter');
    await bar.getByText('1 of 2').waitFor();
    await bar.getByRole('textbox', { name: 'Replace with' }).fill('dog');
    await bar.getByRole('button', { name: 'Replace', exact: true }).press('Enter');
    await textOf(page).getByText('The dog and the Cat').waitFor();
    await bar.getByRole('checkbox', { name: 'Whole words' }).press('Space');
    await bar.getByText('1 of 2').waitFor();
    await bar.getByRole('button', { name: 'Replace all' }).press('Enter');
    await bar.getByText('2 matches replaced').waitFor();
    await textOf(page).getByText('A dogfish').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await textOf(page).getByText('The dog and the Cat').waitFor();
    await textOf(page).getByText('A catfish').waitFor();
    await isSaved(page);
    await eventually(async () =>
      expect(textIn(await read(number))).toBe('The dog and the Cat|A catfish|No match here'),
    );
  });

  it.each([
    ['light', 'desk'],
    ['dark', 'phone'],
  ] as const)('has no serious finding of axe, %s, %s', async (theme, screen) => {
    const page = await open(2, { theme, screen });
    expect(await axeFindings(page)).toEqual([]);
  });
});
