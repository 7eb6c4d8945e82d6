import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOfCommand, readEnvironment } from './environment.mjs';
import { prepare, ROOT } from './prepare.mjs';
import { Problem } from './terminal.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Commands of the backend, and what they are for. */
const COMMANDS = {
  migrate: 'migrate the database',
  tenant: 'list and manage sites',
  outbox: 'list and resend waiting or failed notifications',
  setting: 'view and change site settings',
  keys: 'rotate encryption keys',
  admin: 'create or unlock an administrator, reset a second factor',
  audit: 'verify the audit log',
  backup: 'copy the database into a folder',
  restore: 'fill an empty database with a backup',
  export: 'write the public site as files for a static host',
  archive: 'copy all content of a site into one file, or from it into an empty site',
  files: 'move all files to another storage, or verify them',
};

/**
 * `npm run migrate|tenant|outbox|setting|keys|admin|audit|backup|restore|export|archive|files -- ...`: runs a command of the backend, installing and building first.
 * @param {readonly string[]} args name of the command, then its own arguments
 * @returns {Promise<number>} exit code
 */
export async function runBackendCommand([name = '', ...args]) {
  if (!Object.hasOwn(COMMANDS, name)) {
    const list = Object.entries(COMMANDS).map(
      ([command, purpose]) => `  npm run ${command.padEnd(8)}  ${purpose}`,
    );
    throw new Problem(`Unknown command "${name}". Available commands:\n${list.join('\n')}`);
  }
  await prepare();
  const script = join(ROOT, `apps/api/dist/bundle/cli/${name}.js`);
  if (!existsSync(script)) throw new Problem(`This build doesn't include the command "${name}".`);
  const env = environmentOfCommand(ROOT, readEnvironment(ROOT, process.env));
  return runToEnd(process.execPath, [script, ...args], env);
}

/**
 * Runs a program on this terminal. Signals are passed on; the program decides what they mean.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(message: unknown) => void} [onMessage] opens a message channel
 * @returns {Promise<number>} exit code
 */
export function runToEnd(program, args, env, onMessage) {
  return new Promise((resolve, reject) => {
    const stdio = /** @type {const} */ (['inherit', 'inherit', 'inherit', onMessage ? 'ipc' : 'ignore']);
    const child = spawn(program, args, { cwd: ROOT, env, stdio: [...stdio] });
    const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    if (onMessage) child.on('message', onMessage);
    child.once('error', reject);
    child.once('exit', (code) => {
      for (const signal of SIGNALS) process.removeListener(signal, pass);
      resolve(code ?? 1);
    });
  });
}
