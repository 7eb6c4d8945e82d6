import { Controller, Delete, Get, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import {
  ConnectMailingListDto,
  MailingListFailuresDto,
  MailingListFieldsDto,
  MailingListSettingsDto,
  RetryMailingListDto,
} from '@sitedesk/contract/mailing-list.dto';
import { Context, RequestContext, TenantId } from '../../platform/http/request-context.js';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { MailingListJobsService } from './mailing-list-jobs.service.js';
import { MailingListService } from './mailing-list.service.js';

/** Thirty fields with their mappings. */
const LIMITS = { maxKeys: 128 } as const;

/** The synchronisation of contacts to a mailing list (specification 1). */
@Controller(`${EDITOR_PATH}/mailing-list`)
@RequirePermission('contacts.manage')
export class MailingListController {
  constructor(
    private readonly mailingList: MailingListService,
    private readonly jobs: MailingListJobsService,
  ) {}

  @Get()
  @SendsEntityTag()
  view(@TenantId() tenantId: string) {
    return this.mailingList.view(tenantId);
  }

  @Put('connection')
  @SendsEntityTag()
  @RecentSignIn()
  @Audited('mailing-list.connect')
  connect(@Context() context: RequestContext, @JsonBody() input: ConnectMailingListDto) {
    return this.mailingList.connect(context, input);
  }

  @Action('check')
  @NotAudited('Tests the connection. Changes nothing.')
  check(@TenantId() tenantId: string) {
    return this.mailingList.check(tenantId);
  }

  @Get('lists')
  async lists(@TenantId() tenantId: string) {
    return { items: await this.mailingList.lists(tenantId) };
  }

  @Get('fields')
  async fields(@TenantId() tenantId: string, @QueryInput() { list }: MailingListFieldsDto) {
    return { items: await this.mailingList.fields(tenantId, list) };
  }

  @Put('settings')
  @SendsEntityTag()
  @Audited('mailing-list.configure')
  configure(
    @Context() context: RequestContext,
    @ExpectedVersion() version: number,
    @JsonBody(LIMITS) input: MailingListSettingsDto,
  ) {
    return this.mailingList.configure(context, version, input);
  }

  @Action('preview')
  @NotAudited('Shows what the settings would do. Changes nothing.')
  preview(@TenantId() tenantId: string, @JsonBody(LIMITS) input: MailingListSettingsDto) {
    return this.jobs.preview(tenantId, input);
  }

  @Action('pause')
  @SendsEntityTag()
  @Audited('mailing-list.pause')
  pause(@Context() context: RequestContext) {
    return this.mailingList.setPaused(context, true);
  }

  @Action('resume')
  @SendsEntityTag()
  @Audited('mailing-list.resume')
  resume(@Context() context: RequestContext) {
    return this.mailingList.setPaused(context, false);
  }

  @Get('failures')
  failures(@TenantId() tenantId: string, @QueryInput() query: MailingListFailuresDto) {
    return this.jobs.failures(tenantId, query);
  }

  @Action('retry')
  @Audited('mailing-list.retry')
  retry(@Context() context: RequestContext, @JsonBody() { id }: RetryMailingListDto) {
    return this.jobs.retry(context, id);
  }

  @Delete()
  @RecentSignIn()
  @Audited('mailing-list.remove')
  remove(@Context() context: RequestContext) {
    return this.mailingList.remove(context);
  }
}
