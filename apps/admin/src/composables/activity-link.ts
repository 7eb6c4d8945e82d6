import type { ArticleActivity } from '@sitedesk/contract/activity';
import type { RouteLocationRaw } from 'vue-router';

interface Shown {
  readonly icon: string;
  /** Panel beside the text that has more about it. */
  readonly panel?: string;
}

/** By the verb of the action; others are an edit of sorts. */
const VERBS: Readonly<Record<string, Shown>> = {
  create: { icon: 'i-lucide-file-plus-2' },
  copy: { icon: 'i-lucide-copy-plus' },
  publish: { icon: 'i-lucide-globe', panel: 'history' },
  'undo-publication': { icon: 'i-lucide-undo-2', panel: 'history' },
  withdraw: { icon: 'i-lucide-cloud-off', panel: 'history' },
  trash: { icon: 'i-lucide-trash-2' },
  restore: { icon: 'i-lucide-archive-restore' },
  'keep-version': { icon: 'i-lucide-tag', panel: 'history' },
  'name-version': { icon: 'i-lucide-tag', panel: 'history' },
  'restore-version': { icon: 'i-lucide-history', panel: 'history' },
  submit: { icon: 'i-lucide-send', panel: 'review' },
  'withdraw-submission': { icon: 'i-lucide-undo-2', panel: 'review' },
  'request-changes': { icon: 'i-lucide-message-square-warning', panel: 'review' },
  approve: { icon: 'i-lucide-check', panel: 'review' },
  comment: { icon: 'i-lucide-message-square', panel: 'review' },
  'edit-comment': { icon: 'i-lucide-message-square', panel: 'review' },
  'resolve-thread': { icon: 'i-lucide-message-square', panel: 'review' },
  'reopen-thread': { icon: 'i-lucide-message-square', panel: 'review' },
  schedule: { icon: 'i-lucide-calendar-clock', panel: 'plans' },
  'change-plan': { icon: 'i-lucide-calendar-clock', panel: 'plans' },
  'cancel-plan': { icon: 'i-lucide-calendar-clock', panel: 'plans' },
  'hold-plan': { icon: 'i-lucide-triangle-alert', panel: 'plans' },
  'set-access': { icon: 'i-lucide-lock', panel: 'access' },
};

const shownOf = ({ action }: ArticleActivity): Shown =>
  VERBS[action.slice(action.indexOf('.') + 1)] ?? { icon: 'i-lucide-pencil' };

export const activityIcon = (line: ArticleActivity): string => shownOf(line).icon;

/** Where what happened can be seen: what was edited since, the version, the thread, or the article. */
export function activityLink(line: ArticleActivity): RouteLocationRaw {
  const { action, version, thread, article } = line;
  const params = { number: article.number };
  if (action === 'article.save' && version !== null)
    return { name: 'article-compare', params, query: { from: version } };
  const { panel } = shownOf(line);
  const query = {
    panel,
    ...(panel === 'history' && version !== null && { version }),
    ...(panel === 'review' && thread !== null && { thread }),
  };
  return { name: 'article', params, query };
}
