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

/** The first label of a hostname. All numbers are in base 36; the last ten octets of a signature are enough for a day of guesses. */
const LABEL =
  /^(?<signed>(?<deployment>[1-9a-z][\da-z]{0,5})-(?<article>[1-9a-z][\da-z]{0,5})-(?<until>[\da-z]{1,6})-(?<site>[\da-z]{25}))-(?<signature>[\da-z]{16})$/;
const LABEL_PURPOSE = 'deployment-preview-hostname';
const MINUTE_MS = 60_000;

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

/**
 * The first label of a hostname at which a deployment can be seen before it is live, for some hours. It names the site too, as there is
 * nothing else to find it by.
 * @param tenantId a UUID
 * @param now milliseconds since 1970
 * @returns at most 63 characters (RFC 1035)
 */
export function previewLabel(
  keyRing: KeyRing,
  tenantId: string,
  { article, deployment }: PreviewedDeployment,
  now: number,
): string {
  const key = keyRing.derive(LABEL_PURPOSE, tenantId);
  if (!key) throw new Error('There is no master key to sign with.');
  const until = Math.ceil(now / MINUTE_MS) + LIMITS.previewHours * 60;
  const site = BigInt(`0x${tenantId.replaceAll('-', '')}`);
  const numbers = [deployment, article, until].map((number) => number.toString(36));
  const signed = [...numbers, site.toString(36).padStart(25, '0')].join('-');
  return `${signed}-${labelSignature(key, signed)}`;
}

/**
 * What the first label of a hostname shows, and whose it is.
 * @returns undefined for a signature that is wrong or has expired
 */
export function openPreviewLabel(
  keyRing: KeyRing,
  label: string,
  now: number,
): (PreviewedDeployment & { readonly tenantId: string }) | undefined {
  const {
    signed = '',
    deployment = '',
    article = '',
    until = '',
    site = '',
    signature = '',
  } = LABEL.exec(label)?.groups ?? {};
  const tenantId = uuidOf(site);
  const isSigned = keyRing.keyIds.some((keyId) => {
    const key = keyRing.derive(LABEL_PURPOSE, tenantId, keyId);
    return key !== undefined && secretsEqual(labelSignature(key, signed), signature);
  });
  if (!isSigned || parseInt(until, 36) * MINUTE_MS <= now) return undefined;
  return { tenantId, article: parseInt(article, 36), deployment: parseInt(deployment, 36) };
}

function labelSignature(key: Buffer, signed: string): string {
  const end = createHmac('sha256', key).update(signed).digest('hex').slice(-20);
  return BigInt(`0x${end}`).toString(36).padStart(16, '0');
}

function uuidOf(base36: string): string {
  const number = [...base36].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
  const hex = number.toString(16).padStart(32, '0');
  return hex.replace(/^(.*)(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
