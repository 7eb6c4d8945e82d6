import type { DropdownMenuItem } from '@nuxt/ui';
import type { BulkUserAction } from '@sitedesk/contract/users';
import { i18n } from '../../app/i18n';
import './messages';

export const ACTION_ICONS = {
  disable: 'i-lucide-ban',
  enable: 'i-lucide-circle-check',
  delete: 'i-lucide-trash-2',
  'add-role': 'i-lucide-shield-plus',
  'remove-role': 'i-lucide-shield-minus',
  'end-sessions': 'i-lucide-log-out',
} as const satisfies Record<BulkUserAction, string>;

/** An action in a menu; its dialog follows. */
export const actionItem = (
  action: BulkUserAction,
  begin: (action: BulkUserAction) => void,
): DropdownMenuItem => ({
  label: `${i18n.global.t(`users.actions.${action}`)}…`,
  icon: ACTION_ICONS[action],
  color: action === 'delete' ? 'error' : undefined,
  onSelect: () => begin(action),
});
