import { LAYOUT_PANES, type LayoutCheck, type LayoutSource } from '@sitedesk/contract/layouts';
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../platform/core/canonical-json.js';
import { checkCode } from './check-layout-code.js';
import { checkHtml } from './check-layout-html.js';
import { type CompiledLayout, piecesOf, type SlotEscape } from './compiled-layout.js';
import { type HtmlPane, LayoutPage } from './layout-page.js';
import type { HtmlFault } from './parse-html.js';

/** A file of a layout, which pages name by its content. */
export interface LayoutFile {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** A layout that was looked at: all that was found, and what can be published if none of it is an error. */
export interface Compilation {
  readonly check: LayoutCheck;
  readonly compiled: CompiledLayout;
  readonly files: readonly LayoutFile[];
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Looks at a layout as a browser would read it, and cuts it at its slots. Nothing in it is changed: it's the site's own code. How a slot
 * is escaped depends on what is around it, and where that isn't safe it's an error.
 */
export async function compileLayout(source: LayoutSource): Promise<Compilation> {
  const page = new LayoutPage(source);
  const faults: HtmlFault[] = [];
  const tree = await page.parsed((fault) => void faults.push(fault));
  const escapes = new Map<number, SlotEscape>();
  if (tree) checkHtml(page, tree, faults, escapes);
  checkCode(page, source);
  const files = filesOf(source);
  const piecesIn = (pane: HtmlPane): CompiledLayout['head'] =>
    piecesOf(source[pane], (_slot, offset) => escapes.get(page.startOf(pane) + offset));
  const pathOf = (type: string): string | null =>
    files.find((file) => file.type.startsWith(type))?.path ?? null;
  const { scripts, styles } = page;
  return {
    check: {
      problems: page.problems.toSorted(
        (a, b) =>
          LAYOUT_PANES.indexOf(a.pane) - LAYOUT_PANES.indexOf(b.pane) ||
          a.line - b.line ||
          a.column - b.column,
      ),
      slots: page.slots(escapes),
      policy: { scripts, styles },
    },
    compiled: {
      head: piecesIn('head'),
      bodyAttributes: piecesIn('bodyAttributes'),
      header: piecesIn('header'),
      footer: piecesIn('footer'),
      stylePath: pathOf('text/css'),
      scriptPath: pathOf('text/javascript'),
      policy: { scripts, styles },
      hash: layoutHash(source),
    },
    files,
  };
}

/** The same for the same source, on every instance. */
export const layoutHash = (source: LayoutSource): string =>
  sha256(canonicalJson(LAYOUT_PANES.map((pane) => source[pane])));

const filesOf = ({ css, js }: LayoutSource): readonly LayoutFile[] => [
  ...(css.trim() === '' ? [] : [layoutFile('css', 'text/css; charset=utf-8', css)]),
  ...(js.trim() === '' ? [] : [layoutFile('js', 'text/javascript; charset=utf-8', js)]),
];

const layoutFile = (extension: string, type: string, body: string): LayoutFile => ({
  path: `/_sd/layout.${sha256(body).slice(0, 24)}.${extension}`,
  type,
  body,
});
