import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestContext } from '../../platform/http/request-context.js';
import { PolicyThrottlerGuard } from '../../platform/throttling/policy-throttler.guard.js';
import { AntiforgeryGuard, ForgeryRefusedException } from '../antiforgery/antiforgery.guard.js';
import { FormPostsService } from './form-posts.service.js';

/**
 * Lets a submit pass with a token, and where the site takes forms without the script also a form from a page of the same
 * origin, under a limit of its own: what such a request lacks is the token.
 */
@Injectable()
export class SubmitGuard implements CanActivate {
  constructor(
    private readonly antiforgery: AntiforgeryGuard,
    private readonly formPosts: FormPostsService,
    private readonly throttler: PolicyThrottlerGuard,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const scope = requestContext(request);
    if (!(await this.formPosts.areTaken(request.headers, scope.tenantId)))
      return this.antiforgery.canActivate(context);
    await this.throttler.enforce('contact-form-post', scope, http.getResponse<FastifyReply>());
    if (!(await this.formPosts.isFromOwnPage(request.headers, scope))) throw new ForgeryRefusedException();
    return true;
  }
}
