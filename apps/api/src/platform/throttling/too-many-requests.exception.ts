import { HttpStatus } from '@nestjs/common';
import type { RatePolicyName } from '@sitedesk/contract/rate-policies';
import { Refusal } from '../http/refusal.js';

/** A rate policy refused the request. The response already carries `Retry-After` and the `RateLimit` fields. */
export class TooManyRequestsException extends Refusal {
  constructor(
    readonly policy: RatePolicyName,
    /** Whole seconds until the window ends. */
    readonly retryAfterSeconds: number,
  ) {
    super('Too many requests', HttpStatus.TOO_MANY_REQUESTS);
  }
}
