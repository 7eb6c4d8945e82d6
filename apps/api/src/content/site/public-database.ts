import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { isTimeout, type PreparedStatement, Sql } from '../../platform/database/sql.js';
import { withPatience } from '../../platform/database/wait-for-database.js';

/** All that visitors' requests may read. A table that isn't named here is private, so a new one is. */
const PUBLIC_TABLES = [
  'layout_file',
  'live_layout',
  'live_list',
  'live_list_entry',
  'live_page',
  'publication',
  'publication_body',
  // What the search reads: words of what is live, and whether they are complete.
  'search_index',
  'search_page',
  'stream_state',
] as const;
/** What shows them a part of other tables. */
const PUBLIC_FUNCTIONS = [
  'open_preview (uuid, text, timestamptz)',
  'live_applications (uuid)',
  'application_file (uuid, integer, text)',
  'previewed_deployment (uuid, integer, integer)',
  'previewed_application (uuid, integer, integer)',
  'previewed_file (uuid, integer, integer, text)',
  'live_menu (uuid)',
  'public_file (uuid, uuid)',
  'public_files (uuid, uuid[])',
] as const;
/** Of redirects that people made, not what they noted. */
const REDIRECT_COLUMNS = '"tenant_id", "path", "with_below", "code", "forward_number", "forward_url"';

const CONNECTIONS = 5;
/** Instances that start together create the role one after the other. */
const LOCK = 571_830;

/**
 * The database as visitors' requests see it: read-only, and through a role of its own that can read what is live and nothing else.
 * So a fault in the public part reads only what is public anyway.
 */
@Injectable()
export class PublicDatabase implements OnApplicationShutdown {
  private pool: pg.Pool | undefined;
  private opening: Promise<void> | undefined;
  /** Whether there is such a role; otherwise requests read as the backend's own. Undefined before {@link open}. */
  isSeparate: boolean | undefined;

  constructor(
    private readonly sql: Sql,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  open(): Promise<void> {
    return (this.opening ??= this.connect());
  }

  private async connect(): Promise<void> {
    const own = new URL(this.runtime.databaseUrl);
    const separate = new URL(own);
    const database = decodeURIComponent(own.pathname.slice(1));
    separate.username = `sitedesk_public_${createHash('sha256').update(database).digest('hex').slice(0, 12)}`;
    // Instances with one master key have one password, and none is stored.
    separate.password = this.runtime.keyRing.derive('public-role', database)?.toString('base64url') ?? '';
    const pool = this.poolOf(separate);
    this.pool = pool;
    try {
      await withPatience(() => this.createRole(database, separate));
      await withPatience(() => pool.query('SELECT 1'));
      this.isSeparate = true;
    } catch (error) {
      // Without the right to create roles, or behind a pooler that doesn't know the new one. The error itself has the password in it.
      this.log.warn({ event: 'site.role_missing', reason: error instanceof Error ? error.message : '' });
      await pool.end();
      this.isSeparate = false;
      this.pool = this.poolOf(own);
    }
  }

  async run<Row extends object>(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    const pool = this.pool ?? (await this.opened());
    const { rows } = await pool.query<Row>({ ...statement, values: [...values] });
    return rows;
  }

  /** The same with a function that counts: it may write what it was made to write, and the rest stays out of reach. */
  call<Row extends object>(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    return this.inTransaction('BEGIN READ WRITE', statement, values);
  }

  /**
   * Looks something up by its indexes, for so many milliseconds at most.
   * @returns undefined when it takes longer
   */
  async within<Row extends object>(
    milliseconds: number,
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<readonly Row[] | undefined> {
    // Never through a whole table, whatever the planner thinks of a word.
    const begin = `BEGIN; SET LOCAL statement_timeout = ${milliseconds}; SET LOCAL enable_seqscan = off`;
    try {
      return await this.inTransaction<Row>(begin, statement, values);
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw error;
    }
  }

  private async inTransaction<Row extends object>(
    begin: string,
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    const pool = this.pool ?? (await this.opened());
    const client = await pool.connect();
    try {
      await client.query(begin);
      const { rows } = await client.query<Row>({ ...statement, values: [...values] });
      await client.query('COMMIT');
      client.release();
      return rows;
    } catch (error) {
      client.release(true); // with what it had begun
      throw error;
    }
  }

  /** Where nothing listens for visitors, previews are the first to need it. */
  private async opened(): Promise<pg.Pool> {
    await this.open();
    if (!this.pool) throw new Error('The public database isn’t open.');
    return this.pool;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }

  private async createRole(database: string, { username, password }: URL): Promise<void> {
    const role = pg.escapeIdentifier(username);
    const login = `LOGIN PASSWORD ${pg.escapeLiteral(password)}`;
    await this.sql.transaction(async (run) => {
      await run({ text: `SELECT pg_advisory_xact_lock($1)` }, [LOCK]);
      const found = await run({ text: 'SELECT 1 AS one FROM pg_roles WHERE rolname = $1' }, [username]);
      // More than that only a superuser may say of a role that is there, and a new one has nothing else.
      await run({ text: `${found.length > 0 ? 'ALTER' : 'CREATE'} ROLE ${role} ${login}` }, []);
      await run({ text: `GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(database)} TO ${role}` }, []);
      await run({ text: `GRANT USAGE ON SCHEMA public TO ${role}` }, []);
      await run({ text: `GRANT SELECT ON ${PUBLIC_TABLES.join(', ')} TO ${role}` }, []);
      for (const each of PUBLIC_FUNCTIONS)
        await run({ text: `GRANT EXECUTE ON FUNCTION ${each} TO ${role}` }, []);
      await run({ text: `GRANT SELECT (${REDIRECT_COLUMNS}) ON redirect_rule TO ${role}` }, []);
    });
  }

  private poolOf(url: URL): pg.Pool {
    const pool = new pg.Pool({
      connectionString: url.href,
      max: CONNECTIONS,
      application_name: 'sitedesk-site',
      options: '-c default_transaction_read_only=on -c statement_timeout=5000',
      connectionTimeoutMillis: this.runtime.env.databaseWaitMs,
    });
    pool.on('error', () => undefined); // an idle connection broke; the next request opens another
    return pool;
  }
}
