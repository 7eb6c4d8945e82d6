import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { Problem } from './terminal.mjs';

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/** Any of these means that something real is configured. */
const REAL = [
  'NODE_ENV',
  'DATABASE_URL',
  'DATABASE_URL_FILE',
  'EMAIL__CONNECTIONSTRING',
  'EMAIL__CONNECTIONSTRING_FILE',
];

/**
 * The environment of the process, with `.env` for the names that it leaves unset.
 * @param {string} root folder of the workspace
 * @param {Environment} own
 * @returns {Record<string, string | undefined>}
 */
export function readEnvironment(root, own) {
  const path = join(root, '.env');
  if (!existsSync(path)) return { ...own };
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...own };
  } catch (error) {
    throw new Problem(`Can't read the file .env: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/**
 * Whether nothing real is configured, so that this may be a demonstration. The backend has the last word: an email provider
 * may be in its database.
 * @param {string} root
 * @param {Environment} env
 */
export function mayBeDemonstration(root, env) {
  if (REAL.some((name) => text(env, name))) return false;
  return !configuresEmail(resolve(root, text(env, 'CONFIG_FILE') ?? 'sitedesk.config.json'));
}

/**
 * The environment of a command beside the product: where that is a demonstration, its settings are the demonstration's.
 * A command sends no email, so there is no catcher to name.
 * @param {string} root
 * @param {Environment} env
 * @returns {Record<string, string | undefined>}
 */
export function environmentOfCommand(root, env) {
  if (!mayBeDemonstration(root, env)) return { ...env, DEMONSTRATION: undefined, DEMO_MAIL_URL: undefined };
  return { ...env, DEMONSTRATION: '1', DEMO_MAIL_URL: 'none:' };
}

/**
 * A variable's value; empty means unset, as in the backend.
 * @param {Environment} env
 * @param {string} name
 */
export function text(env, name) {
  return env[name]?.trim() || undefined;
}

/** @param {string} path of the configuration file; a broken one counts as real and is for the backend to explain */
function configuresEmail(path) {
  if (!existsSync(path)) return false;
  try {
    return Object.keys(JSON.parse(readFileSync(path, 'utf8'))).some(
      (group) => group.toUpperCase() === 'EMAIL',
    );
  } catch {
    return true;
  }
}
