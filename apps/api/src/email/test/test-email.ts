import { EMAIL_TEXTS } from '@sitedesk/contract';
import { asciiDomain, displayName, headerText, truncateOctets } from '../header-text.js';
import type { OutgoingMail } from '../outgoing-mail.js';

/** What a test mail is made of. */
export interface TestEmailInput {
  readonly id: string;
  readonly siteName: string;
  readonly senderEmail: string;
  readonly senderName: string | undefined;
  readonly recipient: string;
  /** Who asked for it. */
  readonly by: string;
  readonly at: Date;
}

const NAME_OCTETS = 60;
const SUBJECT_OCTETS = 150;

/** The mail that a test of the mail settings sends. */
export function testEmail(input: TestEmailInput): OutgoingMail {
  const site = truncateOctets(headerText(input.siteName), NAME_OCTETS);
  const by = headerText(input.by);
  const words = `This mail was sent from the settings of ${site} by ${by}, to see whether mail leaves. It did. There is nothing to do.`;
  return {
    from: { name: displayName(input.senderName ?? site, NAME_OCTETS), address: input.senderEmail },
    to: { name: '', address: input.recipient },
    replyTo: undefined,
    subject: truncateOctets(
      EMAIL_TEXTS.subject.replace('{site}', () => site),
      SUBJECT_OCTETS,
    ),
    text: `${words}\n`,
    html: `<p>${escaped(words)}</p>`,
    messageId: `<${input.id}@${asciiDomain(input.senderEmail)}>`,
    date: input.at,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
