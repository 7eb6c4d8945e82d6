import { HttpException, Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { QueueFullError } from '../core/batcher.js';
import { LOG, type Log } from '../core/log.js';
import { isUnavailable } from '../database/sql.js';
import { type Problem, problemResponse } from '../http/problem.js';
import { Refusal } from '../http/refusal.js';
import { findRequestContext } from '../http/request-context.js';

/** The database cannot be reached, did not answer in time, or more waits for it than may. */
class DatabaseUnavailableException extends ServiceUnavailableException {
  readonly retryAfterSeconds = 5;

  constructor(cause: unknown) {
    super('The database isn’t available.', { cause });
  }
}

/** What is said of whatever went wrong: problem details (RFC 9457), with more than a title only in development where the error is unknown. */
@Injectable()
export class Problems {
  constructor(
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  of(error: Error, request: FastifyRequest): Problem {
    const status = error instanceof HttpException ? error.getStatus() : 500;
    return problemResponse(error, status, request.id, this.showsDetails);
  }

  /** An error to be answered. Unknown ones are logged with the request's id. */
  normalise(thrown: unknown, request: FastifyRequest): Error {
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

  private get showsDetails(): boolean {
    const { nodeEnv, host } = this.runtime.env;
    return nodeEnv === 'development' && ['127.0.0.1', 'localhost', '::1'].includes(host);
  }
}

const messageOf = (cause: unknown): string | undefined =>
  cause instanceof Error ? cause.message : undefined;
