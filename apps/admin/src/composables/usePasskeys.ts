import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@sitedesk/contract/passkeys';
import { http, QUIET } from '../app/http';

/** Whether this browser can use passkeys at all. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Whether the browser can offer passkeys within a text field. */
export const hasAutofill = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** The person closed the browser's window, or it took too long. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Asks the browser for a passkey of this site. */
async function askForPasskey(
  options: PasskeyRequestOptions,
  mediation?: { readonly conditional: true; readonly signal: AbortSignal },
): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(plain(options));
  const credential = await navigator.credentials.get({
    publicKey,
    ...(mediation ? { mediation: 'conditional', signal: mediation.signal } : {}),
  });
  return jsonOf<PasskeyAssertion>(credential);
}

/** Has the server's question answered by a passkey. @param path of the answer; that of the question is below it */
export async function provePasskey<Verdict>(
  path: string,
  mediation?: Parameters<typeof askForPasskey>[1],
): Promise<Verdict> {
  const options = await http.post<PasskeyRequestOptions>(`${path}/options`, {}, QUIET);
  return http.post<Verdict>(path, { response: await askForPasskey(options, mediation) }, QUIET);
}

/** Asks the browser to make a passkey. */
export async function makePasskey(options: PasskeyCreationOptions): Promise<PasskeyCreation> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(plain(options));
  return jsonOf<PasskeyCreation>(await navigator.credentials.create({ publicKey }));
}

/** The DOM's types are mutable; the contract's are not. */
const plain = <Options>(value: object): Options => structuredClone(value) as Options;

function jsonOf<Answer>(credential: Credential | null): Answer {
  if (!(credential instanceof PublicKeyCredential))
    throw new DOMException('No passkey was given.', 'NotAllowedError');
  return credential.toJSON() as Answer; // WebAuthn Level 3 says so, and the server checks it
}
