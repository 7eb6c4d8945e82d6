import { Controller, Delete, Get, Header, HttpCode, Post, Res } from '@nestjs/common';
import {
  EDITOR_PATH,
  type RecoveryCodes,
  type SessionInfo,
  type TotpEnrolment,
  type TwoFactorState,
} from '@sitedesk/contract';
import { SecondFactorDto } from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited } from '../../audit/audited.js';
import { Authenticated, RecentSignIn } from '../../common/access.js';
import { JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { BrowserSessions } from '../browser-sessions.service.js';
import { CurrentSession, type SessionPrincipal } from '../principal.js';
import { TwoFactorService } from './two-factor.service.js';

/** A person's own second factor: the authenticator app and the recovery codes. */
@Controller(`${EDITOR_PATH}/account/two-factor`)
export class TwoFactorController {
  constructor(
    private readonly twoFactor: TwoFactorService,
    private readonly browsers: BrowserSessions,
  ) {}

  @Get()
  @Authenticated('enrolment')
  @Header('Cache-Control', 'no-store')
  show(@TenantId() tenantId: string, @CurrentSession() session: SessionPrincipal): Promise<TwoFactorState> {
    return this.twoFactor.show(tenantId, session);
  }

  @Post('totp')
  @Authenticated('enrolment')
  @RecentSignIn()
  @Audited('two-factor.begin')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  begin(@TenantId() tenantId: string, @CurrentSession() session: SessionPrincipal): Promise<TotpEnrolment> {
    return this.twoFactor.begin(tenantId, session);
  }

  @Post('totp/confirm')
  @Authenticated('enrolment')
  @Audited('two-factor.enable')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async confirm(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @JsonBody(SecondFactorDto) { code }: SecondFactorDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecoveryCodes> {
    return this.browsers.renew(reply, await this.twoFactor.confirm(tenantId, actor, session, code));
  }

  @Delete('totp')
  @Authenticated()
  @RecentSignIn()
  @Audited('two-factor.disable')
  @Header('Cache-Control', 'no-store')
  async remove(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionInfo> {
    return this.browsers.renew(reply, await this.twoFactor.removeTotp(tenantId, actor, session));
  }

  @Post('recovery-codes')
  @Authenticated()
  @RecentSignIn()
  @Audited('two-factor.recovery-codes')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async renewRecoveryCodes(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecoveryCodes> {
    return this.browsers.renew(reply, await this.twoFactor.renewRecoveryCodes(tenantId, actor, session));
  }
}
