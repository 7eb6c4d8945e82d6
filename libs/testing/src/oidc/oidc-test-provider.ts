import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { oidcConfiguration } from './oidc-configuration.js';
import { OidcDirectory } from './oidc-directory.js';
import type { DirectoryBehaviour } from './oidc-directory-behaviours.js';
import { createSigningKeys, type SigningKey } from './oidc-keys.js';
import { loadOidcLibrary, type OidcLibrary } from './oidc-library.js';
import { OidcMisbehaviours, type MisbehaveOptions, type OidcMisbehaviour } from './oidc-misbehaviours.js';
import { OidcPeople } from './oidc-people.js';
import { consentToOfflineAccess, oidcPolicy } from './oidc-policy.js';
import { OidcRecorder } from './oidc-recorder.js';
import { signInPages } from './oidc-sign-in.js';
import { OidcStorage } from './oidc-storage.js';
import type {
  OidcProviderOptions,
  OidcRecordedRequest,
  OidcTestClient,
  OidcTestProvider,
  OidcTestUser,
} from './oidc-types.js';
import { OidcHttpVisitor, type OidcVisitor } from './oidc-visitor.js';

const GROUPS_OVERFLOW_ABOVE = 200;
const DIRECTORY_PAGE_SIZE = 100;

/**
 * Starts an OpenID provider on a free local port, over plain http: the client must allow insecure requests for it.
 *
 * @example
 * const provider = await startOidcProvider({ groupsOverflowAbove: 5 });
 * provider.addClient({ clientId: 'site', clientSecret: 'secret', redirectUris: [callback] });
 * provider.addUser({ subject: 'ada', email: 'ada@example.test', emailVerified: true });
 * provider.signInAs('ada');
 * const back = await provider.newVisitor().open(authorizationUrl); // the callback with code and state
 */
export async function startOidcProvider(options: OidcProviderOptions = {}): Promise<OidcTestProvider> {
  const library = await loadOidcLibrary();
  const keys = await createSigningKeys();
  const server = new TestProvider(library, keys, options);
  await server.listen();
  return server;
}

class TestProvider implements OidcTestProvider {
  readonly failures: Error[] = [];
  issuer = '';
  private readonly recorder = new OidcRecorder();
  private readonly people: OidcPeople;
  private readonly directory: OidcDirectory;
  private readonly storage = new OidcStorage();
  private readonly misbehaviours = new OidcMisbehaviours();
  private readonly cookieKey = randomBytes(32).toString('base64url');
  private readonly secrets = new Map<string, string>();
  private automatic: string | undefined;
  private handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void = (
    _request,
    response,
  ) => void response.writeHead(503).end();
  // A failure while answering ends in `onerror` of the provider, so the promise does not reject.
  private readonly server = createServer((request, response) => void this.handle(request, response));

  constructor(
    private readonly library: OidcLibrary,
    private keys: readonly SigningKey[],
    private readonly options: OidcProviderOptions,
  ) {
    this.people = new OidcPeople(options.groupsOverflowAbove ?? GROUPS_OVERFLOW_ABOVE);
    this.directory = new OidcDirectory(this.people, options.directoryPageSize ?? DIRECTORY_PAGE_SIZE);
  }

  get requests(): readonly OidcRecordedRequest[] {
    return this.recorder.requests;
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const { port } = this.server.address() as AddressInfo; // a TCP server that listens has one
    this.issuer = `http://127.0.0.1:${port}`;
    this.serveWith(this.keys);
  }

  addClient(client: OidcTestClient): void {
    const { clientId, clientSecret, authentication = 'client_secret_post' } = client;
    if (clientSecret !== undefined) this.secrets.set(clientId, clientSecret);
    this.storage.putClient({
      client_id: clientId,
      client_secret: clientSecret,
      token_endpoint_auth_method: clientSecret === undefined ? 'none' : authentication,
      redirect_uris: [...client.redirectUris],
      post_logout_redirect_uris: [...(client.postLogoutRedirectUris ?? [])],
      id_token_signed_response_alg: client.signingAlgorithm ?? 'RS256',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
  }

  addUser(user: OidcTestUser): void {
    this.people.put(user);
  }

  updateUser(subject: string, changes: Partial<Omit<OidcTestUser, 'subject'>>): void {
    this.people.update(subject, changes);
  }

  setGroups(subject: string, groups: readonly string[]): void {
    this.people.update(subject, { groups });
  }

  signInAs(subject: string): void {
    this.automatic = this.people.get(subject).subject;
  }

  askOnPage(): void {
    this.automatic = undefined;
  }

  revoke(subject: string): void {
    this.storage.forgetAccount(this.people.get(subject).subject);
  }

  disableUser(subject: string): void {
    this.people.setDisabled(subject, true);
    this.revoke(subject);
  }

  enableUser(subject: string): void {
    this.people.setDisabled(subject, false);
  }

  async rotateKeys(old: 'stay' | 'vanish'): Promise<void> {
    const fresh = await createSigningKeys();
    this.serveWith(old === 'stay' ? [...fresh, ...this.keys] : fresh);
  }

  misbehave(misbehaviour: OidcMisbehaviour, options?: MisbehaveOptions): void {
    this.misbehaviours.add(misbehaviour, options);
  }

  directoryBehaves(behaviour: DirectoryBehaviour, times?: number): void {
    this.directory.behave(behaviour, times);
  }

  behave(): void {
    this.misbehaviours.clear();
    this.directory.behave('ok');
  }

  newVisitor(): OidcVisitor {
    return new OidcHttpVisitor(this.issuer);
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  /** Keys cannot be changed in a provider, so that a new one takes over with everything else as it was. */
  private serveWith(keys: readonly SigningKey[]): void {
    this.keys = keys;
    const { issuer, people, storage, cookieKey, options } = this;
    const policy = oidcPolicy(this.library.interactionPolicy, () => this.automatic);
    const provider = new this.library.Provider(
      issuer,
      oidcConfiguration({ issuer, people, storage, keys, cookieKey, policy, options }),
    );
    provider.on('server_error', (_context, error) => this.failures.push(error));
    provider.onerror = (error) => void this.failures.push(error); // Koa's own prints
    provider.use(this.recorder.middleware());
    if (!options.offlineAccessNeedsConsent) provider.use(consentToOfflineAccess);
    provider.use(this.directory.middleware(provider));
    provider.use(signInPages(provider, people, () => this.automatic));
    provider.use(this.misbehaviours.middleware({ keys, secretOf: (clientId) => this.secrets.get(clientId) }));
    this.handle = provider.callback();
  }
}
