import { Controller, Get, Header, Headers, Req, Res, UseGuards } from '@nestjs/common';
import { CONTACT_API_PATH } from '@sitedesk/contract/headers';
import { visitorResult } from '@sitedesk/contract/visitor-texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AntiforgeryGuard } from '../antiforgery/antiforgery.guard.js';
import { NotAudited } from '../../platform/audit/audited.js';
import { Action, Public } from '../../platform/http/access.js';
import { ReadsQuery, Sends } from '../../platform/http/openapi-marks.js';
import { TenantId } from '../../platform/http/request-context.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { askedLanguage } from './asked-language.js';
import { CaptchaBody, ContactBody, ContactBodyPipe, type SubmittedMessage } from './contact-body.pipe.js';
import { Client } from './contact-client.js';
import { type ContactClient, ContactService } from './contact.service.js';
import { FormPostsService } from './form-posts.service.js';
import { SCRIPT_TYPE, SiteContactScriptService } from './site-contact-script.service.js';
import { SubmitGuard } from './submit.guard.js';

/** The public contact service (specification 4.1 to 4.3). */
@Controller(CONTACT_API_PATH)
@NotAudited('every attempt has a row of its own in contact_attempt')
export class ContactController {
  constructor(
    private readonly contact: ContactService,
    private readonly script: SiteContactScriptService,
    private readonly formPosts: FormPostsService,
  ) {}

  /** Get the form script. It carries a fresh anti-forgery token. */
  @Get('site-contact.js')
  @Public()
  @ThrottlePolicy('contact-script')
  @Header('Content-Type', SCRIPT_TYPE)
  siteContactScript(
    @TenantId() tenantId: string,
    @Headers('referer') referer: string | undefined,
    @Req() { url }: FastifyRequest,
  ): Buffer | Promise<Buffer> {
    return this.script.serve(tenantId, referer, askedLanguage(url));
  }

  /** Submit a message. */
  @Action('submit')
  @Public()
  @ThrottlePolicy('contact-form')
  @UseGuards(SubmitGuard)
  async submit(
    @ContactBody(ContactBodyPipe) input: SubmittedMessage,
    @Client() client: ContactClient,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (input.form) return this.formPosts.submit(input, client, reply);
    const result = await this.contact.submit(client.tenantId, input, client);
    return visitorResult(result, askedLanguage(reply.request.url));
  }

  /** Get the page that a form without the script leads to. Reloading it sends nothing again. */
  @Get('sent')
  @ReadsQuery('lang', 'page')
  @Sends('text/html')
  @Public()
  @ThrottlePolicy('contact-script')
  sent(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.formPosts.sent(request, reply);
  }

  /** Validate a CAPTCHA token. The message that follows within two minutes may use it once. */
  @Action('captcha-validate')
  @Public()
  @ThrottlePolicy('captcha-validate')
  @UseGuards(AntiforgeryGuard)
  captchaValidate(@CaptchaBody() captchaToken: string | undefined, @Client() client: ContactClient) {
    return this.contact.validateCaptcha(client.tenantId, captchaToken, client);
  }
}
