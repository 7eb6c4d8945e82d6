import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { routeMetadata } from '../../common/route-metadata.js';
import { principalOf } from '../principal.js';
import { ExternalIdentities } from './external-identities.service.js';

const GROUP = 'sitedesk:group';

/** Group authorization: beside what its access decorator asks, the route is for members of this directory group. */
export const RequireGroup = (groupId: string): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(GROUP, groupId), UseGuards(GroupGuard));

/** Lets members of the route's group pass, by the group's id. */
@Injectable()
export class GroupGuard implements CanActivate {
  private readonly groupOf: (context: ExecutionContext) => string | undefined;

  constructor(
    reflector: Reflector,
    private readonly identities: ExternalIdentities,
  ) {
    this.groupOf = routeMetadata(reflector, GROUP);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const group = this.groupOf(context);
    const { tenantId, accountId } = principalOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (group !== undefined && (await this.identities.groupsOf(tenantId, accountId)).has(group)) return true;
    throw new ForbiddenException('You are not in the group that this is for.');
  }
}
