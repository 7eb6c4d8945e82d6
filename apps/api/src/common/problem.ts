import { HttpException } from '@nestjs/common';
import { STATUS_CODES } from 'node:http';

/** An error as our APIs answer it (RFC 9457, `application/problem+json`). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** Request id, to be found in the log. */
  readonly instance: string;
}

export function problemResponse(
  error: Error,
  status: number,
  requestId: string,
  showsDetails: boolean,
): Problem {
  // The router's own words for an unknown path repeat the path; the title says it already.
  const known = error instanceof HttpException && status < 500 && status !== 404;
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    ...(known || showsDetails ? { detail: error.message } : {}),
    instance: `urn:request:${requestId}`,
  };
}
