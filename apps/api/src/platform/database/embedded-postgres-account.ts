import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; this system user runs it then. */
const SYSTEM_USER = 'postgres';

/** Ways to add a system user, the usual one first. */
const ADD_USER_COMMANDS = [
  ['useradd', '--system', '--user-group', '--no-create-home', SYSTEM_USER],
  ['adduser', '--system', '--group', '--no-create-home', SYSTEM_USER],
] as const;

/** The system user that PostgreSQL runs as, when it is another than ours. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Decides who runs PostgreSQL. An ordinary user runs it itself. Root hands it to the owner of an existing database folder
 * (which an ordinary user may have made), else to the system user `postgres`, which is added when it is missing.
 * @returns undefined: our own user
 * @throws EmbeddedPostgresError when the database folder is someone else's, or no user can be added
 */
export async function chooseAccount(databaseDir: string): Promise<Account | undefined> {
  const ownUid = process.getuid?.() ?? 0;
  const folder = await stat(databaseDir).catch(() => undefined);
  if (ownUid === 0)
    return folder && folder.uid !== 0 ? { uid: folder.uid, gid: folder.gid } : systemAccount();
  if (!folder || folder.uid === ownUid) return undefined;
  throw new EmbeddedPostgresError(
    `The database in ${databaseDir} belongs to another user (uid ${folder.uid}). Start Sitedesk as that user or as root, or set DATA_DIR to another folder.`,
  );
}

async function systemAccount(): Promise<Account> {
  const existing = await findSystemAccount();
  if (existing) return existing;
  for (const [command, ...args] of ADD_USER_COMMANDS) {
    // A missing or failing command is answered by the next one, and in the end by the sentence below.
    await run(command, args).catch(() => undefined);
    const added = await findSystemAccount();
    if (added) return added;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and the system user "${SYSTEM_USER}" is missing and could not be added. Add it, start Sitedesk as an ordinary user, or set DATABASE_URL.`,
  );
}

async function findSystemAccount(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', SYSTEM_USER]), run('id', ['-g', SYSTEM_USER])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined; // `id` fails for an unknown user
  }
}

/**
 * Makes sure that the other account can reach a folder. Root itself passes everywhere, so nothing else would tell.
 * @param purpose what is in the folder, for the sentence
 * @throws EmbeddedPostgresError naming the folder that bars the way
 */
export async function ensureReachable(
  path: string,
  account: Account | undefined,
  purpose: string,
): Promise<void> {
  if (!account) return;
  const barrier = await findBarrier(path, account);
  if (barrier === undefined) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and its user (uid ${account.uid}) may not enter ${barrier}, where ${purpose}. Run "chmod o+x ${barrier}", move it elsewhere, or start Sitedesk as an ordinary user.`,
  );
}

async function findBarrier(path: string, account: Account): Promise<string | undefined> {
  const parent = dirname(path);
  const above = parent === path ? undefined : await findBarrier(parent, account);
  if (above !== undefined) return above;
  const folder = await stat(path);
  return mayEnter(folder, account) ? undefined : path;
}

function mayEnter(
  folder: { readonly mode: number; readonly uid: number; readonly gid: number },
  account: Account,
): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}
