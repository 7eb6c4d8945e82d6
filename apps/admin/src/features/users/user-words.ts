import type { UserSummary } from '@sitedesk/contract';

/** How a status looks; `label` is the last part of its key below `users.statuses`. */
export interface StatusLook {
  readonly label: 'active' | 'invited' | 'disabled' | 'locked';
  readonly tone: 'success' | 'info' | 'neutral' | 'warning';
  readonly icon: string;
}

const LOOKS: Readonly<Record<StatusLook['label'], StatusLook>> = {
  active: { label: 'active', tone: 'success', icon: 'i-lucide-circle-check' },
  invited: { label: 'invited', tone: 'info', icon: 'i-lucide-mail' },
  disabled: { label: 'disabled', tone: 'neutral', icon: 'i-lucide-ban' },
  locked: { label: 'locked', tone: 'warning', icon: 'i-lucide-lock' },
};

/** An active user whose password is refused counts as locked: that is what one has to know first. */
export const statusLook = ({ status, locked }: Pick<UserSummary, 'status' | 'locked'>): StatusLook =>
  LOOKS[status === 'active' && locked ? 'locked' : status];

/** One or two letters that stand for a person. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** `Firefox, Linux` of what a browser says of itself; its own words when we know none of them. */
export function deviceOf(userAgent: string): string {
  const known = [BROWSERS, SYSTEMS].flatMap(
    (table) => table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [],
  );
  return known.length > 0 ? known.join(', ') : userAgent.slice(0, 60);
}
