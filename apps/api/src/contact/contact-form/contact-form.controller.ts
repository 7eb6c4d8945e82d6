import { Controller, Get, Header, Res } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { FormPreviewDto, TestContactFormDto } from '@sitedesk/contract/contact-form.dto';
import type { FastifyReply } from 'fastify';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { IdParam, JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { Client } from '../contact/contact-client.js';
import type { ContactClient } from '../contact/contact.service.js';
import { ContactFormService } from './contact-form.service.js';
import { ContactFormTestService } from './contact-form-test.service.js';

/** Putting the form on a page, and trying it out. It is changed in the settings. */
@Controller(`${EDITOR_PATH}/contact-form`)
@RequirePermission('contacts.manage')
export class ContactFormController {
  constructor(
    private readonly form: ContactFormService,
    private readonly tester: ContactFormTestService,
  ) {}

  /** Get the contact form. */
  @Get()
  overview(@TenantId() tenantId: string) {
    return this.form.overview(tenantId);
  }

  /** Preview the contact form. */
  @Get('preview')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('X-Frame-Options', 'SAMEORIGIN')
  async preview(
    @TenantId() tenantId: string,
    @QueryInput() { theme }: FormPreviewDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { html, contentSecurityPolicy } = await this.form.preview(tenantId, theme === 'dark');
    reply.header('Content-Security-Policy', contentSecurityPolicy);
    return html;
  }

  /** Send a test message. */
  @Action('test')
  @ThrottlePolicy('settings-probe')
  @Audited('contact-form.test')
  test(
    @Context() context: CallerContext,
    @Client() client: ContactClient,
    @JsonBody() input: TestContactFormDto,
  ) {
    return this.tester.run(context, client, input);
  }

  /** Get the timeline of a test message. */
  @Get('tests/:id')
  timeline(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.tester.timeline(tenantId, id);
  }
}
