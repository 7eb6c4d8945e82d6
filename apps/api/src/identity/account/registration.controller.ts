import { Controller, Header, HttpCode, Post, UseGuards } from '@nestjs/common';
import { EDITOR_PATH, IDENTITY_TEXTS } from '@sitedesk/contract';
import { AskForLinkDto, LinkTokenDto, RegisterDto } from '@sitedesk/contract/dto';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited } from '../../audit/audited.js';
import { Public } from '../../common/access.js';
import { JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../../common/throttling/throttle-policy.decorator.js';
import { OwnPageGuard } from '../own-page.guard.js';
import { EmailConfirmation } from './email-confirmation.service.js';
import { RegistrationService } from './registration.service.js';

/** An answer that is the same whatever the product knows of an address (ID-06). */
interface NeutralAnswer {
  readonly message: string;
}

/** Making oneself an account, and proving an address. */
@Controller(EDITOR_PATH)
@Public()
@ThrottlePolicy('sign-in')
@UseGuards(OwnPageGuard)
export class RegistrationController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly confirmation: EmailConfirmation,
  ) {}

  @Post('registration')
  @Audited('account.register')
  @HttpCode(202)
  @Header('Cache-Control', 'no-store')
  async register(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(RegisterDto) input: RegisterDto,
  ): Promise<NeutralAnswer> {
    await this.registration.register(tenantId, actor, input);
    return { message: IDENTITY_TEXTS.registrationAnswered };
  }

  @Post('email-confirmation')
  @Audited('account.confirm-email')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async confirm(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(LinkTokenDto) { token }: LinkTokenDto,
  ): Promise<void> {
    await this.confirmation.confirm(tenantId, actor, token);
  }

  @Post('email-confirmation/resend')
  @Audited('account.confirmation-request')
  @HttpCode(202)
  @Header('Cache-Control', 'no-store')
  async resend(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(AskForLinkDto) { email }: AskForLinkDto,
  ): Promise<NeutralAnswer> {
    await this.confirmation.resend(tenantId, actor, email);
    return { message: IDENTITY_TEXTS.confirmationAnswered };
  }
}
