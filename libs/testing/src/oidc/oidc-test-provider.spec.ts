import * as openid from 'openid-client';
import { AFTER_SIGN_OUT, CALLBACK, CONFIDENTIAL, discover, readKeys, signIn } from './oidc-client.fixture.js';
import { startOidcProvider } from './oidc-test-provider.js';
import type { OidcTestProvider } from './oidc-types.js';

const ADA = {
  subject: 'ada',
  email: 'ada@example.test',
  emailVerified: true,
  name: 'Ada <L>',
  groups: ['g1', 'g2'],
} as const;

describe('an OpenID provider for tests', () => {
  let provider: OidcTestProvider;

  beforeEach(async () => {
    provider = await startOidcProvider();
    provider.addClient(CONFIDENTIAL);
    provider.addUser(ADA);
    provider.addUser({ subject: 'bob', email: 'bob@example.test', emailVerified: false, name: 'Bob' });
  });

  afterEach(async () => {
    expect(provider.failures).toEqual([]);
    await provider.close();
  });

  it('signs the chosen person in with code and PKCE, and tells the claims', async () => {
    const config = await discover(provider);
    const tokens = await signIn(provider, config, { choose: 'ada' });
    expect(tokens.claims()).toMatchObject({
      iss: provider.issuer,
      aud: 'site',
      sub: 'ada',
      email: 'ada@example.test',
      email_verified: true,
      name: 'Ada <L>',
      groups: ['g1', 'g2'],
    });
    const told = await openid.fetchUserInfo(config, tokens.access_token, 'ada');
    expect(told).toMatchObject({ sub: 'ada', email: 'ada@example.test' });
    expect(told).not.toHaveProperty('groups');
  });

  it('signs ID tokens with ES256 for the client that wants it, and serves a public client', async () => {
    const client = { clientId: 'app', redirectUris: [CALLBACK], signingAlgorithm: 'ES256' } as const;
    provider.addClient(client);
    provider.signInAs('ada');
    const tokens = await signIn(provider, await discover(provider, client));
    const [header = ''] = (tokens.id_token ?? '').split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'ES256' });
    expect(tokens.claims()?.aud).toBe('app');
  });

  it('records what the client sent, in order', async () => {
    provider.signInAs('ada');
    await signIn(provider, await discover(provider));
    const [authorization] = provider.requests.filter(({ path }) => path === '/auth');
    expect(authorization?.query).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.any(String),
      nonce: expect.any(String),
    });
    const [exchange] = provider.requests.filter(({ path }) => path === '/token');
    expect(exchange).toMatchObject({
      method: 'POST',
      form: { grant_type: 'authorization_code', redirect_uri: CALLBACK, code_verifier: expect.any(String) },
    });
    expect(provider.requests[0]?.path).toBe('/.well-known/openid-configuration');
  });

  it.each([
    ['no PKCE', {}],
    ['plain PKCE', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
  ])('refuses an authorization with %s', async (_name, parameters) => {
    provider.signInAs('ada');
    const config = await discover(provider);
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid',
      ...parameters,
    });
    const back = await provider.newVisitor().open(url);
    expect(back.searchParams.get('error')).toBe('invalid_request');
  });

  it('never redirects to an address that the client did not register', async () => {
    provider.signInAs('ada');
    const url = openid.buildAuthorizationUrl(await discover(provider), { redirect_uri: `${CALLBACK}/else` });
    await expect(provider.newVisitor().open(url)).rejects.toThrow('redirect_uri');
  });

  it('shows a page with a button for each person, and says when a test forgot to choose', async () => {
    const config = await discover(provider);
    await expect(signIn(provider, config)).rejects.toThrow('login page');
  });

  it('keeps the session of a browser, and puts another person in its place when told to', async () => {
    const config = await discover(provider);
    const visitor = provider.newVisitor();
    await signIn(provider, config, { visitor, choose: 'ada' });
    expect((await signIn(provider, config, { visitor })).claims()?.sub).toBe('ada');
    provider.signInAs('bob');
    expect((await signIn(provider, config, { visitor })).claims()?.sub).toBe('bob');
    provider.askOnPage();
    expect((await signIn(provider, config, { visitor })).claims()?.sub).toBe('bob');
  });

  it('tells changed groups on refresh, and takes each refresh token once', async () => {
    provider.signInAs('ada');
    const config = await discover(provider);
    const first = await signIn(provider, config);
    provider.setGroups('ada', ['g3']);
    const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '');
    expect(second.claims()?.['groups']).toEqual(['g3']);
    await expect(openid.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(openid.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('leaves the claim of groups out for nobody knows, and empty for none', async () => {
    const config = await discover(provider);
    expect((await signIn(provider, config, { choose: 'bob' })).claims()).not.toHaveProperty('groups');
    provider.setGroups('bob', []);
    expect((await signIn(provider, config, { choose: 'bob' })).claims()?.['groups']).toEqual([]);
  });

  it('refuses refresh and userinfo after a revocation, and signs in again', async () => {
    provider.signInAs('ada');
    const config = await discover(provider);
    const tokens = await signIn(provider, config);
    provider.revoke('ada');
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(openid.fetchUserInfo(config, tokens.access_token, 'ada')).rejects.toMatchObject({
      status: 401,
    });
    expect((await signIn(provider, config)).claims()?.sub).toBe('ada');
  });

  it('keeps a disabled person out until enabled', async () => {
    const config = await discover(provider);
    const visitor = provider.newVisitor();
    const tokens = await signIn(provider, config, { visitor, choose: 'ada' });
    provider.disableUser('ada');
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(signIn(provider, config, { visitor, choose: 'ada' })).rejects.toMatchObject({
      error: 'access_denied',
    });
    provider.enableUser('ada');
    expect((await signIn(provider, config, { visitor, choose: 'ada' })).claims()?.sub).toBe('ada');
  });

  it('gives no refresh token without the scope, nor without consent where that is needed', async () => {
    provider.signInAs('ada');
    const config = await discover(provider);
    expect((await signIn(provider, config, { scope: 'openid' })).refresh_token).toBeUndefined();
    const strict = await startOidcProvider({ offlineAccessNeedsConsent: true });
    strict.addClient(CONFIDENTIAL);
    strict.addUser(ADA);
    strict.signInAs('ada');
    expect((await signIn(strict, await discover(strict))).refresh_token).toBeUndefined();
    await strict.close();
  });

  it('signs out when the client asks, and returns to it with its state', async () => {
    const config = await discover(provider);
    const visitor = provider.newVisitor();
    const tokens = await signIn(provider, config, { visitor, choose: 'ada' });
    const bye = openid.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: AFTER_SIGN_OUT,
      state: 'a&b',
    });
    const back = await visitor.open(bye);
    expect(back.href).toBe(`${AFTER_SIGN_OUT}?state=a%26b`);
    await expect(signIn(provider, config, { visitor })).rejects.toThrow('login page');
  });

  it.each(['stay', 'vanish'] as const)('changes keys while the old ones %s', async (old) => {
    provider.signInAs('ada');
    const config = await discover(provider);
    const before = await keyIds(provider);
    await signIn(provider, config);
    await provider.rotateKeys(old);
    const after = await keyIds(provider);
    expect(before.every((kid) => after.includes(kid))).toBe(old === 'stay');
    expect(after).toHaveLength(old === 'stay' ? 4 : 2);
    const tokens = await signIn(provider, config);
    const [header = ''] = (tokens.id_token ?? '').split('.');
    const { kid }: { readonly kid: string } = JSON.parse(Buffer.from(header, 'base64url').toString());
    expect(before).not.toContain(kid);
  });
});

async function keyIds(provider: OidcTestProvider): Promise<readonly string[]> {
  return (await readKeys(provider)).map(({ kid }) => kid);
}
