import { startSmtpSink, type SmtpSink } from '@sitedesk/testing';
import { openApi, openEdge, type StartApi } from './backends.js';
import { createMigratedDatabase, type E2eDatabase } from './database.js';
import type { ProcessEnv, Running } from './processes.js';
import { freshAddress, Visitor } from './visitor.js';

/** The two ways to the contact service: every row of a table has to hold on both. */
export const ENTRY_POINTS = ['directly', 'through the edge proxy'] as const;
export type EntryPoint = (typeof ENTRY_POINTS)[number];

/** Limits out of the way of tests that are not about limits. */
export const WITHOUT_LIMITS: ProcessEnv = {
  RATELIMIT__CONTACTFORM: '1000000/60',
  RATELIMIT__CONTACTSCRIPT: '1000000/60',
  RATELIMIT__CAPTCHAVALIDATE: '1000000/60',
  RATELIMIT__ADDRESSCEILING: '1000000/60',
};

/** Lets a test choose the visitor's address by `X-Forwarded-For`, at both doors. */
export const BEHIND_LOCAL_PROXY: ProcessEnv = { TRUSTED_PROXIES: '127.0.0.1/32' };

export const ADMIN_EMAIL = 'owner@site.test';
export const SENDER_EMAIL = 'website@site.test';

/** Sender and recipient of notifications. */
export const ADDRESSES: ProcessEnv = {
  EMAIL__SENDEREMAIL: SENDER_EMAIL,
  CONTACTAPI__ADMINEMAIL: ADMIN_EMAIL,
};

/** Mail leaves by this connection string, and what fails is tried again after a second at first. */
export const mailBy = (connectionString: string): ProcessEnv => ({
  ...ADDRESSES,
  EMAIL__CONNECTIONSTRING: connectionString,
  OUTBOX_RETRY_SECONDS: '1',
});

/** One installation: database, mail server, backend and the edge proxy in front of it. */
export interface Site<Api extends Running = Running> {
  readonly database: E2eDatabase;
  readonly sink: SmtpSink;
  readonly api: Api;
  url(door: EntryPoint): string;
  /** A visitor with an address of his own. */
  visitor(door?: EntryPoint, address?: string): Visitor;
  stop(): Promise<void>;
}

/** Starts an installation that accepts messages; `env` changes the backend's environment. */
export const startSite = (env: ProcessEnv = WITHOUT_LIMITS, edgeEnv: ProcessEnv = {}): Promise<Site> =>
  startSiteBy(openApi, env, edgeEnv);

/** @param start `startApi` for a backend that is its own process */
export async function startSiteBy<Api extends Running>(
  start: StartApi<Api>,
  env: ProcessEnv = WITHOUT_LIMITS,
  edgeEnv: ProcessEnv = {},
): Promise<Site<Api>> {
  const [database, sink] = await Promise.all([createMigratedDatabase(), startSmtpSink({ tls: 'none' })]);
  const api = await start(database.url, { ...BEHIND_LOCAL_PROXY, ...mailBy(sink.url), ...env });
  const edge = await openEdge(api.url, edgeEnv);
  const url = (door: EntryPoint): string => (door === 'directly' ? api.url : edge.url);
  return {
    database,
    sink,
    api,
    url,
    visitor: (door = 'directly', address = freshAddress()) => visitorFrom(url(door), address),
    stop: async () => {
      // Emails under way to a server that is gone do not hold the stop up.
      await sink.close();
      await Promise.all([edge.stop(), api.stop()]);
      await database.drop();
    },
  };
}

/** A visitor from that address, at a backend that trusts local proxies ({@link BEHIND_LOCAL_PROXY}). */
export const visitorFrom = (
  baseUrl: string,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Visitor => new Visitor(baseUrl, { headers: { 'X-Forwarded-For': address, ...headers } });
