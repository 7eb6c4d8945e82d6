import {
  CDN_PROVIDERS,
  CDN_TEXTS,
  CLOUDFLARE_PLANS,
  type CdnProviderName,
  type CloudflarePlan,
} from '@sitedesk/contract/cdn';
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

/** Group `CDN` (specification 2.8): what stands in front of a public site. */
export interface CdnSettings {
  /** Undefined where the site has no CDN. */
  readonly provider: CdnProviderName | undefined;
  /** Undefined as long as something is missing. */
  readonly cloudflare: CloudflareSettings | undefined;
  /** Seconds after acceptance at which the public address is fetched, as long as the old version is there. */
  readonly checkSeconds: readonly number[];
  /** Changes with everything that decides what the service says. */
  readonly fingerprint: string;
}

const NONE = 'none';
const CHECK_SECONDS = '1, 3, 10, 30';
const steers = 'credential';
/** As someone has entered them: anyone who saves one of them again wants it tried again. */
const DECIDING = ['Provider', 'CloudflareZone', 'CloudflareToken'];

export const CDN_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    CDN_GROUP,
    'Provider',
    { kind: 'choice', steers, choices: [NONE, ...CDN_PROVIDERS], fallback: NONE },
    'none or cloudflare: the CDN in front of the public site; defaults to none',
  ),
  defineSetting(
    CDN_GROUP,
    'CloudflareZone',
    { kind: 'text', steers },
    'ID of the zone of Cloudflare: 32 hexadecimal digits',
  ),
  defineSetting(
    CDN_GROUP,
    'CloudflareToken',
    { kind: 'secret', steers, removedWith: 'CloudflareZone' },
    'API token of Cloudflare with the permission Zone > Cache Purge > Purge for this zone only',
  ),
  defineSetting(
    CDN_GROUP,
    'CloudflarePlan',
    { kind: 'choice', steers: 'nothing', choices: CLOUDFLARE_PLANS, fallback: CLOUDFLARE_PLANS[0] },
    'free, pro, business or enterprise: how often the cache may be purged; defaults to free',
  ),
  defineSetting(
    CDN_GROUP,
    'CheckSeconds',
    { kind: 'text', steers: 'nothing', fallback: CHECK_SECONDS },
    `When the public address is fetched after a purge, in seconds; defaults to ${CHECK_SECONDS}`,
  ),
];

/** @throws SettingInvalidError */
export function readCdnSettings(values: SettingValues): CdnSettings {
  const provider = readChoice(values, 'Provider', [NONE, ...CDN_PROVIDERS], NONE);
  const cloudflare = readCloudflare(values);
  return {
    provider: CDN_PROVIDERS.find((each) => each === provider),
    cloudflare,
    checkSeconds: readSeconds(values),
    fingerprint: hashToken(DECIDING.map((name) => values.text(CDN_GROUP, name) ?? '').join(' ')),
  };
}

function readCloudflare(values: SettingValues): CloudflareSettings | undefined {
  const zone = values.text(CDN_GROUP, 'CloudflareZone')?.trim();
  // People paste it with what stands around it.
  const token = values
    .text(CDN_GROUP, 'CloudflareToken')
    ?.trim()
    .replace(/^Bearer\s+/i, '');
  const plan = readChoice(values, 'CloudflarePlan', CLOUDFLARE_PLANS, CLOUDFLARE_PLANS[0]);
  if (zone !== undefined && !/^[0-9a-f]{32}$/.test(zone))
    throw new SettingInvalidError(CDN_GROUP, 'CloudflareZone', CDN_TEXTS.zone);
  if (token !== undefined && !/^[\x21-\x7e]{1,400}$/.test(token))
    throw new SettingInvalidError(CDN_GROUP, 'CloudflareToken', SETTING_FAULTS.characters);
  return zone === undefined || token === undefined ? undefined : { zone, token, plan };
}

function readSeconds(values: SettingValues): readonly number[] {
  const text = values.text(CDN_GROUP, 'CheckSeconds') ?? CHECK_SECONDS;
  const seconds = text.split(',').map((each) => (/^\s*\d{1,4}\s*$/.test(each) ? Number(each) : Number.NaN));
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
