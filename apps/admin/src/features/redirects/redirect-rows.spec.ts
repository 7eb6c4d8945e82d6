import { describe, expect, it } from 'vitest';
import { csvRows, fileRows } from './redirect-rows';

describe('rows of a file', () => {
  it.each([
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      '\uFEFFa;b\r\n\r\n c ;"d;e"\r\n',
      [
        ['a', 'b'],
        ['c', 'd;e'],
      ],
    ],
    ['a\tb', [['a', 'b']]],
    ['"a ""b""",c', [['a "b"', 'c']]],
    ['"a\nb",c\nd', [['a\nb', 'c'], ['d']]],
    ['', []],
  ])('are read from %j', (text, rows) => expect(csvRows(text).map(({ cells }) => cells)).toEqual(rows));

  it('know their lines, also behind a cell of two', () =>
    expect(csvRows('a\n"b\nc"\n\nd').map(({ line }) => line)).toEqual([1, 2, 5]));

  it('are redirects, with or without names of columns', () => {
    const row = (line: number, path: string, more: object): object => ({
      line,
      path,
      redirect: { path, code: 301, withBelow: false, forwardUrl: null, note: null, ...more },
    });
    expect(fileRows('/a,/b\nhttps://old.example/c?d=1,https://example.org/,302')).toEqual([
      row(1, '/a', { forwardUrl: '/b' }),
      row(2, '/c?d=1', { forwardUrl: 'https://example.org/', code: 302 }),
    ]);
    expect(fileRows('Status;Von;Nach;Darunter;Notiz\n410;/gone;/x;;\n;/all;/y;ja;Why\n999;/z;/y')).toEqual([
      row(2, '/gone', { code: 410 }),
      row(3, '/all', { forwardUrl: '/y', withBelow: true, note: 'Why' }),
      { line: 4, path: '/z', redirect: undefined },
    ]);
    expect(fileRows(',/b\nhttps://old.example,/c')).toEqual([
      row(1, '', { forwardUrl: '/b' }),
      row(2, '/', { forwardUrl: '/c' }),
    ]);
    expect(fileRows(' \n')).toEqual([]);
  });
});
