import { Controller, Delete, Get, Header, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { EDITOR_PATH, type ExternalIdentityView } from '@sitedesk/contract';
import { LinkIdentityDto } from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited } from '../../audit/audited.js';
import { Authenticated, RecentSignIn } from '../../common/access.js';
import { IdParam, JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { RUNTIME, type Runtime } from '../../config/runtime.js';
import { CurrentSession, type SessionPrincipal } from '../principal.js';
import { newSessionToken } from '../session-cookie.js';
import { setExternalCookie } from './external-cookie.js';
import { ExternalIdentities } from './external-identities.service.js';
import { ExternalSignInService } from './external-sign-in.service.js';
import { returnPath } from './return-path.js';

/** The identities at providers that a person has linked to his account: proof of both is needed (ID-19). */
@Controller(`${EDITOR_PATH}/account/external-identities`)
@Authenticated()
export class OwnIdentitiesController {
  constructor(
    private readonly identities: ExternalIdentities,
    private readonly external: ExternalSignInService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  async list(
    @TenantId() tenantId: string,
    @CurrentSession() { accountId }: SessionPrincipal,
  ): Promise<{ readonly items: readonly ExternalIdentityView[] }> {
    return { items: await this.identities.list(tenantId, accountId) };
  }

  /** Answers with the address to send the browser to. */
  @Post()
  @RecentSignIn()
  @Audited('external-identity.link-begin')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async link(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() { accountId }: SessionPrincipal,
    @JsonBody(LinkIdentityDto) { providerId, returnTo }: LinkIdentityDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ readonly location: string }> {
    const browserToken = newSessionToken();
    const departure = { providerId, returnTo: returnPath(returnTo), browserToken, linkAccountId: accountId };
    const url = await this.external.depart(tenantId, actor, departure);
    setExternalCookie(reply, this.runtime, browserToken);
    return { location: url.href };
  }

  @Delete(':id')
  @RecentSignIn()
  @Audited('external-identity.unlink')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async unlink(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() { accountId }: SessionPrincipal,
    @IdParam('id') id: string,
  ): Promise<void> {
    await this.identities.unlink(tenantId, actor, accountId, id);
  }
}
