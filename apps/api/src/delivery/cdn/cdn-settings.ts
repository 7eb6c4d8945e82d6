import {
  AZURE_PRODUCTS,
  type AzureProduct,
  CDN_DEFAULTS,
  CDN_LIMITS,
  CDN_PROVIDERS,
  CDN_TEXTS,
  CLOUDFLARE_PLANS,
  type CdnProviderName,
  type CloudflarePlan,
} from '@sitedesk/contract/cdn';
import type { Message } from '@sitedesk/contract/messages';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { hashToken } from '../../platform/core/tokens.js';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import { SettingInvalidError, type SettingValues } from '../../platform/settings/setting-values.js';

export const CDN_GROUP = 'CDN';

/** A zone of Cloudflare, and the token that may purge it. */
export interface CloudflareSettings {
  readonly zone: string;
  readonly token: string;
  readonly plan: CloudflarePlan;
}

/** A distribution of CloudFront, and an access key that may purge it. */
export interface CloudFrontSettings {
  readonly distribution: string;
  readonly keyId: string;
  readonly secret: string;
  /** Whether the distribution reads the header with the tags. */
  readonly hasTags: boolean;
}

/** An endpoint of Azure Front Door or of CDN classic, and an application that may purge it. */
export interface AzureSettings {
  readonly product: AzureProduct;
  readonly directory: string;
  readonly client: string;
  readonly secret: string;
  readonly subscription: string;
  readonly resourceGroup: string;
  readonly profile: string;
  readonly endpoint: string;
}

/** The two halves of an API key of Sucuri. */
export interface SucuriSettings {
  readonly key: string;
  readonly secret: string;
}

/** Group `CDN` (specification 2.8): what stands in front of a public site. */
export interface CdnSettings {
  /** Undefined where the site has no CDN. */
  readonly provider: CdnProviderName | undefined;
  /** Of each provider: undefined as long as something is missing. */
  readonly cloudflare: CloudflareSettings | undefined;
  readonly cloudfront: CloudFrontSettings | undefined;
  readonly azure: AzureSettings | undefined;
  readonly sucuri: SucuriSettings | undefined;
  /** Whether everything may be purged where a change concerns many addresses. */
  readonly mayClearAll: boolean;
  /** For how many seconds changes are collected. */
  readonly collectSeconds: number;
  /** Seconds after acceptance at which the public address is fetched, as long as the old version is there. */
  readonly checkSeconds: readonly number[];
  /** Changes with everything that decides what the service says. */
  readonly fingerprint: string;
}

const NONE = 'none';
const steers = 'credential';

const text = (name: string, description: string): SettingDefinition =>
  defineSetting(CDN_GROUP, name, { kind: 'text', steers }, description);
const secret = (name: string, removedWith: string, description: string): SettingDefinition =>
  defineSetting(CDN_GROUP, name, { kind: 'secret', steers, removedWith }, description);

/** What a service's answers depend on. */
const ACCESS: readonly SettingDefinition[] = [
  defineSetting(
    CDN_GROUP,
    'Provider',
    { kind: 'choice', steers, choices: [NONE, ...CDN_PROVIDERS], fallback: NONE },
    'none, cloudflare, cloudfront, azure or sucuri: the CDN in front of the public site; defaults to none',
  ),
  text('CloudflareZone', 'ID of the zone of Cloudflare: 32 hexadecimal digits'),
  secret(
    'CloudflareToken',
    'CloudflareZone',
    'API token of Cloudflare with the permission Zone > Cache Purge > Purge for this zone only',
  ),
  text('CloudFrontDistribution', 'ID of the distribution of CloudFront'),
  text('CloudFrontKeyId', 'ID of an access key of AWS that may purge the distribution'),
  secret('CloudFrontSecret', 'CloudFrontKeyId', 'Secret of the access key of AWS'),
  defineSetting(
    CDN_GROUP,
    'AzureProduct',
    { kind: 'choice', steers, choices: AZURE_PRODUCTS, fallback: AZURE_PRODUCTS[0] },
    'frontdoor (Azure Front Door Standard or Premium) or classic (Azure CDN classic); defaults to frontdoor',
  ),
  text('AzureDirectory', 'ID or domain of the directory (tenant) in Microsoft Entra'),
  text('AzureClient', 'ID of the application (client) that may purge'),
  secret('AzureSecret', 'AzureClient', 'Client secret of the application'),
  text('AzureSubscription', 'ID of the subscription of Azure'),
  text('AzureResourceGroup', 'Name of the resource group'),
  text('AzureProfile', 'Name of the profile'),
  text('AzureEndpoint', 'Name of the endpoint'),
  defineSetting(
    CDN_GROUP,
    'SucuriKey',
    { kind: 'secret', steers },
    'API key of the firewall of Sucuri: 32 hexadecimal digits, or key and secret as key/secret',
  ),
  secret('SucuriSecret', 'SucuriKey', 'API secret of the firewall of Sucuri: 32 hexadecimal digits'),
];

export const CDN_SETTINGS: readonly SettingDefinition[] = [
  ...ACCESS,
  defineSetting(
    CDN_GROUP,
    'CloudflarePlan',
    { kind: 'choice', steers: 'nothing', choices: CLOUDFLARE_PLANS, fallback: CLOUDFLARE_PLANS[0] },
    'free, pro, business or enterprise: how often the cache may be purged; defaults to free',
  ),
  defineSetting(
    CDN_GROUP,
    'CloudFrontTags',
    { kind: 'flag', steers: 'nothing', fallback: 'false' },
    'Whether the distribution reads tags of the header Cache-Tag; defaults to false',
  ),
  defineSetting(
    CDN_GROUP,
    'AllowClearAll',
    { kind: 'flag', steers: 'nothing', fallback: 'false' },
    'Whether everything is purged where a change concerns more addresses than the provider takes; defaults to false',
  ),
  defineSetting(
    CDN_GROUP,
    'CollectSeconds',
    { kind: 'integer', steers: 'nothing', range: { ...CDN_LIMITS.collectSeconds, unit: 'seconds' } },
    'For how many seconds changes are collected before they are purged; defaults to what fits the provider',
  ),
  defineSetting(
    CDN_GROUP,
    'CheckSeconds',
    { kind: 'text', steers: 'nothing' },
    'When the public address is fetched after a purge, in seconds; defaults to what fits the provider',
  ),
];

/** @throws SettingInvalidError */
export function readCdnSettings(values: SettingValues): CdnSettings {
  const chosen = readChoice(values, 'Provider', [NONE, ...CDN_PROVIDERS], NONE);
  const provider = CDN_PROVIDERS.find((each) => each === chosen);
  const defaults = CDN_DEFAULTS[provider ?? 'cloudflare'];
  return {
    provider,
    cloudflare: readCloudflare(values),
    cloudfront: readCloudFront(values),
    azure: readAzure(values),
    sucuri: readSucuri(values),
    mayClearAll: values.flag(CDN_GROUP, 'AllowClearAll', false),
    collectSeconds: readCollectSeconds(values) ?? defaults.collectSeconds,
    checkSeconds: readCheckSeconds(values, defaults.checkSeconds),
    // As someone has entered them: anyone who saves one of them again wants it tried again.
    fingerprint: hashToken(ACCESS.map(({ name }) => values.text(CDN_GROUP, name) ?? '').join(' ')),
  };
}

function readCloudflare(values: SettingValues): CloudflareSettings | undefined {
  const zone = readText(values, 'CloudflareZone', /^[0-9a-f]{32}$/, CDN_TEXTS.zone);
  // People paste it with what stands around it.
  const token = readText(values, 'CloudflareToken', VISIBLE, SETTING_FAULTS.characters, /^Bearer\s+/i);
  const plan = readChoice(values, 'CloudflarePlan', CLOUDFLARE_PLANS, CLOUDFLARE_PLANS[0]);
  return zone === undefined || token === undefined ? undefined : { zone, token, plan };
}

function readCloudFront(values: SettingValues): CloudFrontSettings | undefined {
  const distribution = readText(values, 'CloudFrontDistribution', /^[A-Z0-9]{8,32}$/, CDN_TEXTS.distribution);
  const keyId = readText(values, 'CloudFrontKeyId', /^[A-Z0-9]{16,128}$/, CDN_TEXTS.accessKeyId);
  const key = readText(values, 'CloudFrontSecret', VISIBLE, SETTING_FAULTS.characters);
  const hasTags = values.flag(CDN_GROUP, 'CloudFrontTags', false);
  if (distribution === undefined || keyId === undefined || key === undefined) return undefined;
  return { distribution, keyId, secret: key, hasTags };
}

function readAzure(values: SettingValues): AzureSettings | undefined {
  const product = readChoice(values, 'AzureProduct', AZURE_PRODUCTS, AZURE_PRODUCTS[0]);
  const directory = readText(values, 'AzureDirectory', DIRECTORY, CDN_TEXTS.directory);
  const client = readText(values, 'AzureClient', GUID, CDN_TEXTS.guid);
  const key = readText(values, 'AzureSecret', VISIBLE, SETTING_FAULTS.characters);
  const subscription = readText(values, 'AzureSubscription', GUID, CDN_TEXTS.guid);
  const resourceGroup = readText(values, 'AzureResourceGroup', RESOURCE_GROUP, CDN_TEXTS.azureName);
  const profile = readText(values, 'AzureProfile', AZURE_NAME, CDN_TEXTS.azureName);
  const endpoint = readText(values, 'AzureEndpoint', AZURE_NAME, CDN_TEXTS.azureName);
  if (directory === undefined || client === undefined || key === undefined) return undefined;
  if (subscription === undefined || resourceGroup === undefined) return undefined;
  if (profile === undefined || endpoint === undefined) return undefined;
  return { product, directory, client, secret: key, subscription, resourceGroup, profile, endpoint };
}

function readSucuri(values: SettingValues): SucuriSettings | undefined {
  // Sucuri's own plugin shows both as one text.
  const pasted = readText(values, 'SucuriKey', /^[0-9a-f]{32}(\/[0-9a-f]{32})?$/, CDN_TEXTS.sucuriKey);
  const own = readText(values, 'SucuriSecret', /^[0-9a-f]{32}$/, CDN_TEXTS.sucuriKey);
  const [key, second] = pasted?.split('/') ?? [];
  const half = own ?? second;
  return key === undefined || half === undefined ? undefined : { key, secret: half };
}

const VISIBLE = /^[\x21-\x7e]{1,400}$/;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DIRECTORY = /^(?=.{1,200}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
const RESOURCE_GROUP = /^[\w()-]([\w.()-]{0,88}[\w()-])?$/;
const AZURE_NAME = /^[a-z0-9][a-z0-9-]{0,259}$/i;

/** @param around what people paste along */
function readText(
  values: SettingValues,
  name: string,
  pattern: RegExp,
  fault: Message,
  around = /^$/,
): string | undefined {
  const value = values.text(CDN_GROUP, name)?.trim().replace(around, '');
  if (value === undefined || pattern.test(value)) return value;
  throw new SettingInvalidError(CDN_GROUP, name, fault);
}

function readCollectSeconds(values: SettingValues): number | undefined {
  const value = values.text(CDN_GROUP, 'CollectSeconds')?.trim();
  if (value === undefined) return undefined;
  const { min, max } = CDN_LIMITS.collectSeconds;
  if (!/^\d{1,9}$/.test(value))
    throw new SettingInvalidError(CDN_GROUP, 'CollectSeconds', SETTING_FAULTS.wholeNumber);
  if (Number(value) < min)
    throw new SettingInvalidError(CDN_GROUP, 'CollectSeconds', SETTING_FAULTS.atLeast({ min }));
  if (Number(value) > max)
    throw new SettingInvalidError(CDN_GROUP, 'CollectSeconds', SETTING_FAULTS.atMost({ max }));
  return Number(value);
}

function readCheckSeconds(values: SettingValues, fallback: string): readonly number[] {
  const typed = values.text(CDN_GROUP, 'CheckSeconds') ?? fallback;
  const seconds = typed.split(',').map((each) => (/^\s*\d{1,4}\s*$/.test(each) ? Number(each) : Number.NaN));
  const isRising = seconds.every((each, index) => each > (seconds[index - 1] ?? 0));
  if (isRising && seconds.length <= 8) return seconds;
  throw new SettingInvalidError(CDN_GROUP, 'CheckSeconds', CDN_TEXTS.checkSeconds);
}

function readChoice<Choice extends string>(
  values: SettingValues,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const value = values.text(CDN_GROUP, name) ?? fallback;
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  throw new SettingInvalidError(CDN_GROUP, name, SETTING_FAULTS.oneOf({ options: choices.join(', ') }));
}
