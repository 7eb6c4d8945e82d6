import { PASSKEY_LIMITS } from '@sitedesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../../config/runtime.js';
import { newSessionToken, readCookie, setCookie } from '../session-cookie.js';

const cookieName = ({ env }: Runtime): string =>
  env.demonstration === undefined ? '__Host-sitedesk-passkey' : 'sitedesk-demo-passkey';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** What binds the challenges of a sign-in to the browser that asked for them. */
export function ceremonyTokenOf(request: FastifyRequest, runtime: Runtime): string | undefined {
  const value = readCookie(request.headers.cookie, cookieName(runtime));
  return value !== undefined && TOKEN.test(value) ? value : undefined;
}

/** The browser's token, a new one if it has none; two tabs share it, so that neither spoils the other's ceremony. */
export function giveCeremonyToken(request: FastifyRequest, reply: FastifyReply, runtime: Runtime): string {
  const value = ceremonyTokenOf(request, runtime) ?? newSessionToken();
  const maxAgeSeconds = PASSKEY_LIMITS.challengeSeconds;
  setCookie(reply, runtime, { name: cookieName(runtime), value, maxAgeSeconds });
  return value;
}

export function clearCeremonyToken(reply: FastifyReply, runtime: Runtime): void {
  setCookie(reply, runtime, { name: cookieName(runtime), value: '', maxAgeSeconds: 0 });
}
