import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Download, Locator, Page } from 'playwright-core';
import { ADMINISTRATOR, type EditorSite, startEditorSite } from '../../harness/editor.js';
import { eventually } from '../../harness/eventually.js';
import type { ProcessEnv } from '../../harness/processes.js';
import { launchBrowser } from './browser.js';
import { complain, endAfterTest } from './pages.js';
import { readingFindings } from './reading-order.js';
import { ReusedPages } from './reused-pages.js';

/** The screens that every page must work on, in pixels. */
export const SCREENS = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  narrow: { width: 360, height: 640 },
} as const;

/** How a page is looked at, and with which rules of axe: a theme changes nothing but colours. */
const LOOKS = [
  ['desk', 'light', []],
  ['desk', 'dark', ['color-contrast']],
  ['phone', 'dark', ['color-contrast']],
  ['phone', 'light', []],
] as const satisfies readonly [keyof typeof SCREENS, 'light' | 'dark', readonly string[]][];

export interface AdminPageOptions {
  readonly screen?: keyof typeof SCREENS;
  readonly theme?: 'light' | 'dark';
  /** Someone else than the administrator; null for nobody. */
  readonly as?: { readonly email: string; readonly password: string } | null;
  /**
   * What it opens, below `/admin`: by default the dashboard, and nothing if nobody is signed in. Null for a test that opens
   * its page itself, because loading one takes most of a test's time.
   */
  readonly at?: string | null;
  /** Whether it also loads the screens that nobody has opened, as it does unless a browser saves data. */
  readonly ahead?: boolean;
}

/** How long one step may take, in milliseconds. */
const STEP_MS = 90_000;

/** The administration of an installation of its own, in a real Chromium. */
export interface Admin {
  readonly site: EditorSite;
  readonly browser: Browser;
  /** A page as of a browser of its own, signed in unless told otherwise. */
  page(options?: AdminPageOptions): Promise<Page>;
  /** @param path below `/admin` */
  url(path: string): string;
  stop(): Promise<void>;
}

/**
 * @param env variables of the backend
 * @param friends origins beside the backend's that pages may ask
 */
export const startAdmin = async (env: ProcessEnv = {}, friends: readonly string[] = []): Promise<Admin> =>
  openAdmin(await startEditorSite(env), friends);

/** The administration of a backend that runs already, which the result stops. */
export async function openAdmin(site: EditorSite, friends: readonly string[] = []): Promise<Admin> {
  // Behind a name, as passkeys need one; and the same origin that the cookies are for.
  const browser = await launchBrowser();
  const origin = site.api.url.replace('127.0.0.1', 'localhost');
  const url = (path: string): string => `${origin}/admin${path}`;
  const pages = new ReusedPages(`${origin}/health/live`);
  const openPage = async (): Promise<Page> => {
    const context = await browser.newContext({
      locale: 'en-GB',
      reducedMotion: 'reduce', // also of pages that a test opens itself
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(STEP_MS); // a step that hangs is named, not the whole test
    // As a script of the context, axe is compiled once; evaluated where it's needed, it would be compiled on every page. Not in
    // frames: what is in them isn't checked.
    await context.addInitScript(`if (self === top) {${AXE}\n}`);
    const page = await context.newPage();
    await listen(context, page, [origin, ...friends]);
    pages.watch(page);
    return page;
  };
  return {
    site,
    browser,
    url,
    page: async ({
      screen = 'desk',
      theme = 'light',
      as = ADMINISTRATOR,
      at = as ? undefined : null,
      ahead = false,
    } = {}) => {
      const page = pages.take() ?? (await openPage());
      const context = page.context();
      endAfterTest(context, () => pages.giveBack(page));
      await page.setViewportSize(SCREENS[screen]);
      await page.emulateMedia({
        media: null,
        colorScheme: theme,
        reducedMotion: 'reduce',
        forcedColors: null,
        contrast: null,
      });
      // The screens that a test doesn't open are a large part of what its page computes.
      const tools = await context.newCDPSession(page);
      await tools.send('Emulation.setDataSaverOverride', { dataSaverEnabled: !ahead });
      if (as) await startSession(context, origin, as);
      if (at !== null) await page.goto(url(at ?? '/'));
      // Only then are the keys of the shell heard.
      if (at === undefined) await page.locator('h1').first().waitFor({ state: 'attached' });
      return page;
    },
    stop: async () => {
      await browser.close();
      await site.stop();
    },
  };
}

/** Signs in without the screen for it, which has tests of its own. */
export async function startSession(
  context: BrowserContext,
  origin: string,
  credentials: object,
): Promise<void> {
  const answer = await context.request.post(`${origin}${EDITOR_PATH}/session`, { data: credentials });
  if (!answer.ok())
    throw new Error(`The sign-in was answered with ${answer.status()}: ${await answer.text()}`);
}

/** Signs in as a person does. */
export async function signIn(
  page: Page,
  loginUrl: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.goto(loginUrl);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
  // Only then are the keys of the shell heard.
  await page.getByRole('heading', { level: 1, name: 'Sign in', exact: true }).waitFor({ state: 'detached' });
  await page.locator('h1').first().waitFor({ state: 'attached' });
}

async function listen(context: BrowserContext, page: Page, origins: readonly string[]): Promise<void> {
  context.on('request', (request) => {
    const url = request.url();
    if (!/^(data|blob):/.test(url) && !origins.includes(new URL(url).origin))
      complain(`foreign request ${url}`);
  });
  page.on('pageerror', (error) => complain(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    // The browser itself says so of every 4xx and of a lost connection; the tests cause those on purpose.
    const caused = text.startsWith('Failed to load resource') || text.includes('net::ERR_FAILED');
    if (message.type() === 'error' && !caused) complain(`${page.url()}: ${text}`);
  });
  await context.exposeFunction('complainOfPolicy', complain);
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (e) => complainOfPolicy(e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample));`,
  );
}

/** Keys of one shortcut, which is one only when they come within a second. */
export async function pressTogether(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

/** Resolves when a field holds that value. */
export const holds = (field: Locator, value: string): Promise<void> =>
  eventually(async () => expect(await field.inputValue()).toBe(value));

/** Resolves when the clipboard holds that text. */
export const isCopied = (page: Page, text: string | RegExp): Promise<string> =>
  eventually(async () => {
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    if (typeof text === 'string') expect(copied).toBe(text);
    else expect(copied).toMatch(text);
    return copied;
  });

/** Ends every session, once the page has read what it reads at first: what is refused next is what the test does. */
export async function endSessions({ site }: Admin, page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await site.database.query('DELETE FROM session');
}

/** Lets the latest session, such as a page's, be too old for a sensitive action. */
export const ageSession = ({ site }: Admin): Promise<unknown> =>
  site.database.query(
    `UPDATE session SET authenticated_at = now() - interval '11 minutes'
     WHERE id = (SELECT id FROM session ORDER BY created_at DESC LIMIT 1)`,
  );

/** The file that the browser saves after the person has confirmed who they are. */
export async function downloadAfterProof(page: Page): Promise<Download> {
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    proof.getByRole('button', { name: 'Confirm' }).click(),
  ]);
  return download;
}

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Moderate findings that count as well: every word is in a landmark, and each of those has a name of its own. */
const LANDMARKS = ['region', 'landmark-unique', 'landmark-no-duplicate-banner', 'landmark-one-main'];

/**
 * The serious and critical findings of axe on the page as it is now, and what is wrong with its landmarks; empty is good.
 * @param enhanced also what falls short of 7:1 (WCAG 1.4.6), for the theme that promises it
 * @param minor also the other findings
 * @param only the rules that count; all of them when empty
 */
export async function axeFindings(
  page: Page,
  {
    enhanced = false,
    minor = false,
    only = [],
  }: { readonly enhanced?: boolean; readonly minor?: boolean; readonly only?: readonly string[] } = {},
): Promise<readonly string[]> {
  // What fades in has not its colours yet. What goes round for ever never ends.
  await page.evaluate(
    `Promise.allSettled(document.getAnimations().filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime)).map(({ finished }) => finished))`,
  );
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  const options = JSON.stringify({
    resultTypes: ['violations'],
    rules: { 'color-contrast-enhanced': { enabled: enhanced } },
    ...(only.length > 0 && { runOnly: only }),
  });
  const findings = (await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  )) as readonly AxeFinding[]; // axe's own result
  return findings
    .filter(
      ({ impact, id }) => minor || impact === 'serious' || impact === 'critical' || LANDMARKS.includes(id),
    )
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary.split('\n')[1] ?? ''}`,
      ),
    );
}

/**
 * What {@link axeFindings} has to say of the page in both themes, at a desk and on a phone, what is beyond the edge, and
 * what is read in another order than it's seen; empty is good. Leaves it on a phone, in the light theme.
 * @param order whether to compare orders; not where things stand on a picture
 */
export async function findingsInEveryLook(
  page: Page,
  { order = true }: { readonly order?: boolean } = {},
): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const [screen, theme, only] of LOOKS) {
    await page.setViewportSize(SCREENS[screen]);
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' });
    await settled(page);
    const found = (what: string): number => findings.push(`${screen}, ${theme}: ${what}`);
    (await axeFindings(page, { only })).forEach(found);
    const beyond = await beyondEdge(page);
    if (beyond > 0) found(`${beyond} px beyond the edge`);
    if (order && theme === 'light') (await readingFindings(page)).forEach(found);
  }
  return findings;
}

/** By how many pixels the page is wider than the screen. */
export const beyondEdge = async (page: Page): Promise<number> =>
  Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));

/** Resolves when nothing of the page is loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.locator('[aria-busy=true]:visible').first().waitFor({ state: 'detached' });
}
