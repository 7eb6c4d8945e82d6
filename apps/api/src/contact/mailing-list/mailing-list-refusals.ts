import { HttpStatus } from '@nestjs/common';
import { MAILING_LIST_TEXTS } from '@sitedesk/contract/mailing-list';
import type { Message } from '@sitedesk/contract/messages';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';
import { MailingListError } from './mailing-list-provider.js';

/** The service refused, or could not be reached (502). */
export class MailingListServiceFailed extends ProblemException {
  constructor(error: MailingListError) {
    super(HttpStatus.BAD_GATEWAY, 'service-failed', reasonText(error));
  }
}

/** What a person reads about trouble with the service. */
export const reasonText = ({ reason, options }: MailingListError): Message =>
  options.keyRefused ? MAILING_LIST_TEXTS.keyRefused({ reason }) : MAILING_LIST_TEXTS.unreachable({ reason });

/** A problem with the key or URL just entered, shown at its field. */
export function atField(error: unknown, entersUrl: boolean): never {
  if (!(error instanceof MailingListError)) throw error;
  const field = error.options.keyRefused || !entersUrl ? 'apiKey' : 'apiUrl';
  throw ValidationProblem.at(field, reasonText(error));
}

/** Trouble with the service in the middle of something else. */
export function asServiceFailed(error: unknown): never {
  throw error instanceof MailingListError ? new MailingListServiceFailed(error) : error;
}
