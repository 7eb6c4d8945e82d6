import { testEmailSubject } from '@sitedesk/contract/email';
import Handlebars from 'handlebars';
import { emailRow, emailShell } from '../../email-shell.js';
import { asciiDomain, displayName, headerText, truncateOctets } from '../header-text.js';
import type { OutgoingEmail } from '../outgoing-email.js';

/** What a test email is composed from. */
interface TestEmailInput {
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

const html = Handlebars.compile(
  emailShell({
    heading: '{{subject}}',
    rows: [
      emailRow(
        '20px 30px 24px',
        '<p class="text" style="margin:0;font-size:15px;line-height:24px;color:#23262d;word-break:break-word;">{{words}}</p>',
      ),
    ],
    footer: '{{siteName}}',
  }),
  { strict: true, knownHelpersOnly: true, preventIndent: true },
);

/** The email that a test of the email settings sends. */
export function testEmail(input: TestEmailInput): OutgoingEmail {
  const site = truncateOctets(headerText(input.siteName), NAME_OCTETS);
  const by = headerText(input.by);
  const words = `${by} sent this email from the settings of ${site} to test email delivery. If you can read it, delivery works. No action is needed.`;
  const subject = truncateOctets(testEmailSubject(site), SUBJECT_OCTETS);
  return {
    from: { name: displayName(input.senderName ?? site, NAME_OCTETS), address: input.senderEmail },
    to: { name: '', address: input.recipient },
    replyTo: undefined,
    subject,
    text: `${words}\n`,
    html: html({ subject, siteName: site, words }),
    messageId: `<${input.id}@${asciiDomain(input.senderEmail)}>`,
    date: input.at,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
