import { reactive, watchEffect } from 'vue';

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];
export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];

/** The same place that public/theme.js reads before the first paint. */
const STORAGE = 'sitedesk.preferences';

interface Preferences {
  theme: Theme;
  density: Density;
  locale: Locale;
  /** Single-key shortcuts can be turned off, for those whose speech input types letters (WCAG 2.1.4). */
  shortcuts: boolean;
  navCollapsed: boolean;
  /** Name of a time zone, such as `Europe/Zurich`; empty for the browser's. */
  timeZone: string;
  /** Name of the route that opens after signing in; empty for the home page. */
  startPage: string;
}

/** How this browser's person likes it; kept in the browser. */
export const preferences: Preferences = reactive(stored());

/** Dates and numbers as they are written where the person is: the page's language, as the browser says it (`en-GB`). */
export const region = (): string =>
  navigator.languages.find((each) => each.slice(0, 2) === preferences.locale) ?? preferences.locale;

function stored(): Preferences {
  const language = navigator.language.slice(0, 2);
  const saved = parsed();
  return {
    theme: oneOf(THEMES, saved['theme'], 'system'),
    density: oneOf(DENSITIES, saved['density'], 'comfortable'),
    locale: oneOf(LOCALES, saved['locale'], oneOf(LOCALES, language, 'en')),
    shortcuts: saved['shortcuts'] !== false,
    navCollapsed: saved['navCollapsed'] === true,
    timeZone: isZone(saved['timeZone']) ? saved['timeZone'] : '',
    startPage: typeof saved['startPage'] === 'string' ? saved['startPage'] : '',
  };
}

function parsed(): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {}; // no storage, or not ours: the defaults
  }
}

function isZone(value: unknown): value is string {
  if (typeof value !== 'string' || value === '') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value }).format();
    return true;
  } catch {
    return false; // a RangeError says that there is no such zone
  }
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown, otherwise: Word): Word {
  return words.find((word) => word === value) ?? otherwise;
}

/** Puts the preferences into effect, now and with every change. */
export function applyPreferences(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const apply = (): void => {
    const { theme, density, locale } = preferences;
    const { classList, dataset } = document.documentElement;
    classList.toggle('dark', theme === 'dark' || (theme === 'system' && dark.matches));
    classList.toggle('contrast', theme === 'contrast' || (theme === 'system' && contrast.matches));
    dataset['density'] = density;
    document.documentElement.lang = locale;
  };
  watchEffect(() => {
    apply();
    const text = JSON.stringify(preferences);
    try {
      localStorage.setItem(STORAGE, text);
    } catch {
      // without storage they last as long as the page
    }
  });
  dark.addEventListener('change', apply);
  contrast.addEventListener('change', apply);
}
