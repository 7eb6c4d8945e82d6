export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];
/** Languages of the administration. */
export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];
/** A text in each language. */
export type LocalText = Readonly<Record<Locale, string>>;

/** Name of the page that opens after signing in. */
export const START_PAGE_LENGTH = { min: 1, max: 64 } as const;

/** How a person likes the administration, on every device. Null where they have chosen nothing. */
export interface AccountPreferences {
  readonly theme: Theme | null;
  readonly density: Density | null;
  readonly locale: Locale | null;
  /** Single-key shortcuts can be turned off, for those whose speech input types letters (WCAG 2.1.4). */
  readonly shortcuts: boolean | null;
  readonly navCollapsed: boolean | null;
  /** Name of a time zone, such as `Europe/Zurich`; null for the browser's. */
  readonly timeZone: string | null;
  readonly startPage: string | null;
  /** What stands for no choice of language and time zone: the latest browser's. */
  readonly browserLocale: Locale | null;
  readonly browserTimeZone: string | null;
}
