import { Controller, Delete, Get, Header, HttpCode, Patch, Post, Res } from '@nestjs/common';
import {
  EDITOR_PATH,
  type OwnPasskey,
  type PasskeyCreationOptions,
  type RegisteredPasskey,
  type SessionInfo,
} from '@sitedesk/contract';
import { RegisterPasskeyDto, RenamePasskeyDto } from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited, NotAudited } from '../../audit/audited.js';
import { Authenticated, RecentSignIn } from '../../common/access.js';
import type { Page } from '../../common/keyset.js';
import { IdParam, JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { BrowserSessions } from '../browser-sessions.service.js';
import { CurrentSession, type SessionPrincipal } from '../principal.js';
import { PasskeysService } from './passkeys.service.js';
import { CurrentSite, type SiteAddress } from './site-address.js';

/** A person's own passkeys. */
@Controller(`${EDITOR_PATH}/account/passkeys`)
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly browsers: BrowserSessions,
  ) {}

  @Get()
  @Authenticated('enrolment')
  @Header('Cache-Control', 'no-store')
  list(@TenantId() tenantId: string, @CurrentSession() session: SessionPrincipal): Promise<Page<OwnPasskey>> {
    return this.passkeys.list(tenantId, session);
  }

  @Post('options')
  @Authenticated('enrolment')
  @RecentSignIn()
  @NotAudited('makes a challenge and nothing else; what it is used for is audited')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  begin(
    @TenantId() tenantId: string,
    @CurrentSite() site: SiteAddress,
    @CurrentSession() session: SessionPrincipal,
  ): Promise<PasskeyCreationOptions> {
    return this.passkeys.begin(tenantId, site, session);
  }

  @Post()
  @Authenticated('enrolment')
  @RecentSignIn()
  @Audited('passkey.add')
  @Header('Cache-Control', 'no-store')
  async register(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSite() site: SiteAddress,
    @CurrentSession() session: SessionPrincipal,
    @JsonBody(RegisterPasskeyDto) body: RegisterPasskeyDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RegisteredPasskey> {
    const registered = await this.passkeys.register(tenantId, actor, { site, session }, body);
    return this.browsers.renew(reply, registered);
  }

  @Patch(':id')
  @Authenticated()
  @Audited('passkey.rename')
  @Header('Cache-Control', 'no-store')
  rename(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @IdParam('id') id: string,
    @JsonBody(RenamePasskeyDto) { name }: RenamePasskeyDto,
  ): Promise<OwnPasskey> {
    return this.passkeys.rename(tenantId, actor, session, { id, name });
  }

  @Delete(':id')
  @Authenticated()
  @RecentSignIn()
  @Audited('passkey.remove')
  @Header('Cache-Control', 'no-store')
  async remove(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionInfo> {
    return this.browsers.renew(reply, await this.passkeys.remove(tenantId, actor, session, id));
  }
}
