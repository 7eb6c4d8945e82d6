import { CONTACT_API_PATH, CONTACT_ERRORS, CONTACT_MESSAGES, type ContactResult } from '@sitedesk/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

const REFUSED: ContactResult = {
  success: false,
  message: CONTACT_MESSAGES.validationFailed,
  error: CONTACT_ERRORS.malformedBody,
};

/** Answers what the framework refuses before any route is found, such as a path that is no valid URL, in our own shapes. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const status = error.statusCode ?? 400;
  reply.status(status).header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff');
  if (request.url.startsWith(`${CONTACT_API_PATH}/`)) {
    void reply.send(REFUSED); // answered; nothing follows
    return;
  }
  const problem = {
    type: 'about:blank',
    title: 'Bad Request',
    status,
    instance: `urn:request:${request.id}`,
  };
  void reply.type('application/problem+json').send(problem); // as above
}
