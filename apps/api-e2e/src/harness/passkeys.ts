import {
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  type RegisteredPasskey,
  type SessionInfo,
} from '@sitedesk/contract';
import type { SoftAuthenticator, WebAuthnChanges } from '@sitedesk/testing';
import type { EditorBrowser } from './editor.js';
import type { Answer } from './http.js';

const PASSKEYS = '/account/passkeys';

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
