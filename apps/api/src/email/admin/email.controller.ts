import { Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import {
  EDITOR_PATH,
  type EmailOverview,
  type EmailProviderView,
  type EmailTestResult,
} from '@sitedesk/contract';
import { DetectEmailDto, TestEmailDto } from '@sitedesk/contract/dto';
import { Audited, NotAudited } from '../../audit/audited.js';
import { RequirePermission } from '../../common/access.js';
import { JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../../common/throttling/throttle-policy.decorator.js';
import { type Acting, CurrentActing } from '../../identity/acting.js';
import { EmailAdmin } from './email-admin.service.js';

/** How a site's mail leaves. It is changed in the settings; here it is looked at and tried out. */
@Controller(`${EDITOR_PATH}/email`)
export class EmailController {
  constructor(private readonly email: EmailAdmin) {}

  @Get()
  @RequirePermission('email.manage')
  @Header('Cache-Control', 'no-store')
  overview(@TenantId() tenantId: string): Promise<EmailOverview> {
    return this.email.overview(tenantId);
  }

  @Post('detect')
  @HttpCode(200)
  @RequirePermission('email.manage')
  @NotAudited('it reads what was typed and changes nothing')
  @Header('Cache-Control', 'no-store')
  detect(@JsonBody(DetectEmailDto) input: DetectEmailDto): EmailProviderView {
    return this.email.detect(input);
  }

  @Post('test')
  @HttpCode(200)
  @RequirePermission('email.manage')
  @ThrottlePolicy('settings-probe')
  @Audited('email.test')
  @Header('Cache-Control', 'no-store')
  test(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @JsonBody(TestEmailDto) input: TestEmailDto,
  ): Promise<EmailTestResult> {
    return this.email.test(tenantId, acting, input);
  }
}
