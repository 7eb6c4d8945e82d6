import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ForgedRequest } from '../../platform/http/access-refusals.js';
import { isSameOrigin } from '../../platform/tenancy/same-origin.guard.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';

/** Programs deploy, with keys that no browser sends of its own accord; pages of other sites are refused all the same. */
@Injectable()
export class DeployOriginGuard implements CanActivate {
  constructor(private readonly tenants: TenantsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!(await isSameOrigin(request, this.tenants))) throw new ForgedRequest();
    return true;
  }
}
