import { EXTERNAL_SIGN_IN_LIMITS } from '@sitedesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../../config/runtime.js';
import { readCookie, setCookie } from '../session-cookie.js';

const cookieName = ({ env }: Runtime): string =>
  env.demonstration === undefined ? '__Host-sitedesk-external' : 'sitedesk-demo-external';

/** What the browser keeps while it is at a provider. */
export const externalTokenOf = (request: FastifyRequest, runtime: Runtime): string | undefined =>
  readCookie(request.headers.cookie, cookieName(runtime));

export function setExternalCookie(reply: FastifyReply, runtime: Runtime, value: string): void {
  const maxAgeSeconds = EXTERNAL_SIGN_IN_LIMITS.underWaySeconds;
  setCookie(reply, runtime, { name: cookieName(runtime), value, maxAgeSeconds });
}
