import {
  AI_DEFAULTS,
  AI_DIALECTS,
  AI_LIMITS,
  AI_RANGES,
  AI_SETTING_FAULTS,
  AI_WRITINGS,
  type AiDialectChoice,
  type AiDialectName,
  type AiHelp,
} from '@sitedesk/contract/ai';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { FORBIDDEN } from '@sitedesk/contract/text';
import { SettingInvalidError, type SettingValues } from '../../platform/settings/setting-values.js';
import { AI_GROUP } from './ai-setting-definitions.js';
import { dialectOf, endpointOf } from './endpoint.js';

/** What a tenant has set up, valid in itself. */
export interface AiSettings {
  readonly enabled: boolean;
  /** What people can ask for, while it's enabled. */
  readonly helps: readonly AiHelp[];
  /** Where the provider is; undefined when nobody has said so. */
  readonly target: AiTarget | undefined;
  /** As it was entered: `auto`, or a name. */
  readonly model: string;
  readonly temperature: number;
  readonly maxTokens: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly siteTokens: number;
  readonly userTokens: number;
}

/** Where requests go. */
export interface AiTarget {
  readonly dialect: AiDialectName;
  /** Without a slash at the end, and without the name of a call. */
  readonly base: string;
  /** Of an older Azure endpoint. */
  readonly apiVersion: string | undefined;
  readonly host: string;
  /** Empty where the provider needs none. */
  readonly token: string;
}

/**
 * Group `AI` (specification 2.8).
 * @throws SettingInvalidError: what can't be read is never taken for "off" or for another endpoint
 */
export function readAiSettings(values: SettingValues): AiSettings {
  const enabled = values.flag(AI_GROUP, 'Enabled', false);
  const model = values.text(AI_GROUP, 'Model')?.trim() ?? AI_DEFAULTS.model;
  if (model === '' || model.length > AI_LIMITS.model || FORBIDDEN.test(model))
    throw invalid('Model', SETTING_FAULTS.invalid);
  const target = readTarget(values);
  if (enabled && !target) throw invalid('Endpoint', AI_SETTING_FAULTS.required);
  if (target?.dialect === 'azure-openai' && model === 'auto' && !target.base.includes('/deployments/'))
    throw invalid('Model', AI_SETTING_FAULTS.azureModel);
  return {
    enabled,
    helps: readHelps(values),
    target,
    model,
    temperature: temperature(values),
    maxTokens: whole(values, 'MaxTokens', AI_DEFAULTS.maxTokens, AI_RANGES.maxTokens),
    timeout: whole(values, 'Timeout', AI_DEFAULTS.timeout, AI_RANGES.timeout),
    siteTokens: whole(values, 'SiteTokensPerDay', AI_DEFAULTS.siteTokens, AI_RANGES.siteTokens),
    userTokens: whole(values, 'UserTokensPerDay', AI_DEFAULTS.userTokens, AI_RANGES.userTokens),
  };
}

const HELPS = [
  ['Inline', ['inline'], true],
  ['Writing', AI_WRITINGS, true],
  ['AltText', ['alt-text'], true],
  ['Translations', ['translate'], true],
  ['Replies', ['reply'], false],
] as const satisfies readonly (readonly [name: string, helps: readonly AiHelp[], usual: boolean])[];

const readHelps = (values: SettingValues): readonly AiHelp[] =>
  HELPS.flatMap(([name, helps, usual]) => (values.flag(AI_GROUP, name, usual) ? helps : []));

function readTarget(values: SettingValues): AiTarget | undefined {
  const choice = values.text(AI_GROUP, 'Dialect')?.trim() ?? AI_DIALECTS[0];
  if (!isDialect(choice)) throw invalid('Dialect', SETTING_FAULTS.oneOf({ options: AI_DIALECTS.join(', ') }));
  const found = values.find(AI_GROUP, 'Endpoint');
  if (!found) return undefined;
  const endpoint = endpointOf(found.value);
  if (!endpoint) throw invalid('Endpoint', AI_SETTING_FAULTS.endpoint);
  const token = values.find(AI_GROUP, 'AccessToken');
  // The operator's token would go to whatever host a site names.
  if (token && token.source !== 'database' && found.source === 'database')
    throw invalid('AccessToken', AI_SETTING_FAULTS.otherSource);
  const dialect = choice === 'auto' ? dialectOf(endpoint) : choice;
  return { ...endpoint, dialect, token: token?.value.trim() ?? '' };
}

const isDialect = (word: string): word is AiDialectChoice => AI_DIALECTS.some((each) => each === word);

const invalid = (name: string, problem: ConstructorParameters<typeof SettingInvalidError>[2]) =>
  new SettingInvalidError(AI_GROUP, name, problem);

function temperature(values: SettingValues): number {
  const { min, max } = AI_RANGES.temperature;
  const text = values.text(AI_GROUP, 'Temperature')?.trim() ?? String(AI_DEFAULTS.temperature);
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) throw invalid('Temperature', SETTING_FAULTS.number);
  const number = Number(text);
  if (number < min) throw invalid('Temperature', SETTING_FAULTS.atLeast({ min }));
  if (number > max) throw invalid('Temperature', SETTING_FAULTS.atMost({ max }));
  return number;
}

function whole(
  values: SettingValues,
  name: string,
  fallback: number,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const text = values.text(AI_GROUP, name)?.trim() ?? String(fallback);
  if (!/^\d{1,10}$/.test(text)) throw invalid(name, SETTING_FAULTS.wholeNumber);
  const number = Number(text);
  if (number < min) throw invalid(name, SETTING_FAULTS.atLeast({ min }));
  if (number > max) throw invalid(name, SETTING_FAULTS.atMost({ max }));
  return number;
}
