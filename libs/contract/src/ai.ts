import { messages, type Worded } from './messages.js';

/** How a provider is spoken to; `auto` goes by the endpoint. */
export const AI_DIALECTS = ['auto', 'openai-chat', 'openai-responses', 'azure-openai', 'anthropic'] as const;
export type AiDialectChoice = (typeof AI_DIALECTS)[number];
export type AiDialectName = Exclude<AiDialectChoice, 'auto'>;

/** What the text around the caret is written in. */
export const AI_LANGUAGES = ['prose', 'html', 'markdown', 'css', 'javascript'] as const;
export type AiLanguage = (typeof AI_LANGUAGES)[number];

/** Where the caret is. */
export const AI_FIELDS = ['title', 'introduction', 'body'] as const;
export type AiField = (typeof AI_FIELDS)[number];

/** What it writes when someone asks for it; nothing of it counts until they take it. */
export const AI_WRITINGS = ['titles', 'introductions', 'shorten', 'proofread'] as const;
export type AiWriting = (typeof AI_WRITINGS)[number];

/** What the AI is used for. */
export type AiHelp = 'inline' | 'check' | AiWriting | 'alt-text' | 'reply' | 'translate';

/** Bounds of the settings: the temperature as it is, the timeout in milliseconds, the others in tokens. */
export const AI_RANGES = {
  temperature: { min: 0, max: 2 },
  maxTokens: { min: 16, max: 1_024 },
  timeout: { min: 1_000, max: 60_000 },
  siteTokens: { min: 1_000, max: 1_000_000_000 },
  userTokens: { min: 1_000, max: 1_000_000_000 },
} as const;

/** What counts where nobody has set anything. */
export const AI_DEFAULTS = {
  model: 'auto',
  temperature: 0.2,
  maxTokens: 160,
  timeout: 8_000,
  siteTokens: 200_000,
  userTokens: 50_000,
} as const;

/** Lengths in characters. What exceeds the kept part of a prefix or suffix isn’t sent to the provider. */
export const AI_LIMITS = {
  prefix: { max: 20_000, kept: 4_000 },
  suffix: { max: 20_000, kept: 1_000 },
  title: 254,
  locale: 35,
  /** Text of an article, or a paragraph of it. */
  text: { max: 100_000, kept: 12_000 },
  /** What is improved is improved whole. */
  paragraph: 6_000,
  choices: 3,
  altText: 300,
  endpoint: 2_048,
  model: 200,
  models: 1_000,
  /** Days and people of the usage. */
  usageDays: 30,
  usagePeople: 50,
} as const;

/**
 * `refused`: token or rights; `throttled`: too many calls; `service`: it’s away or failed; `configuration`: endpoint or model
 * unknown; `bad-request`: it doesn’t take what we ask; `garbage`: its answer isn’t understood; `timeout`: it’s too slow;
 * `blocked`: we don’t connect there.
 */
export const AI_FAILURES = [
  'refused',
  'throttled',
  'service',
  'configuration',
  'bad-request',
  'garbage',
  'timeout',
  'blocked',
] as const;
export type AiFailureKind = (typeof AI_FAILURES)[number];

/** `untested`: nothing was asked since the settings changed; `failing`: the newest call failed; `budget-spent`: until tomorrow. */
export type AiState =
  | 'off'
  | 'not-configured'
  | 'untested'
  | 'ready'
  | 'failing'
  | 'throttled'
  | 'budget-spent';

/** Answer of `GET /editor/ai/status`. Nothing is asked of the provider for it. */
export interface AiStatus extends Worded<'detail'> {
  readonly enabled: boolean;
  readonly configured: boolean;
  readonly state: AiState;
  /** ISO 8601 instants in UTC; `since` of a failure, `until` of what ends automatically. */
  readonly since: string | null;
  readonly until: string | null;
  readonly failure: AiFailureKind | null;
  readonly lastSuccessAt: string | null;
  /** The model that is asked; null while it’s to be chosen from the provider’s list. */
  readonly model: string | null;
  readonly helps: readonly AiHelp[];
  /** Milliseconds of the last 50 successful calls; null when there were none. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly calls: number } | null;
  readonly budget: {
    /** Tokens of the caller today, and what they may use. */
    readonly user: AiBudget;
    readonly site: AiBudget;
  };
  /** For those who manage settings only. */
  readonly provider: { readonly host: string; readonly dialect: AiDialectName } | null;
}

interface AiBudget {
  readonly used: number;
  readonly limit: number;
}

/** `inferred`: the model follows from the settings; `needs-more`: a setting is missing; `unsupported`: the provider has no list. */
export type AiDiscovery = 'live' | 'inferred' | 'needs-more' | 'unsupported' | 'failed';

export interface AiModel {
  readonly id: string;
  readonly owner: string | null;
}

/** Answer of `GET /editor/ai/models`. */
export interface AiModels extends Worded<'message'> {
  readonly discovery: AiDiscovery;
  readonly models: readonly AiModel[];
  /** There are more than are shown. */
  readonly truncated: boolean;
  /** What `auto` stands for; null when nothing fits. */
  readonly automatic: string | null;
  /** The model of the settings is in the list; null when that isn’t known. */
  readonly known: boolean | null;
  /** When the provider was asked, as an ISO 8601 instant in UTC; null when it wasn’t. */
  readonly askedAt: string | null;
}

/** The steps of a check in their order: settings, address, connection, token, model, answer. */
export const AI_CHECK_STEPS = ['settings', 'address', 'connection', 'access', 'model', 'answer'] as const;
export type AiCheckStep = (typeof AI_CHECK_STEPS)[number];

/** Answer of `POST /editor/ai/check`. */
export interface AiCheck extends Worded<'message'> {
  readonly ok: boolean;
  /** `skipped`: an earlier step failed. */
  readonly steps: readonly {
    readonly step: AiCheckStep;
    readonly outcome: 'ok' | 'failed' | 'skipped';
  }[];
  readonly host: string | null;
  readonly model: string | null;
  readonly durationMs: number;
  readonly tokens: number;
}

/** `cut`: the provider stopped in the middle. */
export type AiFinish = 'stop' | 'length' | 'filter' | 'cut';

/** Answer of `POST /editor/ai/complete`. The text is a stranger’s: plain text, never markup that is shown as such. */
export interface AiCompletion {
  /** Empty when there is nothing to suggest. */
  readonly text: string;
  /** Null when the provider wasn’t asked. */
  readonly finish: AiFinish | null;
  readonly model: string | null;
  readonly durationMs: number;
  readonly requestId: string;
}

/** Answer of `POST /editor/ai/suggest`, `/ai/alt-text` and `/ai/reply`. Plain text, as above. */
export interface AiSuggestions {
  /** Up to three titles or introductions; otherwise one text. Empty when the model has nothing to say. */
  readonly choices: readonly string[];
  readonly finish: AiFinish;
  readonly model: string;
  readonly durationMs: number;
  readonly requestId: string;
}

/**
 * Event `piece` of a streamed answer: text to be added to one of its choices, to be shown and not used. What counts is the event `answer`
 * ({@link AiSuggestions}); an event `problem` says why there is none.
 */
export interface AiPiece {
  /** Place of the choice, from 0. */
  readonly choice: number;
  readonly text: string;
}

/** What a problem answer 429 names as `limit`. */
export type AiLimit = 'user-budget' | 'site-budget' | 'provider' | 'slots';

export interface AiUsageNumbers {
  readonly calls: number;
  readonly failures: number;
  /** Calls that a budget refused. */
  readonly refusals: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** Answer of `GET /editor/ai/usage`: numbers, never text. */
export interface AiUsage {
  /** Newest first, in the site’s time zone; days without calls are left out. */
  readonly days: readonly (AiUsageNumbers & { readonly day: string })[];
  /** Those with most tokens within these days first. */
  readonly people: readonly (AiUsageNumbers & { readonly id: string; readonly displayName: string })[];
}

export const AI_TEXTS = messages('ai', {
  off: 'AI is turned off for this site.',
  endpointMissing: 'AI isn’t set up: the endpoint is missing.',
  unusable: 'AI can’t be used: {fault}',
  userBudget: 'You’ve used your AI budget for today.',
  siteBudget: 'This site has used its AI budget for today.',
  providerLimit: 'The AI provider accepts no more requests at the moment.',
  busy: 'Too many AI requests are in progress.',
  replaced: 'A newer suggestion was requested.',
  paused: 'The AI provider failed several times. It isn’t asked again for a short while.',
  failed: 'The AI provider didn’t deliver: {reason}',
  slow: 'The AI provider didn’t respond in time.',
  helpOff: 'This kind of help is turned off for this site.',
  cut: 'The response was cut off, so it can’t be used. Try again, or with a shorter text.',
  noPictures: 'This model doesn’t read pictures. Choose another one in the AI settings.',
  paragraphTooLong: 'The paragraph is too long: at most {max} characters can be improved at once.',
});

/** What is wrong with settings, as the rest of a sentence that begins with the setting’s name. */
export const AI_SETTING_FAULTS = messages('ai-setting', {
  endpoint: 'must be a URL without a password, query or fragment',
  otherSource:
    'is set by the server for another endpoint. It isn’t sent to one that was entered here. Enter a token of your own',
  required: 'is required while AI is on',
  azureModel: 'must be the name of a deployment: “auto” doesn’t work with Azure OpenAI',
});

/** Why a provider didn’t deliver. What it said itself isn’t repeated. */
export const AI_FAILURE_TEXTS = messages('ai-failure', {
  refused: 'It doesn’t accept the access token ({status}).',
  tokenMissing: 'It asks for an access token ({status}).',
  throttled: 'It’s receiving too many requests ({status}).',
  quota: 'The account at the provider has no credit left ({status}).',
  service: 'It has a problem of its own ({status}).',
  model: 'It doesn’t know the model “{model}” ({status}).',
  configuration: 'There’s no API at this endpoint ({status}).',
  redirect: 'The endpoint redirects elsewhere ({status}). Redirects aren’t followed.',
  'bad-request': 'It doesn’t accept the request ({status}).',
  tooLong: 'The text is too long for this model ({status}).',
  unreachable: 'It can’t be reached.',
  late: 'It didn’t respond in time.',
  blocked: 'This server doesn’t connect to its address.',
  garbage: 'Its response isn’t one of this kind of API.',
  interrupted: 'It reported an error in the middle of its response.',
  noModel: 'It lists no model that “auto” could stand for. Enter a model.',
});

export const AI_CHECK_TEXTS = messages('ai-check', {
  ok: 'The provider responded. AI is ready to use.',
  thinks:
    'This model thinks before it writes and used up its tokens that way. Choose a model that answers directly.',
  empty: 'The provider responded without text. Choose another model.',
  filtered: 'The provider’s content filter stopped a harmless response. Check the filter at the provider.',
});

export const AI_DISCOVERY_TEXTS = messages('ai-discovery', {
  inferred: 'The model is the deployment that the settings name.',
  endpoint: 'Enter an endpoint first.',
  off: 'Turn on AI first.',
  token: 'Enter an access token first.',
  unsupported: 'The provider doesn’t list its models. Enter the name of one.',
});
