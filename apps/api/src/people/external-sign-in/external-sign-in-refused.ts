import { HttpStatus } from '@nestjs/common';
import type { ExternalProblem } from '@sitedesk/contract/external-sign-in';
import { ProblemException } from '../../platform/http/problem.js';

/** Why it came to nothing: a browser under way is sent back with the word, a program gets a problem (409). */
export class ExternalSignInRefused extends ProblemException {
  constructor(
    readonly problem: ExternalProblem,
    readonly returnTo: string | undefined,
    cause?: unknown,
  ) {
    super(
      HttpStatus.CONFLICT,
      'wrong-state',
      'This provider isn’t available right now. Ask an administrator.',
      {
        problem,
      },
    );
    this.cause = cause;
  }
}
