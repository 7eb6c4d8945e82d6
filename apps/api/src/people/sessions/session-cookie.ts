import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import type { Runtime } from '../../platform/config/runtime.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What browsers keep for us, by the end of the cookie's name. */
const COOKIES = { session: '', device: '-device', passkey: '-passkey', external: '-external' } as const;
type CookieKind = keyof typeof COOKIES;

/**
 * Browsers that are strict take a `Secure` cookie from https only, even on this machine. The demonstration serves plain
 * http to a browser beside it; everywhere else the cookie is `__Host-` and Secure.
 */
export const isSecure = ({ env }: Runtime): boolean => !env.demonstration;

export const cookieName = (runtime: Runtime, kind: CookieKind): string =>
  `${isSecure(runtime) ? '__Host-sitedesk' : 'sitedesk-demo'}${COOKIES[kind]}`;

/** The session's anti-forgery token: known to the person who holds the session, and to nobody who does not. */
export const csrfTokenOf = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('sitedesk csrf').digest('base64url');

/** The token a request carries in a cookie; undefined when it is missing, sent twice, or could not be ours. */
export function cookieOf(request: FastifyRequest, runtime: Runtime, kind: CookieKind): string | undefined {
  const name = cookieName(runtime, kind);
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value = ''] = values;
  return values.length === 1 && TOKEN.test(value) ? value : undefined;
}

/** @param maxAgeSeconds left out, the cookie goes with the browser's session */
export function setCookie(
  reply: FastifyReply,
  runtime: Runtime,
  kind: CookieKind,
  value: string,
  maxAgeSeconds?: number,
): void {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (isSecure(runtime)) attributes.push('Secure');
  if (maxAgeSeconds !== undefined) attributes.push(`Max-Age=${maxAgeSeconds}`);
  reply.header('Set-Cookie', `${cookieName(runtime, kind)}=${value}; ${attributes.join('; ')}`);
}

export const clearCookie = (reply: FastifyReply, runtime: Runtime, kind: CookieKind): void =>
  setCookie(reply, runtime, kind, '', 0);
