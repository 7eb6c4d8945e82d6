import type { ServerResponse } from 'node:http';
import type { FakeEdge } from './edge-cache.js';
import {
  type CdnRequest,
  parseObject,
  sendJson,
  StandIn,
  type StandInApi,
  type StandInOptions,
  type TransportBehaviour,
} from './stand-in.js';

type Failure =
  | 'throttled'
  | 'error-500'
  | 'unauthorised'
  | 'forbidden'
  /** 200 with an error. */
  | 'not-success';
export type AzureBehaviour = 'ok' | Failure | TransportBehaviour;

/** A purge that was accepted. */
export interface AzurePurge {
  readonly product: 'frontdoor' | 'classic';
  readonly contentPaths: readonly string[];
  readonly domains: readonly string[];
  /** Whether another one was still under way. */
  readonly overlapped: boolean;
}

/** A stand-in for Azure: tokens, and purges of Front Door and of CDN classic that take their time. */
export interface FakeAzure {
  /** Of the management API and of the tokens. */
  readonly apiUrl: string;
  readonly directory: string;
  readonly client: string;
  readonly secret: string;
  readonly subscription: string;
  readonly resourceGroup: string;
  readonly profile: string;
  readonly endpoint: string;
  readonly requests: readonly CdnRequest[];
  readonly purges: readonly AzurePurge[];
  behave(behaviour: AzureBehaviour, times?: number): void;
  /** What becomes of the purges from now on, and after how many questions. */
  setOperation(operation: { readonly polls?: number; readonly ends?: 'Succeeded' | 'Failed' }): void;
  /** Where it says that one has to ask about purges from now on; undefined for the right address. */
  setPollingUrl(url: string | undefined): void;
  /** What the directory says to the application, with its number: `invalid_client`, 7000222. */
  setTokenError(error: { readonly error: string; readonly number: number } | undefined): void;
  /** The tokens that were given out are no longer taken. */
  expireTokens(): void;
  close(): Promise<void>;
}

export async function startAzure(edge: FakeEdge, options: StandInOptions = {}): Promise<FakeAzure> {
  const kit = new StandIn<Failure>('azure', options);
  const fake = new Azure(kit, edge);
  await kit.start(fake);
  const { directory, client, secret, subscription, resourceGroup, profile, endpoint } = fake;
  return {
    apiUrl: kit.url,
    directory,
    client,
    secret,
    subscription,
    resourceGroup,
    profile,
    endpoint,
    requests: kit.requests,
    purges: fake.purges,
    behave: (behaviour, times) => kit.behave(behaviour, times),
    setOperation: ({ polls = 0, ends = 'Succeeded' }) => void (fake.operation = { polls, ends }),
    setPollingUrl: (url) => void (fake.pollingUrl = url),
    setTokenError: (error) => void (fake.tokenError = error),
    expireTokens: () => fake.tokens.clear(),
    close: () => kit.close(),
  };
}

interface Operation {
  readonly id: string;
  readonly paths: readonly string[];
  readonly ends: 'Succeeded' | 'Failed';
  polls: number;
}

class Azure implements StandInApi<Failure> {
  readonly directory: string;
  readonly client: string;
  readonly secret: string;
  readonly subscription: string;
  readonly resourceGroup = 'web-production';
  readonly profile = 'front';
  readonly endpoint = 'www';
  readonly tokens = new Set<string>();
  readonly purges: AzurePurge[] = [];
  readonly operations = new Map<string, Operation>();
  operation: { readonly polls: number; readonly ends: Operation['ends'] } = { polls: 0, ends: 'Succeeded' };
  pollingUrl: string | undefined;
  tokenError: { readonly error: string; readonly number: number } | undefined;

  constructor(
    private readonly kit: StandIn<Failure>,
    private readonly edge: FakeEdge,
  ) {
    this.directory = guid(kit.digits(32));
    this.client = guid(kit.digits(32));
    this.secret = `8Q~${kit.digits(34)}`;
    this.subscription = guid(kit.digits(32));
  }

  readonly failures = {
    throttled: (response: ServerResponse): void => {
      response.setHeader('retry-after', '1');
      refuse(response, 429, 'TooManyRequests', 'The request is being throttled.');
    },
    'error-500': (response: ServerResponse): void =>
      refuse(response, 500, 'InternalServerError', `It failed with ${this.secret}.`),
    unauthorised: (response: ServerResponse): void =>
      refuse(response, 401, 'InvalidAuthenticationToken', 'The access token is invalid.'),
    forbidden: (response: ServerResponse): void =>
      refuse(
        response,
        403,
        'AuthorizationFailed',
        'The client does not have authorization to perform this action.',
      ),
    'not-success': (response: ServerResponse): void =>
      refuse(response, 200, 'BadRequest', 'Nothing was done.'),
  };

  answer(request: CdnRequest, response: ServerResponse): void {
    const [path = '', query = ''] = request.path.split('?');
    const [, directory] = /^\/([^/]+)\/oauth2\/v2\.0\/token$/.exec(path) ?? [];
    if (directory !== undefined) return this.giveToken(directory, request.body, response);
    const [, bearer = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!this.tokens.has(bearer))
      return refuse(response, 401, 'ExpiredAuthenticationToken', 'The access token has expired.');
    const [, operation] = /^\/operations\/([^/]+)$/.exec(path) ?? [];
    if (operation !== undefined) return this.sendOperation(operation, response);
    const [, subscription, group, profile, kind, endpoint, rest] =
      /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/providers\/Microsoft\.Cdn\/profiles\/([^/]+)\/(afdEndpoints|endpoints)\/([^/]+)(\/purge)?$/.exec(
        path,
      ) ?? [];
    if (!query.startsWith('api-version='))
      return refuse(response, 400, 'MissingApiVersionParameter', 'The api-version is missing.');
    if (subscription !== this.subscription)
      return refuse(response, 404, 'SubscriptionNotFound', 'The subscription could not be found.');
    if (group !== this.resourceGroup || profile !== this.profile || endpoint !== this.endpoint)
      return refuse(response, 404, 'ResourceNotFound', 'The resource was not found.');
    if (rest === undefined) return sendJson(response, 200, { name: endpoint, properties: {} });
    return this.purge(request.body, kind === 'endpoints' ? 'classic' : 'frontdoor', response);
  }

  private giveToken(directory: string, body: string, response: ServerResponse): void {
    const form = new URLSearchParams(body);
    const error = (name: string, number: number): void =>
      sendJson(response, 400, {
        error: name,
        error_description: `AADSTS${number}: It isn't right. Trace ID: 1`,
        error_codes: [number],
      });
    if (this.tokenError) return error(this.tokenError.error, this.tokenError.number);
    if (directory !== this.directory) return error('invalid_request', 90_002);
    if (form.get('client_id') !== this.client) return error('unauthorized_client', 700_016);
    if (form.get('client_secret') !== this.secret) return error('invalid_client', 7_000_215);
    if (form.get('grant_type') !== 'client_credentials' || !String(form.get('scope')).endsWith('/.default'))
      return error('invalid_request', 900_144);
    const token = `ey${this.kit.digits(60)}`;
    this.tokens.add(token);
    return sendJson(response, 200, { token_type: 'Bearer', expires_in: 3_599, access_token: token });
  }

  private purge(body: string, product: AzurePurge['product'], response: ServerResponse): void {
    const { contentPaths, domains = [] } = parseObject(body);
    const isRight = (paths: unknown): paths is readonly string[] =>
      Array.isArray(paths) && paths.every((each) => typeof each === 'string');
    if (!isRight(contentPaths) || contentPaths.length === 0 || contentPaths.length > 100)
      return refuse(response, 400, 'BadRequest', 'At most 100 content paths are allowed.');
    if (!contentPaths.every((path) => /^\/[^?#]*$/.test(path)) || !isRight(domains))
      return refuse(response, 400, 'BadRequest', 'A content path is wrong.');
    const overlapped = [...this.operations.values()].some(({ polls }) => polls > 0);
    this.purges.push({ product, contentPaths, domains, overlapped });
    const id = guid(this.kit.digits(32));
    // What nobody can ask for is through.
    const polls = this.pollingUrl === undefined ? this.operation.polls + 1 : 0;
    this.operations.set(id, { id, paths: contentPaths, ...this.operation, polls });
    const location = this.pollingUrl ?? `${this.kit.url}/operations/${id}?api-version=2025-06-01`;
    response.writeHead(202, { 'azure-asyncoperation': location, location, 'retry-after': '1' }).end();
  }

  private sendOperation(id: string, response: ServerResponse): void {
    const operation = this.operations.get(id);
    if (!operation) return refuse(response, 404, 'NotFound', 'There is no such operation.');
    if (operation.polls > 0) operation.polls -= 1;
    if (operation.polls > 0) return sendJson(response, 200, { status: 'InProgress' }, { 'retry-after': '1' });
    if (operation.ends === 'Failed')
      return sendJson(response, 200, {
        status: 'Failed',
        error: { code: 'PurgeFailed', message: 'The purge failed.' },
      });
    this.edge.purge(operation.paths);
    return sendJson(response, 200, { status: 'Succeeded' });
  }
}

const refuse = (response: ServerResponse, status: number, code: string, message: string): void =>
  sendJson(response, status, { error: { code, message } });

const guid = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
