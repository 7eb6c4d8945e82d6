import { REDIRECT_CODES, type RedirectCode } from '@sitedesk/contract/redirects';
import type { RedirectDto } from '@sitedesk/contract/redirects.dto';

/** A row of a file, as it is sent. */
export interface FileRow {
  /** In the file, counted from 1. */
  readonly line: number;
  /** Undefined where the code is none. */
  readonly redirect: RedirectDto | undefined;
  readonly path: string;
}

/** Names of columns, as other products export them. */
const COLUMNS = {
  path: ['from', 'path', 'source', 'old', 'old url', 'von', 'quelle'],
  to: ['to', 'target', 'destination', 'new', 'new url', 'nach', 'ziel'],
  code: ['code', 'status', 'type', 'status code', 'antwort'],
  below: ['below', 'prefix', 'wildcard', 'darunter'],
  note: ['note', 'comment', 'notiz'],
} as const;
type Column = keyof typeof COLUMNS;
const IN_ORDER = Object.keys(COLUMNS) as Column[];

/** The rows of a CSV file with their lines: separated by commas, semicolons or tabs, quoted where a cell needs it. */
export function csvRows(
  text: string,
): readonly { readonly line: number; readonly cells: readonly string[] }[] {
  const [first = ''] = text.split('\n', 1);
  const countOf = (mark: string): number => first.split(mark).length;
  const mark = [',', ';', '\t'].reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let start = 1;
  const endRow = (): void => {
    cells.push(cell.trim());
    if (cells.some((each) => each !== '')) rows.push({ line: start, cells });
    cells = [];
    cell = '';
    start = line;
  };
  const source = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '\n') line += 1;
    if (isQuoted && character === '"' && source[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (isQuoted) cell += character;
    else if (character === '\n') endRow();
    else if (character === mark) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  endRow();
  return rows;
}

const isCode = (value: number): value is RedirectCode => REDIRECT_CODES.some((code) => code === value);
const TRUE = /^(?:1|true|yes|ja|x)$/i;
/** Of a URL its path: the rows are of this site, or of one that this one takes the place of. A cell without one stays empty. */
const pathOf = (address: string): string =>
  address === '' ? '' : address.replace(/^https?:\/\/[^/?#]*/i, '') || '/';

/** Redirects out of a CSV file, with its columns named in the first row or in the order from, to, code. */
export function fileRows(text: string): readonly FileRow[] {
  const rows = csvRows(text);
  const [head] = rows;
  if (!head) return [];
  const named = head.cells.map((cell) =>
    IN_ORDER.find((column) => COLUMNS[column].some((name) => name === cell.toLowerCase())),
  );
  const hasNames = named.includes('path');
  const columns = hasNames ? named : IN_ORDER;
  return (hasNames ? rows.slice(1) : rows).map(({ line, cells }) => {
    const cell = (column: Column): string => cells[columns.indexOf(column)] ?? '';
    const code = Number(cell('code') || 301);
    const to = cell('to');
    const isGone = code === 410;
    const path = pathOf(cell('path'));
    const rest = { withBelow: TRUE.test(cell('below')), note: cell('note') || null };
    const forwardUrl = isGone ? null : to || null;
    return { line, path, redirect: isCode(code) ? { path, code, forwardUrl, ...rest } : undefined };
  });
}
