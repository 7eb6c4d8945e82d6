import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requireJsonType } from '../http/json-body.js';
import { TenantsService } from './tenants.service.js';
import { ForgedRequest } from '../http/access-refusals.js';
import { requestContext } from '../http/request-context.js';
import { isOwnSite } from '../http/same-site.js';

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

/** Whether what the browser says of a request's origin fits the tenant's hosts; also for routes without a session. */
export async function isSameOrigin(request: FastifyRequest, tenants: TenantsService): Promise<boolean> {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site === undefined) return true;
  const { tenantId, hostname } = requestContext(request);
  const tenant = await tenants.find(tenantId);
  const fetchSite = Array.isArray(site) ? site.join() : site;
  return isOwnSite({ origin, fetchSite }, [hostname, ...(tenant?.hostnames ?? [])]);
}
