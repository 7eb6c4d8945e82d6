import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** A signal that is aborted when the caller goes away before the answer. */
export const ClientGone = createParamDecorator((_data: unknown, execution: ExecutionContext): AbortSignal => {
  const { raw } = execution.switchToHttp().getResponse<FastifyReply>();
  const controller = new AbortController();
  raw.once('close', () => raw.writableFinished || controller.abort());
  return controller.signal;
});
