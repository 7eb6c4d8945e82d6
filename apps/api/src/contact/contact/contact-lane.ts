import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CONTACT_ERRORS, CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import type { RatePolicyName } from '@sitedesk/contract/rate-policies';
import type { IncomingMessage } from 'node:http';
import { type ByteAnswer, ByteLane } from '../../platform/http/byte-lane.js';
import { isTooLargeToDrain } from '../../platform/http/json-body.js';
import { RefusalPace } from '../../platform/http/refusal-pace.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { TenantGuard } from '../../platform/tenancy/tenant.guard.js';
import { PolicyThrottlerGuard, type RateCount } from '../../platform/throttling/policy-throttler.guard.js';
import { AntiforgeryGuard } from '../antiforgery/antiforgery.guard.js';
import { AntiforgeryService } from '../antiforgery/antiforgery.service.js';
import { ContactAuditService } from './contact-audit.service.js';
import { FormPostsService } from './form-posts.service.js';
import { SubmissionCounter } from './submission-counter.js';
import { SCRIPT_TYPE, SiteContactScriptService } from './site-contact-script.service.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const OVER_LIMIT = resultBody(CONTACT_MESSAGES.tooManyRequests, CONTACT_ERRORS.rateLimit);
const FORGERY = resultBody(CONTACT_MESSAGES.forgeryRefused, CONTACT_ERRORS.forgery);

/** The contact service's answers that need neither the body nor the database: the script, 429 and a wrong token. */
@Injectable()
export class ContactLane implements OnModuleInit {
  private readonly pace = new RefusalPace();

  constructor(
    private readonly lane: ByteLane,
    private readonly tenantGuard: TenantGuard,
    private readonly throttler: PolicyThrottlerGuard,
    private readonly antiforgeryGuard: AntiforgeryGuard,
    private readonly antiforgery: AntiforgeryService,
    private readonly script: SiteContactScriptService,
    private readonly audit: ContactAuditService,
    private readonly counter: SubmissionCounter,
    private readonly formPosts: FormPostsService,
  ) {}

  onModuleInit(): void {
    this.lane.add('GET', `${CONTACT_API_PATH}/site-contact.js`, (request, requestId) =>
      this.serveScript(request, requestId),
    );
    this.lane.add('POST', `${CONTACT_API_PATH}/submit`, (request, requestId) =>
      this.refuseSubmission(request, requestId),
    );
  }

  private serveScript(
    request: IncomingMessage,
    requestId: string,
  ): ByteAnswer | undefined | Promise<ByteAnswer | undefined> {
    const scope = this.tenantGuard.knownContext(request, requestId);
    if (!scope) return undefined;
    return this.counted(request, 'contact-script', scope, (count) => {
      if (count.refused) return undefined;
      const body = this.script.serveKnown(scope.tenantId, request.headers.referer);
      if (!body) return undefined;
      const headers = ['content-type', SCRIPT_TYPE, ...count.fields];
      return { status: 200, headers, body, tenantId: scope.tenantId };
    });
  }

  private refuseSubmission(
    request: IncomingMessage,
    requestId: string,
  ): ByteAnswer | undefined | Promise<ByteAnswer | undefined> {
    // With a larger body the connection has to be closed, which the ordinary route does.
    if (isTooLargeToDrain(request)) return undefined;
    const scope = this.tenantGuard.knownContext(request, requestId);
    if (!scope) return undefined;
    const answer = this.counted(request, 'contact-form', scope, (count) => {
      // A form without the script is answered with a page.
      if (count.refused && this.formPosts.areKnownToBeTaken(request.headers, scope.tenantId))
        return undefined;
      if (count.refused) {
        this.counter.count('limited');
        this.audit.overLimit(scope, count.retryAfterSeconds);
        const retryAfter = ['retry-after', String(count.retryAfterSeconds)];
        return this.refusal(scope, 429, OVER_LIMIT, [...count.fields, ...retryAfter]);
      }
      if (!this.antiforgeryGuard.refusesUnread(request, scope)) return undefined;
      this.counter.count('refused');
      this.audit.refused(scope, { email: null, error: CONTACT_ERRORS.forgery });
      return this.refusal(scope, 400, FORGERY, count.fields);
    });
    return answer instanceof Promise ? answer.then((known) => this.paced(known)) : this.paced(answer);
  }

  private paced(answer: ByteAnswer | undefined): ByteAnswer | undefined | Promise<ByteAnswer> {
    const turn = answer?.status === 429 ? this.pace.turn() : undefined;
    return answer && turn ? turn.then(() => answer) : answer;
  }

  /** Counts a request here, once: a request that is left to the ordinary route takes its count along. */
  private counted(
    request: IncomingMessage,
    policy: RatePolicyName,
    scope: RequestContext,
    decide: (count: RateCount) => ByteAnswer | undefined,
  ): ByteAnswer | undefined | Promise<ByteAnswer | undefined> {
    const counted = this.throttler.count(policy, scope);
    const decideOrHandOver = (count: RateCount): ByteAnswer | undefined => {
      let answer: ByteAnswer | undefined;
      try {
        answer = decide(count);
        return answer;
      } finally {
        if (!answer) this.throttler.handOver(request, count);
      }
    };
    return counted instanceof Promise ? counted.then(decideOrHandOver) : decideOrHandOver(counted);
  }

  private refusal(
    { tenantId }: RequestContext,
    status: number,
    body: string,
    fields: readonly string[],
  ): ByteAnswer {
    return {
      status,
      headers: ['content-type', JSON_TYPE, HEADERS.antiforgery, this.antiforgery.issue(tenantId), ...fields],
      body,
      tenantId,
    };
  }
}

function resultBody(message: string, error: string): string {
  return JSON.stringify({ success: false, message, error });
}
