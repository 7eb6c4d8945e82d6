import { CSRF_HEADER, EDITOR_PATH } from '@sitedesk/contract/identity';
import { PERMISSIONS } from '@sitedesk/contract/permissions';
import type { BuiltInRole } from '@sitedesk/contract/roles';
import { DataSource } from 'typeorm';
import { systemContext } from '../platform/http/request-context.js';
import { createLog } from '../platform/core/log.js';
import { RUNTIME } from '../platform/config/runtime.js';
import { AccountsService } from '../people/accounts/accounts.service.js';
import { PasswordHasher } from '../people/passwords/password-hasher.js';
import type { SessionKind } from '../platform/http/principal.js';
import { csrfTokenOf, cookieName } from '../people/sessions/session-cookie.js';
import { SessionsService } from '../people/sessions/sessions.service.js';
import { TenantsService } from '../platform/tenancy/tenants.service.js';
import { type RawAnswer, type RawCall, RawClient } from './raw-call.js';
import { listRoutes, type RouteInfo } from './routes.js';
import { type RunningApp, startApp } from './running-app.js';

/** Everyone who plays at each site: one person per role, and one who has none. */
export const CAST = ['Administrator', 'Editor', 'Author', 'Reviewer', 'nobody'] as const;
export type CastRole = (typeof CAST)[number];

/** Headers with which a request is someone's. */
export type Credentials = Readonly<Record<string, string>>;

export interface Person {
  readonly accountId: string;
  /** Of the session that a sign-in with the password began; nobody ends it. */
  readonly session: Credentials;
}

/** One of two sites that have the same people. */
export interface MirrorSite {
  readonly name: 'a' | 'b';
  readonly tenantId: string;
  readonly host: string;
  readonly people: Readonly<Record<CastRole, Person>>;
  /** Of an API token of the administrator, with every permission. */
  readonly token: Credentials;
}

/** The whole product with two tenants, for generated tests of every route. */
export interface TwoSites {
  readonly running: RunningApp;
  readonly routes: readonly RouteInfo[];
  readonly a: MirrorSite;
  readonly b: MirrorSite;
  /** What the process has logged as an error since the last time, shortened: the event and why. */
  takeErrors(): readonly string[];
  /** Sends a request to a site's host. */
  call(site: MirrorSite, call: RawCall): Promise<RawAnswer>;
  /** A new session that a test may spend. */
  freshSession(site: MirrorSite, role: CastRole, kind?: SessionKind): Promise<Credentials>;
  stop(): Promise<void>;
}

const STACK_CHARACTERS = 500;

const PASSWORD = 'seven rivers under a paper moon';

/** Nothing is limited, nothing is mailed: the tests are about what anyone is allowed to do. */
const ENV = {
  TENANCY: 'multi',
  OUTBOX_WORKER: 'off',
  RATE_LIMIT_STORE: 'memory',
  RATELIMIT__SIGNIN: '1000000/60',
  RATELIMIT__DOCSIMPORT: '1000000/60',
  RATELIMIT__SETTINGSPROBE: '1000000/60',
  RATELIMIT__CONTACTFORM: '1000000/60',
  RATELIMIT__CONTACTSCRIPT: '1000000/60',
  RATELIMIT__CAPTCHAVALIDATE: '1000000/60',
  RATELIMIT__ADDRESSCEILING: '1000000/60',
  RATELIMIT__COPILOTINLINE: '1000000/60',
  RATELIMIT__DEPLOYMENT: '1000000/60',
};

export async function startTwoSites(): Promise<TwoSites> {
  const errors: string[] = [];
  const log = createLog('error', { write: (line: string) => void errors.push(line) });
  const running = await startApp(ENV, log);
  const client = new RawClient(running.url);
  const [a, b] = [await openSite(running, client, 'a'), await openSite(running, client, 'b')];
  return {
    running,
    a,
    b,
    routes: listRoutes(running.app),
    takeErrors: () => errors.splice(0).map(shortened),
    call: (site, call) => client.send({ ...call, headers: { Host: site.host, ...call.headers } }),
    freshSession: async ({ tenantId, people }, role, kind = 'full') => {
      const how = { kind, methods: ['pwd'] } as const;
      const { accountId } = people[role];
      const token = await running.app
        .get(SessionsService)
        .begin(systemContext(tenantId, 'test'), accountId, how);
      if (token === undefined) throw new Error('No session could be begun.');
      return credentialsOf(running, token);
    },
    stop: async () => {
      client.close();
      await running.stop();
    },
  };
}

function shortened(line: string): string {
  const { event, method, err } = membersOf(line);
  const { message, stack } = { message: '', stack: '', ...Object(err) };
  return `${String(event)} ${String(method)}: ${String(message)} ${String(stack).slice(0, STACK_CHARACTERS)}`;
}

function credentialsOf(running: RunningApp, token: string): Credentials {
  const name = cookieName(running.app.get(RUNTIME), 'session');
  return { Cookie: `${name}=${token}`, [CSRF_HEADER]: csrfTokenOf(token) };
}

async function openSite(running: RunningApp, client: RawClient, name: 'a' | 'b'): Promise<MirrorSite> {
  const host = `${name}.site.test`;
  const { id: tenantId } = await running.app.get(TenantsService).add(`Site ${name}`, [host]);
  const passwordHash = await running.app.get(PasswordHasher).hash(PASSWORD);
  const enter = async (role: CastRole): Promise<Person> => {
    const accountId = await addAccount(running, tenantId, {
      email: `${role.toLowerCase()}@${host}`,
      displayName: `${role} of ${name}`,
      roleKeys: role === 'nobody' ? [] : [role satisfies BuiltInRole],
      passwordHash,
    });
    return { accountId, session: await signIn(running, client, host, `${role.toLowerCase()}@${host}`) };
  };
  const people = {
    Administrator: await enter('Administrator'),
    Editor: await enter('Editor'),
    Author: await enter('Author'),
    Reviewer: await enter('Reviewer'),
    nobody: await enter('nobody'),
  };
  const token = await newToken(client, host, people.Administrator.session);
  return { name, tenantId, host, people, token };
}

/** Adds a person who can sign in, past the invitation. Resolves to the account's id. */
export async function addAccount(
  running: RunningApp,
  tenantId: string,
  person: {
    readonly email: string;
    readonly displayName: string;
    readonly roleKeys: readonly string[];
    readonly passwordHash?: string;
  },
): Promise<string> {
  const { manager } = running.app.get(DataSource);
  const { id } = await running.app.get(AccountsService).create(manager, tenantId, {
    status: 'active',
    emailConfirmed: true,
    passwordHash: null,
    ...person,
  });
  return id;
}

async function signIn(
  running: RunningApp,
  client: RawClient,
  host: string,
  email: string,
): Promise<Credentials> {
  const path = `${EDITOR_PATH}/session`;
  const body = { email, password: PASSWORD };
  const { status, headers, text } = await client.send({
    method: 'POST',
    path,
    headers: { Host: host },
    body,
  });
  const cookies = (headers['set-cookie'] ?? []).map((cookie) => cookie.slice(0, cookie.indexOf(';')));
  const name = cookieName(running.app.get(RUNTIME), 'session');
  const token = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  if (status !== 200 || token === undefined) throw new Error(`${email} cannot sign in: ${status} ${text}`);
  return credentialsOf(running, token);
}

async function newToken(client: RawClient, host: string, owner: Credentials): Promise<Credentials> {
  const { text } = await client.send({
    method: 'POST',
    path: `${EDITOR_PATH}/account/tokens`,
    headers: { Host: host, ...owner },
    body: { name: 'Everything', permissions: PERMISSIONS },
  });
  return { Authorization: `Bearer ${String(membersOf(text)['token'])}` };
}

/** The members of an answer that is a JSON object; throws with the answer's text when it is none. */
export function membersOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error(`Not an object: ${text}`);
  return { ...value };
}
