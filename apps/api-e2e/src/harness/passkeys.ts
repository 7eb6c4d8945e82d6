import type { SessionInfo, SignInOutcome } from '@sitedesk/contract/identity';
import type {
  OwnPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  RegisteredPasskey,
} from '@sitedesk/contract/passkeys';
import { SoftAuthenticator, type WebAuthnChanges } from '@sitedesk/testing';
import { type AccountSite, newPerson, type Person, startAccountSite } from './account-emails.js';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite } from './editor.js';
import type { Answer } from './http.js';

const PASSKEYS = '/account/passkeys';

/** An installation that is visited by a name, because browsers have no passkeys for addresses of numbers. */
export interface PasskeySite extends AccountSite {
  readonly origin: string;
  /** A browser at that name, nobody signed in. */
  atName(): EditorBrowser;
}

export async function startPasskeySite(): Promise<PasskeySite> {
  const site = await startAccountSite();
  const host = `localhost:${site.api.port}`;
  return { ...site, origin: `http://${host}`, atName: () => site.browser({ Host: host }) };
}

/** Someone with an account who is signed in, and an authenticator with nothing in it yet. */
export interface PasskeyOwner {
  readonly person: Person;
  readonly owner: EditorBrowser;
  readonly authenticator: SoftAuthenticator;
}

export async function newOwner(site: PasskeySite): Promise<PasskeyOwner> {
  const person = await newPerson(site);
  const owner = site.atName();
  await owner.signIn(person);
  return { person, owner, authenticator: new SoftAuthenticator(site.origin) };
}

export async function signInAdministrator(site: PasskeySite): Promise<EditorBrowser> {
  const administrator = site.atName();
  await administrator.signIn(ADMINISTRATOR);
  return administrator;
}

export const listOf = async (of: EditorBrowser): Promise<readonly OwnPasskey[]> =>
  ((await of.get(PASSKEYS)).json() as { items: OwnPasskey[] }).items;

export const idOfFirst = async (of: EditorBrowser): Promise<string> => (await listOf(of))[0]?.id ?? '';

export const sessionOf = async (of: EditorBrowser): Promise<SessionInfo> =>
  (await of.get('/session')).json() as SessionInfo;

/** What a sign-in led to, as its answer says. */
export const outcomeOf = (answer: Answer): SignInOutcome => answer.json() as SignInOutcome;

/** The newest rows of the audit log. */
export const auditRows = ({ database }: EditorSite, count: number): ReturnType<typeof database.query> =>
  database.query(
    'SELECT action, outcome, reason, target_kind AS target FROM audit_entry ORDER BY sequence DESC LIMIT $1',
    [count],
  );

/** Asks for a registration; the options, as a browser would get them. */
export async function creationOptions(browser: EditorBrowser): Promise<PasskeyCreationOptions> {
  return (await browser.post(`${PASSKEYS}/options`)).json() as PasskeyCreationOptions; // the contract's word
}

/** Asks for a sign-in (`/session/passkey`), or another step below `/session`; the options. */
export async function requestOptions(
  browser: EditorBrowser,
  path = '/session/passkey',
): Promise<PasskeyRequestOptions> {
  return (await browser.post(`${path}/options`)).json() as PasskeyRequestOptions; // the contract's word
}

/** The whole ceremony of a new passkey; whatever the answer is. */
export async function register(
  browser: EditorBrowser,
  authenticator: SoftAuthenticator,
  changes: WebAuthnChanges = {},
  name = 'Telephone',
): Promise<Answer> {
  const response = authenticator.create(await creationOptions(browser), changes);
  const answer = await browser.post(PASSKEYS, { name, response });
  if (answer.status === 201) browser.csrfToken = registered(answer).session.csrfToken;
  return answer;
}

/** What a successful registration answered. */
export const registered = (answer: Answer): RegisteredPasskey => answer.json() as RegisteredPasskey;

/** The whole ceremony of a sign-in, or of another step; whatever the answer is. */
export async function usePasskey(
  browser: EditorBrowser,
  authenticator: SoftAuthenticator,
  changes: WebAuthnChanges = {},
  path = '/session/passkey',
): Promise<Answer> {
  const response = authenticator.get(await requestOptions(browser, path), changes);
  const answer = await browser.post(path, { response });
  if (answer.status === 200) keepToken(browser, answer);
  return answer;
}

/** Takes over the new anti-forgery token that an answer tells. */
export function keepToken(browser: EditorBrowser, answer: Answer): void {
  const body = answer.json() as SessionInfo | { readonly session: SessionInfo };
  browser.csrfToken = 'session' in body ? body.session.csrfToken : body.csrfToken;
}
