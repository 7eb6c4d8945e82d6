import { HttpException, HttpStatus } from '@nestjs/common';
import { type FieldError, fieldError } from '@sitedesk/contract/field-rules';
import type { Message, MessageParams } from '@sitedesk/contract/messages';
import type { ProblemCode } from '@sitedesk/contract/problems';
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
  /** A stable code for programs. */
  readonly code?: ProblemCode;
  /** Which text `detail` is, for clients that have words of their own, with the values in it. */
  readonly reason?: string;
  readonly params?: MessageParams;
  /** Values of the request that are refused. */
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

export type { FieldError };

/** An expected refusal with a code for programs and further members of the problem answer. */
export class ProblemException extends Refusal {
  /** What the detail says, for clients that have words of their own. */
  readonly reason: Message;

  constructor(
    status: HttpStatus,
    readonly code: ProblemCode,
    detail: Message | string,
    readonly members: Readonly<Record<string, unknown>> = {},
  ) {
    super(typeof detail === 'string' ? detail : detail.text, status);
    this.reason = typeof detail === 'string' ? { code, text: detail } : detail;
  }
}

/** The request's fields break rules (400); each is named. */
export class ValidationProblem extends ProblemException {
  constructor(readonly errors: readonly FieldError[]) {
    super(HttpStatus.BAD_REQUEST, 'validation-failed', 'Some values aren’t valid.', { errors });
  }

  /** One field is refused by what a service knows. */
  static at(field: string, message: Message | string): ValidationProblem {
    return new ValidationProblem([fieldError(field, message)]);
  }
}

/** Things are in no state for what is asked; the text says why (409). */
export class WrongState extends ProblemException {
  constructor(why: Message | string) {
    super(HttpStatus.CONFLICT, 'wrong-state', why);
  }
}

export function problemResponse(
  error: Error,
  status: number,
  requestId: string,
  showsDetails: boolean,
): Problem {
  // What we say of a failure is meant to be read, also where a stranger's server failed. What a framework says of one isn't, and the
  // router's own words for an unknown path repeat the path; the title says it already.
  const known =
    error instanceof ProblemException || (error instanceof HttpException && status < 500 && status !== 404);
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    ...(known || showsDetails ? { detail: error.message } : {}),
    instance: `urn:request:${requestId}`,
    ...(error instanceof ProblemException ? members(error) : codeOfStatus(status)),
  };
}

const STATUS_CODE: Readonly<Record<number, ProblemCode>> = {
  404: 'not-found',
  413: 'too-large',
  429: 'too-many-requests',
  500: 'failed',
  503: 'unavailable',
};

const codeOfStatus = (status: number): { readonly code?: ProblemCode } => {
  const code = STATUS_CODE[status];
  return code ? { code } : {};
};

const members = ({ code, reason, members: own }: ProblemException): Readonly<Record<string, unknown>> => ({
  code,
  reason: reason.code,
  ...(reason.params ? { params: reason.params } : {}),
  ...own,
});
