import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import type { RatePolicyName } from '@sitedesk/contract/rate-policies';
import type { FastifyRequest } from 'fastify';
import { requireJsonType } from '../http/json-body.js';
import { Public } from '../http/access.js';
import { ThrottlePolicy } from '../throttling/throttle-policy.decorator.js';
import { TenantsService } from './tenants.service.js';
import { ForgedRequest } from '../http/access-refusals.js';
import { requestContext } from '../http/request-context.js';

/**
 * For public routes that change something: JSON only, and not from another site's page. Nobody can be signed in, or made
 * to ask for a reset, by a page he only visits.
 */
@Injectable()
export class SameOriginGuard implements CanActivate {
  constructor(private readonly tenants: TenantsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    requireJsonType(request);
    if (!(await isSameOrigin(request, this.tenants))) throw new ForgedRequest();
    return true;
  }
}

/** Who may call what changes something though nobody is signed in: anyone, so often, from an own page. */
export const PublicForm = (policy: RatePolicyName): MethodDecorator & ClassDecorator =>
  applyDecorators(Public(), ThrottlePolicy(policy), UseGuards(SameOriginGuard));

/**
 * Whether what the browser says of a request's origin is the page's own, or one of the tenant's by its default port, for proxies
 * that change the host; also for routes without a session. A page of a subdomain is another's: it could sign people in.
 */
export async function isSameOrigin(request: FastifyRequest, tenants: TenantsService): Promise<boolean> {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return true;
  // Not told apart by scheme: a page without TLS is cross-site to one with it, and its own cookies are others.
  if (/^https?:\/\//.test(origin) && origin.slice(origin.indexOf('//') + 2) === host) return true;
  const { tenantId, hostname } = requestContext(request);
  const hostnames = [hostname, ...((await tenants.find(tenantId))?.hostnames ?? [])];
  return hostnames.some((each) => origin === `https://${each}`);
}
