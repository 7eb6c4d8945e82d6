import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestScope } from './request-scope.js';

/** The tenant of the request. */
export const TenantId = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  return requestScope(context.switchToHttp().getRequest<FastifyRequest>()).tenantId;
});
