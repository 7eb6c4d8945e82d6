import Handlebars from 'handlebars';
import { asciiDomain, displayName, headerText, truncateOctets } from '../../email/providers/header-text.js';
import type { OutgoingEmail } from '../../email/providers/outgoing-email.js';
import type { AccountEmailContent } from './account-email.service.js';
import { ACCOUNT_HTML, ACCOUNT_TEXT } from './account-email-templates.js';
import { accountEmailTexts } from './account-email-texts.js';

/** A stored mail and the tenant's sender: all that an email to an account's owner is composed from. */
export interface AccountEmailInput extends AccountEmailContent {
  readonly mailId: string;
  readonly senderEmail: string;
  /** The tenant's name for the sender; the site's when not set. */
  readonly senderName: string | undefined;
}

const NAME_OCTETS = 60;
const SUBJECT_OCTETS = 150;

const COMPILE = { strict: true, knownHelpersOnly: true, preventIndent: true } as const;
const html = Handlebars.compile(ACCOUNT_HTML, COMPILE);
const text = Handlebars.compile(ACCOUNT_TEXT, { ...COMPILE, noEscape: true });

/**
 * An email to someone who runs a site. Names are text: one line, escaped in HTML. The only link is our own, without
 * anything that counts clicks.
 */
export function accountEmail(input: AccountEmailInput): OutgoingEmail {
  const site = truncateOctets(headerText(input.siteName), NAME_OCTETS);
  const words = accountEmailTexts({ ...input, siteName: site });
  const subject = truncateOctets(headerText(words.subject), SUBJECT_OCTETS);
  const view = {
    language: input.reader?.locale ?? 'en',
    subject,
    siteName: site,
    greeting: words.greeting,
    copyLink: words.copyLink,
    paragraphs: words.paragraphs,
    closing: words.closing,
    action: input.link === null ? undefined : { label: words.action, link: input.link },
    facts: words.facts,
  };
  return {
    from: { name: displayName(input.senderName ?? site, NAME_OCTETS), address: input.senderEmail },
    to: { name: '', address: input.to },
    replyTo: undefined,
    subject,
    text: text(view),
    html: html(view),
    messageId: `<${input.mailId}@${asciiDomain(input.senderEmail)}>`,
    date: new Date(input.at),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
