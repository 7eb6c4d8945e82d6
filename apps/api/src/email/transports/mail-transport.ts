import { isNativeError } from 'node:util/types';
import type { MailMessage, Transport } from 'nodemailer';
import type { MailAddress } from '../outgoing-mail.js';

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

/** Acceptance 5.2. */
export const DELIVERY_LIMITS: DeliveryLimits = {
  connectMs: 10_000,
  greetingMs: 10_000,
  idleMs: 30_000,
  totalMs: 60_000,
};

/** What our transports say when a mail was taken. */
export interface TransportReceipt {
  readonly envelope: { readonly from: string | false; readonly to: string[] };
  readonly messageId: string;
  readonly response: string;
  readonly providerId?: string;
}

/** A mail as a provider's API wants it: addresses as objects, parts as texts. */
export interface ApiMail {
  readonly from: MailAddress;
  readonly to: MailAddress;
  readonly replyTo: MailAddress | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** What an API transport does; the rest of nodemailer's protocol is in {@link apiTransport}. */
export interface ApiTransport {
  readonly name: string;
  post(mail: ApiMail): Promise<{ readonly response: string; readonly providerId?: string }>;
  /** Rejects unless the API accepts our credentials. */
  check(signal: AbortSignal): Promise<void>;
}

/** Wraps an API as a nodemailer transport. */
export function apiTransport(api: ApiTransport, limits: DeliveryLimits): Transport<TransportReceipt> {
  const deliver = async (mail: MailMessage<TransportReceipt>): Promise<TransportReceipt> => {
    const message = apiMail(mail, limits);
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
      await api.check(AbortSignal.timeout(limits.totalMs));
      return true;
    },
  };
}

const asError = (error: unknown): Error =>
  error instanceof Error || isNativeError(error) ? error : new Error(String(error), { cause: error });

/** nodemailer's callback type wants a receipt beside an error; nobody reads it. */
const NO_RECEIPT: TransportReceipt = { envelope: { from: false, to: [] }, messageId: '', response: '' };

function apiMail(mail: MailMessage<TransportReceipt>, limits: DeliveryLimits): ApiMail {
  const { data } = mail;
  const from = address(data.from);
  const to = address(data.to);
  if (!from || !to) throw new Error('A mail needs a sender and a recipient as address objects.');
  const total = AbortSignal.timeout(limits.totalMs);
  return {
    from,
    to,
    replyTo: address(data.replyTo),
    subject: String(data.subject ?? ''),
    text: String(data.text ?? ''),
    html: String(data.html ?? ''),
    messageId: String(data.messageId ?? ''),
    headers: texts(data.headers),
    signal: data.signal ? AbortSignal.any([data.signal, total]) : total,
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
