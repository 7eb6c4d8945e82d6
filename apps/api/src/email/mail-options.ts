import type { SendMailOptions } from 'nodemailer';
import type { OutgoingMail } from './outgoing-mail.js';

/** A mail in nodemailer's words. Quoted-printable keeps every line short (M-06). */
export function mailOptions(mail: OutgoingMail) {
  const { from, to, replyTo, subject, text, html, messageId, date, headers } = mail;
  return {
    from,
    to,
    ...(replyTo && { replyTo }),
    // Apart from the headers, so that nothing in a header can become a recipient (M-02).
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
