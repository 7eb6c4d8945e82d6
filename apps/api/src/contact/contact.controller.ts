import { Controller, Get, Header, Headers, HttpCode, Post, UseGuards } from '@nestjs/common';
import { CONTACT_API_PATH, type ContactResult } from '@sitedesk/contract';
import type { ContactSubmissionInput } from '@sitedesk/contract/dto';
import { AntiforgeryGuard } from '../antiforgery/antiforgery.guard.js';
import { NotAudited } from '../audit/audited.js';
import { Public } from '../common/access.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../common/throttling/throttle-policy.decorator.js';
import { CaptchaBody, CaptchaValidationService } from './captcha-validation.service.js';
import { ContactBody, ContactBodyPipe } from './contact-body.pipe.js';
import { Client } from './contact-client.js';
import { type ContactClient, ContactService } from './contact.service.js';
import { SiteContactScriptService } from './site-contact-script.service.js';

/** The public contact service (specification 4.1 to 4.3). */
@Controller(CONTACT_API_PATH)
@NotAudited('every attempt has a row of its own in contact_attempt (G-01)')
export class ContactController {
  constructor(
    private readonly contact: ContactService,
    private readonly script: SiteContactScriptService,
    private readonly captcha: CaptchaValidationService,
  ) {}

  @Get('site-contact.js')
  @Public()
  @ThrottlePolicy('contact-script')
  @Header('Content-Type', 'application/javascript; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  @Header('Cross-Origin-Resource-Policy', 'same-site')
  siteContactScript(
    @TenantId() tenantId: string,
    @Headers('referer') referer: string | undefined,
  ): Buffer | Promise<Buffer> {
    return this.script.serve(tenantId, referer);
  }

  @Post('submit')
  @HttpCode(200)
  @Public()
  @ThrottlePolicy('contact-form')
  @UseGuards(AntiforgeryGuard)
  @Header('Cache-Control', 'no-store')
  submit(
    @ContactBody(ContactBodyPipe) input: ContactSubmissionInput,
    @Client() client: ContactClient,
  ): Promise<ContactResult> {
    return this.contact.submit(client.tenantId, input, client);
  }

  @Post('captcha-validate')
  @HttpCode(200)
  @Public()
  @ThrottlePolicy('captcha-validate')
  @UseGuards(AntiforgeryGuard)
  @Header('Cache-Control', 'no-store')
  captchaValidate(
    @CaptchaBody() captchaToken: string | undefined,
    @Client() client: ContactClient,
  ): Promise<ContactResult> {
    return this.captcha.validate(client.tenantId, captchaToken, client);
  }
}
