import { headerText } from '../email/header-text.js';
import type { AccountMailContent } from './account-mail-store.service.js';

/** What a mail says. */
export interface AccountMailWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What the link is called. */
  readonly action?: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly closing: string;
}

type Writer = (mail: AccountMailContent) => Omit<AccountMailWords, 'facts'>;

const IGNORE = 'If you did not expect this mail, you can ignore it: nothing changes unless the link is used.';
const NOT_YOU =
  'If this was not you, ask for a new password on the sign-in page, and tell whoever administers the site.';

const WRITERS = {
  invitation: ({ siteName, by }) => ({
    subject: `You are invited to ${siteName}`,
    paragraphs: [
      by === null
        ? `You are invited to work on the site ${siteName}.`
        : `${headerText(by)} invites you to work on the site ${siteName}.`,
      'Accept the invitation to choose your password. The link works once.',
    ],
    action: 'Accept the invitation',
    closing: IGNORE,
  }),
  'confirm-email': ({ siteName }) => ({
    subject: `Confirm your address for ${siteName}`,
    paragraphs: [
      `Confirm that this address is yours, so that you can sign in to ${siteName}. The link works once.`,
    ],
    action: 'Confirm this address',
    closing: IGNORE,
  }),
  'reset-password': ({ siteName, by }) => ({
    subject: `Choose a new password for ${siteName}`,
    paragraphs: [
      by === null
        ? `Somebody asked for a new password for your account at ${siteName}.`
        : `${headerText(by)}, who administers ${siteName}, asks you to choose a new password.`,
      'The link works once. It does not sign you in, and your second factor stays as it is.',
    ],
    action: 'Choose a new password',
    closing: IGNORE,
  }),
  'change-email': ({ siteName }) => ({
    subject: `Confirm your new address for ${siteName}`,
    paragraphs: [`Confirm that this address is yours. From then on you sign in to ${siteName} with it.`],
    action: 'Confirm the new address',
    closing: IGNORE,
  }),
  'address-known': ({ siteName }) => ({
    subject: `You already have an account at ${siteName}`,
    paragraphs: [
      `Somebody tried to register this address at ${siteName}. There is an account with it already, so nothing was done.`,
      'If it was you: sign in, or ask for a new password on the sign-in page.',
    ],
    closing: 'If it was not you, there is nothing to do.',
  }),
  'password-changed': ({ siteName }) => ({
    subject: `Your password for ${siteName} was changed`,
    paragraphs: [
      `The password of your account at ${siteName} was changed. Sign-ins on other devices have ended.`,
    ],
    closing: NOT_YOU,
  }),
  'email-changed': ({ siteName }) => ({
    subject: `Your address for ${siteName} was changed`,
    paragraphs: [
      `The email address of your account at ${siteName} was changed. This old address no longer belongs to it.`,
    ],
    closing: 'If this was not you, tell whoever administers the site at once.',
  }),
  'two-factor-changed': ({ siteName }) => ({
    subject: `Your second factor for ${siteName} was changed`,
    paragraphs: [`How you prove who you are when you sign in to ${siteName} was changed.`],
    closing: NOT_YOU,
  }),
  'two-factor-reset': ({ siteName }) => ({
    subject: `Your second factor for ${siteName} was removed`,
    paragraphs: [
      `An administrator of ${siteName} removed the second factor of your account. Set up a new one when you sign in.`,
    ],
    closing: 'If you did not ask for this, tell whoever administers the site at once.',
  }),
  'recipient-changed': ({ siteName, by }) => ({
    subject: `Messages of ${siteName} no longer reach this address`,
    paragraphs: [
      `${by === null ? 'Somebody' : headerText(by)} changed who is told of the messages that visitors write at ${siteName}.`,
      'Until now it was this address. From now on they go elsewhere.',
    ],
    closing: 'If you did not expect this, tell whoever administers the site at once.',
  }),
} as const satisfies Record<AccountMailContent['kind'], Writer>;

/** The words of a mail. Plain text: whoever puts them into HTML escapes them. */
export function accountMailWords(mail: AccountMailContent): AccountMailWords {
  const writer: Writer = WRITERS[mail.kind];
  const rows = {
    What: mail.detail ?? '',
    When: mail.link === null ? minute(mail.at) : '',
    'Link works until': mail.expiresAt === null ? '' : minute(mail.expiresAt),
  };
  const facts = Object.entries(rows)
    .filter(([, value]) => value !== '')
    .map(([label, value]) => ({ label, value: headerText(value) }));
  return { ...writer(mail), facts };
}

const minute = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;
