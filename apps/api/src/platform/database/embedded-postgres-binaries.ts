import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ensureReachable, type Account } from './embedded-postgres-account.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

const run = promisify(execFile);

const INSTEAD = 'Set DATABASE_URL to a PostgreSQL server instead.';
const READ_AND_RUN = 0o555;

/** The programs of the npm package, proven to run here. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** Major version of the server, such as 18: the one a data folder must have been made by. */
  readonly major: number;
}

/**
 * Finds the server programs that npm installed for this platform and tries them as the account that will run them.
 * @throws EmbeddedPostgresError when there are none, or they do not run here (another C library, an unreachable folder)
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const folder = platformFolder();
  const postgres = join(folder, 'postgres');
  const initdb = join(folder, 'initdb');
  await Promise.all([makeExecutable(postgres), makeExecutable(initdb)]);
  await ensureReachable(folder, account, 'its programs are');
  return { postgres, initdb, major: await readMajor(postgres, account) };
}

function platformFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  // On Windows a server can neither be asked to stop nor survive Ctrl-C in the way we need.
  if (process.platform === 'win32')
    throw new EmbeddedPostgresError(`There is no built-in PostgreSQL on Windows. ${INSTEAD}`);
  try {
    const fromHere = createRequire(import.meta.url);
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    return join(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)), '..', 'native', 'bin');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The built-in PostgreSQL is not installed for ${platform}. Run "npm ci" on this machine, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

/** Some installers drop the mode bits; a read-only installation that is right already stays untouched. */
async function makeExecutable(path: string): Promise<void> {
  try {
    const { mode } = await stat(path);
    if ((mode & READ_AND_RUN) !== READ_AND_RUN) await chmod(path, mode | READ_AND_RUN);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL program ${path} is missing or cannot be run. Run "npm ci" again.`,
      { cause },
    );
  }
}

async function readMajor(postgres: string, account: Account | undefined): Promise<number> {
  try {
    const { stdout } = await run(postgres, ['--version'], { ...account, cwd: '/' });
    const major = Number(/(\d+)\./.exec(stdout)?.[1]);
    if (Number.isInteger(major)) return major;
    throw new Error(`unexpected version ${stdout}`);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The built-in PostgreSQL (${postgres}) does not run on this system. ${INSTEAD}`,
      { cause },
    );
  }
}
