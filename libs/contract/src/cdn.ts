import { messages, type Worded } from './messages.js';
import type { SettingGroupView } from './settings.js';

/** Content delivery networks in front of a public site, in the words of their companies. */
export const CDN_PROVIDERS = ['cloudflare', 'cloudfront', 'azure', 'sucuri'] as const;
export type CdnProviderName = (typeof CDN_PROVIDERS)[number];

/** What the names of a provider's settings begin with. */
export const CDN_SETTING_PREFIXES = {
  cloudflare: 'Cloudflare',
  cloudfront: 'CloudFront',
  azure: 'Azure',
  sucuri: 'Sucuri',
} as const satisfies Record<CdnProviderName, string>;

/** What counts unless a site says otherwise. Both in seconds: how long changes are collected; when the public page is fetched. */
export const CDN_DEFAULTS = {
  cloudflare: { collectSeconds: 1, checkSeconds: '1, 3, 10, 30' },
  cloudfront: { collectSeconds: 5, checkSeconds: '5, 15, 60, 180, 600' },
  // One purge takes it up to twenty minutes, and the next one waits for it.
  azure: { collectSeconds: 30, checkSeconds: '60, 180, 300, 600, 1200, 1800' },
  sucuri: { collectSeconds: 5, checkSeconds: '5, 30, 120' },
} as const satisfies Record<CdnProviderName, object>;

/** Azure Front Door Standard and Premium; and CDN classic, which Microsoft ends. */
export const AZURE_PRODUCTS = ['frontdoor', 'classic'] as const;
export type AzureProduct = (typeof AZURE_PRODUCTS)[number];

/** Last day of CDN classic, as Microsoft has announced it. */
export const AZURE_CLASSIC_ENDS = '2027-09-30';

/** Plans of Cloudflare, which differ in how often the cache may be purged. */
export const CLOUDFLARE_PLANS = ['free', 'pro', 'business', 'enterprise'] as const;
export type CloudflarePlan = (typeof CLOUDFLARE_PLANS)[number];

/** Lengths in characters, numbers of things. */
export const CDN_LIMITS = {
  /** URLs of one manual purge. */
  urls: 500,
  url: { min: 1, max: 2048 },
  tags: 30,
  tag: { min: 1, max: 128 },
  /** Seconds between two purges of everything. */
  allEverySeconds: 60,
  /** Pages of one purge that are fetched to see whether the change is live. */
  looksPerPurge: 10,
  /** Live pages that are looked at every night. */
  pagesPerSample: 20,
  /** How long changes are collected at most. */
  collectSeconds: { min: 1, max: 60 },
  /** Purges are kept for so many days. */
  keptDays: 30,
} as const;

/**
 * Why a service didn't do what we asked. `refused`: it doesn't accept the credentials, or they may not do this. `throttled`: later.
 * `service`: it fails, or can't be reached. `configuration`: what the settings name isn't there. `bad-request`: our fault.
 * `garbage`: nobody can tell what it said. `clock`: it refuses signatures because the server's clock is wrong.
 */
export const CDN_FAILURES = [
  'refused',
  'throttled',
  'service',
  'configuration',
  'bad-request',
  'garbage',
  'clock',
] as const;
export type CdnFailure = (typeof CDN_FAILURES)[number];

/**
 * How far a purge is. `accepted` means only that the service took the request; `working`, that it says it isn't through with it yet;
 * `live`, that the public address was fetched and has the new version; `unchecked`, that nobody could look.
 */
export const PURGE_STATES = [
  'waiting',
  'sent',
  'accepted',
  'working',
  'live',
  'old',
  'failed',
  'unchecked',
  'forgotten',
] as const;
export type PurgeState = (typeof PURGE_STATES)[number];

/** Why something is purged. `sample`: nothing was, but live pages are looked at, and purged if they are old. */
export const PURGE_REASONS = [
  'publish',
  'withdraw',
  'delete',
  'access',
  'layout',
  'menu',
  'blog',
  'redirect',
  'file',
  'settings',
  'deployment',
  'manual',
  'sample',
] as const;
export type PurgeReason = (typeof PURGE_REASONS)[number];

/** What of a purge goes: single addresses, tags, or all that the site has in the cache. */
export const PURGE_SCOPES = ['addresses', 'tags', 'site'] as const;
export type PurgeScope = (typeof PURGE_SCOPES)[number];

/** The steps of a check, in their order; one that fails ends it. */
export const CDN_CHECK_STEPS = ['dns', 'tls', 'clock', 'credentials', 'target', 'right'] as const;
export type CdnCheckStep = (typeof CDN_CHECK_STEPS)[number];

/** `failed` with the reason; `skipped`: not reached, or not to be known without an effect. */
export interface CdnCheckResult extends Worded<'detail'> {
  readonly step: CdnCheckStep;
  readonly outcome: 'ok' | 'failed' | 'skipped';
}

/** Answer of `POST /editor/cdn/check`. */
export interface CdnCheck {
  readonly ok: boolean;
  readonly steps: readonly CdnCheckResult[];
}

/** How it goes with the CDN of a site. */
export interface CdnState {
  /** `off`: no CDN; `incomplete`: settings are missing; `held`: nothing is sent because the service refuses or fails. */
  readonly state: 'off' | 'incomplete' | 'active' | 'held';
  readonly provider: CdnProviderName | null;
  /** Whether it can be purged by tag. */
  readonly hasTags: boolean;
  /** What every page of the site is tagged with; with `-a12` behind it those of an article, with `-b3` those of a blog. */
  readonly siteTag: string;
  /** The day on which the company ends the product, such as `2027-09-30`; null where no such day is known. */
  readonly endsOn: string | null;
  readonly waiting: number;
  /** Purges that gave up. */
  readonly failed: number;
  /** When the purge that has waited longest was asked for. */
  readonly oldestWaitingAt: string | null;
  readonly lastAcceptedAt: string | null;
  readonly hold:
    | (Worded<'detail'> & {
        readonly failure: CdnFailure;
        readonly since: string;
        /** Null: until the settings are changed, or someone retries. */
        readonly nextAttemptAt: string | null;
      })
    | null;
  /** Milliseconds from the change until it was seen at the public address, of the last purges of each provider. */
  readonly liveAfter: readonly {
    readonly provider: CdnProviderName;
    readonly purges: number;
    readonly median: number;
    readonly p95: number;
  }[];
  /** The site's public origin; null where it isn't known. */
  readonly publicUrl: string | null;
}

/** Answer of `GET /editor/cdn` and `PUT /editor/cdn`; the entity tag is that of the settings. */
export interface CdnView extends SettingGroupView {
  readonly state: CdnState;
}

/** A purge in the list. */
export interface PurgeEntry extends Worded<'error'> {
  readonly id: string;
  readonly reason: PurgeReason;
  readonly scope: PurgeScope;
  readonly state: PurgeState;
  readonly failure: CdnFailure | null;
  /** Who caused it; null for the product itself. */
  readonly actor: string | null;
  /** Number of the article. */
  readonly article: number | null;
  readonly provider: CdnProviderName | null;
  /** The first addresses, or tags. */
  readonly names: readonly string[];
  /** All of them. */
  readonly count: number;
  readonly createdAt: string;
  readonly acceptedAt: string | null;
  readonly liveAt: string | null;
  /** How often the purge was sent again because the old version was still seen. */
  readonly repeats: number;
}

/** A response of the service, without secrets. */
export interface PurgeAnswer {
  readonly at: string;
  readonly request: string;
  /** HTTP status; null when there was none. */
  readonly status: number | null;
  readonly text: string;
}

/** What was seen at a public address. */
export interface PurgeLook {
  readonly at: string;
  readonly url: string;
  readonly status: number | null;
  /** Version mark of the page, or `gone`. */
  readonly expected: string;
  readonly seen: string;
  readonly isNew: boolean;
  /** What the CDN says: `HIT`, `MISS`. */
  readonly cache: string | null;
  readonly age: string | null;
  /** The place that responded. */
  readonly place: string | null;
}

/** How far a purge is, for people who don't manage the CDN: without what its service said. */
export interface PurgeStatus extends Pick<
  PurgeEntry,
  | 'id'
  | 'reason'
  | 'scope'
  | 'state'
  | 'article'
  | 'provider'
  | 'count'
  | 'createdAt'
  | 'acceptedAt'
  | 'liveAt'
> {
  /** What was seen last at each public address. */
  readonly looks: readonly PurgeLook[];
}

/** Answer of `GET /editor/articles/{number}/purge` and `GET /editor/cdn/latest`: the newest; null without one, or without a CDN. */
export interface LatestPurge {
  readonly purge: PurgeStatus | null;
}

/** Answer of `GET /editor/cdn/purges/{id}`. */
export interface PurgeDetails extends PurgeEntry {
  readonly addresses: readonly string[];
  readonly tags: readonly string[];
  readonly answers: readonly PurgeAnswer[];
  readonly looks: readonly PurgeLook[];
  /** Why more was purged than was asked for; null otherwise. */
  readonly collapsed: 'many' | 'budget' | null;
}

/** Answer of `POST /editor/cdn/purge`. */
export interface PurgeReceipt {
  /** Null for a dry run. */
  readonly id: string | null;
  /** How the service would be asked: a request in each line. */
  readonly requests: readonly { readonly kind: 'addresses' | 'tags' | 'site'; readonly count: number }[];
}

/** What of the CDN needs attention. */
export type CdnAttention = 'cdn-held' | 'cdn-failed';

export const CDN_TEXTS = messages('cdn', {
  off: 'No CDN is set up.',
  incomplete: 'The settings of the CDN are incomplete.',
  zone: 'A zone ID of Cloudflare is 32 letters and digits (0–9, a–f).',
  checkSeconds:
    'must be up to 8 whole numbers of seconds, each larger than the one before, such as 1, 3, 10, 30',
  foreignUrl: 'This isn’t a URL of the site {host}.',
  noPublicUrl: 'Set the public URL of the site first.',
  oneKind: 'Name URLs, tags or everything – one of them.',
  confirm: 'Enter the hostname of the site: {host}',
  tooSoon: 'Everything was purged less than {seconds} seconds ago. Wait a moment.',
  notStopped: 'Only a purge that failed can be retried.',
  notWaiting: 'Only a purge that waits or failed can be forgotten.',
  tokenRefused: 'Cloudflare doesn’t accept the API token: {reason}',
  tokenInactive: 'The API token is {status}.',
  rightMissing:
    'The API token can’t purge the cache of this zone. It needs the permission Zone > Cache Purge > Purge. {reason}',
  zoneUnknown: 'The zone doesn’t exist, or the API token isn’t for it. {reason}',
  notUnderstood: 'Can’t make sense of the response ({status}).',
  redirected: 'The service sent us elsewhere ({status}). That isn’t followed.',
  unreachable: 'Can’t reach the service. {reason}',
  answered: 'The service says: {reason}',
  throttled: 'Too many requests. The service asks to wait {seconds} seconds.',
  clockWrong:
    'The clock of the server is about {minutes} minutes off, so its signatures aren’t accepted. It’s tried again; set the clock.',
  tagsUnsupported: 'This CDN can’t be purged by tag.',
  distribution: 'A distribution ID of CloudFront is capital letters and digits, such as E2EXAMPLE1ABCD.',
  accessKeyId: 'An access key ID of AWS is 16 to 128 capital letters and digits.',
  awsRefused: 'AWS doesn’t accept the access key: {reason}',
  awsRightMissing:
    'The access key lacks permission. It needs cloudfront:CreateInvalidation and cloudfront:GetInvalidation for this distribution. {reason}',
  distributionUnknown: 'The distribution doesn’t exist in this account. {reason}',
  guid: 'must be an ID such as 01234567-89ab-cdef-0123-456789abcdef',
  directory: 'must be the ID or a domain of the directory (tenant)',
  azureName: 'must be the name in Azure: letters, digits and hyphens',
  azureSecretWrong: 'The client secret is wrong (AADSTS{number}). Enter the value of the secret, not its ID.',
  azureSecretExpired: 'The client secret has expired (AADSTS{number}). Create a new one.',
  azureClientUnknown: 'The directory doesn’t know the application (AADSTS{number}).',
  azureDirectoryUnknown: 'The directory (tenant) doesn’t exist (AADSTS{number}).',
  azureRefused: 'Microsoft refuses the sign-in: {reason}',
  azureRightMissing:
    'The application may not do this. It needs a role with Microsoft.Cdn/profiles/{kind}/purge/action and Microsoft.Cdn/profiles/{kind}/read. {reason}',
  azureUnknown:
    'Azure doesn’t find the endpoint. Check subscription, resource group, profile and endpoint. {reason}',
  azureEnded: 'Azure says that the purge ended as {status}. {reason}',
  pollingElsewhere: 'Azure named an address of {host} for questions about the purge. Nothing was sent there.',
  sucuriKey: 'An API key and an API secret of Sucuri are 32 letters and digits (0–9, a–f) each.',
  sucuriRefused: 'Sucuri doesn’t accept the API key: {reason}',
  cannotLook: 'Can’t look at the public address: {reason}',
});
