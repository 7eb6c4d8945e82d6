import {
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { catchError, concatMap, type Observable, throwError } from 'rxjs';
import { requestScope } from '../common/request-scope.js';
import { routeMetadata } from '../common/route-metadata.js';
import { actorOf } from './actor.js';
import { type AuditEvent, AuditLog } from './audit-log.service.js';

export const AUDITED = 'sitedesk:audited';

/** Value of {@link AUDITED} for a route that has a log of its own, or changes nothing. */
export const NOT_AUDITED = 'none';

/** Names what a route that changes something is called in the audit log. Every such route has a name. */
export const Audited = (action: string): MethodDecorator => SetMetadata(AUDITED, action);

/** A route that is called like one that changes something, but does not, or has a log of its own; says why. */
export const NotAudited = (_why: string): MethodDecorator & ClassDecorator =>
  SetMetadata(AUDITED, NOT_AUDITED);

/** Leaves a row for every request to an audited route: the service's own, or else one that says how it ended. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  private readonly actionOf: (context: ExecutionContext) => string | undefined;

  constructor(
    private readonly auditLog: AuditLog,
    reflector: Reflector,
  ) {
    this.actionOf = routeMetadata(reflector, AUDITED);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const action = this.actionOf(context);
    if (action === undefined || action === NOT_AUDITED) return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        await this.ensureRow(request, { action });
        return answer;
      }),
      catchError((error: unknown) => this.refused(request, action, error)),
    );
  }

  /** The request's own error is what its caller gets to see, also when the row cannot be written. */
  private refused(request: FastifyRequest, action: string, error: unknown): Observable<never> {
    const expected = error instanceof HttpException && error.getStatus() < 500;
    const reason = expected ? error.message : 'error';
    const done = this.ensureRow(request, { action, outcome: expected ? 'refused' : 'failed', reason });
    return throwError(() => error).pipe(
      catchError(async () => {
        await done.catch(() => undefined);
        throw error;
      }),
    );
  }

  private async ensureRow(request: FastifyRequest, event: AuditEvent): Promise<void> {
    const actor = actorOf(request);
    if (this.auditLog.hasRecorded(actor)) return;
    await this.auditLog.record(requestScope(request).tenantId, actor, event);
  }
}
