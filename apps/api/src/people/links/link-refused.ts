import { HttpStatus } from '@nestjs/common';
import { IDENTITY_TEXTS, LINK_REFUSED } from '@sitedesk/contract/identity';
import { ProblemException } from '../../platform/http/problem.js';

/** A one-time link that is unknown, used, expired, or dead for another reason: one answer for all (400). */
export class LinkRefused extends ProblemException {
  constructor() {
    super(HttpStatus.BAD_REQUEST, LINK_REFUSED, IDENTITY_TEXTS.linkRefused);
  }
}
