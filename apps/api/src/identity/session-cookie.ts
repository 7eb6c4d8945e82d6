import { SIGN_IN_PROTECTION } from '@sitedesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Runtime } from '../config/runtime.js';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Browsers that are strict take a `Secure` cookie from https only, even on this machine. The demonstration serves plain
 * http to a browser beside it; everywhere else the cookie is `__Host-` and Secure (D17).
 */
const secureCookies = ({ env }: Runtime): boolean => env.demonstration === undefined;

export const sessionCookieName = (runtime: Runtime): string =>
  secureCookies(runtime) ? '__Host-sitedesk' : 'sitedesk-demo';

/** A fresh session id: 256 bits (D17). */
export const newSessionToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is stored of a session id. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The session's anti-forgery token: known to whoever holds the session, and to nobody who does not. */
export const csrfTokenOf = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('sitedesk csrf').digest('base64url');

/** The session id a request carries, or undefined when there is none that could be ours. */
export function sessionTokenOf(request: FastifyRequest, runtime: Runtime): string | undefined {
  const value = readCookie(request.headers.cookie, sessionCookieName(runtime));
  return value !== undefined && TOKEN.test(value) ? value : undefined;
}

/** The value of a cookie; undefined when it is missing or sent twice. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

export function setCookie(
  reply: FastifyReply,
  runtime: Runtime,
  cookie: { readonly name: string; readonly value: string; readonly maxAgeSeconds?: number },
): void {
  const { name, value, maxAgeSeconds } = cookie;
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (secureCookies(runtime)) attributes.push('Secure');
  if (maxAgeSeconds !== undefined) attributes.push(`Max-Age=${maxAgeSeconds}`);
  reply.header('Set-Cookie', `${name}=${value}; ${attributes.join('; ')}`);
}

export function setSessionCookie(reply: FastifyReply, runtime: Runtime, token: string): void {
  setCookie(reply, runtime, { name: sessionCookieName(runtime), value: token });
}

const deviceCookieName = (runtime: Runtime): string =>
  secureCookies(runtime) ? '__Host-sitedesk-device' : 'sitedesk-demo-device';

/** What a browser keeps from an earlier sign-in (ID-05). */
export function deviceTokenOf(request: FastifyRequest, runtime: Runtime): string | undefined {
  const value = readCookie(request.headers.cookie, deviceCookieName(runtime));
  return value !== undefined && TOKEN.test(value) ? value : undefined;
}

export function setDeviceCookie(reply: FastifyReply, runtime: Runtime, token: string): void {
  const maxAgeSeconds = SIGN_IN_PROTECTION.deviceDays * 86_400;
  setCookie(reply, runtime, { name: deviceCookieName(runtime), value: token, maxAgeSeconds });
}

export function clearSessionCookie(reply: FastifyReply, runtime: Runtime): void {
  setCookie(reply, runtime, { name: sessionCookieName(runtime), value: '', maxAgeSeconds: 0 });
}
