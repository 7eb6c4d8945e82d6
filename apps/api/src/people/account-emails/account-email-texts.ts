import type { LocalText, Locale } from '@sitedesk/contract/preferences';
import { momentOf } from '../../email/moment.js';
import { headerText } from '../../email/providers/header-text.js';
import type { AccountEmailKind } from './account-email.entity.js';
import type { AccountEmailContent } from './account-email.service.js';

/** What an email says. */
interface AccountEmailTexts {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** What the link is called. */
  readonly action: string;
  /** Above the link itself. */
  readonly copyLink: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly closing: string;
}

interface Writing extends Pick<AccountEmailTexts, 'subject' | 'paragraphs' | 'closing'> {
  readonly action?: string;
}

/** @param by name of the person who caused the email; null for someone unknown, or the reader */
type Writer = (siteName: string, by: string | null) => Writing;

/** What stands around the texts of all kinds. */
interface Frame {
  readonly greeting: (name: string) => string;
  readonly open: string;
  readonly copyLink: string;
  readonly facts: Readonly<Record<'what' | 'when' | 'until', string>>;
}

const FRAMES: Readonly<Record<Locale, Frame>> = {
  en: {
    greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
    open: 'Open',
    copyLink: 'Or copy this link into your browser:',
    facts: { what: 'What', when: 'When', until: 'Link works until' },
  },
  de: {
    greeting: (name) => (name === '' ? 'Guten Tag!' : `Guten Tag, ${name}!`),
    open: 'Öffnen',
    copyLink: 'Oder kopieren Sie diesen Link in Ihren Browser:',
    facts: { what: 'Was', when: 'Wann', until: 'Link gültig bis' },
  },
};

const IGNORE =
  'If you weren’t expecting this email, you can ignore it. Nothing changes unless you use the link.';
const NOT_YOU =
  'If this wasn’t you, reset your password on the sign-in page and contact the site’s administrator.';

const ENGLISH: Readonly<Record<AccountEmailKind, Writer>> = {
  invitation: (siteName, by) => ({
    subject: `Your invitation to ${siteName}`,
    paragraphs: [
      by === null
        ? `You’ve been invited to work on ${siteName}.`
        : `${by} invited you to work on ${siteName}.`,
      'Accept the invitation and choose your password. The link works once.',
    ],
    action: 'Accept invitation',
    closing: IGNORE,
  }),
  'confirm-email': (siteName) => ({
    subject: `Confirm your email address for ${siteName}`,
    paragraphs: [`Confirm your email address to sign in to ${siteName}. The link works once.`],
    action: 'Confirm email address',
    closing: IGNORE,
  }),
  'reset-password': (siteName, by) => ({
    subject: `Reset your password for ${siteName}`,
    paragraphs: [
      by === null
        ? `Someone requested a password reset for your ${siteName} account.`
        : `${by}, an administrator of ${siteName}, has asked you to choose a new password.`,
      'The link works once. It doesn’t sign you in, and your second factor stays the same.',
    ],
    action: 'Choose a new password',
    closing: IGNORE,
  }),
  'change-email': (siteName) => ({
    subject: `Confirm your new email address for ${siteName}`,
    paragraphs: [`Confirm this address to use it for signing in to ${siteName}.`],
    action: 'Confirm new email address',
    closing: IGNORE,
  }),
  'address-known': (siteName) => ({
    subject: `You already have an account at ${siteName}`,
    paragraphs: [
      `Someone tried to register with this email address on ${siteName}. It already has an account, so nothing has changed.`,
      'If it was you, sign in or reset your password on the sign-in page.',
    ],
    closing: 'If it wasn’t you, you don’t need to do anything.',
  }),
  'password-changed': (siteName) => ({
    subject: `Your password for ${siteName} was changed`,
    paragraphs: [
      `The password of your ${siteName} account was changed. You’ve been signed out on other devices.`,
    ],
    closing: NOT_YOU,
  }),
  'email-changed': (siteName) => ({
    subject: `Your email address for ${siteName} was changed`,
    paragraphs: [
      `The email address of your ${siteName} account was changed. You can no longer sign in with this address.`,
    ],
    closing: 'If this wasn’t you, contact the site’s administrator immediately.',
  }),
  'two-factor-changed': (siteName) => ({
    subject: `Your second factor for ${siteName} was changed`,
    paragraphs: [`The second factor you use to sign in to ${siteName} was changed.`],
    closing: NOT_YOU,
  }),
  'two-factor-reset': (siteName) => ({
    subject: `Your second factor for ${siteName} was removed`,
    paragraphs: [
      `An administrator of ${siteName} removed your account’s second factor. Set up a new one when you next sign in.`,
    ],
    closing: 'If you didn’t ask for this, contact the site’s administrator immediately.',
  }),
  'recipient-changed': (siteName, by) => ({
    subject: `You no longer get notifications from ${siteName}`,
    paragraphs: [
      `${by ?? 'Someone'} changed who gets notified about messages from visitors of ${siteName}.`,
      'Until now, notifications went to this address. They’re now sent to a different one.',
    ],
    closing: 'If you weren’t expecting this, contact the site’s administrator.',
  }),
  'security-changed': (siteName, by) => ({
    subject: `A security setting of ${siteName} was changed`,
    paragraphs: [
      `${by ?? 'Someone'} changed a setting that decides who can do what on ${siteName}, or where its emails, links, files and events go.`,
    ],
    closing: 'If you weren’t expecting this, sign in and check the audit log immediately.',
  }),
  'webhook-off': (siteName) => ({
    subject: `A webhook of ${siteName} was turned off`,
    paragraphs: [
      `Nothing has reached a webhook of ${siteName}, so it was turned off. Other webhooks go on.`,
      'Check the address, then turn the webhook on again in the administration, under Webhooks. What it missed can be sent again there.',
    ],
    closing: 'You get this email because you’re an administrator of the site.',
  }),
};

const IGNORE_DE =
  'Falls Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren. Ohne den Link ändert sich nichts.';
const NOT_YOU_DE =
  'Falls Sie das nicht waren, setzen Sie Ihr Passwort auf der Anmeldeseite zurück und benachrichtigen Sie die Administratoren der Website.';

const GERMAN: Readonly<Record<AccountEmailKind, Writer>> = {
  invitation: (siteName, by) => ({
    subject: `Ihre Einladung zu ${siteName}`,
    paragraphs: [
      by === null
        ? `Sie sind eingeladen, an ${siteName} mitzuarbeiten.`
        : `${by} hat Sie eingeladen, an ${siteName} mitzuarbeiten.`,
      'Nehmen Sie die Einladung an und wählen Sie Ihr Passwort. Der Link funktioniert einmal.',
    ],
    action: 'Einladung annehmen',
    closing: IGNORE_DE,
  }),
  'confirm-email': (siteName) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${siteName}`,
    paragraphs: [
      `Bestätigen Sie Ihre E-Mail-Adresse, um sich bei ${siteName} anzumelden. Der Link funktioniert einmal.`,
    ],
    action: 'E-Mail-Adresse bestätigen',
    closing: IGNORE_DE,
  }),
  'reset-password': (siteName, by) => ({
    subject: `Neues Passwort für ${siteName}`,
    paragraphs: [
      by === null
        ? `Für Ihr Konto bei ${siteName} wurde ein neues Passwort angefordert.`
        : `${by} aus der Administration von ${siteName} bittet Sie, ein neues Passwort zu wählen.`,
      'Der Link funktioniert einmal. Er meldet Sie nicht an, und Ihr zweiter Faktor bleibt, wie er ist.',
    ],
    action: 'Neues Passwort wählen',
    closing: IGNORE_DE,
  }),
  'change-email': (siteName) => ({
    subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${siteName}`,
    paragraphs: [`Bestätigen Sie diese Adresse, um sich künftig mit ihr bei ${siteName} anzumelden.`],
    action: 'Neue E-Mail-Adresse bestätigen',
    closing: IGNORE_DE,
  }),
  'address-known': (siteName) => ({
    subject: `Sie haben bereits ein Konto bei ${siteName}`,
    paragraphs: [
      `Jemand wollte sich mit dieser E-Mail-Adresse bei ${siteName} registrieren. Sie gehört schon zu einem Konto, deshalb hat sich nichts geändert.`,
      'Falls Sie das waren, melden Sie sich an oder setzen Sie Ihr Passwort auf der Anmeldeseite zurück.',
    ],
    closing: 'Falls Sie das nicht waren, müssen Sie nichts tun.',
  }),
  'password-changed': (siteName) => ({
    subject: `Ihr Passwort für ${siteName} wurde geändert`,
    paragraphs: [
      `Das Passwort Ihres Kontos bei ${siteName} wurde geändert. Auf anderen Geräten sind Sie jetzt abgemeldet.`,
    ],
    closing: NOT_YOU_DE,
  }),
  'email-changed': (siteName) => ({
    subject: `Ihre E-Mail-Adresse für ${siteName} wurde geändert`,
    paragraphs: [
      `Die E-Mail-Adresse Ihres Kontos bei ${siteName} wurde geändert. Mit dieser Adresse können Sie sich nicht mehr anmelden.`,
    ],
    closing: 'Falls Sie das nicht waren, benachrichtigen Sie sofort die Administratoren der Website.',
  }),
  'two-factor-changed': (siteName) => ({
    subject: `Ihr zweiter Faktor für ${siteName} wurde geändert`,
    paragraphs: [`Der zweite Faktor, mit dem Sie sich bei ${siteName} anmelden, wurde geändert.`],
    closing: NOT_YOU_DE,
  }),
  'two-factor-reset': (siteName) => ({
    subject: `Ihr zweiter Faktor für ${siteName} wurde entfernt`,
    paragraphs: [
      `Der zweite Faktor Ihres Kontos wurde in der Administration von ${siteName} entfernt. Richten Sie bei der nächsten Anmeldung einen neuen ein.`,
    ],
    closing:
      'Falls Sie nicht darum gebeten haben, benachrichtigen Sie sofort die Administratoren der Website.',
  }),
  'recipient-changed': (siteName, by) => ({
    subject: `Sie erhalten keine Benachrichtigungen von ${siteName} mehr`,
    paragraphs: [
      `${by ?? 'Jemand'} hat geändert, wer über Nachrichten von ${siteName} benachrichtigt wird.`,
      'Bisher gingen die Benachrichtigungen an diese Adresse, ab jetzt gehen sie an eine andere.',
    ],
    closing: 'Falls Sie das nicht erwartet haben, fragen Sie die Administratoren der Website.',
  }),
  'security-changed': (siteName, by) => ({
    subject: `Eine Sicherheitseinstellung von ${siteName} wurde geändert`,
    paragraphs: [
      `${by ?? 'Jemand'} hat eine Einstellung geändert, die bestimmt, wer bei ${siteName} was darf oder wohin E-Mails, Links, Dateien und Ereignisse gehen.`,
    ],
    closing:
      'Falls Sie das nicht erwartet haben, melden Sie sich an und sehen Sie sofort im Audit-Protokoll nach.',
  }),
  'webhook-off': (siteName) => ({
    subject: `Ein Webhook von ${siteName} wurde ausgeschaltet`,
    paragraphs: [
      `Ein Webhook von ${siteName} war nicht zu erreichen und wurde deshalb ausgeschaltet. Andere Webhooks laufen weiter.`,
      'Prüfen Sie die URL und schalten Sie den Webhook dann in der Verwaltung unter „Webhooks“ wieder ein. Dort können Sie auch nachsenden, was er verpasst hat.',
    ],
    closing: 'Sie erhalten diese E-Mail, weil Sie die Website administrieren.',
  }),
};

const WRITERS: Readonly<Record<Locale, Readonly<Record<AccountEmailKind, Writer>>>> = {
  en: ENGLISH,
  de: GERMAN,
};

/** The words of an email, in the reader's language. Plain text: anyone who puts them into HTML escapes them. */
export function accountEmailTexts(mail: AccountEmailContent): AccountEmailTexts {
  const { kind, siteName, displayName, at, link, expiresAt, reader } = mail;
  const locale = reader?.locale ?? 'en';
  const { greeting, open, copyLink, facts: labels } = FRAMES[locale];
  const moment = (instant: string): string => momentOf(new Date(instant), reader);
  const rows = [
    [labels.what, detailOf(mail.detail, locale)],
    [labels.when, link === null ? moment(at) : ''],
    [labels.until, expiresAt === null ? '' : moment(expiresAt)],
  ] as const;
  const facts = rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => ({ label, value: headerText(value) }));
  const by = mail.by === null ? null : headerText(mail.by);
  const { action = open, ...writing } = WRITERS[locale][kind](siteName, by);
  return { ...writing, greeting: greeting(headerText(displayName)), action, copyLink, facts };
}

const detailOf = (detail: LocalText | string | null, locale: Locale): string =>
  typeof detail === 'string' ? detail : (detail?.[locale] ?? '');
