import type { FastifyRequest } from 'fastify';

/** What is known of a request before any handler runs. Made once per request by the tenant guard, then only read. */
export interface RequestScope {
  readonly tenantId: string;
  /** Canonical public hostname the visitor used. */
  readonly hostname: string;
  /** Address of the visitor by D7, in canonical text form. */
  readonly clientAddress: string;
  readonly requestId: string;
}

/** Declared on Fastify's request when the server is prepared, so that every request has the same shape. */
export const SCOPE_PROPERTY = 'sitedeskScope';

declare module 'fastify' {
  interface FastifyRequest {
    [SCOPE_PROPERTY]: RequestScope | null;
  }
}

export function setRequestScope(request: FastifyRequest, scope: RequestScope): void {
  request[SCOPE_PROPERTY] = scope;
}

/**
 * The scope of a request.
 * @throws Error when no guard has set it: a route that reaches this without the tenant guard is a programming error.
 */
export function requestScope(request: FastifyRequest): RequestScope {
  const scope = request[SCOPE_PROPERTY];
  if (!scope) throw new Error('The tenant guard has not run for this request.');
  return scope;
}

/** The scope, or undefined for a request that was refused before its tenant was known. */
export function findRequestScope(request: FastifyRequest): RequestScope | undefined {
  return request[SCOPE_PROPERTY] ?? undefined;
}
