import type { FieldError } from '@sitedesk/contract';
import { shallowRef, watchEffect } from 'vue';
import { preferences } from './preferences';
import type { ServerWords } from './words/server-words.types';

/** Not part of the first load: nothing is refused that early, and until they are here the server's own words are shown. */
const LOADERS = { en: () => import('./words/en'), de: () => import('./words/de') } as const;
const current = shallowRef<ServerWords>();

watchEffect(() => {
  const { locale } = preferences;
  LOADERS[locale]().then(
    ({ words }) => {
      if (preferences.locale === locale) current.value = words;
    },
    () => (current.value = undefined), // a connection that is gone: the server's words are better than none
  );
});

/** A sentence of the contract in the person's language; itself when there is no other. */
export const said = (sentence: string): string => translation(sentence) ?? sentence;

/** What the server says of a whole request. */
export function saidOfRequest(status: number, code: string, sentence: string): string {
  const words = current.value;
  const known = words?.codes[code as keyof ServerWords['codes']]; // of an unknown code there is nothing
  const general = code === '' ? words?.statuses[status] : known;
  const isEnglish = words?.sentences.size === 0;
  return translation(sentence) ?? (isEnglish && code !== '' && sentence ? sentence : (general ?? sentence));
}

/** What the server says of one field. */
export function saidOfField({ rule, limits = {}, message }: FieldError): string {
  const words = rule === undefined ? undefined : current.value?.rules[rule as keyof ServerWords['rules']];
  if (words === undefined) return said(message);
  return typeof words === 'string' ? words : words(limits);
}

function translation(sentence: string): string | undefined {
  const sentences = current.value?.sentences;
  const exact = sentences?.get(sentence);
  if (exact !== undefined || sentences === undefined) return exact;
  for (const [pattern, words] of sentences) {
    const values = valuesIn(sentence, pattern);
    if (values) return words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  }
  return undefined;
}

/** What stands in the places of `{name}`; undefined when the sentence is another one. */
function valuesIn(sentence: string, pattern: string): Readonly<Record<string, string>> | undefined {
  if (!pattern.includes('{')) return undefined;
  const source = pattern
    .split(/(\{\w+\})/)
    .map((part) => (/^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>.+)` : quoted(part)))
    .join('');
  return new RegExp(`^${source}$`, 's').exec(sentence)?.groups;
}

const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
