/** In seconds: how often a page says that it's open, and how long it counts as open without. */
export const PRESENCE_LIMITS = { beatSeconds: 10, goneSeconds: 30 } as const;

/**
 * What a page wants that has an article open. `read`: only to read; `write`: the pen if it's free; `ask`: the same, or else
 * the person who has it is asked; `keep`: to go on writing, though someone asks; `take`: the pen; `leave`: the page is being closed.
 */
export const PEN_WISHES = ['read', 'write', 'ask', 'keep', 'take', 'leave'] as const;
export type PenWish = (typeof PEN_WISHES)[number];

/** Someone else who has an article open. */
export interface PresentPerson {
  readonly id: string;
  readonly displayName: string;
  readonly hasPen: boolean;
  /** Whether they ask for the pen. */
  readonly asks: boolean;
}

/**
 * Who has an article open, besides the caller. The pen is a courtesy, so that people don't write at the same time by accident:
 * what they save is decided by `If-Match`.
 */
export interface ArticlePresence {
  /** What live events call the article: nobody learns it who doesn't see the article. */
  readonly channel: string;
  readonly others: readonly PresentPerson[];
  /** All pages of a person have the pen when one has. */
  readonly pen: 'mine' | 'free' | 'theirs';
  /** Whether this page still asks for it. */
  readonly asks: boolean;
  /** Milliseconds after which the page should say again that it's there: someone else may have gone by then. */
  readonly againMs: number;
}

declare module './live-events.js' {
  interface LiveEvents {
    /** Someone has opened an article or left it, or the pen has moved. The ids are channels (`ArticlePresence`). */
    'article.presence': { readonly count: number; readonly ids: readonly string[] };
  }
}
