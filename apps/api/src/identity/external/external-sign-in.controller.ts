import { Controller, Get, Header, Inject, Query, Req, Res } from '@nestjs/common';
import { CAME_BACK_PAGE, EDITOR_PATH, type SignInOptions } from '@sitedesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Public } from '../../common/access.js';
import { IdParam } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../../common/throttling/throttle-policy.decorator.js';
import { RUNTIME, type Runtime } from '../../config/runtime.js';
import { BrowserSessions } from '../browser-sessions.service.js';
import { newSessionToken, sessionTokenOf } from '../session-cookie.js';
import { SessionsService } from '../sessions.service.js';
import { externalTokenOf, setExternalCookie } from './external-cookie.js';
import { ExternalSignInRefused } from './external-sign-in-refused.js';
import { ExternalSignInService } from './external-sign-in.service.js';
import { IdentityProviders } from './identity-providers.service.js';
import { returnPath } from './return-path.js';

/** The browser's way to a provider and back. These are pages that a browser visits, so they answer with redirects. */
@Controller(EDITOR_PATH)
@Public()
export class ExternalSignInController {
  constructor(
    private readonly external: ExternalSignInService,
    private readonly providers: IdentityProviders,
    private readonly browsers: BrowserSessions,
    private readonly sessions: SessionsService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  @Get('sign-in-options')
  @Header('Cache-Control', 'no-store')
  options(@TenantId() tenantId: string): Promise<SignInOptions> {
    return this.providers.options(tenantId);
  }

  @Get('external/:id/start')
  @ThrottlePolicy('sign-in')
  @Header('Cache-Control', 'no-store')
  async departure(
    @TenantId() tenantId: string,
    @IdParam('id') providerId: string,
    @CurrentActor() actor: Actor,
    @Query('returnTo') wanted: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const returnTo = returnPath(typeof wanted === 'string' ? wanted : undefined);
    const browserToken = newSessionToken();
    await this.answering(reply, async () => {
      const url = await this.external.depart(tenantId, actor, { providerId, returnTo, browserToken });
      setExternalCookie(reply, this.runtime, browserToken);
      return url.href;
    });
  }

  @Get('external/callback')
  @ThrottlePolicy('sign-in')
  @Header('Cache-Control', 'no-store')
  async arrival(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const query = request.url.slice(request.url.indexOf('?') + 1);
    const session = sessionTokenOf(request, this.runtime);
    const current = session === undefined ? undefined : await this.sessions.find(tenantId, session);
    await this.answering(reply, async () => {
      const token = externalTokenOf(request, this.runtime);
      const { signedIn, renewed, returnTo } = await this.external.arrive(
        ...([tenantId, actor, query, token, current] as const),
      );
      if (renewed) this.browsers.renew(reply, renewed);
      const outcome = signedIn && (await this.browsers.accept(request, reply, signedIn));
      if (outcome?.status === 'second-factor-required') return pageFor(returnTo, { step: 'second-factor' });
      return returnPath(returnTo);
    });
  }

  private async answering(reply: FastifyReply, work: () => Promise<string>): Promise<void> {
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
 * sign-in was to lead (ID-21). A window that was opened for the provider alone tells the page behind it.
 */
function pageFor(returnTo: string | undefined, told: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(told);
  if (returnTo === CAME_BACK_PAGE) return `${CAME_BACK_PAGE}?${query.toString()}`;
  if (returnTo !== undefined) query.set('returnTo', returnPath(returnTo));
  return `/admin/#/sign-in?${query.toString()}`;
}
