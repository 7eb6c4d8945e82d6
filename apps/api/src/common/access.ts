import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { routeMetadata } from './route-metadata.js';

const PUBLIC = 'sitedesk:public';

/** Anyone may call this route. Every route states who may; one that says nothing is refused (D19). */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

/** Refuses every route that does not say who may call it. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly isPublic: (context: ExecutionContext) => boolean | undefined;

  constructor(reflector: Reflector) {
    this.isPublic = routeMetadata(reflector, PUBLIC);
  }

  canActivate(context: ExecutionContext): boolean {
    if (this.isPublic(context)) return true;
    throw new ForbiddenException();
  }
}
