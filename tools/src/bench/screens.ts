import { type Browser, chromium, type Page } from 'playwright-core';
import { measureCodeEditor, measureEditor } from './editor.js';
import { INBOX_ADMINISTRATOR } from './inbox.js';
import { median } from './servers.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** How many times slower than this machine: a phone or an old laptop is about four times. */
const SLOWDOWNS = [1, 4];
/** Milliseconds within which an interaction has an effect on the screen (goal). */
const GOAL_MS = 200;
/** Milliseconds until nothing of an interaction is left to be done. */
const SETTLE_MS = 700;

/**
 * Keeps the longest time from a key or click to the next paint (Event Timing: what Interaction to Next Paint is made of), and
 * the longest task, which is how long anything else would have had to wait.
 */
const OBSERVE = `
window.seen = { paint: 0, task: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.interactionId) seen.paint = Math.max(seen.paint, entry.duration);
}).observe({ type: 'event', durationThreshold: 16 });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) seen.task = Math.max(seen.task, entry.duration);
}).observe({ type: 'longtask' });`;

interface Interaction {
  readonly name: string;
  readonly act: (page: Page) => Promise<unknown>;
  /** What is there when it has happened. */
  readonly until: (page: Page) => Promise<unknown>;
  /** The way back, which is not measured. */
  readonly after?: (page: Page) => Promise<unknown>;
}

const screen = (link: string, marker: string): Interaction => ({
  name: `switch to ${link}`,
  act: (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click(),
  until: (page) => page.locator(marker).first().waitFor(),
});
const firstRow = '[data-row]';

const INTERACTIONS: readonly Interaction[] = [
  screen('Users', firstRow),
  screen('Settings', 'main input'),
  screen('Audit log', firstRow),
  screen('Home', 'main h2'),
  screen('Inbox', firstRow),
  {
    name: 'open a message',
    act: (page) => page.locator(`${firstRow} [data-open]`).nth(3).click(),
    until: (page) => page.locator('[data-message]').waitFor(),
  },
  {
    name: 'next message (j)',
    act: (page) => page.keyboard.press('j'),
    until: (page) => page.locator('[data-message]').waitFor(),
  },
  {
    name: 'close a message (Escape)',
    act: (page) => page.keyboard.press('Escape'),
    until: (page) => page.locator('[data-message]').waitFor({ state: 'detached' }),
  },
  {
    name: 'select all',
    act: (page) => page.getByRole('checkbox', { name: 'Select all rows shown' }).click(),
    until: (page) => page.getByText('50 selected').waitFor(),
    after: (page) => page.getByRole('button', { name: 'Clear selection' }).click(),
  },
  {
    name: 'type in the search',
    act: (page) => page.getByRole('searchbox').pressSequentially('garden', { delay: 60 }),
    until: (page) => page.waitForURL(/q=garden/),
    after: (page) => page.getByRole('searchbox').press('Escape'),
  },
  {
    name: 'open the palette and type',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').pressSequentially('set', { delay: 60 });
    },
    until: (page) => page.getByRole('option', { name: 'Settings' }).first().waitFor(),
    after: (page) => page.keyboard.press('Escape'),
  },
];

interface Seen {
  readonly paint: number;
  readonly task: number;
}

/** How the administration feels over an inbox of messages: from each key or click to the next paint. */
export async function measureScreens(port: number): Promise<void> {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (!executablePath) return console.log('\nadministration: not measured, there is no Chromium');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  console.log(
    `\nadministration, median of ${ROUNDS} in ms: to the next paint (goal ${GOAL_MS}) | the longest task, at ${SLOWDOWNS.join(' and ')} times the processor time`,
  );
  const results = new Map<string, string[]>();
  for (const slowdown of SLOWDOWNS)
    for (const [name, seen] of await measureAt(slowdown, browser, `http://localhost:${port}`)) {
      const middle = (of: keyof Seen): string =>
        median(seen.map((each) => each[of]))
          .toFixed(0)
          .padStart(5);
      results.set(name, [...(results.get(name) ?? []), `${middle('paint')} |${middle('task')}`]);
    }
  for (const [name, texts] of results) console.log(`  ${name.padEnd(28)} ${texts.join('    ')}`);
  await measureSignIn(browser, `http://localhost:${port}`);
  await measureEditor(browser, port);
  await measureCodeEditor(browser, port);
  await browser.close();
}

/** What WebPageTest calls "3G Fast": 1.6 Mbit/s down, 768 kbit/s up, 150 ms from a request to its answer. */
const NETWORK = { downloadThroughput: 200_000, uploadThroughput: 96_000, latency: 150, offline: false };

/** From an address typed to a field that takes the email address, in a browser that was never there and in one that was. */
async function measureSignIn(browser: Browser, origin: string): Promise<void> {
  const times: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    for (const visit of ['cold', 'warm'] as const) {
      const page = await context.newPage();
      const cdp = await context.newCDPSession(page);
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', NETWORK);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      const startedAt = performance.now();
      await page.goto(`${origin}/admin/login`, { waitUntil: 'commit' });
      await page.getByLabel('Email address').fill('anna@example.com');
      times[visit].push(performance.now() - startedAt);
      await page.close();
    }
    await context.close();
  }
  const [cold, warm] = [times.cold, times.warm].map((each) => median(each).toFixed(0));
  console.log(
    `  sign-in usable on fast 3G at 4 times the processor time, in ms: ${cold} cold (goal 3000), ${warm} warm`,
  );
}

async function measureAt(
  slowdown: number,
  browser: Browser,
  origin: string,
): Promise<ReadonlyMap<string, readonly Seen[]>> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  await page.goto(`${origin}/admin/login`);
  await page.getByLabel('Email address').fill(INBOX_ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(INBOX_ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  const cdp = await context.newCDPSession(page);
  const seen = new Map<string, Seen[]>();
  for (let round = -1; round < ROUNDS; round += 1) {
    // The first round loads what is loaded once.
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: round < 0 ? 1 : slowdown });
    for (const interaction of INTERACTIONS) {
      const result = await measured(page, interaction);
      if (round >= 0) seen.set(interaction.name, [...(seen.get(interaction.name) ?? []), result]);
    }
  }
  await context.close();
  return seen;
}

async function measured(page: Page, { act, until, after }: Interaction): Promise<Seen> {
  await page.evaluate('seen = { paint: 0, task: 0 }');
  await act(page);
  await until(page);
  await page.waitForTimeout(SETTLE_MS);
  const result = (await page.evaluate('seen')) as Seen; // as OBSERVE keeps it
  await after?.(page);
  await page.waitForTimeout(SETTLE_MS);
  return result;
}
