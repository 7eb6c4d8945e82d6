import { Controller, Get, Header, Headers, UseGuards } from '@nestjs/common';
import { CONTACT_API_PATH } from '@sitedesk/contract/headers';
import type { ContactSubmissionInput } from '@sitedesk/contract/submit-contact.dto';
import { AntiforgeryGuard } from '../antiforgery/antiforgery.guard.js';
import { NotAudited } from '../../platform/audit/audited.js';
import { Action, Public } from '../../platform/http/access.js';
import { TenantId } from '../../platform/http/request-context.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { CaptchaBody, ContactBody, ContactBodyPipe } from './contact-body.pipe.js';
import { Client } from './contact-client.js';
import { type ContactClient, ContactService } from './contact.service.js';
import { SCRIPT_TYPE, SiteContactScriptService } from './site-contact-script.service.js';

/** The public contact service (specification 4.1 to 4.3). */
@Controller(CONTACT_API_PATH)
@NotAudited('every attempt has a row of its own in contact_attempt')
export class ContactController {
  constructor(
    private readonly contact: ContactService,
    private readonly script: SiteContactScriptService,
  ) {}

  @Get('site-contact.js')
  @Public()
  @ThrottlePolicy('contact-script')
  @Header('Content-Type', SCRIPT_TYPE)
  siteContactScript(
    @TenantId() tenantId: string,
    @Headers('referer') referer: string | undefined,
  ): Buffer | Promise<Buffer> {
    return this.script.serve(tenantId, referer);
  }

  @Action('submit')
  @Public()
  @ThrottlePolicy('contact-form')
  @UseGuards(AntiforgeryGuard)
  submit(@ContactBody(ContactBodyPipe) input: ContactSubmissionInput, @Client() client: ContactClient) {
    return this.contact.submit(client.tenantId, input, client);
  }

  @Action('captcha-validate')
  @Public()
  @ThrottlePolicy('captcha-validate')
  @UseGuards(AntiforgeryGuard)
  captchaValidate(@CaptchaBody() captchaToken: string | undefined, @Client() client: ContactClient) {
    return this.contact.validateCaptcha(client.tenantId, captchaToken, client);
  }
}
