import { HEADERS } from '@sitedesk/contract/headers';
import type { SavedUser, UserDetails, UserSummary } from '@sitedesk/contract/users';
import { openApi, setUp, type StartApi } from './backends.js';
import type { E2eDatabase } from './database.js';
import { type EditorBrowser, type EditorSite, startEditorSiteBy } from './editor.js';
import type { ProcessEnv, Running } from './processes.js';
import { addTenant, MULTI } from './tenants.js';

/** Someone who was invited, and has accepted. */
export interface Colleague {
  readonly id: string;
  readonly credentials: { readonly email: string; readonly password: string };
  /** Signed in. */
  readonly browser: EditorBrowser;
}

export interface WantedPerson {
  readonly roles?: readonly string[];
  readonly displayName?: string;
  /** At the site with that hostname, of several. */
  readonly host?: string;
}

let made = 0;

/** An address that nobody has yet. */
export const freshEmail = (): string => `colleague-${(made += 1)}@site.test`;

/** Invites someone; the answer of the invitation. */
export async function invite(
  administrator: EditorBrowser,
  { roles = [], displayName = `Colleague ${made + 1}` }: WantedPerson = {},
): Promise<SavedUser> {
  const answer = await administrator.post('/users', { email: freshEmail(), displayName, roles });
  if (answer.status !== 201) throw new Error(`The invitation was answered ${answer.status}: ${answer.text}`);
  return answer.json() as SavedUser; // the contract's word
}

/** Invites someone, who accepts and is signed in. */
export async function colleague(
  site: EditorSite,
  administrator: EditorBrowser,
  wanted: WantedPerson = {},
): Promise<Colleague> {
  const { user, invitation } = await invite(administrator, wanted);
  const password = `nine quiet lamps at harbour ${user.id}`;
  const browser = site.browser(wanted.host === undefined ? {} : { [HEADERS.originHostname]: wanted.host });
  const accepted = await browser.post('/invitation/accept', {
    token: invitation?.link.split('token=')[1],
    password,
    displayName: user.displayName,
  });
  if (accepted.status !== 200)
    throw new Error(`The invitation was answered ${accepted.status}: ${accepted.text}`);
  const credentials = { email: user.email, password };
  await browser.signIn(credentials);
  return { id: user.id, credentials, browser };
}

/** A user as administrators see it. */
export async function userOf(administrator: EditorBrowser, id: string): Promise<UserDetails> {
  return (await administrator.get(`/users/${id}`)).json() as UserDetails;
}

/** `If-Match` with the version of a user now. */
export async function matching(
  administrator: EditorBrowser,
  id: string,
): Promise<Readonly<Record<string, string>>> {
  return { 'If-Match': `"v${(await userOf(administrator, id)).version}"` };
}

/** Gives a user exactly these roles by hand. */
export const setRoles = async (
  administrator: EditorBrowser,
  id: string,
  roles: readonly string[],
): ReturnType<EditorBrowser['put']> =>
  administrator.put(`/users/${id}/roles`, { roles }, await matching(administrator, id));

/** Every user that a query lists, page after page. */
export async function everyUser(
  administrator: EditorBrowser,
  query: string,
): Promise<readonly UserSummary[]> {
  const users: UserSummary[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await administrator.get(`/users?${query}${after}`);
    if (answer.status !== 200) throw new Error(`The list was answered ${answer.status}: ${answer.text}`);
    const page = answer.json() as { items: UserSummary[]; nextCursor: string | null };
    users.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return users;
}

/**
 * Users that nobody signs in as, `Crowd 1` and so on: more of them than requests could create in a reasonable time. Their addresses
 * can't be read.
 * @param site name of its tenant
 */
export async function addCrowd(database: E2eDatabase, people: number, site: string): Promise<void> {
  await database.query(
    `INSERT INTO account (id, tenant_id, email, email_key, display_name, name_key, status, created_at, email_confirmed_at)
     SELECT gen_random_uuid(), t.id, 'x', t.id::text || n, 'Crowd ' || n, 'crowd ' || n, 'active', now() - interval '1 day', now()
       FROM tenant t CROSS JOIN generate_series(1, $2::integer) AS n WHERE t.name = $1`,
    [site, people],
  );
}

/** One installation with two sites, and an administrator of each. */
export interface TwoEditorSites<Api extends Running = Running> {
  readonly site: EditorSite<Api>;
  readonly a: EditorBrowser;
  readonly b: EditorBrowser;
}

export const HOSTS = { a: 'a.site.test', b: 'b.site.test' } as const;

/** @param env changes the backend's environment */
export const startTwoEditorSites = (env: ProcessEnv = {}): Promise<TwoEditorSites> =>
  startTwoEditorSitesBy(openApi, env);

/** @param start `startApi` for a backend that is its own process */
export async function startTwoEditorSitesBy<Api extends Running>(
  start: StartApi<Api>,
  env: ProcessEnv = {},
): Promise<TwoEditorSites<Api>> {
  const site = await startEditorSiteBy(start, { ...MULTI, ...env });
  return {
    site,
    a: await administratorOf(site, HOSTS.a),
    b: await administratorOf(site, HOSTS.b),
  };
}

/** Adds a site with that hostname. @returns a browser with its administrator signed in */
export async function administratorOf(site: EditorSite, host: string): Promise<EditorBrowser> {
  await addTenant(site.database, host, host);
  const email = `owner@${host}`;
  const printed = await setUp('admin', ['create', email, '--tenant', host], site.database.url, MULTI);
  const browser = site.browser({ [HEADERS.originHostname]: host });
  await browser.signIn({ email, password: /Password: (.+)/.exec(printed)?.[1]?.trim() ?? '' });
  return browser;
}
