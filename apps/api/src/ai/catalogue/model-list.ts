import { AI_LIMITS, type AiModel } from '@sitedesk/contract/ai';
import { FORBIDDEN } from '@sitedesk/contract/text';
import { membersOf, textOf } from '../dialects/dialect.js';

const EVERY_FORBIDDEN = new RegExp(FORBIDDEN.source, 'gu');

/** A page of a provider's list. */
interface ModelPage {
  readonly models: readonly AiModel[];
  /** Where the next page begins; undefined on the last. */
  readonly after: string | undefined;
}

/**
 * Reads a list in any of its shapes: `data` of OpenAI, Anthropic and most others, `models` of native APIs, or the bare list of
 * routers, with objects or names.
 * @returns undefined for what is no such list
 */
export function readModels(answer: unknown): ModelPage | undefined {
  const { data, models, has_more: hasMore, last_id: lastId } = membersOf(answer);
  const list = [answer, data, models].find(Array.isArray);
  if (!list) return undefined;
  const read = list.flatMap(readModel);
  return { models: read, after: hasMore === true ? textOf(lastId) : undefined };
}

function readModel(entry: unknown): readonly AiModel[] {
  const { id, name, model, owned_by: owner, publisher } = membersOf(entry);
  const found = textOf(entry) ?? textOf(id) ?? textOf(name) ?? textOf(model);
  if (found === undefined) return [];
  const clean = cleaned(found);
  return clean === ''
    ? []
    : [{ id: clean, owner: cleaned(textOf(owner) ?? textOf(publisher) ?? '') || null }];
}

/** A stranger's word: on one line, and short. */
const cleaned = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '')
    .replace(EVERY_FORBIDDEN, '')
    .trim()
    .slice(0, AI_LIMITS.model);

/** Small and fast, and they answer without thinking first; the first that a provider has. As of November 2026. */
const PREFERRED: readonly RegExp[] = [
  /(^|\/)gpt-4\.1-mini$/,
  /(^|\/)gpt-4o-mini$/,
  /(^|\/)gpt-4\.1-nano$/,
  /(^|\/)claude-[\w.-]*haiku/,
  /(^|\/)mistral-small/,
  /(^|\/)codestral/,
  /(^|\/)gemma-?[34]/,
  /(^|\/)llama-?3/,
  /(^|\/)qwen2\.5/,
];
/** They don't write text, or they think first. */
const UNFIT =
  /embed|whisper|tts|audio|speech|voice|transcri|image|dall-e|video|sora|moderation|guard|rerank|realtime|ocr|(^|\/)o[1-9]|reason|think|deepseek-r|qwq/i;

/** What `auto` stands for in a list; undefined when nothing fits. */
export function automaticModel(models: readonly AiModel[]): string | undefined {
  const fit = models.map(({ id }) => id).filter((id) => !UNFIT.test(id));
  for (const pattern of PREFERRED) {
    const found = fit.find((id) => pattern.test(id));
    if (found !== undefined) return found;
  }
  return fit[0];
}
