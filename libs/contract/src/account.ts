import type { Worded } from './messages.js';
import type { SignInMethod } from './identity.js';

/** What a one-time link is for. */
export const LINK_PURPOSES = ['invitation', 'confirm-email', 'reset-password', 'change-email'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/**
 * The page of the editor that takes a one-time link, below the editor's address; `?token=` follows. Everything after
 * the `#` stays in the browser: no server, proxy or log between sees the token.
 */
export const LINK_PAGES = {
  invitation: '/admin/#/invitation',
  'confirm-email': '/admin/#/confirm-email',
  'reset-password': '/admin/#/reset-password',
  'change-email': '/admin/#/confirm-email',
} as const satisfies Record<LinkPurpose, string>;

/** At most this many emails of one kind reach one account within an hour on a stranger's request. */
export const ACCOUNT_EMAILS_PER_HOUR = 5;

/**
 * What is known of an email when the request that caused it is answered: `sent`, the provider took it; `queued`, it will be
 * tried again; `refused`, the provider refused it; `not-configured`, nothing was sent, and nothing will be. `detail` has the
 * provider's words, or what is missing.
 */
export interface EmailDelivery extends Worded<'detail'> {
  readonly status: 'sent' | 'queued' | 'refused' | 'not-configured';
}

/** `POST /editor/account/email`: the link that was sent to the new address, as far as that is known. */
export interface EmailChangeRequested {
  /** ISO 8601 instant in UTC until which the link works. */
  readonly expiresAt: string;
  readonly delivery: EmailDelivery;
}

/** `POST /editor/invitation/preview`: what the invited person sees before accepting. */
export interface InvitationPreview {
  readonly email: string;
  readonly displayName: string;
  readonly siteName: string;
  readonly expiresAt: string;
}

/** `GET /editor/account`: a person's own account. */
export interface OwnAccount {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly hasPassword: boolean;
  readonly twoFactor: boolean;
  /** ISO 8601 instants in UTC. */
  readonly passwordChangedAt: string | null;
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
  /** An address that waits for its confirmation. */
  readonly pendingEmail: string | null;
  /** The version for `If-Match`, as in the `ETag` header. */
  readonly version: number;
}

/** One sign-in of a person, as `GET /editor/account/sessions` lists it. */
export interface OwnSession {
  readonly id: string;
  readonly current: boolean;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly methods: readonly SignInMethod[];
  readonly clientAddress: string;
  readonly userAgent: string;
}
