import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount } from './embedded-postgres-account.js';
import { findBinaries } from './embedded-postgres-binaries.js';
import { openDataDir, prepareCluster, readPasswords, type Passwords } from './embedded-postgres-cluster.js';
import { DataFolderInUseError, EmbeddedPostgresError } from './embedded-postgres-error.js';
import { databaseUrl, takeOwnership, type Ownership } from './embedded-postgres-owner.js';
import { isAlive } from './embedded-postgres-process.js';
import {
  reachServer,
  stopServer,
  type RunningServer,
  type ServerContext,
} from './embedded-postgres-server.js';

export { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** How long we follow servers that vanish while we take hold of them, before we give up. */
const TAKE_HOLD_LIMIT_MS = 60_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

interface EmbeddedPostgresOptions {
  /** Created if missing. The database is in `postgres` below it, its passwords in `postgres.password`. */
  readonly dataDir: string;
  /** Gets one plain sentence per event. */
  readonly log: (line: string) => void;
  /** Another process took the data folder while our server was down. This process must end: it no longer owns the data. */
  readonly onLost?: (error: EmbeddedPostgresError) => void;
}

/** The server's own PostgreSQL, used when no DATABASE_URL is set. */
export interface EmbeddedPostgres {
  /** Stays the same when the server has to be started again. */
  readonly url: string;
  /** Process id of the PostgreSQL that runs now. */
  readonly pid: number;
  /** Stops PostgreSQL (at most about 15 s). Close the pool first. May be called again: the first call counts. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a data folder, or takes over the one that a killed process left running, and keeps it running: if it
 * dies it is started again on the same port. Only one process at a time may do so for a folder. The terminal's Ctrl-C does not
 * reach it; call `stop` after draining.
 * @throws EmbeddedPostgresError with one sentence for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const paths = await openDataDir(options.dataDir);
  const account = await chooseAccount(paths.databaseDir);
  const binaries = await findBinaries(account);
  const isNew = await prepareCluster(paths, binaries, account);
  const context: ServerContext = { paths, binaries, account, log: options.log };
  const passwords = await readPasswords(paths);
  const { server, ownership } = await takeHold(context, passwords);
  options.log(describeStart(server, isNew));
  return new Supervisor(context, passwords, server, ownership, options.onLost);
}

function describeStart(server: RunningServer, isNew: boolean): string {
  if (server.adopted) return `PostgreSQL (pid ${server.pid}) was still running and is reused.`;
  return `PostgreSQL started (pid ${server.pid}, port ${server.port}${isNew ? ', new database' : ''}).`;
}

interface Hold {
  readonly server: RunningServer;
  readonly ownership: Ownership;
}

async function takeHold(context: ServerContext, passwords: Passwords, fixedPort?: number): Promise<Hold> {
  const giveUpAt = Date.now() + TAKE_HOLD_LIMIT_MS;
  for (;;) {
    const server = await reachServer(context, fixedPort);
    const ownership = await ownOrStop(server, context, passwords);
    if (ownership) return { server, ownership };
    if (Date.now() > giveUpAt) {
      throw new EmbeddedPostgresError(`PostgreSQL doesn’t accept connections. See ${context.paths.logFile}.`);
    }
    await sleep(FIRST_PAUSE_MS);
  }
}

/** When we cannot use a server that we started ourselves, nobody would stop it later. */
async function ownOrStop(
  server: RunningServer,
  { paths }: ServerContext,
  passwords: Passwords,
): Promise<Ownership | undefined> {
  try {
    return await takeOwnership(server.port, passwords, paths.dataDir);
  } catch (error) {
    if (!server.adopted && !(error instanceof DataFolderInUseError))
      await stopServer(server.pid, paths.databaseDir);
    throw error;
  }
}

/** Watches the connection that holds the ownership: when it ends, the server crashed, was killed, or restarted itself. */
class Supervisor implements EmbeddedPostgres {
  readonly url: string;
  private stopping: Promise<void> | undefined;
  private lost = false;
  private readonly watching: Promise<void>;

  constructor(
    private readonly context: ServerContext,
    private readonly passwords: Passwords,
    private server: RunningServer,
    private ownership: Ownership,
    private readonly onLost: ((error: EmbeddedPostgresError) => void) | undefined,
  ) {
    this.url = databaseUrl(server.port, passwords.app);
    this.watching = this.watch();
  }

  get pid(): number {
    return this.server.pid;
  }

  stop(): Promise<void> {
    this.stopping ??= this.shutDown();
    return this.stopping;
  }

  private async shutDown(): Promise<void> {
    if (this.lost) return; // the server is another process's now
    // The ownership ends with the server, not before: nobody may adopt a server that we are about to stop.
    await stopServer(this.server.pid, this.context.paths.databaseDir);
    await this.watching;
    // A recovery that was under way may have finished with a new server.
    await stopServer(this.server.pid, this.context.paths.databaseDir);
    await this.ownership.release().catch(() => undefined); // its connection is gone with the server
    this.context.log('PostgreSQL stopped.');
  }

  private async watch(): Promise<void> {
    do await this.ownership.ended;
    while (!this.stopping && (await this.recover()));
  }

  /** @returns false when we were told to stop, or another process owns the data now */
  private async recover(): Promise<boolean> {
    this.context.log(
      isAlive(this.server.pid)
        ? `PostgreSQL (pid ${this.server.pid}) closed its connections; connecting again.`
        : `PostgreSQL (pid ${this.server.pid}) ended unexpectedly; restarting it.`,
    );
    for (let pause = FIRST_PAUSE_MS; !this.stopping; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        const hold = await takeHold(this.context, this.passwords, this.server.port);
        this.server = hold.server;
        this.ownership = hold.ownership;
        this.context.log(`PostgreSQL is back (pid ${hold.server.pid}, port ${hold.server.port}).`);
        return !this.stopping;
      } catch (error) {
        if (error instanceof DataFolderInUseError) {
          this.lost = true;
          this.context.log(error.message);
          this.onLost?.(error);
          return false;
        }
        this.context.log(error instanceof Error ? error.message : String(error));
      }
      await sleep(pause);
    }
    return false;
  }
}
