import type { Locale } from '@sitedesk/contract/preferences';
import { createI18n } from 'vue-i18n';
import { watch } from 'vue';
import { numberFormat } from '../composables/formats';
import { en } from '../locales/en';
import { preferences } from './preferences';

/** The texts of one language: words, or groups of them. */
export interface Texts {
  readonly [name: string]: string | Texts;
}

/** The same names with other words, so that the compiler finds what is not translated. */
export type Translated<T> = {
  readonly [Name in keyof T]: T[Name] extends string ? string : Translated<T[Name]>;
};

/** English is part of the page, because it stands in for what is missing; the rest comes when it is spoken. */
const messages: Record<Locale, Texts> = { en, de: {} };

export const i18n = createI18n({
  legacy: false,
  locale: preferences.locale as string,
  fallbackLocale: 'en',
  messages,
  missingWarn: import.meta.env.DEV,
});

/** Its own makes a new formatter for every number. */
const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(i18n.global.locale.value, options).format(value);
i18n.global.n = formatNumber as typeof i18n.global.n; // nothing here names a format, or asks for its parts

/** Speaks the language that the person wants, once its words are here; without a connection it stays as it is. */
export async function applyLocale(locale: Locale): Promise<void> {
  // Merged, as features may have added theirs before.
  if (locale === 'de') i18n.global.mergeLocaleMessage('de', (await import('../locales/de')).de);
  if (preferences.locale === locale) i18n.global.locale.value = locale;
}

let applying: Promise<void> = Promise.resolve();
/** Resolves when the words of the chosen language are here, or cannot be had. */
export const localeReady = (): Promise<void> => applying;
watch(
  () => preferences.locale,
  (locale) => void (applying = applyLocale(locale).catch(() => undefined)), // the next choice tries again
  { flush: 'sync' },
);

/**
 * Adds the texts of a feature, below its name; called by the feature's `messages.ts`, so they come with its chunk.
 * @param feature first part of every key: `t('nav.inbox')`
 */
export function defineMessages<T extends Texts>(
  feature: string,
  texts: { readonly en: T; readonly de: Translated<NoInfer<T>> },
): void {
  i18n.global.mergeLocaleMessage('en', { [feature]: texts.en });
  i18n.global.mergeLocaleMessage('de', { [feature]: texts.de });
}
