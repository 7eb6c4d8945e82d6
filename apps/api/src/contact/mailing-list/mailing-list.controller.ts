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

  /** Get the mailing list settings. */
  @Get()
  @SendsEntityTag()
  view(@TenantId() tenantId: string) {
    return this.mailingList.view(tenantId);
  }

  /** Connect a mailing list provider. */
  @Put('connection')
  @SendsEntityTag()
  @RecentSignIn()
  @Audited('mailing-list.connect')
  connect(@Context() context: RequestContext, @JsonBody() input: ConnectMailingListDto) {
    return this.mailingList.connect(context, input);
  }

  /** Check the connection. */
  @Action('check')
  @NotAudited('Tests the connection. Changes nothing.')
  check(@TenantId() tenantId: string) {
    return this.mailingList.check(tenantId);
  }

  /** List the provider’s lists. */
  @Get('lists')
  async lists(@TenantId() tenantId: string) {
    return { items: await this.mailingList.lists(tenantId) };
  }

  /** List the fields of a list. */
  @Get('fields')
  async fields(@TenantId() tenantId: string, @QueryInput() { list }: MailingListFieldsDto) {
    return { items: await this.mailingList.fields(tenantId, list) };
  }

  /** Change the mailing list settings. */
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

  /** Preview the mailing list settings. */
  @Action('preview')
  @NotAudited('Shows what the settings would do. Changes nothing.')
  preview(@TenantId() tenantId: string, @JsonBody(LIMITS) input: MailingListSettingsDto) {
    return this.jobs.preview(tenantId, input);
  }

  /** Pause synchronisation. */
  @Action('pause')
  @SendsEntityTag()
  @Audited('mailing-list.pause')
  pause(@Context() context: RequestContext) {
    return this.mailingList.setPaused(context, true);
  }

  /** Resume synchronisation. */
  @Action('resume')
  @SendsEntityTag()
  @Audited('mailing-list.resume')
  resume(@Context() context: RequestContext) {
    return this.mailingList.setPaused(context, false);
  }

  /** List failed contacts. */
  @Get('failures')
  failures(@TenantId() tenantId: string, @QueryInput() query: MailingListFailuresDto) {
    return this.jobs.failures(tenantId, query);
  }

  /** Retry failed contacts. */
  @Action('retry')
  @Audited('mailing-list.retry')
  retry(@Context() context: RequestContext, @JsonBody() { id }: RetryMailingListDto) {
    return this.jobs.retry(context, id);
  }

  /** Disconnect the mailing list provider. */
  @Delete()
  @RecentSignIn()
  @Audited('mailing-list.remove')
  remove(@Context() context: RequestContext) {
    return this.mailingList.remove(context);
  }
}
