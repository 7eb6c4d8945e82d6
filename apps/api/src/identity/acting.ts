import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Actor, actorOf } from '../audit/actor.js';
import { type Principal, principalOf } from './principal.js';

/** Who does something to others: for the audit log, and with what he may do himself. */
export interface Acting {
  readonly actor: Actor;
  readonly principal: Principal;
}

/** Whoever calls the route at hand, for services that compare permissions. */
export const CurrentActing = createParamDecorator((_data: unknown, context: ExecutionContext): Acting => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { actor: actorOf(request), principal: principalOf(request) };
});

/** The session that somebody acts from, which a change of his own account leaves open; a program has none. */
export const ownSessionId = ({ principal }: Acting): string | undefined =>
  principal.kind === 'session' ? principal.sessionId : undefined;
