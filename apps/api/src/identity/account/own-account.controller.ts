import { Controller, Get, Header, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import { EDITOR_PATH, type OwnAccount, type SignInOutcome } from '@sitedesk/contract';
import {
  ChangeEmailDto,
  ChangePasswordDto,
  SetFirstPasswordDto,
  UpdateOwnAccountDto,
} from '@sitedesk/contract/dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited } from '../../audit/audited.js';
import { Authenticated, RecentSignIn } from '../../common/access.js';
import { ExpectedVersion, sendEntityTag } from '../../common/entity-tag.js';
import { JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../../common/throttling/throttle-policy.decorator.js';
import { BrowserSessions } from '../browser-sessions.service.js';
import type { LinkMailed } from '../links/account-links.service.js';
import { CurrentSession, type SessionPrincipal } from '../principal.js';
import { OwnAccountService } from './own-account.service.js';

/** A person's own account. */
@Controller(`${EDITOR_PATH}/account`)
export class OwnAccountController {
  constructor(
    private readonly account: OwnAccountService,
    private readonly browsers: BrowserSessions,
  ) {}

  @Get()
  @Authenticated('enrolment')
  @Header('Cache-Control', 'no-store')
  async show(
    @TenantId() tenantId: string,
    @CurrentSession() session: SessionPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnAccount> {
    return tagged(reply, await this.account.show(tenantId, session));
  }

  @Patch()
  @Authenticated()
  @Audited('account.update')
  @Header('Cache-Control', 'no-store')
  async update(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @ExpectedVersion() version: number,
    @JsonBody(UpdateOwnAccountDto) input: UpdateOwnAccountDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnAccount> {
    return tagged(reply, await this.account.update(tenantId, actor, session, input, version));
  }

  @Post('password')
  @Authenticated()
  @ThrottlePolicy('sign-in')
  @Audited('account.change-password')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async changePassword(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @JsonBody(ChangePasswordDto) input: ChangePasswordDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInOutcome> {
    const signedIn = await this.account.changePassword(tenantId, actor, session, input);
    return this.browsers.accept(request, reply, signedIn);
  }

  @Post('password/first')
  @Authenticated()
  @RecentSignIn()
  @Audited('account.set-password')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async setFirstPassword(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @JsonBody(SetFirstPasswordDto) input: SetFirstPasswordDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInOutcome> {
    const signedIn = await this.account.setFirstPassword(tenantId, actor, session, input);
    return this.browsers.accept(request, reply, signedIn);
  }

  @Post('email')
  @Authenticated()
  @ThrottlePolicy('sign-in')
  @Audited('account.change-email-request')
  @HttpCode(202)
  @Header('Cache-Control', 'no-store')
  requestEmailChange(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @JsonBody(ChangeEmailDto) input: ChangeEmailDto,
  ): Promise<LinkMailed> {
    return this.account.requestEmailChange(tenantId, actor, session, input);
  }
}

function tagged(reply: FastifyReply, account: OwnAccount): OwnAccount {
  sendEntityTag(reply, account.version);
  return account;
}
