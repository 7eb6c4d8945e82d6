import { type ArgumentsHost, Catch, type ExceptionFilter, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditRefusalsService } from '../audit/audit-refusals.service.js';
import { isTooLargeToDrain } from '../http/json-body.js';
import { ErrorBodies } from './error-bodies.js';
import { Problems } from './problems.js';

/**
 * Turns whatever went wrong into an answer: problem+json (RFC 9457), or what a feature has
 * registered for its paths.
 */
@Catch()
@Injectable()
export class ExceptionsFilter implements ExceptionFilter {
  constructor(
    private readonly bodies: ErrorBodies,
    private readonly problems: Problems,
    private readonly auditRefusals: AuditRefusalsService,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent || reply.raw.headersSent) return;
    const error = this.problems.normalise(thrown, request);
    this.auditRefusals.note(request, error);
    if ('retryAfterSeconds' in error) reply.header('Retry-After', Number(error.retryAfterSeconds));
    reply.header('Cache-Control', 'no-store');
    if (!request.raw.readableEnded && isTooLargeToDrain(request.raw)) reply.header('Connection', 'close');
    const body = this.bodies.find(request);
    if (body) {
      body.respond(error, request, reply);
      return;
    }
    const problem = this.problems.of(error, request);
    void reply.status(problem.status).type('application/problem+json').send(problem); // answered; nothing follows
  }
}
