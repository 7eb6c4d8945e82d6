import {
  type AccessReason,
  ARTICLE_ACTIONS,
  type ArticleGrant,
  type AccessExplanation,
} from '@sitedesk/contract/articles';
import type { Permission } from '@sitedesk/contract/permissions';
import { ADMINISTRATOR } from '../../people/roles/last-administrator.js';
import { mayEdit, type Person } from './article-permissions.js';
import type { ArticleRow } from './article-rows.js';

type Action = (typeof ARTICLE_ACTIONS)[number];

/** What a role has to allow for each. */
const PERMISSIONS = {
  view: 'pages.view',
  edit: 'pages.edit-all',
  publish: 'pages.publish',
  delete: 'pages.delete',
} as const satisfies Record<Action, Permission>;

/**
 * Why someone may do something with an article, or may not: the same rules as everywhere, which decide, and in words what they
 * stand on.
 * @param article as the person sees it; undefined when it's hidden from them
 * @param grants those to the person, to a role that they have, or to a group that they are in
 */
export function accessReasons(
  person: Person,
  article: ArticleRow | undefined,
  grants: readonly ArticleGrant[],
): AccessExplanation['items'] {
  const own = article?.owner_id === person.accountId ? [OWNER] : [];
  const granted = grants.map(({ name, level }): AccessReason => ({ kind: 'grant', name, level }));
  const rolesWith = (permission: Permission): readonly AccessReason[] =>
    named(person.roles.filter(({ permissions }) => permissions.includes(permission)));
  const seesBecause = [...own, ...granted, ...named(person.roles.filter(({ key }) => key === ADMINISTRATOR))];
  const edits = granted.filter(({ level }) => level === 'edit');
  return ARTICLE_ACTIONS.map((action): AccessExplanation['items'][number] => {
    const refused = (missing: 'permission' | 'access' | 'ownership'): AccessExplanation['items'][number] => ({
      action,
      missing,
      because: [],
    });
    const roles = rolesWith(PERMISSIONS[action]);
    const isAllowed = roles.length > 0 || (action === 'edit' && person.permissions.has('pages.edit-own'));
    if (!isAllowed) return refused('permission');
    if (!article) return refused('access');
    if (action === 'view')
      return { action, missing: null, because: article.restricted ? seesBecause : roles };
    if (action !== 'edit') return { action, missing: null, because: roles };
    if (!mayEdit(person, article)) return refused('ownership');
    return { action, missing: null, because: roles.length > 0 ? roles : [...own, ...edits] };
  });
}

const OWNER: AccessReason = { kind: 'owner', name: '', level: null };

const named = (roles: Person['roles']): readonly AccessReason[] =>
  roles.map(({ name }) => ({ kind: 'role', name, level: null }));
