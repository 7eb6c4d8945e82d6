import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditRefusalsService } from '../audit/audit-refusals.service.js';
import { ErrorBodies } from './error-bodies.js';
import { isUnavailable } from '../database/sql.js';
import { QueueFullError } from '../core/batcher.js';
import { LOG, type Log } from '../core/log.js';
import { findRequestContext } from '../http/request-context.js';
import { isTooLargeToDrain } from '../http/json-body.js';
import { Refusal } from '../http/refusal.js';
import { problemResponse } from '../http/problem.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';

/** The database cannot be reached, did not answer in time, or more waits for it than may. */
class DatabaseUnavailableException extends ServiceUnavailableException {
  readonly retryAfterSeconds = 5;

  constructor(cause: unknown) {
    super('The database isn’t available.', { cause });
  }
}

/**
 * Turns whatever went wrong into an answer: problem+json (RFC 9457), or what a feature has
 * registered for its paths. Unknown errors are logged with the request id and answered with 500, details only in development.
 */
@Catch()
@Injectable()
export class ExceptionsFilter implements ExceptionFilter {
  constructor(
    private readonly bodies: ErrorBodies,
    private readonly auditRefusals: AuditRefusalsService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent || reply.raw.headersSent) return;
    const error = this.normalise(thrown, request);
    this.auditRefusals.note(request, error);
    if ('retryAfterSeconds' in error) reply.header('Retry-After', Number(error.retryAfterSeconds));
    reply.header('Cache-Control', 'no-store');
    if (!request.raw.readableEnded && isTooLargeToDrain(request.raw)) reply.header('Connection', 'close');
    const body = this.bodies.find(request);
    if (body) {
      body.respond(error, request, reply);
      return;
    }
    const status = error instanceof HttpException ? error.getStatus() : 500;
    void reply // answered; nothing follows
      .status(status)
      .type('application/problem+json')
      .send(problemResponse(error, status, request.id, this.showsDetails));
  }

  private get showsDetails(): boolean {
    const { nodeEnv, host } = this.runtime.env;
    return nodeEnv === 'development' && ['127.0.0.1', 'localhost', '::1'].includes(host);
  }

  private normalise(thrown: unknown, request: FastifyRequest): Error {
    if (thrown instanceof QueueFullError) return new DatabaseUnavailableException(thrown);
    const tenantId = findRequestContext(request)?.tenantId;
    const fields = { tenantId, requestId: request.id, method: request.method };
    if (isUnavailable(thrown)) {
      // An outage brings one of these for every request: the cause is enough, a stack each would fill the disk.
      this.log.warn({ event: 'request.unavailable', ...fields, cause: messageOf(thrown) });
      return new DatabaseUnavailableException(thrown);
    }
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const expected = error instanceof Refusal || (error instanceof HttpException && error.getStatus() < 500);
    if (!expected)
      this.log.error({ event: 'request.failed', ...fields, cause: messageOf(error.cause), err: error });
    return error;
  }
}

const messageOf = (cause: unknown): string | undefined =>
  cause instanceof Error ? cause.message : undefined;
