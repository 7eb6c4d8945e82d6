import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/*
 * Checks signatures of version 4 as AWS describes them ("Signature Calculations for the Authorization Header: Transferring Payload in a
 * Single Chunk"), with nothing but node:crypto.
 */

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Why a request is refused, in the protocol's words. */
export interface S3Refusal {
  readonly status: number;
  readonly code: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<date>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, ?SignedHeaders=(?<names>[a-z0-9;-]+), ?Signature=(?<signature>[0-9a-f]{64})$/;
const MOMENT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
/** A clock may be so far off. */
const SKEW_MS = 15 * 60_000;

export const sha256 = (octets: string | Buffer): string => createHash('sha256').update(octets).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** @returns why the request isn't signed by the owner of the key */
export function signatureRefusal(
  request: IncomingMessage,
  { accessKeyId, secretAccessKey }: S3Credentials,
  expectedRegion: string,
  now: number,
): S3Refusal | undefined {
  const { authorization = '' } = request.headers;
  if (authorization === '') return { status: 403, code: 'AccessDenied' };
  const parts = AUTHORIZATION.exec(authorization)?.groups;
  if (!parts) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  const { id, date = '', region = '', names = '', signature = '' } = parts;
  if (id !== accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== expectedRegion) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  const moment = headerOf(request, 'x-amz-date');
  if (!moment.startsWith(date) || !MOMENT.test(moment)) return { status: 403, code: 'AccessDenied' };
  if (Math.abs(Date.parse(moment.replace(MOMENT, '$1-$2-$3T$4:$5:$6Z')) - now) > SKEW_MS)
    return { status: 403, code: 'RequestTimeTooSkewed' };
  const signed = names.split(';');
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (!mustBeSigned.every((name) => signed.includes(name))) return { status: 403, code: 'AccessDenied' };
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = [ALGORITHM, moment, scope, sha256(canonicalRequest(request, signed))].join('\n');
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const expected = hmac(key, text);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
    ? undefined
    : { status: 403, code: 'SignatureDoesNotMatch' };
}

function canonicalRequest(request: IncomingMessage, signed: readonly string[]): string {
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s);
  const query = search
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return `${encoded(decodeURIComponent(name))}=${encoded(decodeURIComponent(value))}`;
    })
    .sort();
  return [
    request.method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...signed.map((name) => `${name}:${headerOf(request, name).trim().replace(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    headerOf(request, 'x-amz-content-sha256'),
  ].join('\n');
}

/** Every octet but letters, digits, `-`, `.`, `_` and `~`, as `%` and two capital digits. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export const headerOf = (request: IncomingMessage, name: string): string =>
  String(request.headers[name] ?? '');
