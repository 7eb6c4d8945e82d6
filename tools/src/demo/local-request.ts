import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * Whether the request names this machine or a bare address. A page elsewhere that had its own name point to this machine
 * (DNS rebinding) could otherwise read the caught emails.
 */
export function namesThisMachine({ headers }: IncomingMessage): boolean {
  const url = `http://${headers.host ?? ''}`;
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  );
}

/** Whether the request comes from one of our own pages, or from no page at all. */
export function isSameOriginRequest({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}
