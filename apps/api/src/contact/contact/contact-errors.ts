import { HttpException, Inject, Injectable } from '@nestjs/common';
import { CONTACT_ERRORS, CONTACT_MESSAGES, type ContactResult } from '@sitedesk/contract/contact';
import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import { visitorResult } from '@sitedesk/contract/visitor-texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ForgeryRefusedException } from '../antiforgery/antiforgery.guard.js';
import { AntiforgeryService } from '../antiforgery/antiforgery.service.js';
import { askedLanguage } from './asked-language.js';
import { ContactAuditService } from './contact-audit.service.js';
import {
  findJsonObject,
  isForm,
  type JsonObject,
  MalformedBodyException,
} from '../../platform/http/json-body.js';
import { findRequestContext, type RequestContext } from '../../platform/http/request-context.js';
import { TooManyRequestsException } from '../../platform/throttling/too-many-requests.exception.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { CaptchaRefusedException, DeliveryFailedException } from './contact.service.js';
import { ContactInvalidException } from './contact-body.pipe.js';
import { FormPostsService } from './form-posts.service.js';
import { SubmissionCounter } from './submission-counter.js';
import { ErrorBodies, type ErrorBody } from '../../platform/errors/error-bodies.js';

interface Answer {
  readonly status: number;
  readonly result: ContactResult;
  /** More than the visitor sees, for the audit log. */
  readonly detail?: string;
}

const MAX_AUDITED_EMAIL = 254;

/** Answers everything that goes wrong below `/_api/contact/` in the one shape visitors know, and records it (4.2, 7). */
@Injectable()
export class ContactErrorResponder implements ErrorBody {
  constructor(
    private readonly antiforgery: AntiforgeryService,
    private readonly audit: ContactAuditService,
    private readonly counter: SubmissionCounter,
    private readonly formPosts: FormPostsService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    bodies: ErrorBodies,
  ) {
    bodies.add(CONTACT_API_PATH, this);
  }

  respond(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    const answer = this.answer(error);
    const scope = findRequestContext(request);
    if (isSubmit(request)) {
      this.counter.count(outcomeOf(error, answer));
      if (scope) this.record(error, answer, request, scope);
    }
    if (!isSubmit(request)) return this.respondAsResult(answer, request, reply);
    const wait = error instanceof TooManyRequestsException ? error.retryAfterSeconds : undefined;
    const result = visitorResult(answer.result, askedLanguage(request.url), wait);
    const respond = (): void => this.respondAsResult({ ...answer, result }, request, reply);
    if (!isForm(request.headers)) return respond();
    void this.formPosts
      .refuse(error, answer.status, request, reply)
      .then((answered) => answered || respond(), respond);
  }

  private respondAsResult(answer: Answer, request: FastifyRequest, reply: FastifyReply): void {
    const scope = findRequestContext(request);
    if (scope && request.method === 'POST')
      reply.header(HEADERS.antiforgery, this.antiforgery.issue(scope.tenantId));
    // Not awaited: a reply is a promise of having been received, and waiting for that costs as much as the answer.
    void reply.status(answer.status).type('application/json; charset=utf-8').send(answer.result);
  }

  private answer(error: Error): Answer {
    if (error instanceof TooManyRequestsException)
      return refuse(429, CONTACT_MESSAGES.tooManyRequests, CONTACT_ERRORS.rateLimit);
    if (error instanceof ForgeryRefusedException)
      return refuse(400, CONTACT_MESSAGES.forgeryRefused, CONTACT_ERRORS.forgery);
    if (error instanceof DeliveryFailedException)
      return refuse(400, CONTACT_MESSAGES.deliveryFailed, CONTACT_ERRORS.deliveryFailed);
    if (error instanceof CaptchaRefusedException) {
      return {
        ...refuse(400, CONTACT_MESSAGES.captchaFailed, CONTACT_ERRORS.captchaFailed),
        detail: error.detail,
      };
    }
    const status = error instanceof HttpException ? error.getStatus() : 500;
    if (status === 503) return refuse(503, CONTACT_MESSAGES.unavailable, CONTACT_ERRORS.unavailable);
    if (status >= 500) return refuse(500, CONTACT_MESSAGES.unexpected, this.exceptionDetails(error));
    if (status === 404) return refuse(404, CONTACT_ERRORS.notFound, CONTACT_ERRORS.notFound);
    if (status === 405) return refuse(405, CONTACT_ERRORS.methodNotAllowed, CONTACT_ERRORS.methodNotAllowed);
    return refuse(status, CONTACT_MESSAGES.validationFailed, refusedBodyText(status, error));
  }

  /** Exception details only in development (specification 2.2). */
  private exceptionDetails(error: Error): string {
    return this.runtime.env.nodeEnv === 'development'
      ? `${error.name}: ${error.message}`
      : CONTACT_ERRORS.unexpected;
  }

  private record(error: Error, answer: Answer, request: FastifyRequest, scope: RequestContext): void {
    if (error instanceof TooManyRequestsException)
      return this.audit.overLimit(scope, error.retryAfterSeconds);
    if (error instanceof DeliveryFailedException || isAuditedRepeat(error)) return;
    const reason = { email: null, detail: answer.detail, error: answer.result.error ?? '' };
    const body = findJsonObject(request);
    if (!body) return this.audit.refused(scope, reason);
    void emailIn(body).then((email) => this.audit.refused(scope, { ...reason, email })); // never rejects
  }
}

function refusedBodyText(status: number, error: Error): string {
  if (status === 413) return CONTACT_ERRORS.bodyTooLarge;
  if (status === 415) return CONTACT_ERRORS.unsupportedMediaType;
  return error instanceof MalformedBodyException ? CONTACT_ERRORS.malformedBody : error.message;
}

const refuse = (status: number, message: string, error: string): Answer => ({
  status,
  result: { success: false, message, error },
});

function outcomeOf(error: Error, { status }: Answer): Parameters<SubmissionCounter['count']>[0] {
  if (error instanceof DeliveryFailedException) return 'failed';
  if (status === 429) return 'limited';
  if (status === 503) return 'unavailable';
  return status >= 500 ? 'error' : 'refused';
}

const isAuditedRepeat = (error: Error): boolean =>
  error instanceof ContactInvalidException && error.message === CONTACT_ERRORS.keyReused;

const isSubmit = (request: FastifyRequest): boolean => request.routeOptions.url?.endsWith('/submit') ?? false;

/** The address a body carries, when it could be read. */
async function emailIn(reading: Promise<JsonObject>): Promise<string | null> {
  const body = await reading.catch(() => undefined); // a body that cannot be read names nobody
  const email = body?.['email'];
  if (typeof email !== 'string') return null;
  // Through UTF-8 and back, because the database takes no lone surrogates.
  return Buffer.from(email.replaceAll('\0', '').slice(0, MAX_AUDITED_EMAIL)).toString();
}
