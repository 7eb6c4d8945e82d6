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

const scopes = new WeakMap<object, RequestScope>();

export function setRequestScope(request: FastifyRequest, scope: RequestScope): void {
  scopes.set(request, scope);
}

/**
 * The scope of a request.
 * @throws Error when no guard has set it: a route that reaches this without the tenant guard is a programming error.
 */
export function requestScope(request: FastifyRequest): RequestScope {
  const scope = scopes.get(request);
  if (!scope) throw new Error('The tenant guard has not run for this request.');
  return scope;
}

/** The scope, or undefined for a request that was refused before its tenant was known. */
export function findRequestScope(request: FastifyRequest): RequestScope | undefined {
  return scopes.get(request);
}
