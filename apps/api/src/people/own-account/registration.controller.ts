import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { EDITOR_PATH, IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import { AskForLinkDto, LinkTokenDto, RegisterDto } from '@sitedesk/contract/account.dto';
import { Context, RequestContext } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Public } from '../../platform/http/access.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { SameOriginGuard } from '../../platform/tenancy/same-origin.guard.js';
import { RegistrationService } from './registration.service.js';

/** Making oneself an account, and proving an address. The answers are the same whatever the product knows of an address. */
@Controller(EDITOR_PATH)
@Public()
@ThrottlePolicy('sign-in')
@UseGuards(SameOriginGuard)
export class RegistrationController {
  constructor(private readonly registration: RegistrationService) {}

  @Post('registration')
  @Audited('account.register')
  @HttpCode(202)
  async register(@Context() context: RequestContext, @JsonBody() input: RegisterDto) {
    await this.registration.register(context, input);
    return { message: IDENTITY_TEXTS.registrationAnswered.text };
  }

  @Post('email-confirmation')
  @Audited('account.confirm-email')
  @HttpCode(204)
  async confirm(@Context() context: RequestContext, @JsonBody() { token }: LinkTokenDto): Promise<void> {
    await this.registration.confirm(context, token);
  }

  @Post('email-confirmation/resend')
  @Audited('account.confirmation-request')
  @HttpCode(202)
  async resend(@Context() context: RequestContext, @JsonBody() { email }: AskForLinkDto) {
    await this.registration.resend(context, email);
    return { message: IDENTITY_TEXTS.confirmationAnswered.text };
  }
}
