import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestContext } from './request-context.js';

/** The tenant of the request. */
export const TenantId = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  return requestContext(context.switchToHttp().getRequest<FastifyRequest>()).tenantId;
});
