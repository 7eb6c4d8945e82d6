import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { requestContext } from '../../platform/http/request-context.js';
import { bearerOf } from '../../platform/http/bearer.js';
import { type Deployer, DeployKeysService } from './deploy-keys.service.js';

const deployers = new WeakMap<FastifyRequest, Deployer>();

/** Lets requests pass that have a key in `Authorization`, before anything of their bodies is read. */
@Injectable()
export class DeployKeyGuard implements CanActivate {
  constructor(private readonly keys: DeployKeysService) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.switchToHttp().getRequest<FastifyRequest>();
    const key = bearerOf(request.headers) ?? '';
    deployers.set(request, await this.keys.admit(requestContext(request), key, undefined));
    return true;
  }
}

/** Whose key the request has: for routes with the guard above. */
export const DeployedBy = createParamDecorator((_: unknown, execution: ExecutionContext): Deployer => {
  const deployer = deployers.get(execution.switchToHttp().getRequest<FastifyRequest>());
  if (!deployer) throw new Error('The guard of deployment keys has not run for this request.');
  return deployer;
});
