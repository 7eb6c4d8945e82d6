import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from './chromium.mjs';
import { prepare, ROOT } from './prepare.mjs';
import { ProcessGroup } from './processes.mjs';
import {
  ADMINISTRATOR,
  passOver,
  seedArticles,
  seedFiles,
  seedLayout,
  seedMessages,
  seedPeople,
} from './screenshot-data.mjs';
import { startStack } from './stack.mjs';

const SIZES = /** @type {const} */ ({
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
});
const THEMES = /** @type {const} */ (['light', 'dark']);
/** Beside those of the navigation. */
const MORE = ['me', 'nowhere'];
/** Those of the set-up that follow the account (contract SETUP_STEPS). */
const SETUP_STEPS = ['site', 'email', 'form', 'security'];
/**
 * What a screen shows after a click or two. `NUMBER` is that of an article, `LAYOUT` the id of a layout.
 * @type {readonly { readonly name: string, readonly path: string, readonly button?: string, readonly check?: string }[]}
 */
const SCENES = [
  { name: 'article', path: 'articles/NUMBER' },
  { name: 'article-review', path: 'articles/NUMBER?panel=review' },
  { name: 'article-history', path: 'articles/NUMBER?panel=history' },
  { name: 'article-compare', path: 'articles/NUMBER/compare?from=1&to=2' },
  { name: 'article-publish', path: 'articles/NUMBER', button: 'Publish' },
  { name: 'calendar', path: 'articles/calendar' },
  { name: 'activity', path: 'articles/activity' },
  { name: 'redirects-add', path: 'redirects', button: 'Add redirect' },
  { name: 'redirects-check', path: 'redirects', check: '/shop/shoes' },
  { name: 'files-new-folder', path: 'files', button: 'New folder' },
  { name: 'files-trash', path: 'files?view=trash' },
  { name: 'files-search', path: 'files?q=workshop' },
  { name: 'menu-add', path: 'menu', button: 'Add item' },
  { name: 'layout', path: 'layouts/LAYOUT' },
];
/** Pictures of the README and the documents, by those they are copies of. */
const README_PICTURES = {
  'article-desk-light': 'editor',
  'files-desk-light': 'files',
  'inbox-desk-light': 'inbox',
  'layout-desk-light': 'layout',
  'site-desk-light': 'example-site',
};
const ENTRY_POINTS = ['login', 'forgot', 'reset-password', 'invitation'];
/** How often, and how many milliseconds apart, a page is looked at until nothing of it is loading. */
const STYLES = 100;
const LOOK_MS = 100;
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
];

/**
 * `npm run screenshots [folder]`: every screen of the administration and the home page of the example site, with made-up people,
 * articles and messages, at two sizes and in two themes. A new screen joins by being in the navigation. With `--readme`, those of
 * the README and the documents are taken over into `docs/images`.
 * @param {readonly string[]} args the folder; `tmp/screenshots` unless given
 * @returns {Promise<number>} exit code: 1 when a page had an error or broke its policy
 */
export async function takeScreenshots(args) {
  const executablePath = chromiumPath(process.env);
  await prepare();
  const folder = resolve(args.find((arg) => !arg.startsWith('--')) ?? join(ROOT, 'tmp/screenshots'));
  mkdirSync(folder, { recursive: true });
  const data = mkdtempSync(join(tmpdir(), 'sitedesk-screenshots-'));
  chmodSync(data, 0o755); // as root, PostgreSQL runs as another user, who must be able to enter
  const group = new ProcessGroup();
  const browser = await chromium.launch({ executablePath, args: QUIET });
  /** @type {string[]} */
  const complaints = [];
  try {
    const sitePort = await freePort(); // with 0 there is no public site
    const env = {
      PATH: process.env['PATH'],
      PORT: '0',
      SITE_PORT: String(sitePort),
      DATA_DIR: data,
      LOG_LEVEL: 'error',
    };
    const ports = { host: 'localhost', port: 0, sitePort, mailPort: 0 };
    const { apiUrl, siteUrl = '', setupCode } = await startStack(group, { root: ROOT, env, ports });
    await shoot(browser, { origin: apiUrl, site: siteUrl, setupCode: setupCode ?? '', folder, complaints });
    for (const [name, picture] of args.includes('--readme') ? Object.entries(README_PICTURES) : [])
      copyFileSync(join(folder, `${name}.png`), join(ROOT, `docs/images/${picture}.png`));
  } finally {
    await browser.close();
    await group.stop();
    rmSync(data, { recursive: true, force: true });
  }
  for (const complaint of new Set(complaints)) process.stderr.write(`${complaint}\n`);
  process.stdout.write(`The pictures are in ${folder}.\n`);
  return complaints.length > 0 ? 1 : 0;
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {{ origin: string, site: string, setupCode: string, folder: string, complaints: string[] }} options
 */
async function shoot(browser, { origin, site, setupCode, folder, complaints }) {
  await every(async (size, theme) => {
    const page = await open(browser, size, theme, complaints);
    await take(page, `${origin}/admin/setup`, `${folder}/setup-${size}-${theme}.png`);
    await page.context().close();
  });
  const headers = await seedPeople(origin, setupCode);
  /** @type {{ page: import('playwright-core').Page, look: string }[]} */
  const pages = [];
  await every(async (size, theme) => {
    const page = await open(browser, size, theme, complaints);
    const look = `${size}-${theme}`;
    for (const door of ENTRY_POINTS)
      await take(page, `${origin}/admin/${door}`, `${folder}/${door}-${look}.png`);
    await signIn(page, origin);
    pages.push({ page, look });
  });
  for (const step of SETUP_STEPS) {
    for (const { page, look } of pages) {
      await take(page, `${origin}/admin/setup`, `${folder}/setup-${step}-${look}.png`);
    }
    await passOver(origin, step, headers);
  }
  await seedMessages(origin);
  const number = await seedArticles(origin, headers);
  await seedFiles(origin, headers);
  const layout = await seedLayout(origin, headers);
  for (const { page, look } of pages) {
    await page.goto(`${origin}/admin/`);
    for (const path of await screensOf(page)) {
      const name = path.replaceAll('/', '-') || 'home';
      await take(page, `${origin}/admin/${path}`, `${folder}/${name}-${look}.png`);
    }
    for (const scene of SCENES) {
      const path = scene.path.replace('NUMBER', String(number)).replace('LAYOUT', layout);
      await take(page, `${origin}/admin/${path}`, `${folder}/${scene.name}-${look}.png`, () =>
        play(page, scene),
      );
    }
    await take(page, site, `${folder}/site-${look}.png`);
    await page.context().close();
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** @param {(size: keyof typeof SIZES, theme: typeof THEMES[number]) => Promise<void>} work */
async function every(work) {
  for (const size of /** @type {const} */ (['desk', 'phone'])) {
    for (const theme of THEMES) await work(size, theme);
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {keyof typeof SIZES} size
 * @param {'light' | 'dark'} theme
 * @param {string[]} complaints
 */
async function open(browser, size, theme, complaints) {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      complaints.push(`${page.url()}: ${text}`);
  });
  return page;
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} url
 * @param {string} path
 * @param {() => Promise<void>} [act] what is done first
 */
async function take(page, url, path, act) {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // Streams of events never end, so a quiet network is no sign: what is loading says so itself.
  const busy = page.locator('[aria-busy=true]');
  for (let tries = 0; tries < STYLES && (await busy.count()) > 0; tries += 1)
    await page.waitForTimeout(LOOK_MS);
  await act?.();
  await page.waitForTimeout(400);
  await page.screenshot({ path });
}

/**
 * @param {import('playwright-core').Page} page
 * @param {{ readonly button?: string, readonly check?: string }} scene
 */
async function play(page, { button, check }) {
  if (button !== undefined) await page.getByRole('button', { name: button, exact: true }).first().click();
  if (check !== undefined) {
    await page.getByLabel('URL or path to check').fill(check);
    await page.keyboard.press('Enter');
  }
  if (button !== undefined) await page.getByRole('dialog').first().waitFor();
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} origin
 */
async function signIn(page, origin) {
  await page.goto(`${origin}/admin/login`);
  await page.getByLabel('Email address').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
}

/**
 * The paths of the navigation, and some more.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<readonly string[]>}
 */
async function screensOf(page) {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const menu = page.getByRole('button', { name: 'Open navigation' });
  if (await menu.isVisible()) await menu.click();
  const links = page.getByRole('navigation').getByRole('link');
  await links.first().waitFor();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return [...hrefs.map((href) => href.replace(/^\/admin\/?/, '')), ...MORE];
}
