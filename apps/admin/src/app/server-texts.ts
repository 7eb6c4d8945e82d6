import type { FieldError, FieldRule, RuleLimits } from '@sitedesk/contract/field-rules';
import { fill, type MessageCode, type MessageCodes } from '@sitedesk/contract/messages';
import { shallowRef, watchEffect } from 'vue';
import { i18n } from './i18n';
import { preferences } from './preferences';

/** The texts of a feature's tables in another language, each by its code. Complete by the compiler. */
export type ServerTexts<Tables> = Readonly<Record<MessageCodes<Tables>, string>>;

/** What the page says for the server, in one language. */
export interface GeneralTexts {
  /** For values that break a rule of their own. */
  readonly rules: Readonly<Record<FieldRule, string | ((limits: RuleLimits) => string)>>;
  /** By code, those of every feature; in English only what answers do not bring along. */
  readonly messages: Readonly<Record<string, string>>;
}

/** Not part of the first load: nothing is refused that early, and until they are here the server's own words are shown. */
const LOADERS = { en: () => import('./server-texts.en'), de: () => import('./server-texts.de') } as const;
const current = shallowRef<GeneralTexts>();

watchEffect(() => {
  const { locale } = preferences;
  LOADERS[locale]().then(
    ({ texts }) => {
      if (preferences.locale === locale) current.value = texts;
    },
    () => (current.value = undefined), // a connection that is gone: the server's words are better than none
  );
});

/**
 * What the server says, in the person's language.
 * @param english the text that came along, for a code without a translation
 */
export const translated = (message: MessageCode | null | undefined, english: string | null): string =>
  withLabels(message, (message ? translation(message) : undefined) ?? english ?? '');

/** What the server says of a whole request. */
export function translatedRefusal(
  { code, reason, params }: { readonly code: string; readonly reason: string; readonly params: unknown },
  english: string,
): string {
  const values = isParams(params) ? params : {};
  return translation({ code: reason, params: values }) ?? translation({ code }) ?? english;
}

/** What the server says of one field. */
export function translatedField({ rule, limits = {}, code, params, message }: FieldError): string {
  const text = rule === undefined ? undefined : current.value?.rules[rule as keyof GeneralTexts['rules']];
  if (text !== undefined) return typeof text === 'string' ? text : text(limits);
  return code === undefined ? message : translated({ code, ...(params ? { params } : {}) }, message);
}

function translation({ code, params = {} }: MessageCode): string | undefined {
  const text = current.value?.messages[code];
  if (text === undefined) return undefined;
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? (translation(value) ?? value.code) : value,
  ]);
  return fill(text, Object.fromEntries(values) as Readonly<Record<string, string | number>>);
}

/** A setting is called what its field is called, and not as it is spelt in files and variables. */
function withLabels(message: MessageCode | null | undefined, text: string): string {
  const { t, te } = i18n.global;
  return Object.values(message?.params ?? {}).reduce((words: string, param) => {
    if (typeof param === 'object') return withLabels(param, words);
    const name = String(param);
    if (!SETTING_NAME.test(name)) return words;
    const key = name.includes('/') ? `setting.${name.replace('/', '.')}` : `setting.parts.${name}`;
    return te(key) ? words.replace(name, () => t(key)) : words;
  }, text);
}

/** `EMAIL/SenderEmail`, or a part of a composed one: `SecretKey`. */
const SETTING_NAME = /^([A-Za-z]+\/)?[A-Z][A-Za-z]+$/;

const isParams = (value: unknown): value is NonNullable<MessageCode['params']> =>
  typeof value === 'object' && value !== null;
