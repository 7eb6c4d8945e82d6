import { startSmtpSink, type SmtpSink } from '@sitedesk/testing';
import { openApi, openEdge } from './backends.js';
import { createMigratedDatabase, type E2eDatabase } from './database.js';
import { eventually } from './eventually.js';
import type { Running } from './processes.js';
import { addTenant, MULTI, setSetting, visitorOf } from './tenants.js';

/** Two sites with mirror data: everything of the one has a counterpart at the other. */
export const A = {
  name: 'Site A',
  host: 'a.site.test',
  max: '1111',
  admin: 'owner@a.test',
  key: 'site-key-of-a',
  secret: 'captcha-secret-of-a',
} as const;
export const B = {
  name: 'Site B',
  host: 'b.site.test',
  max: '2222',
  admin: 'owner@b.test',
  key: 'site-key-of-b',
  secret: 'captcha-secret-of-b',
} as const;
export type SiteData = Readonly<Record<keyof typeof A, string>>;

const LIMITS = {
  RATELIMIT__CONTACTSCRIPT: '1000000/60',
  RATELIMIT__CONTACTFORM: '3/300',
  RATELIMIT__ADDRESSCEILING: '5/60',
};

/** An installation with two tenants, each with its own mail server, and the edge proxy of the first. */
export interface TwoTenants {
  readonly database: E2eDatabase;
  readonly api: Running;
  readonly edge: Running;
  idOf(site: SiteData): string;
  sinkOf(site: SiteData): SmtpSink;
  stop(): Promise<void>;
}

/** Resolves when the running server has heard of both tenants' settings. */
export async function startTwoTenants(): Promise<TwoTenants> {
  const database = await createMigratedDatabase();
  const api = await openApi(database.url, { ...MULTI, ...LIMITS });
  const edge = await openEdge(api.url, { ZONE: A.host });
  const ids = new Map<string, string>();
  const sinks = new Map<string, SmtpSink>();
  for (const { name, host } of [A, B]) {
    ids.set(host, await addTenant(database, name, host));
    sinks.set(host, await startSmtpSink({ tls: 'none' }));
  }
  await Promise.all([A, B].map((site) => configure(database, site, sinks.get(site.host)?.url ?? '')));
  await eventually(async () => {
    for (const { host, max } of [A, B]) await requireInScript(api.url, host, max);
  });
  return {
    database,
    api,
    edge,
    idOf: ({ host }) => ids.get(host) ?? missing(host),
    sinkOf: ({ host }) => sinks.get(host) ?? missing(host),
    stop: async () => {
      await Promise.all([...sinks.values()].map((sink) => sink.close()));
      await Promise.all([edge.stop(), api.stop()]);
      await database.drop();
    },
  };
}

async function configure(
  database: E2eDatabase,
  { host, admin, max }: SiteData,
  mailUrl: string,
): Promise<void> {
  await setSetting(database, 'EMAIL', 'ConnectionString', mailUrl, host);
  await setSetting(database, 'EMAIL', 'SenderEmail', `website@${host}`, host);
  await setSetting(database, 'ContactApi', 'AdminEmail', admin, host);
  await setSetting(database, 'ContactApi', 'MaxMessageLength', max, host);
}

async function requireInScript(baseUrl: string, host: string, text: string): Promise<void> {
  const script = await visitorOf(baseUrl, host).script();
  if (!script.text.includes(text)) throw new Error(`The script of ${host} does not have ${text} yet.`);
}

function missing(host: string): never {
  throw new Error(`There is no tenant ${host}.`);
}
