import type { UserSummary } from '@sitedesk/contract/users';

/** How a status looks; `label` is the last part of its key below `users.statuses`. */
export interface StatusStyle {
  readonly label: 'active' | 'invited' | 'disabled' | 'locked';
  readonly tone: 'success' | 'info' | 'neutral' | 'warning';
  readonly icon: string;
}

const STYLES: Readonly<Record<StatusStyle['label'], StatusStyle>> = {
  active: { label: 'active', tone: 'success', icon: 'i-lucide-circle-check' },
  invited: { label: 'invited', tone: 'info', icon: 'i-lucide-mail' },
  disabled: { label: 'disabled', tone: 'neutral', icon: 'i-lucide-ban' },
  locked: { label: 'locked', tone: 'warning', icon: 'i-lucide-lock' },
};

/** An active user whose password is refused counts as locked: that is what one has to know first. */
export const statusStyle = ({ status, locked }: Pick<UserSummary, 'status' | 'locked'>): StatusStyle =>
  STYLES[status === 'active' && locked ? 'locked' : status];
