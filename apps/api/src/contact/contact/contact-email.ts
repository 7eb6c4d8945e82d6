import Handlebars from 'handlebars';
import { asciiDomain, displayName, headerText, truncateOctets } from '../../email/providers/header-text.js';
import type { MailAddress, OutgoingEmail } from '../../email/providers/outgoing-email.js';
import { type EmailReader, momentOf } from '../../email/moment.js';
import { CONTACT_HTML, CONTACT_TEXT } from './contact-email-templates.js';
import { NOTIFICATION_TEXTS } from './contact-email-texts.js';

/** A stored submission and the tenant's addresses: all that a notification is composed from. */
export interface ContactEmailInput {
  readonly submissionId: string;
  readonly receiptCode: string;
  readonly siteName: string;
  readonly hostname: string;
  readonly senderEmail: string;
  /** The tenant's name for the sender; the site's when not set. */
  readonly senderName?: string | undefined;
  readonly recipient: string;
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly clientAddress: string;
  readonly page?: string | undefined;
  readonly receivedAt: Date;
  /** The message in the administration; left out where its URL is unknown. */
  readonly link?: string | undefined;
  /** How the recipient reads; left out for an address without an account. */
  readonly reader?: EmailReader | undefined;
}

/** Octets of visitor text in the subject. */
const SUBJECT_OCTETS = 150;
const DISPLAY_NAME_OCTETS = 60;
/** A mailbox that reads as one address in every header parser; all that validation lets through but quoted and non-ASCII local parts. */
const PLAIN_MAILBOX =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/;

const COMPILE = { strict: true, knownHelpersOnly: true, preventIndent: true } as const;
const html = Handlebars.compile(CONTACT_HTML, COMPILE);
const text = Handlebars.compile(CONTACT_TEXT, { ...COMPILE, noEscape: true });

/**
 * The notification to the administrator. From is the tenant's sender, the visitor is only in Reply-To, and
 * anything the visitor wrote is text: one line in headers, escaped in HTML, verbatim in the plain part.
 *
 * There is no Reply-To when the visitor's address has a non-ASCII local part (few servers relay such a header) or could
 * be read as anything but one mailbox; the email then says to copy the address from the text.
 */
export function contactEmail(input: ContactEmailInput): OutgoingEmail {
  const visitor = headerText(input.name);
  const replyTo = replyAddress(input);
  const language = input.reader?.locale ?? 'en';
  const texts = NOTIFICATION_TEXTS[language];
  const subject = texts.subject(truncateOctets(visitor, SUBJECT_OCTETS));
  const message = input.message.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}/gu, '\uFFFD');
  const view = {
    language,
    subject,
    heading: texts.heading(visitor),
    emailLabel: texts.email,
    open: texts.open,
    link: input.link,
    siteName: headerText(input.siteName),
    name: visitor,
    email: headerText(input.email),
    message,
    lines: message.split('\n'),
    facts: facts(input),
    advice: replyTo ? texts.reply(visitor) : texts.copy,
  };
  return {
    from: { name: senderName(visitor, input), address: input.senderEmail },
    to: { name: '', address: input.recipient },
    replyTo,
    subject,
    text: text(view),
    html: html(view),
    messageId: `<${input.submissionId}@${asciiDomain(input.senderEmail)}>`,
    date: input.receivedAt,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** `Anna K. via example.com`: who wrote, through whom, without the whole name in every mailbox list. */
function senderName(
  visitor: string,
  { senderName: configured, siteName, hostname, reader }: ContactEmailInput,
): string {
  const site = displayName(configured ?? (siteName || hostname), DISPLAY_NAME_OCTETS);
  const words = displayName(visitor, DISPLAY_NAME_OCTETS).split(' ');
  const [initial = ''] = words.length > 1 ? (words.at(-1) ?? '') : '';
  const short = initial === '' ? (words[0] ?? '') : `${words[0]} ${initial}.`;
  return short === '' ? site : NOTIFICATION_TEXTS[reader?.locale ?? 'en'].via(short, site);
}

function replyAddress({ name, email }: ContactEmailInput): MailAddress | undefined {
  const at = email.lastIndexOf('@');
  const address = `${email.slice(0, at)}@${asciiDomain(email)}`;
  if (at < 1 || !PLAIN_MAILBOX.test(address)) return undefined;
  return { name: displayName(name, DISPLAY_NAME_OCTETS), address };
}

function facts({
  hostname,
  page,
  receivedAt,
  clientAddress,
  receiptCode,
  reader,
}: ContactEmailInput): readonly { label: string; value: string }[] {
  const labels = NOTIFICATION_TEXTS[reader?.locale ?? 'en'].facts;
  const rows: readonly (readonly [string, string])[] = [
    [labels.site, hostname],
    [labels.page, page ?? ''],
    [labels.received, momentOf(receivedAt, reader)],
    [labels.address, clientAddress],
    [labels.receipt, receiptCode],
  ];
  return rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => ({ label, value: headerText(value) }));
}
