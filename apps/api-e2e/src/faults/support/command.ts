import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ProcessEnv, TEST_MASTER_KEYS } from '../../harness/processes.js';

const CLI = join(__dirname, '../../../../api/dist/bundle/cli');

/**
 * Runs a command of the operator's, such as `runCommand('outbox', ['list'], databaseUrl)`, beside the running server.
 * Resolves to what it printed.
 * @throws with what it printed when it fails
 */
export async function runCommand(
  name:
    | 'admin'
    | 'archive'
    | 'audit'
    | 'backup'
    | 'export'
    | 'files'
    | 'keys'
    | 'migrate'
    | 'outbox'
    | 'restore'
    | 'setting'
    | 'tenant',
  args: readonly string[],
  databaseUrl: string,
  env: ProcessEnv = {},
): Promise<string> {
  const child = spawn(process.execPath, [join(CLI, `${name}.js`), ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: databaseUrl,
      MASTER_KEYS: TEST_MASTER_KEYS,
      CONFIG_FILE: '/nonexistent/sitedesk.config.json',
      NODE_ENV: 'test',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [printed, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${code}:\n${printed}${complaints}`);
  return printed;
}
