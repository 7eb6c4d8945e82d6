import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOfCommand, mayBeDemonstration, readEnvironment } from '../../launcher/environment.mjs';
import { readPorts } from '../../launcher/ports.mjs';
import { ROOT } from '../../launcher/prepare.mjs';

describe('the environment of a start', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'sitedesk-environment-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (name: string, text: string): void => writeFileSync(join(root, name), text);

  it('is that of the process, with .env for the names it leaves unset', () => {
    write('.env', '# ours\nPORT=4000\nHOST="0.0.0.0"\nDATA_DIR=elsewhere\n');
    expect(readEnvironment(root, { PORT: '5000', DATA_DIR: '' })).toEqual({
      PORT: '5000',
      HOST: '0.0.0.0',
      DATA_DIR: '',
    });
  });

  it('is that of the process where there is no .env', () => {
    expect(readEnvironment(root, { PORT: '5000' })).toEqual({ PORT: '5000' });
  });

  it('is a demonstration on the usual ports with all defaults of .env.example uncommented', () => {
    const [defaults = ''] = readFileSync(join(ROOT, '.env.example'), 'utf8').split('# === Examples');
    write('.env', defaults.replace(/^#(?=[A-Z][A-Z0-9_]*=)/gm, ''));
    const env = readEnvironment(root, {});
    expect(env).toMatchObject({ PORT: '3000', CONTACTAPI__TOKENHOURS: '12', METRICS_TOKEN: '' });
    expect(mayBeDemonstration(root, env)).toBe(true);
    expect(readPorts(env)).toEqual(readPorts({}));
  });

  it('may be a demonstration with nothing configured', () => {
    expect(
      mayBeDemonstration(root, { PORT: '4000', DATA_DIR: 'x', CONTACTAPI__ADMINEMAIL: 'a@example.com' }),
    ).toBe(true);
  });

  it.each([
    ['NODE_ENV', 'production'],
    ['NODE_ENV', 'development'],
    ['DATABASE_URL', 'postgres://localhost/x'],
    ['DATABASE_URL_FILE', 'secret'],
    ['EMAIL__CONNECTIONSTRING', 'none:'],
    ['EMAIL__CONNECTIONSTRING_FILE', 'secret'],
  ])('is none once %s is set', (name, value) => {
    expect(mayBeDemonstration(root, { [name]: value })).toBe(false);
  });

  it('takes an empty variable for an unset one', () => {
    expect(mayBeDemonstration(root, { NODE_ENV: ' ', DATABASE_URL: '' })).toBe(true);
  });

  it.each([
    ['{ "EMAIL": { "ConnectionString": "none:" } }', false],
    ['{ "email": {} }', false],
    ['{ "CAPTCHA": {} }', true],
    ['{ broken', false],
  ])('with the configuration file %s, a demonstration is possible: %s', (text, expected) => {
    write('sitedesk.config.json', text);
    expect(mayBeDemonstration(root, {})).toBe(expected);
  });

  it('reads the configuration file that CONFIG_FILE names', () => {
    write('other.json', '{ "EMAIL": {} }');
    expect(mayBeDemonstration(root, { CONFIG_FILE: 'other.json' })).toBe(false);
  });

  it("gives a command the demonstration's settings, and never those where something real is configured", () => {
    expect(environmentOfCommand(root, { PORT: '1' })).toEqual({
      PORT: '1',
      DEMONSTRATION: '1',
      DEMO_MAIL_URL: 'none:',
    });
    expect(environmentOfCommand(root, { NODE_ENV: 'production', DEMONSTRATION: '1' })).toEqual({
      NODE_ENV: 'production',
    });
  });
});
