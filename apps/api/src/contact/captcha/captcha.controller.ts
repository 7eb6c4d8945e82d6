import { Controller } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { CheckCaptchaDto } from '@sitedesk/contract/captcha.dto';
import { Context, RequestContext } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { CaptchaCheckService } from './captcha-check.service.js';

/** Setting up a site's CAPTCHA. */
@Controller(`${EDITOR_PATH}/captcha`)
export class CaptchaController {
  constructor(private readonly checks: CaptchaCheckService) {}

  /** Check the CAPTCHA keys. */
  @Action('check')
  @RequirePermission('settings.manage')
  @ThrottlePolicy('settings-probe')
  @Audited('captcha.check')
  check(@Context() context: RequestContext, @JsonBody() input: CheckCaptchaDto) {
    return this.checks.check(context, input);
  }
}
