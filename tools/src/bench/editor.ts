import type { Browser, Page } from 'playwright-core';
import { Editor } from './content.js';
import { ask } from './export.js';
import { INBOX_ADMINISTRATOR, signIn } from './inbox.js';
import { median } from './servers.js';

const BLOCKS = 1_500;
const WORDS = 16;
const KEYS = 200;
/** Milliseconds between two keys: someone who types fast. */
const KEY_MS = 100;
const ROUNDS = 3;
/** Of a style sheet, near what one may have. */
const CODE_CHARACTERS = 490_000;

/** Keeps how long each key takes to the next paint (Event Timing; in steps of eight milliseconds, 0 for those below 16). */
const OBSERVE = `
window.keys = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.name === 'keydown') keys.push(entry.duration);
}).observe({ type: 'event', durationThreshold: 16 });`;

/** A paragraph's identifier has twelve letters or digits. */
const identifier = (index: number): string => `bench${String(index).padStart(7, '0')}`;
const LONG = {
  type: 'doc',
  content: Array.from({ length: BLOCKS }, (_, index) => ({
    type: 'paragraph',
    attrs: { id: identifier(index) },
    content: [{ type: 'text', text: `${'words '.repeat(WORDS - 1)}end.` }],
  })),
};

/** How an article of 24,000 words opens and takes keys in its middle, while it is saved as it is written. */
export async function measureEditor(browser: Browser, port: number): Promise<void> {
  const editor = new Editor(await signIn(port));
  const article = await editor.create('A long article', 'long');
  await editor.save(article, LONG);
  console.log(`\neditor, an article of ${BLOCKS * WORDS} words in ${BLOCKS} blocks, in ms:`);
  for (const [slowdown, goal] of [
    [1, 50],
    [4, 150],
  ] as const) {
    const opened: number[] = [];
    const keys: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await signedIn(browser, port);
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const startedAt = performance.now();
      await page.getByText('A long article').first().click();
      await page.locator('.article-text[contenteditable=true]').waitFor();
      opened.push(performance.now() - startedAt);
      keys.push(...(await typed(page)));
      await page.context().close();
    }
    keys.sort((one, other) => one - other);
    const p95 = keys[Math.floor(keys.length * 0.95)] ?? NaN;
    console.log(
      `  at ${slowdown} times the processor time: open from the list ${median(opened).toFixed(0)} (goal 1500 at 1), key to paint p95 ${p95} (goal ${goal})`,
    );
  }
}

/** How a layout with a large style sheet opens, from the list to its code (E-23). */
export async function measureCodeEditor(browser: Browser, port: number): Promise<void> {
  const session = await signIn(port);
  const name = 'A large layout';
  const created = await ask(session, 'POST', '/editor/layouts', { name });
  const { id, source } = (await created.json()) as { id: string; source: object }; // the contract's word
  const rule = '.a-class-of-the-page > .another { margin: 0 auto; color: #123456 }\n';
  const css = rule.repeat(Math.floor(CODE_CHARACTERS / rule.length));
  const changed = { name, source: { ...source, css } };
  await ask(session, 'PUT', `/editor/layouts/${id}`, changed, created.headers.get('etag'));
  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await signedIn(browser, port, 'layouts');
    const startedAt = performance.now();
    await page.getByText(name).first().click();
    await page.getByRole('textbox', { name: /^Head\./ }).waitFor();
    await page.getByRole('button', { name: 'Style sheet', exact: true }).click();
    await page.getByRole('textbox', { name: /^Style sheet\./ }).waitFor();
    opened.push(performance.now() - startedAt);
    await page.context().close();
  }
  console.log(
    `\nlayout with a style sheet of ${(css.length / 1_000).toFixed(0)} KB, from the list to its code: ${median(opened).toFixed(0)} ms (goal 1,000)`,
  );
}

async function signedIn(browser: Browser, port: number, screen = 'articles'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(120_000);
  await context.request.post(`http://localhost:${port}/editor/session`, { data: INBOX_ADMINISTRATOR });
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  await page.goto(`http://localhost:${port}/admin/${screen}`);
  await page.locator('[data-row]').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Milliseconds from each key to the next paint. */
async function typed(page: Page): Promise<readonly number[]> {
  await page
    .locator('.article-text > p')
    .nth(BLOCKS / 2)
    .click();
  await page.evaluate('keys.length = 0');
  await page.keyboard.type('a few words '.repeat(Math.ceil(KEYS / 12)).slice(0, KEYS), { delay: KEY_MS });
  await page.waitForTimeout(1_000);
  const slow = (await page.evaluate('keys')) as readonly number[]; // as OBSERVE keeps it
  return [...slow, ...Array.from({ length: Math.max(0, KEYS - slow.length) }, () => 0)];
}
