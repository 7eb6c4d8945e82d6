import { createParamDecorator, type ExecutionContext, NotAcceptableException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

export const EVENT_STREAM = 'text/event-stream';

/**
 * The media type of server-sent events, for requests that name it as browsers do: anyone who expects an answer that ends
 * would wait forever.
 * @throws NotAcceptableException 406 for others
 */
export const WantsEvents = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { accept = '' } = context.switchToHttp().getRequest<FastifyRequest>().headers;
  const types = accept.split(',').map((each) => each.split(';')[0]?.trim().toLowerCase());
  if (!types.includes(EVENT_STREAM)) throw new NotAcceptableException(`Only as ${EVENT_STREAM}.`);
  return EVENT_STREAM;
});
