import { HEADERS } from '@sitedesk/contract/headers';
import type { EdgeRequest } from './edge-options.js';
import { ALLOWED_METHODS, isPreflight } from './methods.js';
import { isOriginOfZone, type Zone } from './zone.js';

/** Every header that our client sends and a browser asks about. */
const ALLOWED_HEADERS = [
  'Content-Type',
  HEADERS.antiforgery,
  HEADERS.antiforgeryAlias,
  HEADERS.idempotencyKey,
];
/** Headers of our answers that a script of another origin could not read otherwise. */
const EXPOSED_HEADERS = [HEADERS.antiforgery, 'Retry-After', 'RateLimit', 'RateLimit-Policy'];
/** How long a browser may remember a preflight answer. */
const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of the zone and of its subdomains read the answer; for any other origin the absence of these headers is the
 * refusal. All answers vary by origin, so that no cache hands one origin's answer to another.
 */
export function shareWithZone(answer: Headers, request: EdgeRequest, zone: Zone): void {
  varyByOrigin(answer);
  const origin = request.headers.get('origin');
  if (origin === null || !isOriginOfZone(origin, zone)) return;
  answer.set('access-control-allow-origin', origin);
  if (!isPreflight(request)) {
    answer.set('access-control-expose-headers', EXPOSED_HEADERS.join(', '));
    return;
  }
  answer.set('access-control-allow-methods', ALLOWED_METHODS);
  answer.set('access-control-allow-headers', ALLOWED_HEADERS.join(', '));
  answer.set('access-control-max-age', String(PREFLIGHT_SECONDS));
}

function varyByOrigin(answer: Headers): void {
  const names = answer.get('vary')?.toLowerCase().split(',') ?? [];
  if (!names.some((name) => name.trim() === 'origin')) answer.append('vary', 'Origin');
}
