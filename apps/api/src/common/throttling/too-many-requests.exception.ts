import { HttpException, HttpStatus } from '@nestjs/common';
import type { RatePolicyName } from '@sitedesk/contract';

/** A rate policy refused the request. The response already carries `Retry-After` and the `RateLimit` fields. */
export class TooManyRequestsException extends HttpException {
  constructor(
    readonly policy: RatePolicyName,
    /** Whole seconds until the window ends. */
    readonly retryAfterSeconds: number,
  ) {
    super('Too many requests', HttpStatus.TOO_MANY_REQUESTS);
  }

  /** Makes one without a stack trace: nobody reads it, and under a flood it would cost more than counting does. */
  static traceless(policy: RatePolicyName, retryAfterSeconds: number): TooManyRequestsException {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    try {
      return new TooManyRequestsException(policy, retryAfterSeconds);
    } finally {
      Error.stackTraceLimit = limit;
    }
  }
}
