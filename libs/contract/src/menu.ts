import { type MessageCodes, messages } from './messages.js';

export const MENU_LIMITS = {
  /** On the first level. */
  items: 12,
  /** Below one item. */
  children: 12,
  /** In characters. */
  label: { min: 1, max: 60 },
  url: 300,
} as const;

/** An article in the menu, as the caller sees it. */
export interface MenuArticle {
  /** The one that visitors see, or else the draft's. */
  readonly title: string;
  /** Where visitors see it; null while they don’t, and the item isn’t shown either. */
  readonly path: string | null;
}

/** An item without the ones below it: an article, or a link. */
export interface MenuLink {
  /** Number of the article; null for a link. */
  readonly article: number | null;
  /** Null for an article that is called by its title. */
  readonly label: string | null;
  /** Of a link: a path of the site, or a URL. */
  readonly url: string | null;
  /** Null for a link, and for an article that the caller doesn't see or that was deleted. */
  readonly details: MenuArticle | null;
}

export interface MenuItem extends MenuLink {
  readonly children: readonly MenuLink[];
}

/** The menu of a site: what stands at the top of its pages. */
export interface Menu {
  readonly items: readonly MenuItem[];
}

export const MENU_MESSAGES = messages('menu', {
  needsTarget: 'Choose an article, or enter a URL',
  oneTarget: 'An item is an article or a link, not both',
  needsLabel: 'Enter a label for the link',
});
export type MenuMessageCode = MessageCodes<typeof MENU_MESSAGES>;
