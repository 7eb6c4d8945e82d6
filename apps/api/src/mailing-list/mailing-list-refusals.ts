import { HttpStatus } from '@nestjs/common';
import { MAILING_LIST_TEXTS } from '@sitedesk/contract';
import { ProblemException, ValidationProblem } from '../common/problem.js';
import { MailingListError } from './mailing-list-provider.js';

/** What is asked for needs a connection, or a list, that is not there (409). */
export class MailingListNotReady extends ProblemException {
  constructor(detail: string = MAILING_LIST_TEXTS.notConnected) {
    super(HttpStatus.CONFLICT, 'wrong-state', detail);
  }
}

/** The service refused, or could not be reached (502). */
export class MailingListServiceFailed extends ProblemException {
  constructor(error: MailingListError) {
    super(HttpStatus.BAD_GATEWAY, 'service-failed', reasonText(error));
  }
}

/** What a person reads about trouble with the service. */
export const reasonText = ({ message, options }: MailingListError): string =>
  options.keyRefused
    ? `${MAILING_LIST_TEXTS.keyRefused} ${message}`
    : MAILING_LIST_TEXTS.unreachable.replace('{reason}', message);

/** Trouble with the key or the address that somebody has just entered: said at its field. */
export function atField(error: unknown, entersUrl: boolean): never {
  if (!(error instanceof MailingListError)) throw error;
  const field = error.options.keyRefused || !entersUrl ? 'apiKey' : 'apiUrl';
  throw new ValidationProblem([{ field, message: reasonText(error) }]);
}

/** Trouble with the service in the middle of something else. */
export function asServiceFailed(error: unknown): never {
  throw error instanceof MailingListError ? new MailingListServiceFailed(error) : error;
}
