import type { Env } from '../config/env.js';
import { openDataDir, readPasswords } from './embedded-postgres-cluster.js';
import { databaseUrl } from './embedded-postgres-owner.js';
import { findPostmaster } from './embedded-postgres-process.js';
import { type EmbeddedPostgresError, startEmbeddedPostgres } from './embedded-postgres.js';

/** A database that can be connected to. */
interface OpenDatabase {
  readonly url: string;
  /** Stops what was started for it; nothing when it was running already. */
  stop(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** Another process took the data folder: this one must end. */
  readonly onLost?: (error: EmbeddedPostgresError) => void;
  readonly log?: (line: string) => void;
}

/**
 * The database the environment names, or our own PostgreSQL on the data folder.
 * @throws EmbeddedPostgresError with one sentence for the operator
 */
export async function openDatabase(env: Env, options: OpenDatabaseOptions = {}): Promise<OpenDatabase> {
  if (env.databaseUrl) return { url: env.databaseUrl, stop: async () => undefined };
  return startEmbeddedPostgres({
    dataDir: env.dataDir,
    log: options.log ?? (() => undefined),
    onLost: options.onLost,
  });
}

/** The same for a command beside a running server, whose PostgreSQL it then shares. */
export async function openDatabaseBesideServer(env: Env): Promise<OpenDatabase> {
  if (env.databaseUrl) return openDatabase(env);
  const paths = await openDataDir(env.dataDir);
  const running = await findPostmaster(paths.databaseDir);
  if (!running?.port) return openDatabase(env);
  const passwords = await readPasswords(paths);
  return { url: databaseUrl(running.port, passwords.app), stop: async () => undefined };
}
