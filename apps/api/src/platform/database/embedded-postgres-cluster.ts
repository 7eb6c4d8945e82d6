import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  link,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureReachable, type Account } from './embedded-postgres-account.js';
import type { Binaries } from './embedded-postgres-binaries.js';
import {
  EmbeddedPostgresError,
  errorCode,
  explainFileError,
  explainServerOutput,
} from './embedded-postgres-error.js';
import { isAlive, serverEnvironment } from './embedded-postgres-process.js';

const run = promisify(execFile);

/** Name prefix of a cluster in the making; the process id that makes it follows. */
const DRAFT_PREFIX = 'postgres.new-';

/** The role that may do everything; only the start itself uses it. */
export const SUPERUSER = 'postgres';
/** Role and database of the application. */
export const APP_ROLE = 'sitedesk';
export const APP_DATABASE = 'sitedesk';

/**
 * Sorting by code point is the same on every system, forever: an index survives a move or an update of the C library.
 * The sizes may be changed by the operator in `postgresql.conf`; what safety needs is given at every start instead.
 */
const INITDB_ARGS = [
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  `--username=${SUPERUSER}`,
  '-c',
  'timezone=UTC',
  '-c',
  'log_timezone=UTC',
  '-c',
  'shared_buffers=128MB',
  '-c',
  'max_connections=60',
] as const;

/** The passwords of both roles. */
export interface Passwords {
  readonly superuser: string;
  readonly app: string;
}

/** Where everything of one data folder is. */
export interface ClusterPaths {
  /** Absolute, symbolic links resolved. */
  readonly dataDir: string;
  readonly databaseDir: string;
  readonly passwordFile: string;
  readonly logFile: string;
}

/**
 * Makes the data folder when it is missing. Others may pass through it (not list it) when we are root, because PostgreSQL
 * then runs as another user.
 * @throws EmbeddedPostgresError when it cannot be made
 */
export async function openDataDir(dataDir: string): Promise<ClusterPaths> {
  try {
    await makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    const real = await realpath(dataDir);
    return {
      dataDir: real,
      databaseDir: join(real, 'postgres'),
      passwordFile: join(real, 'postgres.password'),
      logFile: join(real, 'postgres.log'),
    };
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await mkdir(path, { mode }); // the recursive one hides the reason, such as a read-only file system
  }
}

/**
 * Makes the database files on the first start, and checks them on every other.
 * Files are made in a folder beside and renamed when complete, so that neither a crash nor a second process at the same
 * moment can leave half a database.
 * @returns true when they were made now
 * @throws EmbeddedPostgresError for files of another major version, foreign content, no space
 */
export async function prepareCluster(
  paths: ClusterPaths,
  binaries: Binaries,
  account: Account | undefined,
): Promise<boolean> {
  await ensureReachable(paths.dataDir, account, 'the data is');
  if (await checkCluster(paths, binaries.major)) return false;
  const passwords = await makePasswords(paths);
  await removeAbandonedDrafts(paths.dataDir);
  const draft = join(paths.dataDir, `${DRAFT_PREFIX}${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await makeCluster(draft, passwords, binaries, account, paths.dataDir);
    await rename(draft, paths.databaseDir);
    return true;
  } catch (error) {
    // Another process that started at the same moment was first: its database is as good as ours.
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return false;
    throw explainFileError(error, paths.dataDir);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function checkCluster(paths: ClusterPaths, major: number): Promise<boolean> {
  try {
    const entries = await readdir(paths.databaseDir);
    if (entries.length === 0) return false;
    if (!entries.includes('PG_VERSION')) {
      throw new EmbeddedPostgresError(
        `${paths.databaseDir} holds files that are not a database. Move them away, or set DATA_DIR to another folder.`,
      );
    }
    const made = (await readFile(join(paths.databaseDir, 'PG_VERSION'), 'utf8')).trim();
    if (made === String(major)) {
      await chmod(paths.databaseDir, 0o700); // a restored copy may be open to others, which PostgreSQL refuses
      return true;
    }
    throw new EmbeddedPostgresError(
      `The database in ${paths.databaseDir} was created by PostgreSQL ${made}, but this version of Sitedesk includes PostgreSQL ${major}. Dump it with the old version and restore it into a new DATA_DIR.`,
    );
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw explainFileError(error, paths.databaseDir);
  }
}

async function makeCluster(
  draft: string,
  passwords: Passwords,
  binaries: Binaries,
  account: Account | undefined,
  dataDir: string,
): Promise<void> {
  const passwordFile = `${draft}.password`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, `${passwords.superuser}\n`, { mode: 0o600 });
    if (account)
      await Promise.all([draft, passwordFile].map((path) => chown(path, account.uid, account.gid)));
    await run(binaries.initdb, ['-D', draft, `--pwfile=${passwordFile}`, ...INITDB_ARGS], {
      ...account,
      cwd: '/',
      env: serverEnvironment(),
    });
  } catch (error) {
    if (error instanceof Error && 'stderr' in error) throw explainServerOutput(String(error.stderr), dataDir);
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** What a process that was killed while it made a database left behind. */
async function removeAbandonedDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const maker = Number(new RegExp(`^${DRAFT_PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (maker && (maker === process.pid || !isAlive(maker))) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }
  }
}

/** Makes the password file, unless it is there already; `link` lets only the first of two processes win. */
async function makePasswords(paths: ClusterPaths): Promise<Passwords> {
  const draft = `${paths.passwordFile}.${randomBytes(4).toString('hex')}`;
  const secret = (): string => randomBytes(24).toString('base64url');
  // libpq's password file format, so that `PGPASSFILE=... psql` works for the operator.
  const text = `*:*:*:${SUPERUSER}:${secret()}\n*:*:*:${APP_ROLE}:${secret()}\n`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, paths.passwordFile);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw explainFileError(error, paths.dataDir);
  } finally {
    await rm(draft, { force: true });
  }
  return readPasswords(paths);
}

/**
 * Reads the passwords that were made with the database.
 * @throws EmbeddedPostgresError when the file is missing, unreadable or was changed
 */
export async function readPasswords(paths: ClusterPaths): Promise<Passwords> {
  try {
    const text = await readFile(paths.passwordFile, 'utf8');
    const password = (role: string): string | undefined =>
      new RegExp(`^[*:]+${role}:([\\w-]+)$`, 'm').exec(text)?.[1];
    const superuser = password(SUPERUSER);
    const app = password(APP_ROLE);
    if (superuser && app) return { superuser, app };
    throw new EmbeddedPostgresError(
      `${paths.passwordFile} was changed. Restore the copy that belongs to this database.`,
    );
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && (await stat(paths.databaseDir).catch(() => undefined))) {
      throw new EmbeddedPostgresError(
        `${paths.passwordFile} is missing. Restore the copy that belongs to the database in ${paths.databaseDir}.`,
      );
    }
    if (errorCode(error) === 'EACCES') {
      throw new EmbeddedPostgresError(
        `This user can’t read ${paths.passwordFile}. Start Sitedesk as the user who created it, or set DATA_DIR to another folder.`,
      );
    }
    throw error;
  }
}
