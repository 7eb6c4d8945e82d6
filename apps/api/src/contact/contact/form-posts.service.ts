import { HttpStatus, Inject, Injectable, NotFoundException, PayloadTooLargeException } from '@nestjs/common';
import { CONTACT_API_PATH } from '@sitedesk/contract/headers';
import { type VisitorPage, wantsPage } from '@sitedesk/contract/visitor-page';
import {
  fieldProblem,
  VISITOR_TEXTS,
  type VisitorLanguage,
  visitorLanguage,
} from '@sitedesk/contract/visitor-texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { isForm, type JsonObject, readFormFields } from '../../platform/http/json-body.js';
import {
  findRequestContext,
  requestContext,
  type RequestContext,
} from '../../platform/http/request-context.js';
import { isOwnSite } from '../../platform/http/same-site.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { TooManyRequestsException } from '../../platform/throttling/too-many-requests.exception.js';
import { ForgeryRefusedException } from '../antiforgery/antiforgery.guard.js';
import { bodyLimits, readContactSettings } from '../settings/contact-settings.js';
import { ContactInvalidException, type SubmittedMessage } from './contact-body.pipe.js';
import { type ContactClient, ContactService } from './contact.service.js';
import { contentKey, ownPath, refererPath } from './form-post.js';
import { awayPage, type FormField, refusalPage, sentPage } from './form-post-page.js';

const SEE_OTHER = 303;
const SECONDS_PER_MINUTE = 60;

/**
 * Forms that a browser posts itself, because JavaScript is off or the script is not there yet. Only where a site has chosen to
 * take them: such a request has no token, and passed no CAPTCHA. So it has to come from a page of the same origin, counts
 * under a limit of its own, and is held for review.
 */
@Injectable()
export class FormPostsService {
  constructor(
    private readonly contact: ContactService,
    private readonly settings: SettingsService,
    private readonly tenants: TenantsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether a request is such a form, and the site takes it. */
  async areTaken(headers: IncomingHttpHeaders, tenantId: string): Promise<boolean> {
    return isForm(headers) && (await this.settings.read(tenantId, readContactSettings)).formPosts;
  }

  /** The same without waiting: false also while it is not known. */
  areKnownToBeTaken(headers: IncomingHttpHeaders, tenantId: string): boolean {
    return isForm(headers) && this.settings.known(tenantId)?.read(readContactSettings).formPosts === true;
  }

  /**
   * Whether the browser says that the form stood in a page of this origin. A page whose referrer policy hides it sends
   * `Origin: null`, and `Sec-Fetch-Site` all the same; browsers without that field send the origin.
   */
  async isFromOwnPage(headers: IncomingHttpHeaders, scope: RequestContext): Promise<boolean> {
    const { origin, 'sec-fetch-site': site } = headers;
    if (site !== undefined && site !== 'same-origin') return false;
    if (origin === undefined || origin === 'null') return site !== undefined;
    const tenant = await this.tenants.find(scope.tenantId);
    return isOwnSite({ origin, fetchSite: undefined }, [scope.hostname, ...(tenant?.hostnames ?? [])]);
  }

  /** Stores the message and leads to {@link sent}. */
  async submit(input: SubmittedMessage, client: ContactClient, reply: FastifyReply): Promise<void> {
    const { headers } = reply.request;
    const corrected = ownPath(input.form?.['page']);
    const idempotencyKey = contentKey(input, client, this.clock.now());
    const page = pageOf(client.page, corrected);
    await this.contact.hold(client.tenantId, input, { ...client, page, idempotencyKey });
    const query = new URLSearchParams({ lang: languageOf(input.form, headers) });
    const back = corrected ?? refererPath(headers.referer);
    if (back !== undefined) query.set('page', back);
    reply.status(SEE_OTHER).header('location', `${CONTACT_API_PATH}/sent?${query}`);
  }

  /** @throws NotFoundException where the site takes no such forms */
  async sent(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { formPosts } = await this.settings.read(requestContext(request).tenantId, readContactSettings);
    if (!formPosts) throw new NotFoundException();
    const query = new URL(request.url, 'http://site.invalid').searchParams;
    const language = visitorLanguage(query.get('lang') ?? undefined, request.headers['accept-language']);
    const { html, headers } = sentPage(language, ownPath(query.get('page')));
    reply.headers(headers);
    return html;
  }

  /** Answers a refused form with a page; false: it is no different from any other request. */
  async refuse(error: Error, status: number, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const page =
      status === HttpStatus.SERVICE_UNAVAILABLE ? away(request.headers) : await this.refusal(error, request);
    if (page) void reply.status(status).headers(page.headers).send(page.html);
    return page !== undefined;
  }

  /**
   * Undefined where the site takes no such forms. What was typed is shown again, but not to a page of someone else, who could
   * make a visitor see anything.
   */
  private async refusal(error: Error, request: FastifyRequest): Promise<VisitorPage | undefined> {
    const scope = findRequestContext(request);
    const { headers } = request;
    if (!scope || !(await this.areTaken(headers, scope.tenantId))) return undefined;
    const settings = await this.settings.read(scope.tenantId, readContactSettings);
    const isOwn = await this.isFromOwnPage(headers, scope);
    const fields = isOwn
      ? await readFormFields(request, bodyLimits(settings)).catch(() => undefined) // too large, or gone: nothing to show
      : undefined;
    const language = languageOf(fields, headers);
    const { maxMessageLength } = settings;
    const { field, problem } = problemOf(error, language);
    return refusalPage({
      language,
      problem,
      field,
      maxMessageLength,
      typed: fields && {
        name: textOf(fields['name']),
        email: textOf(fields['email']),
        message: textOf(fields['message']),
      },
      back: isOwn ? (ownPath(fields?.['page']) ?? refererPath(headers.referer)) : undefined,
    });
  }
}

/** Whether the site takes such forms can't be known now. A browser that shows the answer gets a page in any case. */
const away = (headers: IncomingHttpHeaders): VisitorPage | undefined =>
  wantsPage(headers['content-type'], headers.accept) ? awayPage(headers['accept-language']) : undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const languageOf = (form: JsonObject | undefined, headers: IncomingHttpHeaders) =>
  visitorLanguage(textOf(form?.['lang']), headers['accept-language']);

/** A corrected form stood in our own page; what counts is the page before it. */
function pageOf(page: string | null, corrected: string | undefined): string | null {
  if (corrected === undefined || page === null) return page;
  const { origin, pathname } = new URL(corrected, page);
  return `${origin}${pathname}`;
}

function problemOf(
  error: Error,
  language: VisitorLanguage,
): { readonly problem: string; readonly field?: FormField } {
  const texts = VISITOR_TEXTS[language];
  if (error instanceof TooManyRequestsException)
    return { problem: texts.tooManyRequests(Math.ceil(error.retryAfterSeconds / SECONDS_PER_MINUTE)) };
  if (error instanceof ForgeryRefusedException) return { problem: texts.foreignPage };
  if (error instanceof PayloadTooLargeException) return { problem: texts.tooLarge };
  if (!(error instanceof ContactInvalidException)) return { problem: texts.unavailable };
  return fieldProblem(error.message, language) ?? { problem: texts.unavailable };
}
