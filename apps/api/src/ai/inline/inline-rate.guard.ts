import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestContext } from '../../platform/http/request-context.js';
import { PolicyThrottlerGuard } from '../../platform/throttling/policy-throttler.guard.js';

/** Counts under the policy `copilot-inline` (specification 8) by person, wherever they are: an office shares one address. */
@Injectable()
export class InlineRateGuard implements CanActivate {
  constructor(private readonly throttler: PolicyThrottlerGuard) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const http = execution.switchToHttp();
    const { tenantId, caller } = requestContext(http.getRequest<FastifyRequest>());
    if (!caller) throw new Error('The access guard has not admitted anyone for this request.');
    const person = { tenantId, clientAddress: caller.accountId };
    return this.throttler.enforce('copilot-inline', person, http.getResponse<FastifyReply>());
  }
}
