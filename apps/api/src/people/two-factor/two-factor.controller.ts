import { Controller, Delete, Get, Res } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { SecondFactorDto } from '@sitedesk/contract/two-factor.dto';
import type { FastifyReply } from 'fastify';
import { Context, SessionContext } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Action, Authenticated, RecentSignIn } from '../../platform/http/access.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { SessionRenewalService } from '../sessions/session-renewal.service.js';
import { TwoFactorService } from './two-factor.service.js';

/** A person's own second factor: the authenticator app and the recovery codes. */
@Controller(`${EDITOR_PATH}/account/two-factor`)
export class TwoFactorController {
  constructor(
    private readonly twoFactor: TwoFactorService,
    private readonly renewal: SessionRenewalService,
  ) {}

  /** Get your second factors. */
  @Get()
  @Authenticated('enrolment')
  show(@Context() context: SessionContext) {
    return this.twoFactor.show(context);
  }

  /** Begin adding an authenticator app. */
  @Action('totp')
  @Authenticated('enrolment')
  @RecentSignIn()
  @Audited('two-factor.begin')
  begin(@Context() context: SessionContext) {
    return this.twoFactor.begin(context);
  }

  /** Confirm an authenticator app. */
  @Action('totp/confirm')
  @Authenticated('enrolment')
  @Audited('two-factor.enable')
  async confirm(
    @Context() context: SessionContext,
    @JsonBody() { code }: SecondFactorDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.renewal.send(reply, await this.twoFactor.confirm(context, code));
  }

  /** Remove the authenticator app. */
  @Delete('totp')
  @Authenticated()
  @RecentSignIn()
  @Audited('two-factor.disable')
  async remove(@Context() context: SessionContext, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.renewal.send(reply, await this.twoFactor.removeTotp(context));
  }

  /** Create new recovery codes. */
  @Action('recovery-codes')
  @Authenticated()
  @RecentSignIn()
  @Audited('two-factor.recovery-codes')
  async renewRecoveryCodes(
    @Context() context: SessionContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.renewal.send(reply, await this.twoFactor.renewRecoveryCodes(context));
  }
}
