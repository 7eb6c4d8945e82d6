/** What a cell can hold; nothing at all is an empty cell. */
export type CsvCell = string | number | boolean | null | undefined;

/**
 * How a spreadsheet recognises a formula: the first character that is neither a space nor a quotation mark, full-width
 * signs included, or a tab or line end at the very beginning (OWASP, CSV injection).
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}\p{Cc}"'`]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/**
 * One record of a CSV file by RFC 4180: every cell quoted, quotation marks doubled, CRLF at the end. A cell that a
 * spreadsheet would take for a formula gets an apostrophe in front.
 */
export const csvRecord = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join()}\r\n`;

function csvCell(cell: CsvCell): string {
  const text = String(cell ?? '');
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
