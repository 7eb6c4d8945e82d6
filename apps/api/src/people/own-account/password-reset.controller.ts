import { Controller } from '@nestjs/common';
import { EDITOR_PATH, IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import { AskForLinkDto, CompletePasswordResetDto } from '@sitedesk/contract/account.dto';
import { Context, RequestContext } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Action } from '../../platform/http/access.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { PublicForm } from '../../platform/tenancy/same-origin.guard.js';
import { PasswordResetService } from './password-reset.service.js';

/** A new password for anyone who has forgotten the old one. */
@Controller(`${EDITOR_PATH}/password-reset`)
@PublicForm('sign-in')
export class PasswordResetController {
  constructor(private readonly reset: PasswordResetService) {}

  /** Request a password reset. */
  @Action('/', 202)
  @Audited('account.password-reset-request')
  async request(@Context() context: RequestContext, @JsonBody() { email }: AskForLinkDto) {
    await this.reset.request(context, email);
    return { message: IDENTITY_TEXTS.resetAnswered.text };
  }

  /** Complete a password reset. */
  @Action('complete', 204)
  @Audited('account.password-reset')
  async complete(
    @Context() context: RequestContext,
    @JsonBody() input: CompletePasswordResetDto,
  ): Promise<void> {
    await this.reset.complete(context, input);
  }
}
