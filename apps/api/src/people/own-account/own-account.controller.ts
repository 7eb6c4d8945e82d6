import { Controller, Get, Patch, Req, Res } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import {
  ChangeEmailDto,
  ChangePasswordDto,
  SetFirstPasswordDto,
  UpdateOwnAccountDto,
} from '@sitedesk/contract/account.dto';
import { ChangePreferencesDto } from '@sitedesk/contract/preferences.dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Context, SessionContext } from '../../platform/http/request-context.js';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, Authenticated, RecentSignIn } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { AccountPreferencesService } from '../accounts/account-preferences.service.js';
import { BrowserSessionsService } from '../sign-in/browser-sessions.service.js';
import { OwnAccountService } from './own-account.service.js';

/** A person's own account. */
@Controller(`${EDITOR_PATH}/account`)
export class OwnAccountController {
  constructor(
    private readonly account: OwnAccountService,
    private readonly preferences: AccountPreferencesService,
    private readonly browsers: BrowserSessionsService,
  ) {}

  /** Get your account. */
  @Get()
  @SendsEntityTag()
  @Authenticated('enrolment')
  show(@Context() context: SessionContext) {
    return this.account.show(context);
  }

  /** Change your account. */
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

  /** Change your preferences. */
  @Patch('preferences')
  @Authenticated('enrolment')
  @NotAudited('how the own screens look, and in which language, changes nothing for anyone else')
  changePreferences(@Context() context: SessionContext, @JsonBody() input: ChangePreferencesDto) {
    return this.preferences.change(context.tenantId, context.caller.accountId, input);
  }

  /** Change your password. */
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

  /** Set your first password. */
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

  /** Request an email address change. */
  @Action('email', 202)
  @Authenticated()
  @ThrottlePolicy('sign-in')
  @Audited('account.change-email-request')
  requestEmailChange(@Context() context: SessionContext, @JsonBody() input: ChangeEmailDto) {
    return this.account.requestEmailChange(context, input);
  }
}
