import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOfCommand, readEnvironment } from './environment.mjs';
import { prepare, ROOT } from './prepare.mjs';
import { Problem } from './terminal.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Commands of the backend, and what they are for. */
const COMMANDS = {
  migrate: 'bring the database up to date',
  tenant: 'list and change the sites',
  outbox: 'look at mails that wait or failed, and send them again',
  setting: 'read and change the settings of a site',
  keys: 'exchange the keys that protect what is stored',
  admin: 'make an administrator, unlock one, reset a second factor',
  audit: 'check that the audit log is whole',
};

/**
 * `npm run migrate|tenant|outbox|setting|keys|admin|audit -- ...`: runs a command of the backend, installing and building first.
 * @param {readonly string[]} args name of the command, then its own arguments
 * @returns {Promise<number>} exit code
 */
export async function runBackendCommand([name = '', ...args]) {
  if (!Object.hasOwn(COMMANDS, name)) {
    const list = Object.entries(COMMANDS).map(
      ([command, purpose]) => `  npm run ${command.padEnd(8)}  ${purpose}`,
    );
    throw new Problem(`There is no command "${name}". There are:\n${list.join('\n')}`);
  }
  await prepare();
  const script = join(ROOT, `apps/api/dist/cli/${name}.js`);
  if (!existsSync(script)) throw new Problem(`The command "${name}" is not part of this build.`);
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
