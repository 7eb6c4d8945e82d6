import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ActorKind } from '@sitedesk/contract';
import type { FastifyRequest } from 'fastify';
import { requestScope } from '../common/request-scope.js';
import { findPrincipal } from '../identity/principal.js';

/** Who does something, and from where: what every service that changes something is told, for the audit log. */
export interface Actor {
  readonly kind: ActorKind;
  /** The account; null when nobody is signed in. */
  readonly id: string | null;
  /** What the audit log calls the actor. Never an email address. */
  readonly label: string;
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** The product itself, or an operator's command. */
export const systemActor = (label: string): Actor => ({
  kind: 'system',
  id: null,
  label,
  clientAddress: '',
  userAgent: '',
  requestId: '',
});

const USER_AGENT_CHARACTERS = 300;
const actors = new WeakMap<object, Actor>();

/** The same object for the whole of a request. */
export function actorOf(request: FastifyRequest): Actor {
  const known = actors.get(request);
  if (known) return known;
  const principal = findPrincipal(request);
  const { clientAddress, requestId } = requestScope(request);
  const actor: Actor = {
    kind: principal?.kind === 'token' ? 'token' : principal ? 'account' : 'anonymous',
    id: principal?.accountId ?? null,
    label: principal?.displayName ?? '',
    clientAddress,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_CHARACTERS),
    requestId,
  };
  actors.set(request, actor);
  return actor;
}

/** The actor of the request at hand. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor =>
  actorOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
