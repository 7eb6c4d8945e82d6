import type { FieldError } from './field-rules.js';
import { type MessageCodes, messages } from './messages.js';

export const REDIRECT_LIMITS = {
  /** Of an address, in characters. */
  path: { min: 1, max: 300 },
  note: { min: 0, max: 200 },
  reason: { min: 0, max: 200 },
  /** How far an address is followed. */
  steps: 10,
  /** Redirects that are imported at once. */
  imported: 100,
  /** Addresses of a site that are counted as not found. */
  notFound: 1_000,
  /** Days after the last visit for which these are kept. */
  notFoundDays: 30,
} as const;

/** What an address answers: moved permanently, moved for now, the same with the request's method kept, or gone. */
export const REDIRECT_CODES = [301, 302, 308, 410] as const;
export type RedirectCode = (typeof REDIRECT_CODES)[number];

/** Made when an article moves, or by people. */
export const REDIRECT_KINDS = ['automatic', 'manual'] as const;
export type RedirectKind = (typeof REDIRECT_KINDS)[number];

/** An article that an address leads to or belongs to. */
export interface RedirectArticle {
  readonly number: number;
  readonly title: string;
  /** Where it is live; null when it isn't. */
  readonly path: string | null;
}

/** An address of the site that leads elsewhere. */
export interface Redirect {
  readonly kind: RedirectKind;
  /** Of a manual one; null otherwise. */
  readonly id: string | null;
  readonly path: string;
  /** Whether it is for everything below as well. */
  readonly withBelow: boolean;
  readonly code: RedirectCode;
  /** Where it leads; null also for an article that the caller doesn't see. */
  readonly article: RedirectArticle | null;
  readonly url: string | null;
  readonly note: string | null;
  /** Whether a page is live at this address, which is what visitors get. */
  readonly isCovered: boolean;
  /** How often visitors were led. */
  readonly hits: number;
  /** The last day on which one was, in UTC; null when none was. */
  readonly lastHitOn: string | null;
}

/** An address of the site that visitors asked for, and that answers 404. */
export interface NotFoundAddress {
  readonly path: string;
  readonly hits: number;
  /** The last day, in UTC. */
  readonly lastHitOn: string;
  /** The article that the address is kept for; null also for one that the caller doesn't see. */
  readonly article: RedirectArticle | null;
}

/** Kinds of steps on the way of a request: what it found at an address. */
export const REDIRECT_STEPS = [
  'page',
  'list',
  'spelling',
  'moved',
  'withdrawn',
  'rule',
  'gone',
  'offline',
  'elsewhere',
  'impossible',
  'nothing',
  'endless',
] as const;

/** One step of what happens with a URL. */
export interface RedirectStep {
  readonly kind: (typeof REDIRECT_STEPS)[number];
  /** As it was looked for; a URL where it isn't one of the site. */
  readonly address: string;
  /** What the site answers; null where another site does. */
  readonly status: number | null;
  /** The article that is live there, or that the address belongs to. */
  readonly article: RedirectArticle | null;
  /** The manual redirect that applies. */
  readonly redirect: { readonly id: string; readonly path: string; readonly withBelow: boolean } | null;
}

/** What happens with a URL, step by step. */
export interface TriedUrl {
  readonly steps: readonly RedirectStep[];
}

/** What became of redirects that were imported, or would become of them. */
export interface ImportedRedirects {
  readonly created: number;
  /** In the order in which they were sent; `row` counts from 0. */
  readonly refused: readonly { readonly row: number; readonly error: FieldError }[];
}

/** An address that an article was live at, and keeps. */
export interface OldAddress {
  readonly path: string;
  readonly since: string;
  /** What it answers. */
  readonly status: 301 | 404 | 410;
}

export const REDIRECT_MESSAGES = messages('redirect', {
  path: 'Enter a URL of the site that begins with /, without ? and #',
  exists: 'There’s a redirect for this URL already',
  belongs: 'This URL belongs to “{title}”, and leads there',
  belongsUnseen: 'This URL belongs to a restricted article',
  belongsDeleted: 'This URL belonged to an article that was deleted: release it first',
  isList: 'A list of articles is live at this URL',
  needsTarget: 'Choose an article, or enter a URL',
  noTarget: 'What is gone leads nowhere',
  oneTarget: 'Choose an article or a URL, not both',
  itself: 'This would lead to itself',
  leadsOn: '{path} is forwarded itself: choose where that leads',
  leadsHere: '{path} leads here: change that first, or it would be forwarded twice',
});
export type RedirectMessageCode = MessageCodes<typeof REDIRECT_MESSAGES>;
