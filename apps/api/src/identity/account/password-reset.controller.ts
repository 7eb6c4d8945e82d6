import { Controller, Header, HttpCode, Post, UseGuards } from '@nestjs/common';
import { EDITOR_PATH, IDENTITY_TEXTS } from '@sitedesk/contract';
import { AskForLinkDto, CompletePasswordResetDto } from '@sitedesk/contract/dto';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited } from '../../audit/audited.js';
import { Public } from '../../common/access.js';
import { JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../../common/throttling/throttle-policy.decorator.js';
import { OwnPageGuard } from '../own-page.guard.js';
import { PasswordReset } from './password-reset.service.js';

/** A new password for who has forgotten the old one. */
@Controller(`${EDITOR_PATH}/password-reset`)
@Public()
@ThrottlePolicy('sign-in')
@UseGuards(OwnPageGuard)
export class PasswordResetController {
  constructor(private readonly reset: PasswordReset) {}

  @Post()
  @Audited('account.password-reset-request')
  @HttpCode(202)
  @Header('Cache-Control', 'no-store')
  async request(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(AskForLinkDto) { email }: AskForLinkDto,
  ): Promise<{ readonly message: string }> {
    await this.reset.request(tenantId, actor, email);
    return { message: IDENTITY_TEXTS.resetAnswered };
  }

  @Post('complete')
  @Audited('account.password-reset')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async complete(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(CompletePasswordResetDto) input: CompletePasswordResetDto,
  ): Promise<void> {
    await this.reset.complete(tenantId, actor, input);
  }
}
