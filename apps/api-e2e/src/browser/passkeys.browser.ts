import {
  CSRF_HEADER,
  EDITOR_PATH,
  IDENTITY_TEXTS,
  type SessionInfo,
  type SignInOutcome,
} from '@sitedesk/contract/identity';
import type { OwnPasskey, RegisteredPasskey } from '@sitedesk/contract/passkeys';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { ADMINISTRATOR, type EditorSite, startEditorSite } from '../harness/editor.js';
import { launchBrowser } from './support/browser.js';

const PAGE_PATH = '/passkeys-of-this-test';

/** What the editor's page does, in a browser: asks for options, lets the browser's WebAuthn work, sends its answer. */
const PAGE = `<!doctype html><title>Passkeys</title><script>
const send = async (method, path, body, token) => {
  const headers = { 'Content-Type': 'application/json', ...(token ? { '${CSRF_HEADER}': token } : {}) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch('${EDITOR_PATH}' + path, { method, headers, ...sent });
  return { status: answer.status, body: await answer.json().catch(() => undefined) };
};
const register = async (name, token) => {
  const { body } = await send('POST', '/account/passkeys/options', {}, token);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(body);
  const credential = await navigator.credentials.create({ publicKey }).catch((error) => error);
  if (credential instanceof Error) return { status: 0, body: credential.name };
  return send('POST', '/account/passkeys', { name, response: credential.toJSON() }, token);
};
const use = async (path, token, mediation) => {
  const { body } = await send('POST', path + '/options', {}, token);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(body);
  const credential = await navigator.credentials.get({ publicKey, mediation });
  return send('POST', path, { response: credential.toJSON() }, token);
};
</script><input autocomplete="username webauthn">`;

interface PageAnswer<Body> {
  readonly status: number;
  readonly body: Body;
}

describe('passkeys in a real browser (ID-18)', () => {
  let site: EditorSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let cdp: CDPSession;
  let authenticatorId: string;
  let token: string | undefined;

  beforeAll(async () => {
    [site, browser] = await Promise.all([startEditorSite(), launchBrowser()]);
  });

  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
    await page.route(`**${PAGE_PATH}`, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
    await page.goto(`http://localhost:${site.api.port}${PAGE_PATH}`);
    cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    }));
    await signInWithPassword();
  });

  afterEach(async () => {
    await site.database.query('DELETE FROM passkey');
    await context.close();
  });

  /** Runs one of the page's functions. */
  const run = async <Body>(name: string, ...values: readonly unknown[]): Promise<PageAnswer<Body>> =>
    (await page.evaluate(`${name}(...${JSON.stringify(values)})`)) as PageAnswer<Body>; // the contract's word
  const signInWithPassword = async (): Promise<SignInOutcome> => {
    const { body } = await run<SignInOutcome>('send', 'POST', '/session', ADMINISTRATOR);
    token = 'session' in body ? body.session.csrfToken : body.csrfToken;
    return body;
  };
  const register = async (name: string): Promise<PageAnswer<RegisteredPasskey>> => {
    const answer = await run<RegisteredPasskey>('register', name, token);
    if (answer.status === 201) token = answer.body.session.csrfToken;
    return answer;
  };
  const signOut = async (): Promise<void> => {
    expect((await run('send', 'DELETE', '/session', undefined, token)).status).toBe(204);
    token = undefined;
  };
  const list = async (): Promise<readonly OwnPasskey[]> =>
    (await run<{ items: OwnPasskey[] }>('send', 'GET', '/account/passkeys')).body.items;

  it('registers, signs in with nothing else, is renamed, and after its removal opens nothing (ID-18)', async () => {
    expect((await register('Laptop')).status).toBe(201);
    expect(await list()).toMatchObject([{ name: 'Laptop', hostname: 'localhost' }]);
    await signOut();

    const signedIn = await run<Extract<SignInOutcome, { status: 'signed-in' }>>('use', '/session/passkey');
    expect(signedIn).toMatchObject({ status: 200, body: { status: 'signed-in' } });
    expect(signedIn.body.session.account.email).toBe(ADMINISTRATOR.email);
    token = signedIn.body.session.csrfToken;

    const [passkey] = await list();
    const path = `/account/passkeys/${passkey?.id}`;
    expect((await run('send', 'PATCH', path, { name: 'Old laptop' }, token)).status).toBe(200);
    expect(await list()).toMatchObject([{ name: 'Old laptop', lastUsedAt: expect.any(String) }]);
    const removed = await run<SessionInfo>('send', 'DELETE', path, undefined, token);
    expect(removed.status).toBe(200);
    token = removed.body.csrfToken;
    expect(await list()).toEqual([]);
    await signOut();

    // The authenticator still has its key: only this side has forgotten it.
    expect(await run('use', '/session/passkey')).toMatchObject({
      status: 401,
      body: { detail: IDENTITY_TEXTS.signInRefused.text },
    });
  });

  it('signs in from the suggestions of the address field (ID-18)', async () => {
    await register('Laptop');
    await signOut();
    const signedIn = await run<SignInOutcome>('use', '/session/passkey', undefined, 'conditional');
    expect(signedIn).toMatchObject({ status: 200, body: { status: 'signed-in' } });
  });

  it('completes a sign-in after the password, and confirms who is there (ID-11, ID-18)', async () => {
    await register('Laptop');
    await signOut();
    expect(await signInWithPassword()).toMatchObject({
      status: 'second-factor-required',
      methods: ['passkey', 'recovery'],
    });
    const signedIn = await run<Extract<SignInOutcome, { status: 'signed-in' }>>(
      ...(['use', '/session/second-factor/passkey', token] as const),
    );
    expect(signedIn).toMatchObject({ status: 200, body: { status: 'signed-in' } });
    token = signedIn.body.session.csrfToken;
    const confirmed = await run<SessionInfo>('use', '/session/confirm/passkey', token);
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.csrfToken).not.toBe(token);
  });

  it('the browser refuses to register the same authenticator twice (ID-18)', async () => {
    await register('Laptop');
    expect(await register('Laptop again')).toEqual({ status: 0, body: 'InvalidStateError' });
    expect(await list()).toHaveLength(1);
  });

  it('a copy of the key is noticed by its counter (ID-18)', async () => {
    await register('Laptop');
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    const [copy] = credentials;
    if (!copy) throw new Error('The virtual authenticator has no credential.');
    await signOut();
    for (let use = 0; use < 2; use += 1) expect((await run('use', '/session/passkey')).status).toBe(200);
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copy });
    expect(await run('use', '/session/passkey')).toMatchObject({ status: 401 });
    const [row] = await site.database.query('SELECT flagged_at FROM passkey');
    expect(row).toEqual({ flagged_at: expect.any(Date) });
  });

  it('someone whom the authenticator does not know is refused (ID-18)', async () => {
    await register('Laptop');
    await signOut();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await expect(run('use', '/session/passkey')).rejects.toThrow(/NotAllowedError/);
  });
});
