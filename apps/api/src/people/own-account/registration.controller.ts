import { Controller } from '@nestjs/common';
import { EDITOR_PATH, IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import { AskForLinkDto, LinkTokenDto, RegisterDto } from '@sitedesk/contract/account.dto';
import { Context, RequestContext } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Action } from '../../platform/http/access.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { PublicForm } from '../../platform/tenancy/same-origin.guard.js';
import { RegistrationService } from './registration.service.js';

/** Making oneself an account, and proving an address. The answers are the same whatever the product knows of an address. */
@Controller(EDITOR_PATH)
@PublicForm('sign-in')
export class RegistrationController {
  constructor(private readonly registration: RegistrationService) {}

  /** Register an account. */
  @Action('registration', 202)
  @Audited('account.register')
  async register(@Context() context: RequestContext, @JsonBody() input: RegisterDto) {
    await this.registration.register(context, input);
    return { message: IDENTITY_TEXTS.registrationAnswered.text };
  }

  /** Confirm an email address. */
  @Action('email-confirmation', 204)
  @Audited('account.confirm-email')
  async confirm(@Context() context: RequestContext, @JsonBody() { token }: LinkTokenDto): Promise<void> {
    await this.registration.confirm(context, token);
  }

  /** Resend the confirmation email. */
  @Action('email-confirmation/resend', 202)
  @Audited('account.confirmation-request')
  async resend(@Context() context: RequestContext, @JsonBody() { email }: AskForLinkDto) {
    await this.registration.resend(context, email);
    return { message: IDENTITY_TEXTS.confirmationAnswered.text };
  }
}
