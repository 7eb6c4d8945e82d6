import { messages } from './messages.js';
import type { Permission } from './permissions.js';

/** Lists that have saved views: who sees the list, and who may share views of it with everyone who does. */
export const VIEW_LISTS = {
  articles: { see: 'pages.view', share: 'pages.edit-all' },
  contacts: { see: 'contacts.manage', share: 'contacts.manage' },
} as const satisfies Readonly<Record<string, { readonly see: Permission; readonly share: Permission }>>;
export type ViewList = keyof typeof VIEW_LISTS;
export const VIEW_LIST_NAMES = Object.keys(VIEW_LISTS) as readonly ViewList[]; // the keys of the table

export const VIEW_LIMITS = {
  name: { min: 1, max: 60 },
  /** Characters of a query. */
  query: 1_000,
  /** Of one person, or shared, of one list. */
  most: 50,
} as const;

/** A list as someone wants to see it again: what's in the query of its URL, under a name. */
export interface SavedView {
  readonly id: string;
  readonly list: ViewList;
  readonly name: string;
  /** Such as `status=draft&owner=...`; empty for the whole list. */
  readonly query: string;
  /** Whether everyone has it who sees the list; else it's the caller's own. */
  readonly shared: boolean;
}

/** Answer of `GET /editor/views`. */
export interface SavedViews {
  /** Those shared first, each kind in its order. */
  readonly items: readonly SavedView[];
}

export const VIEW_MESSAGES = messages('views', {
  nameTaken: 'There’s already a view with this name',
  tooMany: 'There can be {max} views of a list: delete one first',
  otherViews: 'The views have changed since: reload to see them',
});
