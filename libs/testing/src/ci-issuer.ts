import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { startLocalServer } from './local-server.js';
import { macToken, signToken, unsignedToken } from './oidc/oidc-forgery.js';
import { createSigningKey, type SigningKey } from './oidc/oidc-keys.js';

type Claims = Readonly<Record<string, unknown>>;

/** How the issuer answers those who ask for its keys. */
export type CiIssuerBehaviour =
  | 'ok'
  | 'error-500'
  /** HTML with 200. */
  | 'garbage'
  /** Another issuer's name in the discovery document. */
  | 'other-issuer'
  /** The keys are at an address of the machine itself. */
  | 'private-keys'
  /** A key set that never ends. */
  | 'huge'
  | 'silent';

/** What signs a token, if it isn't the issuer's key. */
export interface TokenForgery {
  readonly algorithm?: 'RS256' | 'ES256';
  /** No signature at all, or the public key as the secret of a MAC (RFC 8725, 2.1). */
  readonly as?: 'none' | 'mac-of-public-key' | 'another-key';
  readonly header?: Claims;
}

/** A CI service that tells by signed tokens which workflow runs: GitHub Actions, or GitLab with other claims. */
export interface CiIssuer {
  readonly issuer: string;
  /** Paths that were asked for, in turn. */
  readonly requests: readonly string[];
  /** A token of a run on `main` of the repository, with other claims where given; undefined leaves one out. */
  token(audience: string, claims?: Claims, forgery?: TokenForgery): string;
  /** What a run of GitHub Actions finds in its environment when it may ask for tokens. */
  environment(claims?: Claims): Readonly<Record<string, string>>;
  behave(behaviour: CiIssuerBehaviour): void;
  /** Signs with new keys, and forgets the old ones. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

/** What GitHub says of a run. */
const GITHUB: Claims = {
  sub: 'repo:octo-org/shop:ref:refs/heads/main',
  repository: 'octo-org/shop',
  repository_id: '101',
  repository_owner: 'octo-org',
  repository_owner_id: '202',
  workflow: 'Deploy',
  workflow_ref: 'octo-org/shop/.github/workflows/deploy.yml@refs/heads/main',
  job_workflow_ref: 'octo-org/shop/.github/workflows/deploy.yml@refs/heads/main',
  ref: 'refs/heads/main',
  ref_type: 'branch',
  event_name: 'push',
  run_id: '303',
  sha: 'f'.repeat(40),
};

/** What GitLab says of one. */
export const GITLAB_CLAIMS: Claims = {
  ...Object.fromEntries(Object.keys(GITHUB).map((name) => [name, undefined])),
  sub: 'project_path:harbour/tides:ref_type:branch:ref:main',
  namespace_id: '606',
  namespace_path: 'harbour',
  project_id: '505',
  project_path: 'harbour/tides',
  pipeline_source: 'push',
  ref: 'main',
  ref_type: 'branch',
  ref_path: 'refs/heads/main',
  ci_config_ref_uri: 'gitlab.example.com/harbour/tides//.gitlab-ci.yml@refs/heads/main',
};

const LIFETIME_SECONDS = 300;
const REQUEST_TOKEN = 'what the runner may ask with';

export async function startCiIssuer(): Promise<CiIssuer> {
  const newKeys = async (): Promise<readonly SigningKey[]> =>
    Promise.all([createSigningKey('RS256'), createSigningKey('ES256')]);
  let keys = await newKeys();
  const strangers = await newKeys();
  let behaviour: CiIssuerBehaviour = 'ok';
  let asked: Claims = {};
  const requests: string[] = [];

  const server = await startLocalServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://issuer');
    requests.push(pathname);
    if (pathname === '/run-token') {
      if (request.headers.authorization !== `Bearer ${REQUEST_TOKEN}`) return send(response, 401, {});
      return send(response, 200, { value: token(searchParams.get('audience') ?? '', asked) });
    }
    return misbehave(behaviour, response) ?? answerWith(pathname, response);
  });
  const issuer = server.url;

  function answerWith(pathname: string, response: ServerResponse): void {
    if (pathname === '/.well-known/openid-configuration') {
      const jwks = behaviour === 'private-keys' ? 'http://169.254.169.254/keys' : `${issuer}/keys`;
      const named = behaviour === 'other-issuer' ? 'https://issuer.example.com' : issuer;
      return send(response, 200, {
        issuer: named,
        jwks_uri: jwks,
        response_types_supported: ['id_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      });
    }
    if (pathname !== '/keys') return send(response, 404, {});
    const own = keys.map(({ kid, algorithm, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
      alg: algorithm,
      use: 'sig',
    }));
    return send(response, 200, { keys: own });
  }

  function token(
    audience: string,
    claims: Claims = {},
    { algorithm = 'RS256', as, header = {} }: TokenForgery = {},
  ): string {
    const key = (as === 'another-key' ? strangers : keys).find((each) => each.algorithm === algorithm);
    const known = keys.find((each) => each.algorithm === algorithm);
    if (!key || !known) throw new Error('There is no key.');
    const now = Math.floor(Date.now() / 1_000);
    const open = {
      header: { typ: 'JWT', kid: known.kid, ...header },
      claims: {
        ...GITHUB,
        iss: issuer,
        aud: audience,
        jti: randomUUID(),
        iat: now,
        nbf: now - 5,
        exp: now + LIFETIME_SECONDS,
        ...claims,
      },
    };
    if (as === 'none') return unsignedToken(open);
    if (as === 'mac-of-public-key')
      return macToken(open, key.publicKey.export({ type: 'spki', format: 'pem' }).toString());
    return signToken(open, key);
  }

  return {
    issuer,
    requests,
    token,
    environment: (claims = {}) => {
      asked = claims;
      return {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/run-token?api-version=2.0`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
      };
    },
    behave: (next) => void (behaviour = next),
    rotate: async () => void (keys = await newKeys()),
    close: () => server.close(),
  };
}

/** @returns a promise when it has answered, or never will */
function misbehave(behaviour: CiIssuerBehaviour, response: ServerResponse): Promise<void> | undefined {
  if (behaviour === 'silent') return Promise.resolve();
  if (behaviour === 'error-500') return Promise.resolve(send(response, 500, { error: 'down' }));
  if (behaviour === 'garbage') {
    response.setHeader('Content-Type', 'text/html');
    return Promise.resolve(void response.end('<!doctype html><title>Sign in</title>'));
  }
  if (behaviour !== 'huge') return undefined;
  const more = (): void => {
    if (!response.destroyed) response.write(' '.repeat(65_536), () => setImmediate(more));
  };
  more();
  return Promise.resolve();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
