import { createParamDecorator, type ExecutionContext, NotAcceptableException } from '@nestjs/common';
import { EVENT_STREAM } from '@sitedesk/contract/event-stream';
import type { FastifyRequest } from 'fastify';

/** Whether a request asks for server-sent events, by naming their media type as browsers do. */
export function wantsEvents({ headers: { accept = '' } }: FastifyRequest): boolean {
  const types = accept.split(',').map((each) => each.split(';')[0]?.trim().toLowerCase());
  return types.includes(EVENT_STREAM);
}

/**
 * The media type of server-sent events, for requests that name it: anyone who expects an answer that ends would wait
 * forever.
 * @throws NotAcceptableException 406 for others
 */
export const WantsEvents = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  if (!wantsEvents(context.switchToHttp().getRequest<FastifyRequest>()))
    throw new NotAcceptableException(`Only as ${EVENT_STREAM}.`);
  return EVENT_STREAM;
});
