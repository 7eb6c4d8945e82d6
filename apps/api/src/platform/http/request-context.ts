import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ActorKind } from '@sitedesk/contract/audit';
import type { FastifyRequest } from 'fastify';
import { SessionRequired } from './access-refusals.js';
import type { Principal, SessionPrincipal } from './principal.js';
import { declaredType } from './route-metadata.js';

/** Who does something, as the audit log names them. */
export interface Actor {
  readonly kind: ActorKind;
  /** The account; null when nobody is signed in. */
  readonly id: string | null;
  /** Never an email address. */
  readonly label: string;
}

/**
 * For which site, for whom and from where something is done: one object per request, created by the tenant guard and handed
 * to the services. A service that needs nothing but the tenant takes the tenant's id.
 */
export abstract class RequestContext {
  readonly tenantId: string;
  /** Canonical public hostname the visitor used. */
  readonly hostname: string;
  /** Address of the visitor, seen through trusted proxies only, in canonical text form. */
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** The caller whom the access guard has admitted; undefined on public routes. */
  readonly caller: Principal | undefined;
  readonly actor: Actor;
  /** Entry of the audit log that everything done with this context is a part of. */
  readonly partOf?: string;
}

/** The context of a route that asks for a session or an API token. */
export abstract class CallerContext extends RequestContext {
  override readonly caller: Principal;
}

/** The context of a route for people who are signed in. */
export abstract class SessionContext extends RequestContext {
  override readonly caller: SessionPrincipal;
}

/** Nobody is known yet. Shared, so that a public request pays for no object of its own. */
export const ANONYMOUS: Actor = { kind: 'anonymous', id: null, label: '' };

/** The context of the product itself, or of an operator's command. */
export const systemContext = (tenantId: string, label: string): RequestContext => ({
  tenantId,
  hostname: '',
  clientAddress: '',
  userAgent: '',
  requestId: '',
  caller: undefined,
  actor: { kind: 'system', id: null, label },
});

/** Declared on Fastify's request when the server is prepared, so that every request has the same shape. */
export const CONTEXT_PROPERTY = 'sitedeskContext';

declare module 'fastify' {
  interface FastifyRequest {
    [CONTEXT_PROPERTY]: RequestContext | null;
  }
}

export function setRequestContext(request: FastifyRequest, context: RequestContext): void {
  request[CONTEXT_PROPERTY] = context;
}

/**
 * The context of a request.
 * @throws Error when no guard has set it: a route that reaches this without the tenant guard is a programming error.
 */
export function requestContext(request: FastifyRequest): RequestContext {
  const context = request[CONTEXT_PROPERTY];
  if (!context) throw new Error('The tenant guard has not run for this request.');
  return context;
}

/** The context, or undefined for a request that was refused before its tenant was known. */
export function findRequestContext(request: FastifyRequest): RequestContext | undefined {
  return request[CONTEXT_PROPERTY] ?? undefined;
}

/** The access guard knows who calls. */
export function admitCaller(request: FastifyRequest, caller: Principal): void {
  const context = Object.assign(requestContext(request), { caller });
  nameActor(
    context,
    { id: caller.accountId, displayName: caller.displayName },
    caller.kind === 'token' ? 'token' : 'account',
  );
}

/** It has turned out whose request this is: the audit log names them from here on. */
export function nameActor(
  context: RequestContext,
  { id, displayName }: { readonly id: string; readonly displayName: string },
  kind: ActorKind = 'account',
): void {
  const actor: Actor = { kind, id, label: displayName };
  Object.assign(context, { actor });
}

/** The session that someone acts from, which a change of their own account leaves open; a program has none. */
export const ownSessionId = ({ caller }: CallerContext): string | undefined =>
  caller.kind === 'session' ? caller.sessionId : undefined;

/**
 * The context of the route at hand, as its parameter is declared: a `RequestContext` on public routes, or one with the caller.
 * @throws SessionRequired when a program calls what takes a `SessionContext`
 */
export const Context = (): ParameterDecorator => (target, key, index) =>
  contextOf(declaredType(target, key, index))(target, key, index);

const contextOf = createParamDecorator((type: unknown, execution: ExecutionContext): RequestContext => {
  const context = requestContext(execution.switchToHttp().getRequest<FastifyRequest>());
  if (type === RequestContext) return context;
  const { caller } = context;
  if (!caller) throw new Error('The access guard has not admitted anyone for this request.');
  if (type === SessionContext && caller.kind !== 'session') throw new SessionRequired();
  return context;
});

/** The tenant of the request. */
export const TenantId = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): string =>
    requestContext(execution.switchToHttp().getRequest<FastifyRequest>()).tenantId,
);
