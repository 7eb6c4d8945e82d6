import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requireJsonType } from '../common/json-body.js';
import { TenantsService } from '../tenancy/tenants.service.js';
import { ForgedRequest, isFromOwnPage } from './access.guard.js';

/**
 * For public routes that change something: JSON only, and not from another site's page. Nobody can be signed in, or made
 * to ask for a reset, by a page he only visits.
 */
@Injectable()
export class OwnPageGuard implements CanActivate {
  constructor(private readonly tenants: TenantsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    requireJsonType(request);
    if (!(await isFromOwnPage(request, this.tenants))) throw new ForgedRequest();
    return true;
  }
}
