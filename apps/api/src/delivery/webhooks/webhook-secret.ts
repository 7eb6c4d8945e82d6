import { WEBHOOK_SECRET_PREFIX } from '@sitedesk/contract/webhooks';
import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A secret as Standard Webhooks 1.0 writes it: its prefix, and 32 random octets in base64. */
export const newSecret = (): string => WEBHOOK_SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** What a signature is made over, and when. */
export interface Signed {
  /** Header `webhook-id`. */
  readonly id: string;
  /** Seconds since the epoch; header `webhook-timestamp`. */
  readonly timestamp: number;
  readonly body: string;
}

/** Header `webhook-signature` (Standard Webhooks 1.0): one signature for each secret, the current one first. */
export const signaturesOf = ({ id, timestamp, body }: Signed, secrets: readonly string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      return `v1,${signature}`;
    })
    .join(' ');
