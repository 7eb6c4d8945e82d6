import { AI_DEFAULTS, AI_DIALECTS, AI_RANGES } from '@sitedesk/contract/ai';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';

export const AI_GROUP = 'AI';

/** Group `AI` (specification 2.8), and the budgets of a day. */
export const AI_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    AI_GROUP,
    'Enabled',
    { kind: 'flag', steers: 'nothing', fallback: 'false' },
    'true or false: whether editors can ask the AI provider',
  ),
  defineSetting(
    AI_GROUP,
    'Endpoint',
    { kind: 'text', steers: 'texts', label: { en: 'AI endpoint', de: 'Endpunkt der KI' } },
    'Base URL of the provider’s API, such as https://api.openai.com/v1',
  ),
  defineSetting(
    AI_GROUP,
    'Dialect',
    { kind: 'choice', steers: 'nothing', choices: AI_DIALECTS, fallback: AI_DIALECTS[0] },
    'Kind of the provider’s API; auto goes by the endpoint',
  ),
  defineSetting(
    AI_GROUP,
    'Model',
    { kind: 'text', steers: 'nothing', fallback: AI_DEFAULTS.model },
    'Name of the model; auto chooses one from the provider’s list',
  ),
  defineSetting(
    AI_GROUP,
    'AccessToken',
    {
      kind: 'secret',
      steers: 'credential',
      label: { en: 'AI access token', de: 'Zugriffstoken der KI' },
      removedWith: 'Endpoint',
    },
    'Key for the provider’s API; a server of your own may need none',
  ),
  ...(
    [
      ['Inline', 'how a text goes on while they write it'],
      ['Writing', 'titles and introductions, and shorter or corrected paragraphs'],
      ['AltText', 'alternative texts of pictures; the picture is sent to the provider'],
      ['Translations', 'copies of articles in another language; the whole text is sent to the provider'],
    ] as const
  ).map(([name, what]) =>
    defineSetting(
      AI_GROUP,
      name,
      { kind: 'flag', steers: 'nothing', fallback: 'true' },
      `true or false: whether editors can ask for ${what}`,
    ),
  ),
  // What a visitor wrote leaves the site: that is decided, not a default.
  defineSetting(
    AI_GROUP,
    'Replies',
    {
      kind: 'flag',
      steers: ({ after }) => (after === 'true' ? 'texts' : 'nothing'),
      fallback: 'false',
      label: { en: 'AI drafts of replies', de: 'Antwortentwürfe der KI' },
    },
    'true or false: whether editors can ask for drafts of replies to messages; names, email addresses and phone numbers are replaced before',
  ),
  defineSetting(
    AI_GROUP,
    'Temperature',
    { kind: 'text', steers: 'nothing', fallback: String(AI_DEFAULTS.temperature) },
    `How much answers vary, from 0 to 2; defaults to ${AI_DEFAULTS.temperature}`,
  ),
  defineSetting(
    AI_GROUP,
    'MaxTokens',
    {
      kind: 'integer',
      steers: 'nothing',
      fallback: String(AI_DEFAULTS.maxTokens),
      range: { ...AI_RANGES.maxTokens, unit: 'tokens' },
    },
    `Length of an answer in tokens; defaults to ${AI_DEFAULTS.maxTokens}`,
  ),
  defineSetting(
    AI_GROUP,
    'Timeout',
    {
      kind: 'integer',
      steers: 'nothing',
      fallback: String(AI_DEFAULTS.timeout),
      range: { ...AI_RANGES.timeout, unit: 'milliseconds' },
    },
    `Milliseconds that an answer may take; defaults to ${AI_DEFAULTS.timeout}`,
  ),
  defineSetting(
    AI_GROUP,
    'SiteTokensPerDay',
    {
      kind: 'integer',
      steers: 'nothing',
      fallback: String(AI_DEFAULTS.siteTokens),
      range: { ...AI_RANGES.siteTokens, unit: 'tokens' },
    },
    `Tokens that the whole site may use in a day; defaults to ${AI_DEFAULTS.siteTokens}`,
  ),
  defineSetting(
    AI_GROUP,
    'UserTokensPerDay',
    {
      kind: 'integer',
      steers: 'nothing',
      fallback: String(AI_DEFAULTS.userTokens),
      range: { ...AI_RANGES.userTokens, unit: 'tokens' },
    },
    `Tokens that one person may use in a day; defaults to ${AI_DEFAULTS.userTokens}`,
  ),
];
