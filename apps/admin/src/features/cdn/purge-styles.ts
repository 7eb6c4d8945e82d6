import type { CdnState, PurgeState } from '@sitedesk/contract/cdn';

/** How states look; never by colour alone. */
export const PURGE_STYLES = {
  waiting: { tone: 'neutral', icon: 'i-lucide-clock' },
  sent: { tone: 'info', icon: 'i-lucide-send' },
  accepted: { tone: 'info', icon: 'i-lucide-eye' },
  working: { tone: 'info', icon: 'i-lucide-loader' },
  live: { tone: 'success', icon: 'i-lucide-check' },
  old: { tone: 'error', icon: 'i-lucide-history' },
  failed: { tone: 'error', icon: 'i-lucide-circle-alert' },
  unchecked: { tone: 'neutral', icon: 'i-lucide-circle-help' },
  forgotten: { tone: 'neutral', icon: 'i-lucide-ban' },
} as const satisfies Record<PurgeState, object>;

export const CDN_STYLES = {
  off: { tone: 'neutral', icon: 'i-lucide-circle-minus' },
  incomplete: { tone: 'info', icon: 'i-lucide-list-todo' },
  active: { tone: 'success', icon: 'i-lucide-check' },
  held: { tone: 'error', icon: 'i-lucide-pause' },
} as const satisfies Record<CdnState['state'], object>;

/** Seconds, with one digit while they are few. */
export const secondsOf = (milliseconds: number): string =>
  (milliseconds / 1_000).toFixed(milliseconds < 10_000 ? 1 : 0);
