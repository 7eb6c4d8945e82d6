import { type FakeAiProvider, startAiProvider } from '@sitedesk/testing';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { saveAi, useProvider } from '../harness/ai.js';
import { createArticle, readArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { readFile, upload } from '../harness/files.js';
import { storeContacts, tenantIdOf } from '../harness/inbox.js';
import { pick, randomNumbers } from '../harness/random.js';
import { type Admin, axeFindings, isCopied, startAdmin } from './support/admin.js';
import { isSaved, openArticle, saveParagraphs, textIn, textOf } from './support/article-editor.js';

/** More than every run has time for. */
const KEY_SEQUENCES = Number(process.env['KEY_SEQUENCES'] ?? 20);
/** Those that accept nothing. */
const KEYS =
  'x y . Space Enter Backspace Delete Escape Home End ArrowLeft ArrowUp ArrowDown Shift+ArrowLeft Control+z Control+y'.split(
    ' ',
  );

const TEXT_WITHOUT_SUGGESTION = `(() => {
  const texts = document.createTreeWalker(document.querySelector('.article-text'), NodeFilter.SHOW_TEXT);
  let text = '';
  while (texts.nextNode())
    if (!texts.currentNode.parentElement.closest('.article-suggestion')) text += texts.currentNode.data;
  return text;
})()`;

/** What loads or runs something where it is more than text. The addresses of others leave what the helps write, so they aren't first. */
const LURE =
  '<img src="data:image/png;base64,AA"><a href="javascript:alert(1)">e</a><img src="https://evil.test/a.png" onerror="alert(1)"><script src="https://evil.test/b.js"></script><link rel="stylesheet" href="https://evil.test/c.css"><style>@import "https://evil.test/d.css";</style>';

/** Requests to where {@link LURE} points, and elements that came of it. */
function lured(page: Page): () => Promise<readonly (string | number)[]> {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('evil.test')) requests.push(request.url());
  });
  const made = page.locator(
    ':is([src*="evil.test"], [href*="evil.test"], [href^="javascript:"], [src^="data:image/png;base64,AA"])',
  );
  return async () => [...requests, await made.count()];
}

/** What a screen reader is given to say of what the AI writes, from now on. */
async function announcements(page: Page): Promise<() => Promise<readonly string[]>> {
  const heard = await page.evaluateHandle(`(() => {
    const heard = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const text = element?.closest('p[aria-live]')?.textContent;
        if (text && text !== heard.at(-1)) heard.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return heard;
  })()`);
  return () => heard.jsonValue() as Promise<readonly string[]>; // texts of elements
}

describe('AI in the administration', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let provider: FakeAiProvider;
  beforeAll(async () => {
    provider = await startAiProvider();
    admin = await startAdmin({ RATELIMIT__COPILOTINLINE: '1000000/60' });
    anna = await admin.site.administrator();
  });
  afterAll(async () => {
    await admin.stop();
    await provider.close();
  });
  beforeEach(() => provider.behave('ok'));

  it('is set up and checked', async () => {
    const page = await admin.page({ at: '/settings/ai' });
    await page.getByText('Off', { exact: true }).first().waitFor();
    await page.getByRole('switch', { name: 'Use AI' }).click();
    await page.getByRole('textbox', { name: 'Endpoint' }).fill(provider.endpoints.openai);
    await page.getByLabel('Access token').first().fill(provider.token);
    expect(await page.getByRole('button', { name: 'Check now' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Not tested yet').waitFor();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('AI is ready to use.').waitFor();
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(provider.token);
  });

  describe('suggests in the editor', () => {
    const ghost = (page: Page): Locator => page.locator('.article-suggestion');
    const open = async (): Promise<{ readonly page: Page; readonly number: number }> => {
      await useProvider(anna, provider);
      provider.say(' und so weiter');
      const { number } = await createArticle(anna, { title: 'Sommer' });
      await saveParagraphs(anna, number, ['Der Sommer war', 'Ende.']);
      const page = await openArticle(admin, number);
      await page.getByRole('button', { name: 'AI suggestions' }).waitFor();
      return { page, number };
    };
    /** Types at the end of the first paragraph, and waits for what is suggested. */
    const write = async (page: Page, words: string): Promise<void> => {
      await textOf(page).locator('p').first().click();
      await page.keyboard.press('End');
      await page.keyboard.type(words);
      await ghost(page).waitFor();
    };
    const saved = async (number: number): Promise<string> => textIn(await readArticle(anna, number));

    it('what is no part of the text until it is accepted (I-15)', async () => {
      const { page, number } = await open();
      await write(page, ' schön');
      expect(await ghost(page).textContent()).toBe(' und so weiter');
      await isSaved(page);
      await eventually(async () => expect(await saved(number)).toBe('Der Sommer war schön|Ende.'));
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+c');
      await isCopied(page, /^Der Sommer war schön\s+Ende\.$/);
      await page.keyboard.press('ArrowRight'); // a click on selected text could begin to drag it

      await write(page, ',');
      provider.say(' und warm dazu');
      await page.keyboard.press('Tab');
      await eventually(async () =>
        expect(await saved(number)).toBe('Der Sommer war schön, und so weiter|Ende.'),
      );
      await ghost(page).getByText('und warm dazu').waitFor(); // how it goes on from there
      const asked = provider.asked.length;
      await page.keyboard.press('Control+z');
      await eventually(async () => expect(await saved(number)).toBe('Der Sommer war schön,|Ende.'));
      await page.waitForTimeout(1_000); // more than the pause before a suggestion
      expect([provider.asked.length, await ghost(page).count()]).toEqual([asked, 0]);
      await page.keyboard.type(' ja');
      await ghost(page).waitFor();
      expect(provider.asked).toHaveLength(asked + 1);
    });

    it.each([
      ['Delete'],
      ['Home', 'Backspace'],
      ['Delete', 'Home', 'Backspace'],
      ['Home', 'Shift+ArrowLeft', 'Delete'],
    ])('not as text, when a paragraph is deleted into the one before: %s (I-15)', async (...keys) => {
      const { page, number } = await open();
      await textOf(page).locator('p').last().click();
      await page.keyboard.press('End');
      await page.keyboard.type(' Und');
      await ghost(page).waitFor();
      for (const key of ['Space', ...keys, 'y']) await page.keyboard.press(key);
      await eventually(async () => expect(await saved(number)).toContain('y'));
      await isSaved(page);
      expect(await saved(number)).not.toContain('so weiter');
    });

    it(`in ${KEY_SEQUENCES} random sequences of keys, without becoming a part of the text (I-15)`, async () => {
      const { page, number } = await open();
      const seed = Number(process.env['KEY_SEED'] ?? Date.now() % 1_000_000);
      process.stdout.write(`KEY_SEED=${seed}\n`);
      const random = randomNumbers(seed);
      provider.say(' \u25CAso \u25CAweiter');
      await textOf(page).locator('p').first().click();
      let shown = 0;
      for (let sequence = 0; sequence < KEY_SEQUENCES; sequence += 1) {
        for (let left = 1 + random(8); left > 0; left -= 1) await page.keyboard.press(pick(random, KEYS));
        await page.keyboard.press('Control+End');
        await page.keyboard.type(pick(random, [' a', ' b.', ' c,']));
        if (sequence % 10 === 0) {
          await ghost(page).waitFor();
          shown += 1;
        }
        const text = await page.evaluate(TEXT_WITHOUT_SUGGESTION);
        expect([sequence, text]).toEqual([sequence, expect.not.stringContaining('\u25CA')]);
      }
      expect(shown).toBeGreaterThan(0);
      await ghost(page).waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+c');
      await isCopied(page, /^[^\u25CA]+$/);
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press('Control+z');
        expect(await textOf(page).innerText()).not.toContain('\u25CA');
      }
      await isSaved(page);
      expect(await saved(number)).not.toContain('\u25CA');
      const rows = await admin.site.database.query(
        `SELECT 1 FROM article_draft WHERE document::text LIKE '%\u25CA%'`,
      );
      expect(rows).toEqual([]);
    });

    it('word by word, dismissed by Escape, and shortened by typing without asking again (I-04)', async () => {
      const { page, number } = await open();
      await write(page, ' schön');
      const asked = provider.asked.length;
      await page.keyboard.type(' un');
      expect(await ghost(page).textContent()).toBe('d so weiter');
      await page.keyboard.press('Control+ArrowRight');
      expect(await ghost(page).textContent()).toBe(' so weiter');
      await page.keyboard.press('Alt+ArrowRight');
      expect(await ghost(page).textContent()).toBe(' weiter');
      await page.keyboard.press('Escape');
      expect(await ghost(page).count()).toBe(0);
      await eventually(async () => expect(await saved(number)).toBe('Der Sommer war schön und so|Ende.'));
      expect(provider.asked).toHaveLength(asked);
    });

    it('once someone pauses, and is asked for nothing while they type (I-04)', async () => {
      const { page, number } = await open();
      await textOf(page).locator('p').first().click();
      await page.keyboard.press('End');
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000); // eight characters a second, however slow the machine is
      const words = ' und viele Gäste kamen an, manche aus der Nähe, andere nicht';
      const asked = provider.asked.length;
      for (const character of words) {
        await page.keyboard.type(character);
        await page.clock.runFor(125);
      }
      expect(provider.asked).toHaveLength(asked);
      await page.clock.runFor(1_000);
      await ghost(page).waitFor();
      expect(provider.asked).toHaveLength(asked + 1);
      await page.clock.resume();
      await eventually(async () => expect(await saved(number)).toBe(`Der Sommer war${words}|Ende.`));
      expect(provider.asked).toHaveLength(asked + 1);
    });

    it('AI-06, I-08: as text, whatever it is', async () => {
      const { page } = await open();
      const found = lured(page);
      provider.say(LURE);
      await write(page, ' schön');
      await page.keyboard.press('Tab');
      await textOf(page).getByText('<img src="https://evil.test/a.png"').waitFor();
      await isSaved(page);
      expect(await textOf(page).locator('img, a, script, link, style').count()).toBe(0);
      expect(await found()).toEqual([0]);
    });

    it('and says so once (I-16); Tab leaves the text when there is nothing to accept', async () => {
      const { page } = await open();
      await write(page, ' schön');
      await page.getByText('Suggestion: und so weiter. Press Tab to accept.').waitFor({ state: 'attached' });
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      await eventually(async () =>
        expect(await page.evaluate(`document.activeElement.closest('.article-text') === null`)).toBe(true),
      );
    });

    it('nothing once it is turned off', async () => {
      const { page, number } = await open();
      await page.getByRole('button', { name: 'AI suggestions' }).click();
      const asked = provider.asked.length;
      await textOf(page).locator('p').first().click();
      await page.keyboard.press('End');
      await page.keyboard.type(' schön');
      await eventually(async () => expect(await saved(number)).toBe('Der Sommer war schön|Ende.'));
      await isSaved(page);
      expect([provider.asked.length, await ghost(page).count()]).toEqual([asked, 0]);
      await page.getByRole('button', { name: 'AI suggestions' }).click();
      await write(page, '!');
    });
  });

  it('suggests how the code of a layout goes on', async () => {
    await useProvider(anna, provider);
    provider.say(' red;\n}');
    const { id } = (await anna.post('/layouts', { name: 'Summer' })).json() as { readonly id: string };
    const page = await admin.page({ at: `/layouts/${id}` });
    await page.getByRole('button', { name: 'Style sheet', exact: true }).click();
    const code = page.locator('.cm-content');
    await page.getByRole('button', { name: 'AI suggestions' }).waitFor();
    await code.press('Control+End');
    await page.keyboard.type('\nh1 { color:');
    const ghost = page.locator('.cm-suggestion');
    await ghost.waitFor();
    expect(JSON.stringify(provider.asked.at(-1)?.body)).toContain('You complete CSS');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+ArrowRight');
    await ghost.waitFor({ state: 'detached' });
    expect(await code.innerText()).toContain('h1 { color: red;');
    await ghost.waitFor(); // how it goes on from there
    const asked = provider.asked.length;
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await code.innerText()).not.toContain('color: red;'));
    await page.waitForTimeout(1_000); // more than the pause before a suggestion
    expect(await ghost.count()).toBe(0);

    const found = lured(page);
    provider.say(LURE);
    await code.press('Control+End');
    await page.keyboard.type(' ');
    await ghost.getByText('evil.test/a.png').first().waitFor();
    expect(provider.asked).toHaveLength(asked + 1); // not after the undo
    await page.keyboard.press('Tab');
    await ghost.waitFor({ state: 'detached' });
    expect(await code.innerText()).toContain('<img src="https://evil.test/a.png"');
    expect(await found()).toEqual([0]);
  });

  describe('writes when someone asks for it', () => {
    const open = async (...paragraphs: readonly string[]): Promise<{ page: Page; number: number }> => {
      await useProvider(anna, provider);
      const { number } = await createArticle(anna, { title: 'Sommer' });
      await saveParagraphs(anna, number, paragraphs);
      return { page: await openArticle(admin, number), number };
    };
    const dialog = (page: Page): Locator => page.getByRole('dialog');
    /** From the menu of the first paragraph. */
    const improve = async (page: Page, name: string): Promise<void> => {
      await textOf(page).locator('p').first().click();
      await page.keyboard.press('Control+.');
      await page.getByRole('menuitem', { name }).click();
    };

    it('three titles, of which one is taken and given back', async () => {
      const { page, number } = await open('Der Sommer war schön.');
      provider.say('1. Ein langer Sommer\n2. Gäste von weit her\n3. Sommerende');
      await page.getByRole('button', { name: 'Suggest titles' }).click();
      await page.getByRole('button', { name: 'Gäste von weit her' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Gäste von weit her' }).press('Enter');
      const title = page.getByRole('textbox', { name: 'Title', exact: true });
      expect(await title.inputValue()).toBe('Gäste von weit her');
      await eventually(async () =>
        expect((await readArticle(anna, number)).fields.title).toBe('Gäste von weit her'),
      );
      await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
      expect(await title.inputValue()).toBe('Sommer');
    });

    it('corrections, of which one is left out and the rest is one step to undo', async () => {
      const { page, number } = await open('Der Somer war lang, und und alle warn froh.', 'Ende.');
      provider.say('Der Sommer war lang, und alle waren froh.');
      await improve(page, 'Proofread with AI');
      await dialog(page).getByRole('button', { name: 'Somer becomes Sommer' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await dialog(page).getByRole('button', { name: 'warn becomes waren' }).click();
      await dialog(page).getByRole('button', { name: 'Apply 2 changes' }).click();
      const saved = async (): Promise<string> => textIn(await readArticle(anna, number));
      await eventually(async () =>
        expect(await saved()).toBe('Der Sommer war lang, und alle warn froh.|Ende.'),
      );
      await page.keyboard.press('Control+z');
      await eventually(async () =>
        expect(await saved()).toBe('Der Somer war lang, und und alle warn froh.|Ende.'),
      );
    });

    it('nothing where it has nothing to say, and why it can’t', async () => {
      const { page } = await open('Der Sommer war lang.');
      provider.say('Der Sommer war lang.');
      await improve(page, 'Proofread with AI');
      await dialog(page).getByText('No mistakes found.').waitFor();
      provider.behave('error-500');
      await dialog(page).getByRole('button', { name: 'Ask again' }).click();
      await dialog(page)
        .getByText(/The AI provider didn’t deliver: It has a problem of its own/)
        .waitFor();
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      await dialog(page).waitFor({ state: 'detached' });
      provider.behave('ok');
      provider.say('Lang war er.');
      await improve(page, 'Shorten with AI');
      await dialog(page).getByText('Lang war er.').waitFor();
      await dialog(page).getByRole('button', { name: 'Use this text' }).click();
      await textOf(page).getByText('Lang war er.').waitFor();
    });

    it('what it writes, as it comes: to be read, to be stopped, and not to be used before it’s whole', async () => {
      const { page } = await open('Der Sommer war schön und lang.');
      const asked = async (): Promise<void> => {
        await eventually(() => expect(provider.asked.at(-1)?.gone).toBe(false));
      };
      const left = (): Promise<void> => eventually(() => expect(provider.asked.at(-1)?.gone).toBe(true));
      provider.say('1. Ein langer Sommer\n2. Gäste von weit her\n3. Sommerende');
      provider.behave('stalled');
      await page.getByRole('button', { name: 'Suggest titles' }).click();
      await page.getByText('Ein langer Sommer', { exact: true }).waitFor();
      await asked();
      expect(await page.getByRole('button', { name: 'Ein langer Sommer' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await left();
      await page.getByText('Incomplete').last().waitFor();
      expect(await page.getByRole('button', { name: 'Ein langer Sommer' }).count()).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      provider.behave('ok');
      await page.getByRole('button', { name: 'Ask again' }).click();
      await page.getByRole('button', { name: 'Sommerende' }).waitFor();
      await page.keyboard.press('Escape');

      provider.say('Der Sommer war schön, und er war lang.');
      provider.behave('stalled');
      await improve(page, 'Shorten with AI');
      const heard = await announcements(page);
      await dialog(page).getByText('Der Sommer war schön,', { exact: true }).waitFor();
      await asked();
      expect(await dialog(page).getByRole('button', { name: 'Use this text' }).isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      await left();
      provider.behave('error-midstream');
      await improve(page, 'Shorten with AI');
      await dialog(page).getByText('The response was cut off').waitFor();
      await dialog(page).getByText('Der Sommer war schön,', { exact: true }).waitFor();
      expect(await dialog(page).getByRole('button', { name: 'Use this text' }).isDisabled()).toBe(true);
      provider.behave('split');
      await dialog(page).getByRole('button', { name: 'Ask again' }).click();
      await eventually(async () =>
        expect(await dialog(page).getByRole('button', { name: 'Use this text' }).isEnabled()).toBe(true),
      );
      expect(await heard()).toEqual(['Incomplete', 'The AI is writing…', 'The text is ready.']);
    });

    it('text, whatever it is (AI-06, I-08)', async () => {
      const { page } = await open('Der Sommer war schön.');
      const found = lured(page);
      provider.say(`1. Ein Titel ${LURE}\n2. Sommerende`);
      await page.getByRole('button', { name: 'Suggest titles' }).click();
      await page.getByRole('button', { name: /^Ein Titel/ }).click();
      const title = page.getByRole('textbox', { name: 'Title', exact: true });
      expect(await title.inputValue()).toMatch(/^Ein Titel/);
      provider.say(`1. Eine Einleitung ${LURE}\n2. Noch eine`);
      await page.getByRole('button', { name: 'Suggest introductions' }).click();
      await page.getByRole('button', { name: /^Eine Einleitung <img/ }).click();
      const introduction = page.getByRole('textbox', { name: 'Introduction', exact: true });
      expect(await introduction.inputValue()).toMatch(/^Eine Einleitung <img/);
      provider.say(`Kurz. ${LURE}`);
      await improve(page, 'Shorten with AI');
      await dialog(page).getByText('Kurz.').waitFor();
      await dialog(page).getByRole('button', { name: 'Use this text' }).click();
      await textOf(page).getByText('Kurz.').waitFor();
      await isSaved(page);
      expect(await found()).toEqual([0]);
    });

    it('the alternative text of a picture, which is saved like any other', async () => {
      await useProvider(anna, provider);
      const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
        .png()
        .toBuffer();
      const { id } = await upload(anna, 'see.png', picture);
      provider.say('Ein blauer See.');
      const page = await admin.page({ at: '/files' });
      await page.getByRole('gridcell', { name: 'see.png' }).press('Enter');
      await page.getByRole('button', { name: 'Suggest with AI' }).click();
      const field = page.getByLabel('Alternative text');
      await eventually(async () => expect(await field.inputValue()).toBe('Ein blauer See.'));
      expect((await readFile(anna, id)).alt ?? '').toBe('');
      await page.getByRole('button', { name: 'Save' }).click();
      await eventually(async () => expect((await readFile(anna, id)).alt).toBe('Ein blauer See.'));
      expect(await axeFindings(page)).toEqual([]);

      const found = lured(page);
      provider.say(`Ein See ${LURE}`);
      await page.getByRole('button', { name: 'Suggest with AI' }).click();
      await eventually(async () => expect(await field.inputValue()).toMatch(/^Ein See <img/));
      await page.getByRole('button', { name: 'Save' }).click();
      await eventually(async () => expect((await readFile(anna, id)).alt).toMatch(/^Ein See <img/));
      expect(await found()).toEqual([0]);
    });

    it('a reply to a message, which leaves through the person’s own email', async () => {
      await useProvider(anna, provider);
      await saveAi(anna, { Replies: 'true' });
      const { database } = admin.site;
      await storeContacts(database, await tenantIdOf(database), [{ name: 'Bo Li' }]);
      provider.say('Dear [name], thank you.');
      provider.behave('stalled');
      const page = await admin.page({ at: '/inbox' });
      await page.getByRole('button', { name: /Bo Li/ }).click();
      const drawer = page.getByRole('dialog', { name: 'Bo Li' });
      await drawer.getByRole('button', { name: 'Draft a reply' }).click();
      const draft = drawer.getByLabel('Draft of a reply').getByRole('textbox');
      await drawer.getByText('Dear Bo Li, thank', { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await eventually(() => expect(provider.asked.at(-1)?.gone).toBe(true));
      await drawer.getByText('Incomplete').last().waitFor();
      expect(await draft.count()).toBe(0);
      provider.behave('ok');
      await drawer.getByRole('button', { name: 'Draft a reply' }).click();
      await eventually(async () => expect(await draft.inputValue()).toBe('Dear Bo Li, thank you.'));
      await draft.fill('Dear Bo, thank you!');
      const link = await drawer.getByRole('link', { name: 'Reply with this text' }).getAttribute('href');
      expect(decodeURIComponent(link ?? '')).toContain('body=Dear Bo, thank you!\n\n>');
      expect(await axeFindings(page)).toEqual([]);

      const found = lured(page);
      provider.say(`Dear [name], ${LURE}`);
      await drawer.getByRole('button', { name: 'Draft again' }).click();
      await eventually(async () => expect(await draft.inputValue()).toMatch(/^Dear Bo Li, <img/));
      expect(await found()).toEqual([0]);
    });
  });
});
