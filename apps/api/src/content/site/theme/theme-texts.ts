export interface ThemeTexts {
  readonly skip: string;
  readonly menu: string;
  readonly mainMenu: string;
  readonly breadcrumbs: string;
  readonly footerMenu: string;
  readonly feeds: string;
  readonly follow: string;
  readonly home: string;
  readonly by: string;
  readonly updated: string;
  readonly tags: string;
  readonly allPosts: (stream: string) => string;
  readonly noPosts: string;
  readonly pages: string;
  readonly page: (number: number) => string;
  readonly newer: string;
  readonly older: string;
  /** @param version null for the draft */
  readonly preview: (version: number | null, until: string) => string;
  readonly form: FormTexts;
  readonly search: SearchTexts;
  readonly errors: Readonly<Record<ErrorStatus, ErrorTexts>>;
}

export interface FormTexts {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly send: string;
  readonly sending: string;
  readonly needsScript: string;
  readonly notLoaded: string;
}

export interface SearchTexts {
  readonly title: string;
  readonly titleOf: (query: string) => string;
  readonly label: string;
  readonly send: string;
  readonly results: (count: number) => string;
  /** More than that. */
  readonly more: (count: number) => string;
  readonly none: (query: string) => string;
  readonly advice: string;
  readonly partial: string;
  readonly tooMany: (seconds: number) => string;
  readonly busy: string;
  readonly slow: string;
  readonly previous: string;
  readonly next: string;
}

export type ErrorStatus = 404 | 410 | 503;

interface ErrorTexts {
  readonly title: string;
  readonly advice: string;
}

const TEXTS: Readonly<Record<'en' | 'de', ThemeTexts>> = {
  en: {
    skip: 'Skip to content',
    menu: 'Menu',
    mainMenu: 'Main',
    breadcrumbs: 'Breadcrumbs',
    footerMenu: 'All pages',
    feeds: 'Feeds',
    follow: 'Follow in a feed reader',
    home: 'Go to the home page',
    by: 'By',
    updated: 'Updated',
    tags: 'Topics',
    allPosts: (stream) => `More in ${stream}`,
    noPosts: 'There are no posts yet.',
    pages: 'Pages',
    page: (number) => `Page ${number}`,
    newer: 'Newer posts',
    older: 'Older posts',
    preview: (version, until) =>
      `Preview of ${version === null ? 'the draft' : `version ${version}`}. Not public: this link works until ${until}.`,
    form: {
      name: 'Name',
      email: 'Email',
      message: 'Message',
      send: 'Send message',
      sending: 'Sending…',
      needsScript: 'This form needs JavaScript. Turn it on in your browser, then reload the page.',
      notLoaded: 'The form couldn’t be loaded. Reload the page and try again.',
    },
    search: {
      title: 'Search',
      titleOf: (query) => `${query} – Search`,
      label: 'Search this site',
      send: 'Search',
      results: (count) => (count === 1 ? '1 result' : `${count} results`),
      more: (count) => `More than ${count} results. Add a word to narrow them down.`,
      none: (query) => `No results for “${query}”.`,
      advice: 'Check the spelling, or try fewer or other words.',
      partial: 'The search is still being set up, so some pages may be missing.',
      tooMany: (seconds) =>
        `Too many searches. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
      busy: 'The search is busy. Please try again in a moment.',
      slow: 'This search takes too long. Try fewer or less common words.',
      previous: 'Previous page',
      next: 'Next page',
    },
    errors: {
      404: {
        title: 'Page not found',
        advice: 'The page may have moved, or there’s a typo in the URL.',
      },
      410: { title: 'This page is gone', advice: 'It was removed and won’t come back.' },
      503: {
        title: 'We’ll be right back',
        advice: 'The site is unavailable at the moment. Please try again in a few minutes.',
      },
    },
  },
  de: {
    skip: 'Zum Inhalt springen',
    menu: 'Menü',
    mainMenu: 'Hauptmenü',
    breadcrumbs: 'Navigationspfad',
    footerMenu: 'Alle Seiten',
    feeds: 'Feeds',
    follow: 'Im Feedreader abonnieren',
    home: 'Zur Startseite',
    by: 'Von',
    updated: 'Aktualisiert am',
    tags: 'Themen',
    allPosts: (stream) => `Mehr aus „${stream}“`,
    noPosts: 'Hier gibt es noch keine Beiträge.',
    pages: 'Seiten',
    page: (number) => `Seite ${number}`,
    newer: 'Neuere Beiträge',
    older: 'Ältere Beiträge',
    preview: (version, until) =>
      `Vorschau ${version === null ? 'des Entwurfs' : `von Version ${version}`}. Nicht öffentlich: Dieser Link funktioniert bis ${until}.`,
    form: {
      name: 'Name',
      email: 'E-Mail',
      message: 'Nachricht',
      send: 'Nachricht senden',
      sending: 'Wird gesendet …',
      needsScript:
        'Dieses Formular braucht JavaScript. Schalten Sie es im Browser ein und laden Sie die Seite neu.',
      notLoaded:
        'Das Formular konnte nicht geladen werden. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    },
    search: {
      title: 'Suche',
      titleOf: (query) => `${query} – Suche`,
      label: 'Diese Website durchsuchen',
      send: 'Suchen',
      results: (count) => (count === 1 ? '1 Ergebnis' : `${count} Ergebnisse`),
      more: (count) => `Mehr als ${count} Ergebnisse. Mit einem weiteren Wort werden es weniger.`,
      none: (query) => `Keine Ergebnisse für „${query}“.`,
      advice: 'Prüfen Sie die Schreibweise, oder versuchen Sie es mit weniger oder anderen Wörtern.',
      partial: 'Die Suche wird noch eingerichtet. Einige Seiten können fehlen.',
      tooMany: (seconds) =>
        `Zu viele Suchanfragen. Versuchen Sie es in ${seconds === 1 ? 'einer Sekunde' : `${seconds} Sekunden`} noch einmal.`,
      busy: 'Die Suche ist gerade ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
      slow: 'Diese Suche dauert zu lange. Versuchen Sie es mit weniger oder selteneren Wörtern.',
      previous: 'Vorherige Seite',
      next: 'Nächste Seite',
    },
    errors: {
      404: {
        title: 'Seite nicht gefunden',
        advice: 'Vielleicht ist sie umgezogen, oder die Adresse enthält einen Tippfehler.',
      },
      410: { title: 'Diese Seite gibt es nicht mehr', advice: 'Sie wurde entfernt.' },
      503: {
        title: 'Wir sind gleich wieder da',
        advice:
          'Die Website ist gerade nicht erreichbar. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
      },
    },
  },
};

const primary = (language: string): string => language.split('-', 1)[0]?.toLowerCase() ?? '';

/** Languages that the theme speaks. */
export const themeLanguage = (language: string): 'en' | 'de' => (primary(language) === 'de' ? 'de' : 'en');

export const themeTexts = (language: string): ThemeTexts => TEXTS[themeLanguage(language)];

const RIGHT_TO_LEFT = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'nqo',
  'ps',
  'sd',
  'syr',
  'ug',
  'ur',
  'yi',
]);
export const isRightToLeft = (language: string): boolean => RIGHT_TO_LEFT.has(primary(language));
