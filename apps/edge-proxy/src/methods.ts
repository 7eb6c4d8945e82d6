import type { EdgeRequest } from './edge-options.js';

/** GET for the script, POST for submissions (specification 1), as `Allow` and preflight answers list them. */
export const ALLOWED_METHODS = 'GET, POST';

/** Method names are case-sensitive (RFC 9110 9.1): `post` is another method. */
export const isAllowedMethod = ({ method }: EdgeRequest): boolean => method === 'GET' || method === 'POST';

/** A browser asks whether a page of another origin may send a request; any other OPTIONS is a refused method. */
export const isPreflight = ({ method, headers }: EdgeRequest): boolean =>
  method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');
