import { HttpStatus } from '@nestjs/common';
import type { ExternalProblem } from '@sitedesk/contract';
import { ProblemException } from '../../common/problem.js';

/** Why it came to nothing: a browser under way is sent back with the word, a program gets a problem (409). */
export class ExternalSignInRefused extends ProblemException {
  constructor(
    readonly problem: ExternalProblem,
    readonly returnTo: string | undefined,
    cause?: unknown,
  ) {
    super(HttpStatus.CONFLICT, 'wrong-state', 'This provider cannot be used now. Ask an administrator.', {
      problem,
    });
    this.cause = cause;
  }
}
