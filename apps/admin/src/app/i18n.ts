import { createI18n } from 'vue-i18n';
import { watchEffect } from 'vue';
import { de } from '../locales/de';
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

export const i18n = createI18n({
  legacy: false,
  locale: preferences.locale,
  fallbackLocale: 'en',
  messages: { en, de },
  missingWarn: import.meta.env.DEV,
});

watchEffect(() => {
  i18n.global.locale.value = preferences.locale;
});

/**
 * Adds the texts of a feature, below its name; called by the feature's `messages.ts`, so they come with its chunk.
 * @param feature first part of every key: `t('inbox.title')`
 */
export function defineMessages<T extends Texts>(
  feature: string,
  texts: { readonly en: T; readonly de: Translated<NoInfer<T>> },
): void {
  i18n.global.mergeLocaleMessage('en', { [feature]: texts.en });
  i18n.global.mergeLocaleMessage('de', { [feature]: texts.de });
}
