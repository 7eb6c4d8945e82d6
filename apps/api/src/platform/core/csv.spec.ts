import fc from 'fast-check';
import { csvRecord } from './csv.js';

/** Reads records as RFC 4180 defines them; throws where a file departs from it. */
function parse(file: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < file.length) {
    const cell = /^"((?:[^"]|"")*)"(,|\r\n)/.exec(file.slice(at));
    if (!cell) throw new Error(`Not RFC 4180 at ${at}: ${file.slice(at, at + 20)}`);
    record.push((cell[1] ?? '').replaceAll('""', '"'));
    at += cell[0].length;
    if (cell[2] === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

/** A text in which what matters to CSV and to spreadsheets is frequent. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n"\', ;＝＋－＠a1\u00a0\u200b\ufeff') }),
  fc.string({ unit: 'binary' }),
);

describe('csvRecord (X-01)', () => {
  it('any cells come back as they were, apart from the apostrophe before a formula (X-01)', () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1 }), { minLength: 1 }), (records) => {
        const read = parse(records.map(csvRecord).join(''));
        expect(read).toHaveLength(records.length);
        for (const [index, record] of records.entries())
          for (const [column, cell] of record.entries())
            expect([cell, `'${cell}`]).toContain(read[index]?.[column]);
      }),
      { numRuns: 500 },
    );
  });

  it('no cell begins with a formula, also after spaces and quotation marks (X-01)', () => {
    fc.assert(
      fc.property(text, (cell) => {
        const [[read = ''] = []] = parse(csvRecord([cell]));
        expect(/^[\t\r\n]/.test(read)).toBe(false);
        if (!read.startsWith("'"))
          expect(read.trim().replace(/^[\s"']+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['=1+1', `"'=1+1"\r\n`],
    ['+49 30 1234', `"'+49 30 1234"\r\n`],
    ['-5', `"'-5"\r\n`],
    ['@SUM(A1)', `"'@SUM(A1)"\r\n`],
    ['\t=1', `"'\t=1"\r\n`],
    ['\r=1', `"'\r=1"\r\n`],
    [' =1', `"' =1"\r\n`],
    ['"=1', `"'""=1"\r\n`],
    ['"" =1', `"'"""" =1"\r\n`],
    ['＝1', `"'＝1"\r\n`],
    ['\u200b=1', `"'\u200b=1"\r\n`],
    ['a=1', `"a=1"\r\n`],
    ['', `""\r\n`],
    ['one "two", three', `"one ""two"", three"\r\n`],
    ['two\r\nlines', `"two\r\nlines"\r\n`],
  ])('%j (X-01)', (cell, expected) => {
    expect(csvRecord([cell])).toBe(expected);
  });

  it('writes numbers, truth values and nothing', () => {
    expect(csvRecord([1, true, null, undefined])).toBe('"1","true","",""\r\n');
  });
});
