import type { ReplacedField } from './replace-text.js';
import { messages } from './messages.js';

/** Languages that an article can be translated into, as BCP 47 tags. */
export const TRANSLATION_LANGUAGES = [
  'ar',
  'bg',
  'bn',
  'ca',
  'cs',
  'da',
  'de',
  'de-AT',
  'de-CH',
  'el',
  'en',
  'en-GB',
  'en-US',
  'es',
  'es-MX',
  'et',
  'eu',
  'fa',
  'fi',
  'fr',
  'fr-CA',
  'fr-CH',
  'ga',
  'gl',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'is',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'mk',
  'mt',
  'nb',
  'nl',
  'nl-BE',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sq',
  'sr',
  'sv',
  'th',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh-Hans',
  'zh-Hant',
] as const;
export type TranslationLanguage = (typeof TRANSLATION_LANGUAGES)[number];

export const TRANSLATION_LIMITS = {
  /** Characters of one text; a longer one is listed, and stays in its language. */
  text: 6_000,
  /** Characters and texts that go to the model at a time. */
  batch: { characters: 2_400, texts: 24 },
  /** Characters of a text in the list of those that stayed. */
  excerpt: 160,
} as const;

/**
 * Why a text stayed in its language. `placeholders`: the answer lost or added a link, formatting, code or a placeholder; `missing`: there was
 * no answer for it; `too-long`: the text is too long, or its translation is.
 */
export const KEPT_REASONS = ['placeholders', 'missing', 'too-long'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** A text that stayed in its language, as it stands in the draft now. */
export interface KeptText {
  /** Null in the text itself. */
  readonly field: ReplacedField | null;
  /** ID of the block; null for a field. */
  readonly block: string | null;
  readonly text: string;
  readonly reason: KeptReason;
}

/** How far a translation is. Texts are headings, paragraphs, captions and the like. */
export interface AiTranslation {
  /** Number of the article that is translated. */
  readonly number: number;
  readonly title: string;
  /** Number of the article that it is a copy of, which may have been deleted since. */
  readonly source: number;
  readonly language: TranslationLanguage;
  readonly total: number;
  readonly left: number;
  readonly kept: readonly KeptText[];
}

/** Answer of `GET /editor/ai/translations/:number`; null for an article that nobody has begun to translate, or that is finished. */
export interface AiTranslationState {
  readonly translation: AiTranslation | null;
}

/** Name of a language in itself: `Deutsch`. */
export function languageName(tag: TranslationLanguage): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  const [first = ''] = name;
  return first.toLocaleUpperCase(tag) + name.slice(first.length);
}

/** What the title of a copy ends with until it's translated. */
export const titleSuffix = (tag: TranslationLanguage): string => ` (${languageName(tag)})`;

export const TRANSLATION_TEXTS = messages('ai-translation', {
  noText: 'An application has no text that could be translated.',
  ended: 'This translation is finished.',
});
