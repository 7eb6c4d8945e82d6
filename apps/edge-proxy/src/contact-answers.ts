import { CONTACT_ERRORS, CONTACT_MESSAGES, type ContactResult } from '@sitedesk/contract/contact';
import { unavailablePage, wantsPage } from '@sitedesk/contract/visitor-page';
import type { EdgeRequest } from './edge-options.js';
import { ALLOWED_METHODS } from './methods.js';

/** Seconds after which a client may ask again while the backend is away. */
const RETRY_AFTER_SECONDS = 5;

/** 404: the proxy serves the contact routes and nothing else. */
export const notFound = (): Response =>
  refusal(404, CONTACT_MESSAGES.validationFailed, CONTACT_ERRORS.notFound);

/** 405 with the methods that are served. */
export const methodNotAllowed = (): Response =>
  refusal(405, CONTACT_MESSAGES.validationFailed, CONTACT_ERRORS.methodNotAllowed, {
    allow: ALLOWED_METHODS,
  });

/** 431: more header fields than any browser sends. */
export const tooManyHeaders = (): Response =>
  refusal(431, CONTACT_MESSAGES.validationFailed, CONTACT_ERRORS.malformedBody);

/** 503: the backend is down, or slower than the deadline (specification 1 and 7). */
export function unavailable({ headers }: EdgeRequest): Response {
  const retry = { 'retry-after': String(RETRY_AFTER_SECONDS) };
  if (!wantsPage(headers.get('content-type'), headers.get('accept')))
    return refusal(503, CONTACT_MESSAGES.unavailable, CONTACT_ERRORS.unavailable, retry);
  const page = unavailablePage(headers.get('accept-language'), crypto.randomUUID());
  return new Response(page.html, {
    status: 503,
    headers: { ...page.headers, 'cache-control': 'no-store', ...retry },
  });
}

/** 500: the proxy itself has been set up wrongly; what is wrong is for its log only. */
export const misconfigured = (): Response =>
  refusal(500, CONTACT_MESSAGES.unexpected, CONTACT_ERRORS.unavailable);

function refusal(
  status: number,
  message: string,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const result: ContactResult = { success: false, message, error };
  return new Response(JSON.stringify(result), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}
