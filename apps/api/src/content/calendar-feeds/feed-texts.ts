import type { PlanAction, PlanState } from '@sitedesk/contract/publication-plans';
import type { Locale } from '@sitedesk/contract/preferences';

/** What a feed says, beside titles. */
export interface FeedTexts {
  readonly calendar: (site: string) => string;
  readonly actions: Readonly<Record<PlanAction, (title: string) => string>>;
  readonly release: (title: string) => string;
  readonly states: Readonly<Record<PlanState, string>>;
}

export const FEED_TEXTS: Readonly<Record<Locale, FeedTexts>> = {
  en: {
    calendar: (site) => (site === '' ? 'Publications' : `Publications of ${site}`),
    actions: {
      publish: (title) => `Publish “${title}”`,
      withdraw: (title) => `Withdraw “${title}”`,
    },
    release: (title) => `Release “${title}”`,
    states: {
      waiting: 'Scheduled',
      done: 'Done',
      failed: 'Failed',
      held: 'On hold',
      cancelled: 'Canceled',
    },
  },
  de: {
    calendar: (site) => (site === '' ? 'Veröffentlichungen' : `Veröffentlichungen von ${site}`),
    actions: {
      publish: (title) => `„${title}“ veröffentlichen`,
      withdraw: (title) => `„${title}“ zurückziehen`,
    },
    release: (title) => `Release „${title}“`,
    states: {
      waiting: 'Geplant',
      done: 'Ausgeführt',
      failed: 'Fehlgeschlagen',
      held: 'Angehalten',
      cancelled: 'Abgebrochen',
    },
  },
};
