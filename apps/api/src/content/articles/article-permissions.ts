import { PermissionMissing } from '../../platform/http/access-refusals.js';
import type { Principal } from '../../platform/http/principal.js';
import type { ArticleRow } from './article-rows.js';

export const mayEdit = ({ permissions, accountId }: Principal, { owner_id }: ArticleRow): boolean =>
  permissions.has('pages.edit-all') || (permissions.has('pages.edit-own') && owner_id === accountId);

/** @throws PermissionMissing */
export function requireEdit(caller: Principal, article: ArticleRow): void {
  if (!mayEdit(caller, article)) throw new PermissionMissing('pages.edit-all');
}
