import { HttpStatus } from '@nestjs/common';
import type { Message } from '@sitedesk/contract/messages';
import { PROBLEM_CODES, type ProblemCode } from '@sitedesk/contract/problems';
import { ProblemException } from '../../platform/http/problem.js';

/** What was uploaded can't be deployed; the text says why. */
export class DeploymentRefused extends ProblemException {
  constructor(
    why: Message,
    status: HttpStatus = HttpStatus.BAD_REQUEST,
    code: ProblemCode = PROBLEM_CODES.validation,
  ) {
    super(status, code, why);
  }
}
