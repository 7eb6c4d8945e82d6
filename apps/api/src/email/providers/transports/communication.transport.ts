import { createHash, createHmac } from 'node:crypto';
import type { Transport } from 'nodemailer';
import type { Clock } from '../../../platform/core/clock.js';
import { HttpAnswerError } from '../delivery-error.js';
import type { CommunicationProvider } from '../email-provider.js';
import type { OutboundAnswer } from '../../../platform/outbound/outbound.service.js';
import type { MailAddress } from '../outgoing-email.js';
import { type ApiCall, type ApiEmail, apiTransport, type TransportReceipt } from './email-transport.js';

const API_VERSION = '2023-03-31';
const ACCEPTED = 202;
const NOT_FOUND = 404;
const NO_OPERATION = '00000000-0000-0000-0000-000000000000';

/**
 * Azure Communication Services Email over its REST API. The operation id is made from the Message-ID, so that the
 * service takes a repeated attempt for the same operation. The display name of the sender is configured over there.
 */
export function communicationTransport(
  provider: CommunicationProvider,
  call: ApiCall,
  clock: Clock,
): Transport<TransportReceipt> {
  return apiTransport({
    name: 'communication',
    async post(mail) {
      const answer = await ask(call, provider, 'POST', '/emails:send', {
        body: JSON.stringify(requestBody(mail)),
        at: new Date(clock.now()),
        signal: mail.signal,
        headers: { 'content-type': 'application/json', 'operation-id': operationId(mail.messageId) },
      });
      if (answer.status !== ACCEPTED) throw new HttpAnswerError(answer.status, answer.text);
      const { id, status } = readOperation(answer.text);
      return { response: `202 ${status ?? 'Accepted'}`, ...(id && { providerId: id }) };
    },
    async check() {
      // There is no call that only signs in; asking for an operation that does not exist answers 404 after signing in.
      const answer = await ask(call, provider, 'GET', `/emails/operations/${NO_OPERATION}`, {
        at: new Date(clock.now()),
        body: '',
        headers: {},
      });
      if (answer.status !== NOT_FOUND && answer.status !== 200)
        throw new HttpAnswerError(answer.status, answer.text);
    },
  });
}

function requestBody(mail: ApiEmail): object {
  return {
    senderAddress: mail.from.address,
    recipients: { to: [mailbox(mail.to)] },
    content: { subject: mail.subject, plainText: mail.text, html: mail.html },
    ...(mail.replyTo && { replyTo: [mailbox(mail.replyTo)] }),
    headers: { ...mail.headers, 'Message-ID': mail.messageId },
    userEngagementTrackingDisabled: true,
  };
}

const mailbox = ({ name, address }: MailAddress): object => ({ address, ...(name && { displayName: name }) });

interface Request {
  /** A machine's own clock could be off by more than the service tolerates. */
  readonly at: Date;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

function ask(
  call: ApiCall,
  provider: CommunicationProvider,
  method: 'GET' | 'POST',
  path: string,
  request: Request,
): Promise<OutboundAnswer> {
  const url = new URL(`${provider.endpoint}${path}?api-version=${API_VERSION}`);
  const date = request.at.toUTCString();
  const hash = createHash('sha256').update(request.body).digest('base64');
  const signed = `${method}\n${url.pathname}${url.search}\n${date};${url.host};${hash}`;
  const signature = createHmac('sha256', Buffer.from(provider.accessKey, 'base64'))
    .update(signed)
    .digest('base64');
  return call(url.href, {
    method,
    signal: request.signal,
    ...(method === 'POST' && { body: request.body }),
    headers: {
      ...request.headers,
      'x-ms-date': date,
      'x-ms-content-sha256': hash,
      authorization: `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`,
    },
  });
}

/** A UUID that is the same for every attempt at one email: the one the Message-ID starts with, or one made from it. */
function operationId(messageId: string): string {
  const [own] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=@)/i.exec(messageId) ?? [];
  if (own) return own;
  const hex = createHash('sha256').update(messageId).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The email is accepted whatever the body says; the number in it is for the record only. */
function readOperation(text: string): { readonly id?: string; readonly status?: string } {
  const [, id] = /"id"\s*:\s*"([^"]{1,100})"/.exec(text) ?? [];
  const [, status] = /"status"\s*:\s*"([^"]{1,40})"/.exec(text) ?? [];
  return { id, status };
}
