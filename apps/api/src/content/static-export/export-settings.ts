import { SITE_EXPORT_TEXTS } from '@sitedesk/contract/site-export';
import type { Message } from '@sitedesk/contract/messages';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { hashToken } from '../../platform/core/tokens.js';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import { SettingInvalidError, type SettingValues } from '../../platform/settings/setting-values.js';
import type { S3Location } from '../files/file-storage.js';

export const EXPORT_GROUP = 'Export';

const REGION = 'us-east-1';
/** How long the service may be silent. */
const TIMEOUT_MS = 15_000;

/** Group `Export`: a bucket that has the public site as files. */
export interface ExportSettings {
  /** Undefined as long as something is missing. */
  readonly bucket: S3Location | undefined;
  /** Whether each publication is exported. */
  readonly isAutomatic: boolean;
  /** Changes with everything that decides what the service says. */
  readonly fingerprint: string;
}

const steers = 'credential';
const text = (name: string, description: string, fallback?: string): SettingDefinition =>
  defineSetting(
    EXPORT_GROUP,
    name,
    { kind: 'text', steers, ...(fallback === undefined ? {} : { fallback }) },
    description,
  );

const ACCESS: readonly SettingDefinition[] = [
  text(
    'Endpoint',
    'URL of a service that speaks the S3 protocol, such as https://s3.example.com; AWS if empty',
  ),
  text('Bucket', 'Name of the bucket that has the public site as files'),
  text('Prefix', 'What the names of all files begin with, such as site; empty for the whole bucket'),
  text('Region', `Region of the bucket; defaults to ${REGION}`, REGION),
  text('AccessKeyId', 'ID of an access key that may list, read, write and delete in the bucket'),
  defineSetting(
    EXPORT_GROUP,
    'SecretAccessKey',
    { kind: 'secret', steers, removedWith: 'Endpoint' },
    'Secret of the access key',
  ),
];

export const EXPORT_SETTINGS: readonly SettingDefinition[] = [
  ...ACCESS,
  defineSetting(
    EXPORT_GROUP,
    'AfterPublishing',
    { kind: 'flag', steers: 'nothing', fallback: 'false' },
    'Whether the bucket gets each change of the public site; defaults to false',
  ),
];

/** @throws SettingInvalidError */
export function readExportSettings(values: SettingValues): ExportSettings {
  const endpoint = readEndpoint(values);
  const bucket = read(values, 'Bucket', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, SITE_EXPORT_TEXTS.bucket);
  const prefix =
    values
      .text(EXPORT_GROUP, 'Prefix')
      ?.trim()
      .replaceAll(/^\/+|\/+$/g, '') ?? '';
  if (!/^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/.test(prefix) || prefix.length > 200)
    throw new SettingInvalidError(EXPORT_GROUP, 'Prefix', SITE_EXPORT_TEXTS.prefix);
  const region = read(values, 'Region', /^[a-z0-9-]{1,60}$/, SITE_EXPORT_TEXTS.region) ?? REGION;
  const accessKeyId = read(values, 'AccessKeyId', VISIBLE, SETTING_FAULTS.characters);
  const secretAccessKey = read(values, 'SecretAccessKey', VISIBLE, SETTING_FAULTS.characters);
  return {
    bucket:
      bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : {
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
          },
    isAutomatic: values.flag(EXPORT_GROUP, 'AfterPublishing', false),
    fingerprint: hashToken(ACCESS.map(({ name }) => values.text(EXPORT_GROUP, name) ?? '').join(' ')),
  };
}

const VISIBLE = /^[\x21-\x7e]{1,400}$/;

function read(values: SettingValues, name: string, pattern: RegExp, fault: Message): string | undefined {
  const value = values.text(EXPORT_GROUP, name)?.trim();
  if (value === undefined || pattern.test(value)) return value;
  throw new SettingInvalidError(EXPORT_GROUP, name, fault);
}

function readEndpoint(values: SettingValues): string | undefined {
  const value = values.text(EXPORT_GROUP, 'Endpoint')?.trim();
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new SettingInvalidError(EXPORT_GROUP, 'Endpoint', SITE_EXPORT_TEXTS.endpoint);
}
