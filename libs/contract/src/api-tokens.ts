import type { Permission } from './permissions.js';

/** Numbers of API tokens; times in days. */
export const API_TOKEN_LIMITS = {
  name: { min: 1, max: 100 },
  days: { default: 90, min: 1, max: 366 },
  perAccount: 50,
} as const;

/** Every API token begins with this, so that scanners find one that was published by mistake. */
export const API_TOKEN_PREFIX = 'sitedesk_';

/** What of API tokens needs attention. */
export type TokenAttention = 'token-expired' | 'token-expiring';

/** An API token as its owner sees it; the token itself is shown once, when it is created. */
export interface ApiTokenSummary {
  readonly id: string;
  readonly name: string;
  /** Its last four characters. */
  readonly hint: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

/** Answer of `POST /editor/account/tokens`. */
export interface NewApiToken extends ApiTokenSummary {
  /** For `Authorization: Bearer`; never shown again. */
  readonly token: string;
}
