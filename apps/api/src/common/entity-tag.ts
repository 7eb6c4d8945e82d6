import { createParamDecorator, type ExecutionContext, HttpStatus } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemException } from './problem.js';

/** The strong entity tag of a row's version (RFC 9110, 8.8.3). */
export const entityTag = (version: number): string => `"v${version}"`;

/** Sends the entity tag of what is answered, for the form that edits it. */
export function sendEntityTag(reply: FastifyReply, version: number): void {
  reply.header('ETag', entityTag(version));
}

/**
 * The version that `If-Match` names: what the person who saves has seen.
 * @throws ProblemException 428 when it is missing, 412 when it can be no version of ours
 */
export const ExpectedVersion = createParamDecorator((_data: unknown, context: ExecutionContext): number => {
  const given = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  if (given === undefined) {
    throw new ProblemException(
      HttpStatus.PRECONDITION_REQUIRED,
      'if-match-required',
      'Say with If-Match which version you have seen.',
    );
  }
  const version = /^"v(\d{1,9})"$/.exec(given)?.[1];
  if (version === undefined) throw new ChangedMeanwhile();
  return Number(version);
});

/** Somebody else has saved since the form was loaded (412). */
export class ChangedMeanwhile extends ProblemException {
  constructor() {
    super(
      HttpStatus.PRECONDITION_FAILED,
      'changed-meanwhile',
      'This was changed by somebody else since you opened it.',
    );
  }
}
