import type { ArticleStatus, ArticleType, ArticleTypeName } from '@sitedesk/contract/articles';

/** How a status looks; its words are below `articles.statuses`, and why it is so below `articles.reasons`. */
interface StatusStyle {
  readonly tone: 'neutral' | 'success' | 'info' | 'warning' | 'primary' | 'error';
  readonly icon: string;
}

export const STATUS_STYLES: Readonly<Record<ArticleStatus, StatusStyle>> = {
  draft: { tone: 'neutral', icon: 'i-lucide-pencil-line' },
  live: { tone: 'success', icon: 'i-lucide-globe' },
  'live-with-changes': { tone: 'primary', icon: 'i-lucide-globe' },
  withdrawn: { tone: 'neutral', icon: 'i-lucide-eye-off' },
  scheduled: { tone: 'info', icon: 'i-lucide-calendar-clock' },
  approved: { tone: 'success', icon: 'i-lucide-check-check' },
  'in-review': { tone: 'info', icon: 'i-lucide-message-square-text' },
  'changes-requested': { tone: 'warning', icon: 'i-lucide-message-square-warning' },
  trashed: { tone: 'error', icon: 'i-lucide-trash-2' },
};

/** Name and icon of a type by its number. */
export const TYPE_STYLES: Readonly<
  Record<ArticleType, { readonly name: ArticleTypeName; readonly icon: string }>
> = {
  0: { name: 'page', icon: 'i-lucide-file-text' },
  1: { name: 'post', icon: 'i-lucide-newspaper' },
  2: { name: 'stream', icon: 'i-lucide-rss' },
  3: { name: 'application', icon: 'i-lucide-app-window' },
};
