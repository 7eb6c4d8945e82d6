import type { ContactAction, ContactDelivery, ContactSummary } from '@sitedesk/contract/inbox';

/** What an action makes of a message, as far as a list shows it; null: it is gone. */
export function afterAction(row: ContactSummary, action: ContactAction): ContactSummary | null {
  switch (action) {
    case 'mark-read':
      return { ...row, unread: false };
    case 'mark-unread':
      return { ...row, unread: true };
    case 'archive':
      return row.folder === 'inbox' ? { ...row, folder: 'archived' } : row;
    case 'unarchive':
      return row.folder === 'archived' ? { ...row, folder: 'inbox' } : row;
    case 'trash':
      return { ...row, folder: 'trash' };
    case 'restore':
      if (row.folder !== 'trash') return row;
      return { ...row, folder: row.delivery === 'held' ? 'held' : 'inbox' };
    case 'release':
      return row.folder === 'held' ? { ...row, folder: 'inbox', delivery: 'queued' } : row;
    case 'resend':
      return row.folder === 'trash' || row.delivery === 'held' ? row : { ...row, delivery: 'queued' };
    case 'delete':
      return row.folder === 'trash' ? null : row;
    default:
      return action satisfies never;
  }
}

/** Whether a list with that view still shows a message. A tab of deliveries keeps what was sent again, so that one sees it go. */
function staysIn(view: string, row: ContactSummary): boolean {
  if (view === 'all') return true;
  if (view === 'failed') return row.folder !== 'trash';
  return row.folder === (view === '' ? 'inbox' : view);
}

/** The rows of a list after an action on some of them: those that no longer belong leave, the others stay where they are. */
export function rowsAfter(
  rows: readonly ContactSummary[],
  {
    ids,
    action,
    view,
  }: { readonly ids: readonly string[]; readonly action: ContactAction; readonly view: string },
): readonly ContactSummary[] {
  return rows.flatMap((row) => {
    if (!ids.includes(row.id)) return [row];
    const changed = afterAction(row, action);
    return changed !== null && staysIn(view, changed) ? [changed] : [];
  });
}

/** What can be done to messages in a view, in the order of the buttons. */
export function actionsIn(view: string): readonly ContactAction[] {
  if (view === 'trash') return ['restore', 'delete'];
  if (view === 'held') return ['release', 'mark-read', 'mark-unread', 'trash'];
  if (view === 'archived') return ['unarchive', 'mark-read', 'mark-unread', 'resend', 'trash'];
  if (view === 'failed') return ['resend', 'archive', 'mark-read', 'trash'];
  return ['archive', 'mark-read', 'mark-unread', 'resend', 'trash'];
}

export const ACTION_ICONS: Readonly<Record<ContactAction, string>> = {
  'mark-read': 'i-lucide-mail-open',
  'mark-unread': 'i-lucide-mail',
  archive: 'i-lucide-archive',
  unarchive: 'i-lucide-archive-restore',
  trash: 'i-lucide-trash-2',
  restore: 'i-lucide-undo-2',
  release: 'i-lucide-mail-check',
  resend: 'i-lucide-send',
  delete: 'i-lucide-trash-2',
};

/** Check of a delivery: a tone and an icon beside its word. */
export const DELIVERY_STYLES: Readonly<
  Record<
    ContactDelivery,
    { readonly tone: 'neutral' | 'success' | 'warning' | 'error' | 'info'; readonly icon: string }
  >
> = {
  queued: { tone: 'info', icon: 'i-lucide-clock' },
  retrying: { tone: 'warning', icon: 'i-lucide-rotate-cw' },
  sent: { tone: 'success', icon: 'i-lucide-check' },
  failed: { tone: 'error', icon: 'i-lucide-circle-alert' },
  off: { tone: 'neutral', icon: 'i-lucide-bell-off' },
  held: { tone: 'warning', icon: 'i-lucide-shield-question-mark' },
};
