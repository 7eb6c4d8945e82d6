import { Controller, Header, HttpCode, Post } from '@nestjs/common';
import { type CaptchaCheck, EDITOR_PATH } from '@sitedesk/contract';
import { CheckCaptchaDto } from '@sitedesk/contract/dto';
import { type Actor, CurrentActor } from '../audit/actor.js';
import { Audited } from '../audit/audited.js';
import { RequirePermission } from '../common/access.js';
import { JsonBody } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../common/throttling/throttle-policy.decorator.js';
import { CaptchaCheckService } from './captcha-check.service.js';

/** Setting up a site's CAPTCHA. */
@Controller(`${EDITOR_PATH}/captcha`)
export class CaptchaController {
  constructor(private readonly checks: CaptchaCheckService) {}

  @Post('check')
  @HttpCode(200)
  @RequirePermission('settings.manage')
  @ThrottlePolicy('settings-probe')
  @Audited('captcha.check')
  @Header('Cache-Control', 'no-store')
  check(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(CheckCaptchaDto) input: CheckCaptchaDto,
  ): Promise<CaptchaCheck> {
    return this.checks.check(tenantId, actor, input);
  }
}
