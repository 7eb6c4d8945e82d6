import { unknownCommands } from '../../launcher/command-rules.mjs';

const SCRIPTS = { tenant: 'node tools/run.mjs tenant', test: 'node tools/test.mjs' };
const USAGE = `npm run tenant -- list
       npm run tenant -- add NAME
       npm run tenant -- remove-host TENANT`;
const check = (line: string): readonly string[] =>
  unknownCommands('docs/a.md', `\n${line}`, SCRIPTS, (name) => (name === 'tenant' ? USAGE : ''));

describe('commands in documents', () => {
  it.each([
    '    npm run tenant -- add Shop shop.example.com',
    '| `npm run tenant -- list\\|add\\|remove-host` | sites |',
    'PROPERTY_RUNS=1 npm run test -- --testPathPatterns a',
    '`npm run tenant` without a word says what there is',
  ])('exist: %s', (line) => {
    expect(check(line)).toEqual([]);
  });

  it.each([
    ['npm run tenants -- list', 'npm run tenants'],
    ['npm run tenant -- drop', 'npm run tenant -- drop'],
    ['npm run tenant -- remove 1', 'npm run tenant -- remove'],
    ['npm run tenant -- list\\|drop', 'npm run tenant -- drop'],
  ])('are found if they do not: %s', (line, command) => {
    expect(check(line)).toEqual([`docs/a.md:2: there is no command ${command}.`]);
  });
});
