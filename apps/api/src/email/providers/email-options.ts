import type { SendMailOptions } from 'nodemailer';
import type { OutgoingEmail } from './outgoing-email.js';

/** An email in nodemailer's words. Quoted-printable keeps every line short. */
export function emailOptions(mail: OutgoingEmail) {
  const { from, to, replyTo, subject, text, html, messageId, date, headers } = mail;
  return {
    from,
    to,
    ...(replyTo && { replyTo }),
    // Apart from the headers, so that nothing in a header can become a recipient.
    envelope: { from: from.address, to: [to.address] },
    subject,
    text,
    html,
    messageId,
    date,
    headers: { ...headers },
    encoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const satisfies SendMailOptions;
}
