import type { Transport } from 'nodemailer';
import { HttpAnswerError } from '../delivery-error.js';
import type { CommercialProvider } from '../email-provider.js';
import type { MailAddress } from '../outgoing-email.js';
import { type ApiCall, type ApiEmail, apiTransport, type TransportReceipt } from './email-transport.js';

const ACCEPTED = 202;
const OK = 200;

/** SendGrid over its v3 API. Only 202 counts: 200 is what its sandbox says, which delivers nothing. */
export function commercialTransport(
  provider: CommercialProvider,
  call: ApiCall,
): Transport<TransportReceipt> {
  const authorization = `Bearer ${provider.apiKey}`;
  return apiTransport({
    name: 'commercial',
    async post(mail) {
      const answer = await call(`${provider.baseUrl}/v3/mail/send`, {
        method: 'POST',
        body: JSON.stringify(requestBody(mail)),
        signal: mail.signal,
        headers: { authorization, 'content-type': 'application/json' },
      });
      if (answer.status !== ACCEPTED) throw new HttpAnswerError(answer.status, answer.text);
      const providerId = answer.headers['x-message-id'];
      return { response: '202 Accepted', ...(typeof providerId === 'string' && { providerId }) };
    },
    async check() {
      const answer = await call(`${provider.baseUrl}/v3/scopes`, { headers: { authorization } });
      if (answer.status !== OK) throw new HttpAnswerError(answer.status, answer.text);
    },
  });
}

function requestBody(mail: ApiEmail): object {
  return {
    personalizations: [{ to: [mailbox(mail.to)] }],
    from: mailbox(mail.from),
    ...(mail.replyTo && { reply_to: mailbox(mail.replyTo) }),
    subject: mail.subject,
    // The API wants the plain part first.
    content: [
      { type: 'text/plain', value: mail.text },
      { type: 'text/html', value: mail.html },
    ],
    headers: { ...mail.headers, 'Message-ID': mail.messageId },
    // A rewritten link or a counting pixel would be an element that our template does not have.
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
      subscription_tracking: { enable: false },
    },
  };
}

const mailbox = ({ name, address }: MailAddress): object => ({ email: address, ...(name && { name }) });
