import { HttpException, HttpStatus } from '@nestjs/common';
import type { FieldError, ProblemCode } from '@sitedesk/contract';
import { STATUS_CODES } from 'node:http';
import { Refusal } from './refusal.js';

/** An error as our APIs answer it (RFC 9457, `application/problem+json`). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** Request id, to be found in the log. */
  readonly instance: string;
  /** What a program may react to. */
  readonly code?: ProblemCode;
  readonly [member: string]: unknown;
}

export type { FieldError };

/** An expected refusal with a code for programs and further members of the problem answer. */
export class ProblemException extends Refusal {
  constructor(
    status: HttpStatus,
    readonly code: ProblemCode,
    detail: string,
    readonly members: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail, status);
  }
}

/** The request's fields break rules (400); each is named. */
export class ValidationProblem extends ProblemException {
  constructor(readonly errors: readonly FieldError[]) {
    super(HttpStatus.BAD_REQUEST, 'validation-failed', 'Some values are not valid.', { errors });
  }
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
    ...(error instanceof ProblemException ? { code: error.code, ...error.members } : {}),
  };
}
