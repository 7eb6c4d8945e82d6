import type { LookUp } from '../../platform/config/env.js';

/** A folder, absolute or below `DATA_DIR`. */
export interface DiskLocation {
  readonly kind: 'disk';
  readonly folder: string;
}

/** A bucket of a service that speaks the S3 protocol. */
export interface S3Location {
  readonly kind: 's3';
  readonly bucket: string;
  /** What all keys begin with: empty, or with a slash at its end. */
  readonly prefix: string;
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is the first part of the path, and not of the host. */
  readonly pathStyle: boolean;
  /** How long the service may be silent. */
  readonly timeoutMs: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether a site named the service, so that it must have a public address; otherwise the server operator did. */
  readonly guarded?: true;
}

export type StoreLocation = DiskLocation | S3Location;

/** Where the contents of files are, and where those may still be that haven't been moved. */
export interface FileStorage {
  readonly current: StoreLocation;
  readonly previous: StoreLocation | undefined;
}

interface Credentials {
  readonly names: readonly [id: string, secret: string];
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

const PARAMETERS = ['endpoint', 'region', 'pathStyle', 'timeout'];
const LONGEST_SECONDS = 60;

/** Reads where files are stored. */
export function readFileStorage(variable: LookUp): FileStorage {
  const [url, previousUrl] = [variable('FILES_URL'), variable('FILES_URL_PREVIOUS')];
  const names = ['FILES_ACCESS_KEY_ID', 'FILES_SECRET_ACCESS_KEY'] as const;
  const [accessKeyId, secretAccessKey] = [variable(names[0]), variable(names[1])];
  const previousNames = ['FILES_ACCESS_KEY_ID_PREVIOUS', 'FILES_SECRET_ACCESS_KEY_PREVIOUS'] as const;
  const previousKeys = {
    accessKeyId: variable(previousNames[0]) ?? accessKeyId,
    secretAccessKey: variable(previousNames[1]) ?? secretAccessKey,
  };
  const current = readLocation('FILES_URL', url ?? 'file:files', { names, accessKeyId, secretAccessKey });
  if (previousUrl === undefined) return { current, previous: undefined };
  const previous = readLocation('FILES_URL_PREVIOUS', previousUrl, { names, ...previousKeys });
  if (placeOf(current) === placeOf(previous))
    throw new Error('FILES_URL_PREVIOUS must name another place than FILES_URL.');
  return { current, previous };
}

const placeOf = (location: StoreLocation): string =>
  location.kind === 'disk' ? location.folder : `${location.endpoint} ${location.bucket} ${location.prefix}`;

function readLocation(name: string, value: string, credentials: Credentials): StoreLocation {
  if (value.startsWith('file:')) {
    const folder = value.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
    if (/^[./]*$/.test(folder)) throw new Error(`${name} must name a folder, such as file:files.`);
    return { kind: 'disk', folder };
  }
  return readBucket(name, value, credentials);
}

function readBucket(name: string, value: string, credentials: Credentials): S3Location {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 's3:')
    throw new Error(
      `${name} must look like s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1, or file:files for a folder below DATA_DIR.`,
    );
  const { names, accessKeyId, secretAccessKey } = credentials;
  if (url.username !== '' || url.password !== '')
    throw new Error(`${name} can't contain keys: set ${names.join(' and ')}.`);
  const unknown = [...url.searchParams.keys()].find((key) => !PARAMETERS.includes(key));
  if (unknown !== undefined)
    throw new Error(`${name} has the unknown parameter "${unknown}": it takes ${PARAMETERS.join(', ')}.`);
  const bucket = url.host;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(`${name} must name a bucket of 3 to 63 lowercase letters, digits, hyphens and periods.`);
  const path = url.pathname.replace(/^\/|\/$/g, '');
  if (!/^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/.test(path))
    throw new Error(
      `The prefix in ${name} can only have letters, digits, hyphens, periods and single slashes.`,
    );
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error(`${names.join(' and ')} must be set when ${name} begins with s3:.`);
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[a-z0-9-]+$/.test(region))
    throw new Error(`The region in ${name} can only have lowercase letters, digits and hyphens.`);
  const given = url.searchParams.get('endpoint');
  const pathStyle = url.searchParams.get('pathStyle') ?? (given === null ? '0' : '1');
  if (!['0', '1'].includes(pathStyle)) throw new Error(`pathStyle in ${name} must be 0 or 1.`);
  return {
    kind: 's3',
    bucket,
    prefix: path === '' ? '' : `${path}/`,
    endpoint: given === null ? `https://s3.${region}.amazonaws.com` : readEndpoint(name, given),
    region,
    pathStyle: pathStyle === '1',
    timeoutMs: readSeconds(name, url.searchParams.get('timeout') ?? '10') * 1_000,
    accessKeyId,
    secretAccessKey,
  };
}

function readEndpoint(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new Error(`The endpoint in ${name} must be a URL such as https://s3.example.com, without a path.`);
}

function readSeconds(name: string, value: string): number {
  const seconds = Number(value);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  throw new Error(`timeout in ${name} must be a whole number of seconds from 1 to ${LONGEST_SECONDS}.`);
}
