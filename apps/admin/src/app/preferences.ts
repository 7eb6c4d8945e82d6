import {
  type AccountPreferences,
  DENSITIES,
  type Density,
  type Locale,
  LOCALES,
  type Theme,
  THEMES,
} from '@sitedesk/contract/preferences';
import { reactive, watchEffect } from 'vue';

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

/** Whose preferences these are, and what the server had of them when it was last asked. */
export interface KnownAccount {
  readonly id: string;
  readonly stored: AccountPreferences;
}

const saved = parsed();
/** While nobody has chosen anything. */
export const DEFAULTS: Readonly<Preferences> = {
  theme: 'system',
  density: 'comfortable',
  locale: oneOf(LOCALES, navigator.language.slice(0, 2), 'en'),
  shortcuts: true,
  navCollapsed: false,
  timeZone: '',
  startPage: '',
};

/**
 * How the person likes it. The account has them (`account-preferences.ts`); the browser's copy is for the first paint, and for
 * the sign-in page.
 */
export const preferences: Preferences = reactive(stored());

let account = isRecord(saved['account']) ? (saved['account'] as unknown as KnownAccount) : undefined;
/** Undefined in a browser that no account has used yet. */
export const knownAccount = (): KnownAccount | undefined => account;
export function rememberAccount(known: KnownAccount): void {
  account = known;
  keep();
}

/** Dates and numbers as they are written where the person is: the page's language, as the browser says it (`en-GB`). */
export const region = (): string =>
  navigator.languages.find((each) => each.slice(0, 2) === preferences.locale) ?? preferences.locale;

function stored(): Preferences {
  return {
    theme: oneOf(THEMES, saved['theme'], DEFAULTS.theme),
    density: oneOf(DENSITIES, saved['density'], DEFAULTS.density),
    locale: oneOf(LOCALES, saved['locale'], DEFAULTS.locale),
    shortcuts: saved['shortcuts'] !== false,
    navCollapsed: saved['navCollapsed'] === true,
    timeZone: isZone(saved['timeZone']) ? saved['timeZone'] : '',
    startPage: typeof saved['startPage'] === 'string' ? saved['startPage'] : '',
  };
}

function parsed(): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE) ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {}; // no storage, or not ours: the defaults
  }
}

function keep(): void {
  const text = JSON.stringify({ ...preferences, account });
  try {
    localStorage.setItem(STORAGE, text);
  } catch {
    // without storage the copy lasts as long as the page
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
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
    keep();
  });
  dark.addEventListener('change', apply);
  contrast.addEventListener('change', apply);
}
