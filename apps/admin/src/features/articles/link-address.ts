import { isLinkAddress } from '@sitedesk/contract/documents';

/** What people type for an address: a host without https, an email address. @returns undefined for none */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  const whole = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)
    ? `mailto:${text}`
    : /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text)
      ? `https://${text}`
      : text;
  return isLinkAddress(whole) ? whole : undefined;
}
