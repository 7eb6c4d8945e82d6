import { Controller, Get, Header, HttpCode, Post, Res } from '@nestjs/common';
import {
  type ContactFormOverview,
  type ContactTestResult,
  type ContactTestTimeline,
  EDITOR_PATH,
} from '@sitedesk/contract';
import { FormPreviewDto, TestContactFormDto } from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { Audited } from '../../audit/audited.js';
import { RequirePermission } from '../../common/access.js';
import { IdParam, JsonBody, QueryInput } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../../common/throttling/throttle-policy.decorator.js';
import { type Acting, CurrentActing } from '../../identity/acting.js';
import { Client } from '../contact-client.js';
import type { ContactClient } from '../contact.service.js';
import { ContactFormService } from './contact-form.service.js';
import { ContactFormTester } from './contact-form-tester.service.js';

/** Putting the form on a page, and trying it out. It is changed in the settings. */
@Controller(`${EDITOR_PATH}/contact-form`)
export class ContactFormController {
  constructor(
    private readonly form: ContactFormService,
    private readonly tester: ContactFormTester,
  ) {}

  @Get()
  @RequirePermission('contacts.manage')
  @Header('Cache-Control', 'no-store')
  overview(@TenantId() tenantId: string): Promise<ContactFormOverview> {
    return this.form.overview(tenantId);
  }

  @Get('preview')
  @RequirePermission('contacts.manage')
  @Header('Cache-Control', 'no-store')
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('X-Frame-Options', 'SAMEORIGIN')
  async preview(
    @TenantId() tenantId: string,
    @QueryInput(FormPreviewDto) { theme }: FormPreviewDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { html, contentSecurityPolicy } = await this.form.preview(tenantId, theme === 'dark');
    reply.header('Content-Security-Policy', contentSecurityPolicy);
    return html;
  }

  @Post('test')
  @HttpCode(200)
  @RequirePermission('contacts.manage')
  @ThrottlePolicy('settings-probe')
  @Audited('contact-form.test')
  @Header('Cache-Control', 'no-store')
  test(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @Client() client: ContactClient,
    @JsonBody(TestContactFormDto) input: TestContactFormDto,
  ): Promise<ContactTestResult> {
    return this.tester.run(tenantId, acting, client, input);
  }

  @Get('tests/:id')
  @RequirePermission('contacts.manage')
  @Header('Cache-Control', 'no-store')
  timeline(@TenantId() tenantId: string, @IdParam('id') id: string): Promise<ContactTestTimeline> {
    return this.tester.timeline(tenantId, id);
  }
}
