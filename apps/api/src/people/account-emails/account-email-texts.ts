import { headerText } from '../../email/providers/header-text.js';
import type { AccountEmailContent } from './account-email.service.js';

/** What an email says. */
interface AccountEmailTexts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What the link is called. */
  readonly action?: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly closing: string;
}

type Writer = (mail: AccountEmailContent) => Omit<AccountEmailTexts, 'facts'>;

const IGNORE =
  'If you weren’t expecting this email, you can ignore it. Nothing changes unless you use the link.';
const NOT_YOU =
  'If this wasn’t you, reset your password on the sign-in page and contact the site’s administrator.';

const WRITERS = {
  invitation: ({ siteName, by }) => ({
    subject: `Your invitation to ${siteName}`,
    paragraphs: [
      by === null
        ? `You’ve been invited to work on ${siteName}.`
        : `${headerText(by)} invited you to work on ${siteName}.`,
      'Accept the invitation and choose your password. The link works once.',
    ],
    action: 'Accept invitation',
    closing: IGNORE,
  }),
  'confirm-email': ({ siteName }) => ({
    subject: `Confirm your email address for ${siteName}`,
    paragraphs: [`Confirm your email address to sign in to ${siteName}. The link works once.`],
    action: 'Confirm email address',
    closing: IGNORE,
  }),
  'reset-password': ({ siteName, by }) => ({
    subject: `Reset your password for ${siteName}`,
    paragraphs: [
      by === null
        ? `Someone requested a password reset for your ${siteName} account.`
        : `${headerText(by)}, an administrator of ${siteName}, has asked you to choose a new password.`,
      'The link works once. It doesn’t sign you in, and your second factor stays the same.',
    ],
    action: 'Choose a new password',
    closing: IGNORE,
  }),
  'change-email': ({ siteName }) => ({
    subject: `Confirm your new email address for ${siteName}`,
    paragraphs: [`Confirm this address to use it for signing in to ${siteName}.`],
    action: 'Confirm new email address',
    closing: IGNORE,
  }),
  'address-known': ({ siteName }) => ({
    subject: `You already have an account at ${siteName}`,
    paragraphs: [
      `Someone tried to register with this email address on ${siteName}. It already has an account, so nothing has changed.`,
      'If it was you, sign in or reset your password on the sign-in page.',
    ],
    closing: 'If it wasn’t you, you don’t need to do anything.',
  }),
  'password-changed': ({ siteName }) => ({
    subject: `Your password for ${siteName} was changed`,
    paragraphs: [
      `The password of your ${siteName} account was changed. You’ve been signed out on other devices.`,
    ],
    closing: NOT_YOU,
  }),
  'email-changed': ({ siteName }) => ({
    subject: `Your email address for ${siteName} was changed`,
    paragraphs: [
      `The email address of your ${siteName} account was changed. You can no longer sign in with this address.`,
    ],
    closing: 'If this wasn’t you, contact the site’s administrator immediately.',
  }),
  'two-factor-changed': ({ siteName }) => ({
    subject: `Your second factor for ${siteName} was changed`,
    paragraphs: [`The second factor you use to sign in to ${siteName} was changed.`],
    closing: NOT_YOU,
  }),
  'two-factor-reset': ({ siteName }) => ({
    subject: `Your second factor for ${siteName} was removed`,
    paragraphs: [
      `An administrator of ${siteName} removed your account’s second factor. Set up a new one when you next sign in.`,
    ],
    closing: 'If you didn’t ask for this, contact the site’s administrator immediately.',
  }),
  'recipient-changed': ({ siteName, by }) => ({
    subject: `You no longer get notifications from ${siteName}`,
    paragraphs: [
      `${by === null ? 'Someone' : headerText(by)} changed who gets notified about messages from visitors of ${siteName}.`,
      'Until now, notifications went to this address. They’re now sent to a different one.',
    ],
    closing: 'If you weren’t expecting this, contact the site’s administrator.',
  }),
  'security-changed': ({ siteName, by }) => ({
    subject: `A security setting of ${siteName} was changed`,
    paragraphs: [
      `${by === null ? 'Someone' : headerText(by)} changed a setting that decides how people sign in to ${siteName}, or where its emails, links and events go.`,
    ],
    closing: 'If you weren’t expecting this, sign in and check the audit log immediately.',
  }),
  'webhook-off': ({ siteName }) => ({
    subject: `A webhook of ${siteName} was turned off`,
    paragraphs: [
      `Nothing has reached a webhook of ${siteName}, so it was turned off. Other webhooks go on.`,
      'Check the address, then turn the webhook on again in the administration, under Webhooks. What it missed can be sent again there.',
    ],
    closing: 'You get this email because you’re an administrator of the site.',
  }),
} as const satisfies Record<AccountEmailContent['kind'], Writer>;

/** The words of an email. Plain text: anyone who puts them into HTML escapes them. */
export function accountEmailTexts(mail: AccountEmailContent): AccountEmailTexts {
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
