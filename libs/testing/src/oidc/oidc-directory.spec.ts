import type * as openid from 'openid-client';
import { CONFIDENTIAL, discover, signIn } from './oidc-client.fixture.js';
import { startOidcProvider } from './oidc-test-provider.js';
import type { OidcTestProvider } from './oidc-types.js';

const GROUPS = ['g1', 'g2', 'g3', 'g4', 'g5'];
const GROUPS_PATH = '/graph/v1.0/me/transitiveMemberOf/microsoft.graph.group?$select=id';

interface GroupsPage {
  readonly value: readonly (string | { readonly id: string })[];
  readonly '@odata.nextLink'?: string;
}

describe('the directory API of an OpenID provider', () => {
  let provider: OidcTestProvider;
  let tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers;

  beforeEach(async () => {
    provider = await startOidcProvider({ groupsOverflowAbove: 4, directoryPageSize: 2 });
    provider.addClient(CONFIDENTIAL);
    provider.addUser({ subject: 'ada', groups: GROUPS });
    provider.signInAs('ada');
    tokens = await signIn(provider, await discover(provider));
  });

  afterEach(async () => {
    expect(provider.failures).toEqual([]);
    await provider.close();
  });

  const ask = (url: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(url, provider.issuer), {
      ...init,
      headers: { authorization: `Bearer ${tokens.access_token}`, ...init.headers },
    });

  const askForObjects = (url: string): Promise<Response> =>
    ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ securityEnabledOnly: false }),
    });

  const pageOf = async (response: Promise<Response>): Promise<GroupsPage> =>
    (await (await response).json()) as GroupsPage; // the provider's own answer

  /** Every id, by way of every page. */
  const readAll = async (first: Promise<Response>): Promise<readonly string[]> => {
    const { value, '@odata.nextLink': next } = await pageOf(first);
    const ids = value.map((one) => (typeof one === 'string' ? one : one.id));
    return next === undefined ? ids : [...ids, ...(await readAll(ask(next)))];
  };

  it('takes the place of a claim with too many groups, and tells them page by page', async () => {
    expect(tokens.claims()).not.toHaveProperty('groups');
    const endpoint = `${provider.issuer}/graph/v1.0/users/ada/getMemberObjects`;
    expect(tokens.claims()).toMatchObject({
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint } },
    });
    expect(await readAll(askForObjects(endpoint))).toEqual(GROUPS);
    expect(await readAll(askForObjects('/graph/v1.0/me/getMemberObjects'))).toEqual(GROUPS);
    expect(await readAll(ask(GROUPS_PATH))).toEqual(GROUPS);
    const pages = provider.requests.filter(({ path }) => path.endsWith('microsoft.graph.group'));
    expect(pages.map(({ query }) => query['$skiptoken'])).toEqual([undefined, '2', '4']);
  });

  it('has the claim itself for as many groups as fit', async () => {
    provider.setGroups('ada', GROUPS.slice(0, 4));
    expect((await signIn(provider, await discover(provider))).claims()?.['groups']).toEqual(
      GROUPS.slice(0, 4),
    );
  });

  it('tells changed groups at once', async () => {
    provider.setGroups('ada', ['g9']);
    expect(await readAll(ask(GROUPS_PATH))).toEqual(['g9']);
  });

  it('wants a good access token of that person, and the body that the directory wants', async () => {
    expect((await fetch(`${provider.issuer}${GROUPS_PATH}`)).status).toBe(401);
    expect((await ask(GROUPS_PATH, { headers: { authorization: 'Bearer nonsense' } })).status).toBe(401);
    expect((await askForObjects('/graph/v1.0/users/bob/getMemberObjects')).status).toBe(403);
    expect((await ask('/graph/v1.0/me/getMemberObjects', { method: 'POST', body: '{}' })).status).toBe(400);
    expect((await ask('/graph/v1.0/me/getMemberObjects')).status).toBe(405);
    expect((await ask('/graph/v1.0/me')).status).toBe(404);
    provider.disableUser('ada');
    expect((await ask(GROUPS_PATH)).status).toBe(401);
  });

  it('answers 429 with Retry-After as often as told, then well', async () => {
    provider.directoryBehaves({ retryAfterSeconds: 7 }, 1);
    const busy = await ask(GROUPS_PATH);
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7']);
    expect((await ask(GROUPS_PATH)).status).toBe(200);
  });

  it.each([
    ['error-500', 500],
    ['forbidden', 403],
  ] as const)('%s: answers %i until told to behave', async (behaviour, status) => {
    provider.directoryBehaves(behaviour);
    expect((await ask(GROUPS_PATH)).status).toBe(status);
    expect((await ask(GROUPS_PATH)).status).toBe(status);
    provider.behave();
    expect((await ask(GROUPS_PATH)).status).toBe(200);
  });

  it('answers with half a text, with other types, late, or not at all', async () => {
    provider.directoryBehaves('garbage', 1);
    await expect((await ask(GROUPS_PATH)).json()).rejects.toThrow(/JSON/);
    provider.directoryBehaves('wrong-types', 1);
    expect(await (await ask(GROUPS_PATH)).json()).toEqual({ value: { id: 7 } });
    provider.directoryBehaves({ afterMs: 20 });
    expect(await readAll(ask(GROUPS_PATH))).toEqual(GROUPS);
    provider.directoryBehaves({ afterMs: 60_000 });
    await expect(ask(GROUPS_PATH, { signal: AbortSignal.timeout(200) })).rejects.toThrow(/timeout/);
    provider.directoryBehaves('silent');
    const silent = await ask(GROUPS_PATH, { signal: AbortSignal.timeout(500) });
    await expect(silent.text()).rejects.toThrow(/timeout/);
  });

  it('lures the bearer of a token to another host, or around in a circle', async () => {
    provider.directoryBehaves('foreign-next-link', 1);
    const foreign = (await pageOf(ask(GROUPS_PATH)))['@odata.nextLink'] ?? '';
    expect(new URL(foreign).origin).not.toBe(provider.issuer);
    provider.directoryBehaves('endless');
    const first = (await pageOf(ask(GROUPS_PATH)))['@odata.nextLink'] ?? '';
    expect((await pageOf(ask(first)))['@odata.nextLink']).toBe(first);
  });
});
