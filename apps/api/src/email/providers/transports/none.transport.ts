import type { Transport } from 'nodemailer';
import type { TransportReceipt } from './email-transport.js';

/** Accepts every email, delivers none and keeps nothing (specification 2.8). The submission itself is stored elsewhere. */
export function noneTransport(): Transport<TransportReceipt> {
  return {
    name: 'none',
    version: '1',
    send(mail, callback) {
      const { from, to } = mail.message.getEnvelope();
      callback(null, {
        envelope: { from, to },
        messageId: mail.message.messageId(),
        response: 'Accepted and not sent: the provider is "none".',
      });
    },
    verify: async (): Promise<true> => true,
  };
}
