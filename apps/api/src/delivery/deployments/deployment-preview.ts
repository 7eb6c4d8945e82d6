import { DEPLOYMENT_LIMITS as LIMITS } from '@sitedesk/contract/deployments';
import { PREVIEW_PATH } from '@sitedesk/contract/preview-links';
import { createHmac } from 'node:crypto';
import { secretsEqual } from '../../platform/core/secrets-equal.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';

/** A deployment of an application, both by their numbers. */
export interface PreviewedDeployment {
  readonly article: number;
  readonly deployment: number;
}

const PURPOSE = 'deployment-preview';
const TOKEN =
  /^(?<signed>(?<article>[1-9]\d{0,9})\.(?<deployment>[1-9]\d{0,9})\.(?<until>\d{1,12}))\.(?<signature>[\w-]{43})$/;

/** Addresses that may be those of previews of deployments; those of articles have no dots in their token. */
export const DEPLOYMENT_PREVIEW = new RegExp(
  String.raw`^${PREVIEW_PATH}/(?<token>[\w-]+(?:\.[\w-]+)+)(?:(?<slash>/)(?<rest>[^?]*))?(?:\?|$)`,
);

const signatureWith = (key: Buffer, signed: string): string =>
  createHmac('sha256', key).update(signed).digest('base64url');

/**
 * Path at which a deployment can be seen before it is live, for some hours. The signature is a part of it, so relative addresses of
 * the application stay below.
 * @param now milliseconds since 1970
 */
export function previewPath(
  keyRing: KeyRing,
  tenantId: string,
  { article, deployment }: PreviewedDeployment,
  now: number,
): string {
  const key = keyRing.derive(PURPOSE, tenantId);
  if (!key) throw new Error('There is no master key to sign with.');
  const until = Math.ceil(now / 1_000) + LIMITS.previewHours * 3_600;
  const signed = `${article}.${deployment}.${until}`;
  return `${PREVIEW_PATH}/${signed}.${signatureWith(key, signed)}/`;
}

/**
 * What a signed address shows. Addresses from before a rotation of master keys work until they expire.
 * @returns undefined for a signature that is wrong or has expired
 */
export function openPreview(
  keyRing: KeyRing,
  tenantId: string,
  token: string,
  now: number,
): PreviewedDeployment | undefined {
  const { signed = '', article, deployment, until, signature = '' } = TOKEN.exec(token)?.groups ?? {};
  const isSigned = keyRing.keyIds.some((keyId) => {
    const key = keyRing.derive(PURPOSE, tenantId, keyId);
    return key !== undefined && secretsEqual(signatureWith(key, signed), signature);
  });
  if (!isSigned || Number(until) * 1_000 <= now) return undefined;
  return { article: Number(article), deployment: Number(deployment) };
}
