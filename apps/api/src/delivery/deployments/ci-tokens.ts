import type { CiProvider } from '@sitedesk/contract/deployments';
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';

/** What a token of a CI service says, once it was taken apart. Nothing of it is proven before {@link isSignedBy}. */
export interface OpenedToken {
  readonly algorithm: 'RS256' | 'ES256';
  readonly keyId: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: Buffer;
  readonly signature: Buffer;
}

/** What says which run of which program asks, the same for all services. */
export interface CiRun {
  readonly issuer: string;
  readonly repositoryId: string;
  readonly ownerId: string;
  readonly repository: string;
  /** File of the workflow, without its folder. */
  readonly workflow: string;
  readonly environment: string | null;
  /** In full, such as `refs/heads/main`. */
  readonly ref: string;
  readonly event: string;
}

const PART = /^[\w-]+$/;

/**
 * Takes a signed token apart: the compact form of RFC 7515, with RS256 or ES256 only.
 * @returns undefined for anything else, whatever it is
 */
export function openToken(token: string): OpenedToken | undefined {
  const parts = token.split('.');
  const [head = '', body = '', signature = ''] = parts;
  if (parts.length !== 3 || !parts.every((part) => PART.test(part))) return undefined;
  const header = objectIn(head);
  const claims = objectIn(body);
  if (!header || !claims) return undefined;
  const { alg, kid, crit } = header;
  if ((alg !== 'RS256' && alg !== 'ES256') || typeof kid !== 'string' || crit !== undefined) return undefined;
  return {
    algorithm: alg,
    keyId: kid,
    claims,
    signed: Buffer.from(`${head}.${body}`),
    signature: Buffer.from(signature, 'base64url'),
  };
}

function objectIn(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** A public key of an issuer, with the one algorithm that it is for. */
export interface IssuerKey {
  readonly id: string;
  readonly algorithm: 'RS256' | 'ES256';
  readonly key: KeyObject;
}

const MIN_RSA_BITS = 2_048;

/** Those keys of a set (RFC 7517) that we can use: RSA of 2,048 bits or more, and P-256. */
export function keysOf(jwks: unknown): readonly IssuerKey[] {
  const keys = typeof jwks === 'object' && jwks !== null && 'keys' in jwks ? jwks.keys : undefined;
  return Array.isArray(keys) ? keys.flatMap((each: unknown) => keyOf(each) ?? []) : [];
}

function keyOf(jwk: unknown): IssuerKey | undefined {
  if (typeof jwk !== 'object' || jwk === null) return undefined;
  const { kid, use = 'sig', kty, crv, alg }: Record<string, unknown> = { ...jwk };
  const algorithm = ALGORITHMS[`${String(kty)} ${String(crv ?? '')}`];
  if (typeof kid !== 'string' || use !== 'sig' || algorithm === undefined) return undefined;
  if (alg !== undefined && alg !== algorithm) return undefined;
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }); // it throws for anything else
    const bits = key.asymmetricKeyDetails?.modulusLength;
    return bits !== undefined && bits < MIN_RSA_BITS ? undefined : { id: kid, algorithm, key };
  } catch {
    return undefined;
  }
}

const ALGORITHMS: Readonly<Record<string, IssuerKey['algorithm']>> = { 'RSA ': 'RS256', 'EC P-256': 'ES256' };

/** Whether one of the issuer's keys has signed it. */
export const isSignedBy = (
  { algorithm, keyId, signed, signature }: OpenedToken,
  keys: readonly IssuerKey[],
): boolean =>
  keys.some(
    ({ id, algorithm: its, key }) =>
      id === keyId &&
      its === algorithm &&
      verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature),
  );

/** What the claims of a service are called. @returns undefined when one is missing or isn't what it should be */
export function runOf(provider: CiProvider, claims: Readonly<Record<string, unknown>>): CiRun | undefined {
  const text = (name: string): string => {
    const value = claims[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const names = CLAIMS[provider];
  const [, workflow = ''] = names.file.exec(text(names.workflow)) ?? [];
  const run = {
    issuer: text('iss'),
    repositoryId: text(names.repositoryId),
    ownerId: text(names.ownerId),
    repository: text(names.repository),
    workflow,
    environment: text('environment') || null,
    ref: text(names.ref),
    event: text(names.event),
  };
  return Object.values(run).includes('') ? undefined : run;
}

/** Where each service says what; names of repositories can belong to others one day, so their numbers count. */
const CLAIMS = {
  // https://docs.github.com/en/actions/reference/security/oidc
  github: {
    repositoryId: 'repository_id',
    ownerId: 'repository_owner_id',
    repository: 'repository',
    workflow: 'workflow_ref',
    file: /^[^/]+\/[^/]+\/\.github\/workflows\/([^/@]+)@/,
    ref: 'ref',
    event: 'event_name',
  },
  // https://docs.gitlab.com/ci/secrets/id_token_authentication/
  gitlab: {
    repositoryId: 'project_id',
    ownerId: 'namespace_id',
    repository: 'project_path',
    workflow: 'ci_config_ref_uri',
    file: /\/\/([^@]+)@/,
    ref: 'ref_path',
    event: 'pipeline_source',
  },
} as const;

/** Events in which code of strangers can run with the rights of the repository. */
export const UNTRUSTED_EVENTS: readonly string[] = ['pull_request_target', 'workflow_run'];
