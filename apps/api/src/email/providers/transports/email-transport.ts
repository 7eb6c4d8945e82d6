import { isNativeError } from 'node:util/types';
import type { MailMessage, Transport } from 'nodemailer';
import type {
  OutboundAnswer,
  OutboundRequest,
  OutboundService,
} from '../../../platform/outbound/outbound.service.js';
import type { EmailProvider } from '../email-provider.js';
import type { MailAddress, OutgoingEmail } from '../outgoing-email.js';

/** Time limits of a delivery, in milliseconds. */
export interface DeliveryLimits {
  /** Finding the host and connecting. */
  readonly connectMs: number;
  /** From the connection to the server's greeting. */
  readonly greetingMs: number;
  /** Silence in a conversation. */
  readonly idleMs: number;
  /** The whole delivery, waiting for a free connection included. */
  readonly totalMs: number;
}

/** However a mail server behaves, a worker is free again after a minute. */
export const DELIVERY_LIMITS: DeliveryLimits = {
  connectMs: 10_000,
  greetingMs: 10_000,
  idleMs: 30_000,
  totalMs: 60_000,
};

/** Octets of an answer that we read; providers answer with less than a tenth of it. */
export const MAX_ANSWER_BYTES = 64 * 1024;

/** What our transports say when an email was taken. */
export interface TransportReceipt {
  readonly envelope: { readonly from: string | false; readonly to: string[] };
  readonly messageId: string;
  readonly response: string;
  readonly providerId?: string;
}

/** An email as a provider's API wants it: addresses as objects, parts as texts. */
export interface ApiEmail extends Omit<OutgoingEmail, 'date'> {
  readonly signal: AbortSignal | undefined;
}

/** What an API transport does; the rest of nodemailer's protocol is in {@link apiTransport}. */
interface ApiTransport {
  readonly name: string;
  post(mail: ApiEmail): Promise<{ readonly response: string; readonly providerId?: string }>;
  /** Rejects unless the API accepts our credentials. */
  check(): Promise<void>;
}

/** Asks a provider's API. */
export type ApiCall = (
  url: string,
  request: Pick<OutboundRequest, 'method' | 'headers' | 'body' | 'signal'>,
) => Promise<OutboundAnswer>;

/** The way to a provider's API: freely where the operator named it, by the rules for what a site named where a site did. */
export function apiCalls(
  outbound: OutboundService,
  { guarded = false }: EmailProvider,
  { connectMs, idleMs, totalMs }: DeliveryLimits,
): ApiCall {
  const limits = { maxBytes: MAX_ANSWER_BYTES, connectMs, idleMs, totalMs };
  return (url, request) => outbound.fetch({ ...request, url, guarded, limits });
}

/** Wraps an API as a nodemailer transport. */
export function apiTransport(api: ApiTransport): Transport<TransportReceipt> {
  const deliver = async (mail: MailMessage<TransportReceipt>): Promise<TransportReceipt> => {
    const message = apiMail(mail);
    const answer = await api.post(message);
    return {
      ...answer,
      envelope: { from: message.from.address, to: [message.to.address] },
      messageId: message.messageId,
    };
  };
  return {
    name: api.name,
    version: '1',
    supportsAbortSignal: true,
    send(mail, callback) {
      deliver(mail).then(
        (receipt) => callback(null, receipt),
        (error: unknown) => callback(asError(error), NO_RECEIPT),
      );
    },
    verify: async (): Promise<true> => {
      await api.check();
      return true;
    },
  };
}

const asError = (error: unknown): Error =>
  error instanceof Error || isNativeError(error) ? error : new Error(String(error), { cause: error });

/** nodemailer's callback type wants a receipt beside an error; nobody reads it. */
const NO_RECEIPT: TransportReceipt = { envelope: { from: false, to: [] }, messageId: '', response: '' };

function apiMail(mail: MailMessage<TransportReceipt>): ApiEmail {
  const { data } = mail;
  const from = address(data.from);
  const to = address(data.to);
  if (!from || !to) throw new Error('An email needs a sender and a recipient as address objects.');
  return {
    from,
    to,
    replyTo: address(data.replyTo),
    subject: String(data.subject ?? ''),
    text: String(data.text ?? ''),
    html: String(data.html ?? ''),
    messageId: String(data.messageId ?? ''),
    headers: texts(data.headers),
    signal: data.signal,
  };
}

function address(value: unknown): MailAddress | undefined {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('address' in value) ||
    typeof value.address !== 'string'
  )
    return undefined;
  return {
    name: 'name' in value && typeof value.name === 'string' ? value.name : '',
    address: value.address,
  };
}

function texts(headers: unknown): Readonly<Record<string, string>> {
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
