import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Keeps Chromium from asking anything of the network by itself. */
const QUIET = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

/** Starts the installed Chromium; `CHROMIUM_PATH` names another one. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? CANDIDATES.find((path) => existsSync(path));
  if (!executablePath) throw new Error('No Chromium was found. Install it, or name it in CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: [...QUIET, ...more] });
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
