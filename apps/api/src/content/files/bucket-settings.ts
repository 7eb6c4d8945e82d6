import type { Message } from '@sitedesk/contract/messages';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { SITE_EXPORT_TEXTS as TEXTS } from '@sitedesk/contract/site-export';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import { SettingInvalidError, type SettingValues } from '../../platform/settings/setting-values.js';
import type { S3Location } from './file-storage.js';

const REGION = 'us-east-1';
/** How long the service may be silent. */
const TIMEOUT_MS = 15_000;
const VISIBLE = /^[\x21-\x7e]{1,400}$/;

/**
 * The settings of a group that name a bucket and the key to it. The key is for one service: another endpoint removes its secret.
 * @param what for the description: what the bucket has
 * @param steers what its place decides for others
 */
export function bucketSettings(
  group: string,
  what: string,
  steers: 'credential' | 'files',
): readonly SettingDefinition[] {
  const label = { en: 'File storage', de: 'Dateispeicher' };
  const text = (name: string, description: string, fallback?: string): SettingDefinition =>
    defineSetting(
      group,
      name,
      { kind: 'text', steers, label, ...(fallback === undefined ? {} : { fallback }) },
      description,
    );
  return [
    text(
      'Endpoint',
      'URL of a service that speaks the S3 protocol, such as https://s3.example.com; AWS if empty',
    ),
    text('Bucket', `Name of the bucket that has ${what}`),
    text('Prefix', 'What the names of all files begin with, such as site; empty for the whole bucket'),
    text('Region', `Region of the bucket; defaults to ${REGION}`, REGION),
    text('AccessKeyId', 'ID of an access key that may list, read, write and delete in the bucket'),
    defineSetting(
      group,
      'SecretAccessKey',
      { kind: 'secret', steers, label, removedWith: 'Endpoint' },
      'Secret of the access key',
    ),
  ];
}

/**
 * The bucket that a group names.
 * @returns undefined as long as something is missing
 * @throws SettingInvalidError
 */
export function readBucketSettings(values: SettingValues, group: string): S3Location | undefined {
  const read = (name: string, pattern: RegExp, fault: Message): string | undefined => {
    const value = values.text(group, name)?.trim();
    if (value === undefined || pattern.test(value)) return value;
    throw new SettingInvalidError(group, name, fault);
  };
  const endpoint = readEndpoint(values, group);
  const bucket = read('Bucket', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, TEXTS.bucket);
  const prefix =
    values
      .text(group, 'Prefix')
      ?.trim()
      .replaceAll(/^\/+|\/+$/g, '') ?? '';
  if (!/^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/.test(prefix) || prefix.length > 200)
    throw new SettingInvalidError(group, 'Prefix', TEXTS.prefix);
  const region = read('Region', /^[a-z0-9-]{1,60}$/, TEXTS.region) ?? REGION;
  const accessKeyId = read('AccessKeyId', VISIBLE, SETTING_FAULTS.characters);
  const secretAccessKey = read('SecretAccessKey', VISIBLE, SETTING_FAULTS.characters);
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    kind: 's3',
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    pathStyle: endpoint !== undefined,
    timeoutMs: TIMEOUT_MS,
    accessKeyId,
    secretAccessKey,
    guarded: true,
  };
}

function readEndpoint(values: SettingValues, group: string): string | undefined {
  const value = values.text(group, 'Endpoint')?.trim();
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new SettingInvalidError(group, 'Endpoint', TEXTS.endpoint);
}
