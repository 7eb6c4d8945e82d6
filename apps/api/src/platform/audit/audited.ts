import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  HttpException,
  Inject,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import type { AuditAction } from '@sitedesk/contract/audit';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { catchError, concatMap, type Observable } from 'rxjs';
import { LOG, type Log } from '../core/log.js';
import { requestContext } from '../http/request-context.js';
import { routeMetadata } from '../http/route-metadata.js';
import { isUnavailable } from '../database/sql.js';
import { type AuditEvent, AuditLogService } from './audit-log.service.js';
import { AuditRefusalsService, refusalEvent } from './audit-refusals.service.js';

export const AUDITED = 'sitedesk:audited';

/** What a route says of the audit log. */
export type AuditMark =
  | { readonly kind: 'audited'; readonly action: AuditAction }
  /** It has a log of its own, or changes nothing. */
  | { readonly kind: 'not-audited'; readonly why: string };

const mark = (value: AuditMark): MethodDecorator & ClassDecorator => SetMetadata(AUDITED, value);

/** A route that is called like one that changes something, but does not, or has a log of its own; says why. */
export const NotAudited = (why: string): MethodDecorator & ClassDecorator =>
  mark({ kind: 'not-audited', why });

/** Leaves a row for every request to an audited route: the service's own, or else one that says how it ended. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  private readonly markOf: (context: ExecutionContext) => AuditMark | undefined;

  constructor(
    private readonly auditLog: AuditLogService,
    private readonly refusals: AuditRefusalsService,
    @Inject(LOG) private readonly log: Log,
    reflector: Reflector,
  ) {
    this.markOf = routeMetadata(reflector, AUDITED);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const marked = this.markOf(context);
    if (marked?.kind !== 'audited') return next.handle();
    const { action } = marked;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    this.refusals.forget(request); // every guard has agreed: from here on it is recorded here
    return next.handle().pipe(
      concatMap(async (answer: unknown) => {
        await this.ensureRow(request, { action });
        return answer;
      }),
      catchError(async (error: unknown) => {
        await this.refused(request, action, error);
        throw error;
      }),
    );
  }

  /** The request's own error is what its caller gets to see, also when the row cannot be written. */
  private async refused(request: FastifyRequest, action: AuditAction, error: unknown): Promise<void> {
    if (isUnavailable(error)) return; // nothing was done, and nothing can be written
    // Not looked at, so not an event; and a flood of them must not fill the log.
    if (error instanceof HttpException && error.getStatus() === 429) return;
    try {
      await this.ensureRow(request, refusalEvent(action, error));
    } catch (cause) {
      this.log.error({ event: 'audit.write_failed', action, requestId: request.id, err: cause });
    }
  }

  private async ensureRow(request: FastifyRequest, event: AuditEvent): Promise<void> {
    const context = requestContext(request);
    if (!this.auditLog.hasRecorded(context)) await this.auditLog.record(context, event);
  }
}

/**
 * Names what a route that changes something is called in the audit log. Every such route has a name. The interceptor stands
 * before these routes only: before every route it would cost the visitor's script a tenth of its time.
 */
export const Audited = (action: AuditAction): MethodDecorator =>
  applyDecorators(mark({ kind: 'audited', action }), UseInterceptors(AuditInterceptor));
