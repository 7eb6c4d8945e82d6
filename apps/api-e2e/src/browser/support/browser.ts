import { type Browser, chromium, type Page } from 'playwright-core';

/** Keeps Chromium from requests of its own. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No GPU is used, the network is this machine, and processes for them cost time.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  // Pages live too briefly for the optimizing compilers to earn back their time. Compiled code is kept, as the next
  // page runs the same.
  '--js-flags=--no-opt --no-maglev --no-flush-bytecode',
];

/** Starts the Chromium that `CHROMIUM_PATH` names; `npm run e2e` sets it to the installed one. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (!executablePath)
    throw new Error('CHROMIUM_PATH is not set. Run `npm run e2e`, or set it to a Chromium.');
  const launch = (): Promise<Browser> => chromium.launch({ executablePath, args: [...QUIET, ...more] });
  // Now and then Chromium crashes as it starts, with a segmentation fault, before there is any page.
  return launch().catch(launch);
}

/** What a page did that nobody asked for. */
export interface Complaints {
  readonly errors: string[];
  readonly violations: () => Promise<readonly string[]>;
}

/** Collects uncaught errors, console errors and violations of the content security policy. */
export async function watch(page: Page): Promise<Complaints> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.addInitScript(
    `window.violations = []; addEventListener('securitypolicyviolation', (e) => violations.push(e.violatedDirective + ' ' + e.blockedURI));`,
  );
  return { errors, violations: async () => (await page.evaluate('window.violations')) as readonly string[] };
}
