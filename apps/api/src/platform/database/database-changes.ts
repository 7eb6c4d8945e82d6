import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import pg from 'pg';
import { LOG, type Log } from '../core/log.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { Sql } from './sql.js';
import { withPatience } from './wait-for-database.js';

/** What instances notify each other of. The payload is a tenant id, or empty; of `events`, what happened. */
export const CHANNELS = {
  tenant: 'sitedesk_tenant',
  jobs: 'sitedesk_jobs',
  keys: 'sitedesk_keys',
  events: 'sitedesk_events',
  pages: 'sitedesk_pages',
} as const;
type Channel = (typeof CHANNELS)[keyof typeof CHANNELS];

/** First number of the advisory lock that a live job worker holds; the second is its own number. */
export const WORKER_LOCK_CLASS = 571_820;

const NOTIFY = { name: 'notify', text: 'SELECT pg_notify($1, $2)' } as const;
const NOTIFY_ALL = {
  name: 'notify_all',
  text: 'SELECT pg_notify($1, each) FROM unnest($2::text[]) AS each',
} as const;
const RECONNECT_MS = 500;

type Listener = (payload: string) => void;

/**
 * Notifications from every instance on this database (LISTEN/NOTIFY), on one connection of its own. Anyone who caches something
 * listens here, and forgets everything when the connection was lost, because notifications may have been missed.
 */
@Injectable()
export class DatabaseChanges implements OnModuleInit, OnApplicationShutdown {
  private readonly listeners = new Map<Channel, Set<Listener>>();
  private readonly lostListeners = new Set<() => void>();
  private readonly connectedHooks = new Set<(client: pg.Client) => Promise<void>>();
  private client: pg.Client | undefined;
  private stopping = false;
  private reconnecting: NodeJS.Timeout | undefined;

  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
    private readonly sql: Sql,
  ) {}

  async onModuleInit(): Promise<void> {
    await withPatience(() => this.connect());
  }

  on(channel: Channel, listener: Listener): void {
    const listeners = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, listeners.add(listener));
  }

  /** Called when notifications may have been missed: forget what was cached. */
  onLost(listener: () => void): void {
    this.lostListeners.add(listener);
  }

  /** Runs on the listening connection each time it is (re)made, for session-level locks. */
  async onConnected(hook: (client: pg.Client) => Promise<void>): Promise<void> {
    this.connectedHooks.add(hook);
    if (this.client) await hook(this.client);
  }

  /** Notifies every instance, this one included. */
  async announce(channel: Channel, payload: string): Promise<void> {
    this.emit(channel, payload);
    await this.sql.run(NOTIFY, [channel, payload]);
  }

  /** Notifies every instance, this one like the others: once, when the database has passed it on. At most 8,000 octets each. */
  async tell(channel: Channel, payloads: readonly string[]): Promise<void> {
    await this.sql.run(NOTIFY_ALL, [channel, [...payloads]]);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.reconnecting);
    await this.client?.end().catch(() => undefined); // a broken connection needs no goodbye
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.runtime.databaseUrl,
      application_name: 'sitedesk-changes',
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
    });
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
    client.on('notification', (message) => this.hear(message.channel, message.payload ?? ''));
    try {
      await client.connect();
      this.client = client;
      for (const channel of Object.values(CHANNELS)) await client.query(`LISTEN ${channel}`);
      for (const hook of this.connectedHooks) await hook(client);
    } catch (error) {
      // Half a connection would stay open beside the next one.
      if (this.client === client) this.client = undefined;
      await client.end().catch(() => undefined); // it may be broken already
      throw error;
    }
  }

  private lost(client: pg.Client): void {
    if (this.stopping || this.client !== client) return;
    this.client = undefined;
    this.log.warn({ event: 'database.connection_lost' });
    for (const listener of this.lostListeners) listener();
    this.reconnectSoon();
  }

  private reconnectSoon(): void {
    clearTimeout(this.reconnecting);
    this.reconnecting = setTimeout(() => {
      this.connect().then(
        () => {
          this.log.info({ event: 'database.connection_restored' });
          for (const listener of this.lostListeners) listener();
          this.emit(CHANNELS.jobs, '');
        },
        () => {
          if (this.stopping) return;
          // What was cached since, in a moment when the database was there, was cached without listening.
          for (const listener of this.lostListeners) listener();
          this.reconnectSoon();
        },
      );
    }, RECONNECT_MS);
  }

  private hear(channel: string, payload: string): void {
    const known = Object.values(CHANNELS).find((candidate) => candidate === channel);
    if (known) this.emit(known, payload);
  }

  /** Notifies this instance alone: at once, of what the others hear when the transaction is over. */
  emit(channel: Channel, payload: string): void {
    for (const listener of this.listeners.get(channel) ?? []) listener(payload);
  }
}
