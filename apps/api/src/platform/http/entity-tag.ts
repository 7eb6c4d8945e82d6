import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpStatus,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map } from 'rxjs';
import { ProblemException } from './problem.js';
import { noteInput } from './request-input.js';

/** The strong entity tag of a row's version (RFC 9110, 8.8.3). */
const entityTag = (version: number): string => `"v${version}"`;

/** An answer and its version, which does not stand in it. */
export class Versioned<Answer> {
  constructor(
    readonly answer: Answer,
    readonly version: number,
  ) {}
}

/**
 * Sends the version of what the route answers as its entity tag, for the form that edits it; an answer is a
 * {@link Versioned}, or has its `version` itself, where null is what nobody can edit.
 */
export const SendsEntityTag = (): MethodDecorator =>
  applyDecorators(
    SetMetadata(SENDS_ENTITY_TAG, true),
    UseInterceptors({
      intercept: (context, next) =>
        next.handle().pipe(
          map((body: Versioned<unknown> | { readonly version: number | null }) => {
            const reply = context.switchToHttp().getResponse<FastifyReply>();
            if (body.version !== null) reply.header('ETag', entityTag(body.version));
            return body instanceof Versioned ? body.answer : body;
          }),
        ),
    }),
  );

export const SENDS_ENTITY_TAG = 'sitedesk:sends-entity-tag';

/**
 * The version that `If-Match` names: what the person who saves has seen.
 * @throws ProblemException 428 when it is missing, 412 when it can be no version of ours
 */
export const ExpectedVersion = (): ParameterDecorator => (target, key, index) => {
  noteInput(target, key, { expectsVersion: true });
  expectedVersion()(target, key, index);
};

const expectedVersion = createParamDecorator((_data: unknown, context: ExecutionContext): number =>
  versionIn(context.switchToHttp().getRequest<FastifyRequest>().headers['if-match']),
);

/** The same of the header alone, where not every request needs one. @throws ProblemException 428, 412 */
export function versionIn(given: string | undefined): number {
  if (given === undefined) {
    throw new ProblemException(
      HttpStatus.PRECONDITION_REQUIRED,
      'if-match-required',
      'Send the version you last read in If-Match.',
    );
  }
  const version = /^"v(\d{1,9})"$/.exec(given)?.[1];
  if (version === undefined) throw new VersionConflict();
  return Number(version);
}

/** Someone else has saved since the form was loaded (412). */
export class VersionConflict extends ProblemException {
  constructor() {
    super(
      HttpStatus.PRECONDITION_FAILED,
      'changed-meanwhile',
      'Someone else changed this since you opened it.',
    );
  }
}
