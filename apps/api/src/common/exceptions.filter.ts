import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
} from '@nestjs/common';
import { CONTACT_API_PATH } from '@sitedesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditRefusals } from '../audit/audit-refusals.service.js';
import { ContactErrorResponder } from '../contact/contact-errors.js';
import { DatabaseUnavailableException } from '../database/sql.js';
import { QueueFullError } from './batcher.js';
import { LOG, type Log } from './log.js';
import { Refusal } from './refusal.js';
import { problemResponse } from './problem.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';

/** Seconds after which a client may try again when the database is away. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Turns whatever went wrong into an answer: the contact result below `/_api/contact/` (D12), problem+json (RFC 9457)
 * everywhere else (D15). Unknown errors are logged with the request id and answered with 500, details only in development.
 */
@Catch()
@Injectable()
export class ExceptionsFilter implements ExceptionFilter {
  constructor(
    private readonly contactErrors: ContactErrorResponder,
    private readonly auditRefusals: AuditRefusals,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent || reply.raw.headersSent) return;
    const error = this.normalise(thrown, request);
    this.auditRefusals.note(request, error);
    if (error instanceof DatabaseUnavailableException) reply.header('Retry-After', RETRY_AFTER_SECONDS);
    if ('retryAfterSeconds' in error) reply.header('Retry-After', Number(error.retryAfterSeconds));
    reply.header('Cache-Control', 'no-store');
    if (isContactRequest(request)) {
      this.contactErrors.respond(error, request, reply);
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
    if (thrown instanceof QueueFullError) return new DatabaseUnavailableException({ cause: thrown });
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const expected = error instanceof Refusal || (error instanceof HttpException && error.getStatus() < 500);
    if (expected) return error;
    const fields = { requestId: request.id, method: request.method, cause: causeOf(error) };
    // An outage brings one of these for every request: the cause is enough, a stack each would fill the disk.
    if (error instanceof DatabaseUnavailableException)
      this.log.warn({ event: 'request.unavailable', ...fields });
    else this.log.error({ event: 'request.failed', ...fields, err: error });
    return error;
  }
}

/** Only decides the shape of an answer, never who may do what. */
function isContactRequest(request: FastifyRequest): boolean {
  return request.url.toLowerCase().startsWith(`${CONTACT_API_PATH}/`);
}

const causeOf = (error: Error): string | undefined =>
  error.cause instanceof Error ? error.cause.message : undefined;
