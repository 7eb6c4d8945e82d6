import * as openid from 'openid-client';
import { type CiIssuer, startCiIssuer, type TokenForgery } from './ci-issuer.js';

const CLIENT = 'sitedesk:site.test';

/** What a library that isn't ours says of its tokens. */
describe('the CI issuer', () => {
  let issuer: CiIssuer;

  beforeAll(async () => {
    issuer = await startCiIssuer();
  });
  afterAll(() => issuer.close());

  async function claimsOf(forgery: TokenForgery = {}, claims: object = {}): Promise<openid.IDToken> {
    const { algorithm = 'RS256' } = forgery;
    const metadata = { id_token_signed_response_alg: algorithm };
    const config = await openid.discovery(new URL(issuer.issuer), CLIENT, metadata, openid.None(), {
      execute: [openid.allowInsecureRequests, openid.useIdTokenResponseType],
    });
    const token = issuer.token(CLIENT, { nonce: 'n', ...claims }, forgery);
    return openid.implicitAuthentication(config, new URL(`https://site.test/#id_token=${token}`), 'n');
  }

  it.each(['RS256', 'ES256'] as const)('signs with %s what a foreign client accepts', async (algorithm) => {
    expect(await claimsOf({ algorithm })).toMatchObject({ repository_id: '101', event_name: 'push' });
    await issuer.rotate();
    expect(await claimsOf({ algorithm })).toMatchObject({ repository_id: '101' });
  });

  it.each(['none', 'mac-of-public-key', 'another-key'] as const)('forges what it refuses: %s', async (as) => {
    await expect(claimsOf({ as })).rejects.toThrow();
  });

  it('makes tokens of other times and audiences, which it refuses', async () => {
    await expect(claimsOf({}, { aud: 'another' })).rejects.toThrow();
    await expect(claimsOf({}, { exp: 1 })).rejects.toThrow();
  });

  it('gives tokens to runs that may ask for them', async () => {
    const env = issuer.environment({ ref: 'refs/heads/other' });
    const url = `${env['ACTIONS_ID_TOKEN_REQUEST_URL']}&audience=x`;
    expect((await fetch(url)).status).toBe(401);
    const authorization = `Bearer ${env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']}`;
    const { value } = (await (await fetch(url, { headers: { authorization } })).json()) as { value: string }; // its own answer
    const claims = JSON.parse(Buffer.from(value.split('.')[1] ?? '', 'base64url').toString()) as unknown;
    expect(claims).toMatchObject({ aud: 'x', ref: 'refs/heads/other' });
  });
});
