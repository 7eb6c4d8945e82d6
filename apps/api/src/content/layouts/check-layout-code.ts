import { LAYOUT_MESSAGES, type LayoutSource } from '@sitedesk/contract/layouts';
import { types } from 'node:util';
import { Script } from 'node:vm';
import type { LayoutPage } from './layout-page.js';

/** Looks at the style sheet and the script of a layout. */
export function checkCode(page: LayoutPage, { css, js }: LayoutSource): void {
  checkScript(js, (line, text) =>
    page.addIn('error', 'js', offsetOfLine(js, line), LAYOUT_MESSAGES.syntax({ what: text })),
  );
  const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
  const bare = css
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, blank)
    .replaceAll(/"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/g, (text) => `"${blank(text).slice(2)}"`);
  const open: number[] = [];
  for (const { 0: brace, index } of bare.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index);
    else open.pop();
  }
  const [first] = open;
  if (first !== undefined) page.addIn('warning', 'css', first, LAYOUT_MESSAGES.braces);
  const loaded =
    /@import\s+(?:url\(\s*)?["']?((?:https?:)?\/\/[^"')\s;]+)|@font-face\s*\{[^}]*?url\(\s*["']?((?:https?:)?\/\/[^"')\s]+)/gi;
  for (const { 1: sheet, 2: font, index } of css.matchAll(loaded)) {
    const host = otherHost(sheet ?? font ?? '');
    if (host !== undefined) page.addIn('warning', 'css', index, LAYOUT_MESSAGES.hostBlocked({ what: host }));
  }
}

/** Whether it can be run, without running it. @param fault is told the line, from 1 */
export function checkScript(code: string, fault: (line: number, text: string) => void): void {
  try {
    new Script(code, { filename: 'layout.js' });
  } catch (error) {
    if (!types.isNativeError(error) || error.name !== 'SyntaxError') throw error;
    fault(Number(/^layout\.js:(\d+)/.exec(error.stack ?? '')?.[1] ?? 1), error.message);
  }
}

/** Where a line begins. @param line from 1 */
export const offsetOfLine = (text: string, line: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0);

/** The origin of an address, if that is another than the site's. */
export function otherHost(address: string): string | undefined {
  if (!/^\s*(?:https?:)?\/\//i.test(address)) return undefined;
  const base = 'https://this-site.invalid';
  return URL.canParse(address, base) ? new URL(address, base).origin : undefined;
}
