import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { APP_DATABASE, APP_ROLE, SUPERUSER, type Passwords } from './embedded-postgres-cluster.js';
import { DataFolderInUseError, EmbeddedPostgresError, errorCode } from './embedded-postgres-error.js';

/** Any two numbers; the same in every Sitedesk process. */
const OWNER_LOCK = [5_718, 204_115] as const;
/** The connection of a process that was just killed, or is draining, may last a moment. */
const OWNER_WAIT_MS = 5_000;
const OWNER_POLL_MS = 100;
const CONNECT_LIMIT_MS = 5_000;

/** PostgreSQL's codes for what we meet on purpose. */
const SQLSTATE = {
  wrongPassword: '28P01',
  noDatabase: '3D000',
  roleExists: '42710',
  databaseExists: '42P04',
} as const;

/** The right to use a data folder: held as long as one connection lives, so a killed process cannot leave it behind. */
export interface Ownership {
  /** Settles when the connection ends for whatever reason. */
  readonly ended: Promise<void>;
  release(): Promise<void>;
}

/** Address of the application's database on a port of this machine. */
export function databaseUrl(port: number, password: string): string {
  return `postgres://${APP_ROLE}:${password}@127.0.0.1:${port}/${APP_DATABASE}`;
}

/**
 * Makes this process the only one on the data folder; adds the application's role and database when they are missing.
 * @returns undefined when the server went away in the meantime (its former owner stopped it)
 * @throws EmbeddedPostgresError when another process keeps the folder
 */
export async function takeOwnership(
  port: number,
  passwords: Passwords,
  dataDir: string,
): Promise<Ownership | undefined> {
  try {
    const client = await connectAsOwner(port, passwords, dataDir);
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.on('error', () => resolve());
    });
    if (await holdLock(client)) return { ended, release: () => client.end() };
    const holder = await nameHolder(client);
    await client.end();
    throw new DataFolderInUseError(
      `Another Sitedesk process${holder} already uses the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    );
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

async function connectAsOwner(port: number, passwords: Passwords, dataDir: string): Promise<pg.Client> {
  try {
    const client = await connect(databaseUrl(port, passwords.app));
    // In a folder of an earlier version, it can't create the role of the public site yet.
    const { rowCount } = await client.query(
      'SELECT FROM pg_roles WHERE rolname = current_user AND rolcreaterole',
    );
    if (rowCount === 1) return client;
    await client.end();
  } catch (error) {
    if (errorCode(error) !== SQLSTATE.wrongPassword && errorCode(error) !== SQLSTATE.noDatabase) throw error;
  }
  await addRoleAndDatabase(port, passwords, dataDir);
  return connect(databaseUrl(port, passwords.app));
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `sitedesk owner, pid ${process.pid}`,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined); // an unheard error would end the process; the end of the connection is heard
  await client.connect();
  return client;
}

async function addRoleAndDatabase(port: number, passwords: Passwords, dataDir: string): Promise<void> {
  const url = `postgres://${SUPERUSER}:${passwords.superuser}@127.0.0.1:${port}/postgres`;
  const client = await connect(url).catch((error: unknown) => {
    if (errorCode(error) !== SQLSTATE.wrongPassword) throw error;
    throw new EmbeddedPostgresError(
      `postgres.password in ${dataDir} isn’t the password of the database in this folder. Restore the copy that belongs to this database.`,
    );
  });
  try {
    // A second process may do the same at this moment; the end of the connection lets go of the lock.
    await client.query('SELECT pg_advisory_lock($1, $2)', [...OWNER_LOCK]);
    // Generated out of letters, digits, - and _ : nothing to escape, and CREATE ROLE takes no parameters.
    await ignoring(SQLSTATE.roleExists, client.query(`CREATE ROLE ${APP_ROLE} LOGIN`));
    await client.query(`ALTER ROLE ${APP_ROLE} CREATEROLE PASSWORD '${passwords.app}'`);
    await ignoring(
      SQLSTATE.databaseExists,
      client.query(`CREATE DATABASE ${APP_DATABASE} OWNER ${APP_ROLE}`),
    );
  } finally {
    await client.end();
  }
}

async function ignoring(code: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (errorCode(error) !== code) throw error;
  }
}

async function holdLock(client: pg.Client): Promise<boolean> {
  const giveUpAt = Date.now() + OWNER_WAIT_MS;
  for (;;) {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS held', [
      ...OWNER_LOCK,
    ]);
    if (rows[0]?.held) return true;
    if (Date.now() > giveUpAt) return false;
    await sleep(OWNER_POLL_MS);
  }
}

async function nameHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1 AND l.objid = $2 AND a.datname = current_database()`,
    [...OWNER_LOCK],
  );
  const pid = /pid (\d+)/.exec(rows[0]?.name ?? '')?.[1];
  return pid ? ` (pid ${pid})` : '';
}

/** Connection refused or reset, or the server said that it is stopping or starting. */
function isGone(error: unknown): boolean {
  if (/^(ECONN|EPIPE|57P0|08)/.test(errorCode(error) ?? '')) return true;
  return error instanceof Error && /Connection terminated|timeout expired|not queryable/i.test(error.message);
}
