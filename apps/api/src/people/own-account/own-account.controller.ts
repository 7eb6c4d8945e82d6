import { Controller, Get, Patch, Req, Res } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import {
  ChangeEmailDto,
  ChangePasswordDto,
  SetFirstPasswordDto,
  UpdateOwnAccountDto,
} from '@sitedesk/contract/account.dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Context, SessionContext } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Action, Authenticated, RecentSignIn } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { BrowserSessionsService } from '../sign-in/browser-sessions.service.js';
import { OwnAccountService } from './own-account.service.js';

/** A person's own account. */
@Controller(`${EDITOR_PATH}/account`)
export class OwnAccountController {
  constructor(
    private readonly account: OwnAccountService,
    private readonly browsers: BrowserSessionsService,
  ) {}

  @Get()
  @SendsEntityTag()
  @Authenticated('enrolment')
  show(@Context() context: SessionContext) {
    return this.account.show(context);
  }

  @Patch()
  @SendsEntityTag()
  @Authenticated()
  @Audited('account.update')
  update(
    @Context() context: SessionContext,
    @ExpectedVersion() version: number,
    @JsonBody() input: UpdateOwnAccountDto,
  ) {
    return this.account.update(context, input, version);
  }

  @Action('password')
  @Authenticated()
  @ThrottlePolicy('sign-in')
  @Audited('account.change-password')
  async changePassword(
    @Context() context: SessionContext,
    @JsonBody() input: ChangePasswordDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const signedIn = await this.account.changePassword(context, input);
    return this.browsers.accept(request, reply, signedIn);
  }

  @Action('password/first')
  @Authenticated()
  @RecentSignIn()
  @Audited('account.set-password')
  async setFirstPassword(
    @Context() context: SessionContext,
    @JsonBody() input: SetFirstPasswordDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const signedIn = await this.account.setFirstPassword(context, input);
    return this.browsers.accept(request, reply, signedIn);
  }

  @Action('email', 202)
  @Authenticated()
  @ThrottlePolicy('sign-in')
  @Audited('account.change-email-request')
  requestEmailChange(@Context() context: SessionContext, @JsonBody() input: ChangeEmailDto) {
    return this.account.requestEmailChange(context, input);
  }
}
