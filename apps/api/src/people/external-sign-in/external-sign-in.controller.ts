import { Controller, Delete, Get, HttpCode, Inject, Query, Req, Res } from '@nestjs/common';
import { CAME_BACK_PAGE, EXTERNAL_SIGN_IN_LIMITS } from '@sitedesk/contract/external-sign-in';
import { LinkIdentityDto } from '@sitedesk/contract/external-sign-in.dto';
import { ConfirmAtProviderDto } from '@sitedesk/contract/two-factor.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Audited } from '../../platform/audit/audited.js';
import { Context, RequestContext, SessionContext, TenantId } from '../../platform/http/request-context.js';
import { Action, Authenticated, Public, RecentSignIn } from '../../platform/http/access.js';
import { ReadsQuery } from '../../platform/http/openapi-marks.js';
import { IdParam, JsonBody } from '../../platform/http/request-input.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { BrowserSessionsService } from '../sign-in/browser-sessions.service.js';
import { SessionRenewalService } from '../sessions/session-renewal.service.js';
import { cookieOf, setCookie } from '../sessions/session-cookie.js';
import { newToken } from '../../platform/core/tokens.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ExternalAccountsService } from './external-accounts.service.js';
import { SignInConfirmationService } from '../sign-in/sign-in-confirmation.service.js';
import { ExternalSignInRefused } from './external-sign-in-refused.js';
import { ExternalSignInService, type ProviderRequest } from './external-sign-in.service.js';
import { IdentityProvidersService } from './identity-providers.service.js';
import { returnPath } from './return-path.js';

/**
 * The browser's way to a provider and back, and the identities that people have linked to their accounts. What a browser
 * visits answers with redirects; what a page calls, with the URL to send the browser to.
 */
@Controller(EDITOR_PATH)
export class ExternalSignInController {
  constructor(
    private readonly external: ExternalSignInService,
    private readonly accounts: ExternalAccountsService,
    private readonly confirmation: SignInConfirmationService,
    private readonly providers: IdentityProvidersService,
    private readonly browsers: BrowserSessionsService,
    private readonly renewal: SessionRenewalService,
    private readonly sessions: SessionsService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  /** List sign-in options. */
  @Get('sign-in-options')
  @Public()
  options(@TenantId() tenantId: string) {
    return this.providers.options(tenantId);
  }

  /** Start a sign-in with a provider. */
  @Get('external/:id/start')
  @HttpCode(303)
  @Public()
  @ThrottlePolicy('sign-in')
  async start(
    @Context() context: RequestContext,
    @IdParam('id') providerId: string,
    @Query('returnTo') wanted: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const returnTo = returnPath(typeof wanted === 'string' ? wanted : undefined);
    await this.redirecting(reply, () => this.begin(context, reply, { providerId, returnTo }));
  }

  /** Complete a sign-in with a provider. The provider sends the browser here. */
  @Get('external/callback')
  @ReadsQuery('state', 'code', 'iss', 'error', 'error_description')
  @HttpCode(303)
  @Public()
  @ThrottlePolicy('sign-in')
  async callback(
    @Context() context: RequestContext,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const query = request.url.slice(request.url.indexOf('?') + 1);
    const session = cookieOf(request, this.runtime, 'session');
    const current = session === undefined ? undefined : await this.sessions.find(context.tenantId, session);
    await this.redirecting(reply, async () => {
      const token = cookieOf(request, this.runtime, 'external');
      const { signedIn, renewed, returnTo } = await this.external.complete(context, query, token, current);
      if (renewed) this.renewal.send(reply, renewed);
      const outcome = signedIn && (await this.browsers.accept(request, reply, signedIn));
      if (outcome?.status === 'second-factor-required') return pageFor(returnTo, { step: 'second-factor' });
      return returnPath(returnTo);
    });
  }

  /**
   * Confirm a sign-in with a provider. Proves before a sensitive action who is there. Answers with the URL for a
   * window of its own, which comes back to {@link CAME_BACK_PAGE}.
   */
  @Action('session/confirm/external')
  @Authenticated('enrolment')
  @ThrottlePolicy('sign-in')
  @Audited('session.confirm-begin')
  async confirm(
    @Context() context: SessionContext,
    @JsonBody() { providerId, code }: ConfirmAtProviderDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.confirmation.confirmCode(context, code);
    const { sessionId: confirmSessionId } = context.caller;
    const request = { providerId, returnTo: CAME_BACK_PAGE, confirmSessionId };
    return { location: await this.begin(context, reply, request) };
  }

  /** List your linked identities. */
  @Get('account/external-identities')
  @Authenticated()
  async linked(@Context() context: SessionContext) {
    const { accountId } = context.caller;
    return { items: await this.accounts.list(context.tenantId, accountId) };
  }

  /** Link an identity. Answers with the URL to send the browser to. */
  @Action('account/external-identities')
  @Authenticated()
  @RecentSignIn()
  @Audited('external-identity.link-begin')
  async link(
    @Context() context: SessionContext,
    @JsonBody() { providerId, returnTo }: LinkIdentityDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { accountId: linkAccountId } = context.caller;
    const request = { providerId, returnTo: returnPath(returnTo), linkAccountId };
    return { location: await this.begin(context, reply, request) };
  }

  /** Unlink an identity. */
  @Delete('account/external-identities/:id')
  @Authenticated()
  @RecentSignIn()
  @Audited('external-identity.unlink')
  @HttpCode(204)
  async unlink(@Context() context: SessionContext, @IdParam('id') id: string): Promise<void> {
    const { accountId } = context.caller;
    await this.accounts.unlink(context, accountId, id);
  }

  /** @returns the provider's URL for the browser */
  private async begin(
    context: RequestContext,
    reply: FastifyReply,
    request: Omit<ProviderRequest, 'browserToken'>,
  ): Promise<string> {
    const browserToken = newToken();
    const url = await this.external.begin(context, { ...request, browserToken });
    setCookie(reply, this.runtime, 'external', browserToken, EXTERNAL_SIGN_IN_LIMITS.underWaySeconds);
    return url.href;
  }

  private async redirecting(reply: FastifyReply, work: () => Promise<string>): Promise<void> {
    try {
      await reply.redirect(await work(), 303);
    } catch (error) {
      if (!(error instanceof ExternalSignInRefused)) throw error;
      await reply.redirect(pageFor(error.returnTo, { problem: error.problem }), 303);
    }
  }
}

/**
 * Where a person goes on who is not signed in yet: can try once more, or type a code; and comes afterwards to where this
 * sign-in was to lead. A window that was opened for the provider alone tells the page behind it.
 */
function pageFor(returnTo: string | undefined, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters);
  if (returnTo === CAME_BACK_PAGE) return `${CAME_BACK_PAGE}?${query.toString()}`;
  if (returnTo !== undefined) query.set('returnTo', returnPath(returnTo));
  return `/admin/#/sign-in?${query.toString()}`;
}
