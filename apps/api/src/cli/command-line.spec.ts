import { parseCommandLine, UsageError } from './command-line.js';

const SYNTAX = {
  usage: 'npm run thing -- list | set NAME VALUE | add NAME HOST [HOST...] [--tenant TENANT]',
  verbs: { list: 0, set: 2, add: [2, Infinity] },
  takesTenant: true,
  options: { to: 'value', 'dry-run': 'flag' },
} as const;

describe('parseCommandLine', () => {
  it.each([
    [['list'], { verb: 'list', values: [], tenant: undefined, options: {} }],
    [['--tenant', 'a.test', 'list'], { verb: 'list', values: [], tenant: 'a.test', options: {} }],
    [
      ['set', 'name', '-', '--tenant=a.test'],
      { verb: 'set', values: ['name', '-'], tenant: 'a.test', options: {} },
    ],
    [
      ['set', '--', '-name', '--tenant'],
      { verb: 'set', values: ['-name', '--tenant'], tenant: undefined, options: {} },
    ],
    [
      ['add', 'n', 'a', 'b', 'c'],
      { verb: 'add', values: ['n', 'a', 'b', 'c'], tenant: undefined, options: {} },
    ],
    [
      ['list', '--to', 'folder', '--dry-run'],
      { verb: 'list', values: [], tenant: undefined, options: { to: 'folder', 'dry-run': '' } },
    ],
  ])('takes %j', (args, expected) => {
    expect(parseCommandLine(SYNTAX, args)).toEqual(expected);
  });

  it.each([
    [[]],
    [['remove']],
    [['constructor']],
    [['list', 'more']],
    [['set', 'name']],
    [['set', 'name', '']],
    [['add', 'name']],
    [['list', '--tenant']],
    [['list', '--tenant', '']],
    [['list', '--tenant=']],
    [['list', '--tenant', '--verbose']],
    [['list', '--verbose']],
    [['list', '-t', 'a.test']],
    [['list', '--to']],
    [['list', '--to=']],
    [['list', '--dry-run=yes']],
    [['list', '--to', '--dry-run']],
  ])('refuses %j and says how it is called', (args) => {
    const parse = () => parseCommandLine(SYNTAX, args);
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(SYNTAX.usage);
  });

  it('refuses a tenant where none is asked for', () => {
    expect(() => parseCommandLine({ ...SYNTAX, takesTenant: false }, ['list', '--tenant', 'a'])).toThrow(
      UsageError,
    );
  });
});

describe('a command without verbs', () => {
  const syntax = { usage: 'npm run thing', verbs: { '': 0 }, takesTenant: false } as const;

  it('takes no values', () => {
    expect(parseCommandLine(syntax, [])).toMatchObject({ verb: '', values: [] });
    expect(() => parseCommandLine(syntax, ['value'])).toThrow(UsageError);
  });
});
