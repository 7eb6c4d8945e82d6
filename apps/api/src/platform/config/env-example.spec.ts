import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readCaptchaSettings } from '../../contact/captcha/captcha-settings.js';
import { readContactSettings } from '../../contact/settings/contact-settings.js';
import { readEmailSettings } from '../../email/providers/email-settings.js';
import { readIdentitySettings } from '../../people/accounts/identity-settings.js';
import { FEATURES } from '../../app.module.js';
import { SettingDefinitions } from '../settings/setting-definitions.js';
import { SettingValues } from '../settings/setting-values.js';
import { type Env, ENVIRONMENT, readEnv as read } from './env.js';

const definitions = new SettingDefinitions(FEATURES);
const readEnv = (source: Readonly<Record<string, string | undefined>>): Env =>
  read(source, FEATURES, definitions.groups);

const EXAMPLE = readFileSync(join(__dirname, '../../../../../.env.example'), 'utf8');
const VARIABLE = /^#(?=[A-Z][A-Z0-9_]*=)/gm;
const [, DEFAULTS = '', YOURS = ''] = EXAMPLE.split('\n# === ');
/** Told to the backend by `npm start` alone. */
const INTERNAL = ['DEMONSTRATION', 'DEMO_MAIL_URL'];
/** Read by `npm start`. */
const OF_OTHERS = ['MAIL_PORT'];
const FILLED_IN = {
  MASTER_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  SETUP_ADMIN_EMAIL: 'anna@example.com',
  SETUP_ADMIN_PASSWORD: 'seven rivers under a paper moon',
};

/** A part of the file as the launcher reads it when the `#` is taken off every variable. */
const uncommented = (part: string): Readonly<Record<string, string | undefined>> =>
  parseEnv(part.slice(part.indexOf('\n')).replace(VARIABLE, ''));

const settingsOf = ({ settings }: Env): object => {
  const values = [...settings].map(([key, { value }]) => [key, { value, source: 'environment' }] as const);
  const known = new SettingValues(new Map(values));
  const readers = [readContactSettings, readCaptchaSettings, readEmailSettings, readIdentitySettings];
  return readers.map((reader) => reader(known));
};

/** Without settings, which are compared by what is read from them, and without functions. */
const comparable = (env: Env): unknown => {
  const parts = FEATURES.of(ENVIRONMENT).map((reader) => env.of(reader) ?? null);
  return JSON.parse(JSON.stringify({ ...env, parts, settings: undefined }));
};

/** The names that are asked for, whatever their values are. */
function namesRead(): readonly string[] {
  const asked = new Set<string>();
  readEnv(new Proxy<Record<string, string>>({}, { get: (_, name) => void asked.add(String(name)) }));
  return [...asked].filter((name) => asked.has(`${name}_FILE`) && !INTERNAL.includes(name));
}

describe('.env.example', () => {
  it('names every variable that is read, and no other', () => {
    const settings = definitions.all.map(({ group, name }) => `${group}__${name}`.toUpperCase());
    const named = Object.keys(uncommented(EXAMPLE)).filter((name) => !name.endsWith('_PASSWORD_FILE'));
    expect(named.sort()).toEqual([...namesRead(), ...settings, ...OF_OTHERS].sort());
  });

  it('says the defaults as they are: with all of them uncommented nothing is different', () => {
    const [written, none] = [readEnv(uncommented(DEFAULTS)), readEnv({})];
    expect(comparable(written)).toEqual(comparable(none));
    expect(settingsOf(written)).toEqual(settingsOf(none));
  });

  it('has examples that can be used once the empty ones are filled in', () => {
    const env = readEnv({ ...uncommented(DEFAULTS), ...uncommented(YOURS), ...FILLED_IN });
    expect(() => settingsOf(env)).not.toThrow();
    expect(env.databaseUrl).toMatch(/^postgres:/);
  });

  it('contains no key and no password that someone could leave as it is', () => {
    const { MASTER_KEYS, SETUP_ADMIN_PASSWORD, EDGE_SECRET } = uncommented(EXAMPLE);
    expect([MASTER_KEYS, SETUP_ADMIN_PASSWORD, EDGE_SECRET]).toEqual(['', '', '']);
  });
});
