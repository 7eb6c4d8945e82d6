import { Controller, Get } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { DetectEmailDto, TestEmailDto } from '@sitedesk/contract/email.dto';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { EmailAdminService } from './email-admin.service.js';

/** How a site's email is sent. It is changed in the settings; here it is shown and tested. */
@Controller(`${EDITOR_PATH}/email`)
@RequirePermission('email.manage')
export class EmailController {
  constructor(private readonly email: EmailAdminService) {}

  /** Get the email settings and their state. */
  @Get()
  overview(@TenantId() tenantId: string) {
    return this.email.overview(tenantId);
  }

  /** Detect the email provider. */
  @Action('detect')
  @NotAudited('it reads what was typed and changes nothing')
  detect(@JsonBody() input: DetectEmailDto) {
    return this.email.detect(input);
  }

  /** Send a test email. */
  @Action('test')
  @ThrottlePolicy('settings-probe')
  @Audited('email.test')
  test(@Context() context: CallerContext, @JsonBody() input: TestEmailDto) {
    return this.email.test(context, input);
  }
}
