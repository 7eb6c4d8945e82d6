import { Controller, Delete, Get, Header, HttpCode, Post, Put, Res } from '@nestjs/common';
import {
  EDITOR_PATH,
  type MailingListCheck,
  type MailingListChoice,
  type MailingListFailure,
  type MailingListField,
  type MailingListPreview,
  type MailingListRemoval,
  type MailingListRetryReport,
  type MailingListView,
} from '@sitedesk/contract';
import {
  ConnectMailingListDto,
  MailingListFailuresDto,
  MailingListFieldsDto,
  MailingListSettingsDto,
  RetryMailingListDto,
} from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../audit/actor.js';
import { Audited, NotAudited } from '../audit/audited.js';
import { RecentSignIn, RequirePermission } from '../common/access.js';
import { ExpectedVersion, sendEntityTag } from '../common/entity-tag.js';
import type { Page } from '../common/keyset.js';
import { JsonBody, QueryInput } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { MailingListJobs } from './mailing-list-jobs.service.js';
import { MailingListService, type VersionedView } from './mailing-list.service.js';

/** The synchronisation of contacts to a mailing list (specification 1). */
@Controller(`${EDITOR_PATH}/mailing-list`)
@RequirePermission('contacts.manage')
export class MailingListController {
  constructor(
    private readonly mailingList: MailingListService,
    private readonly jobs: MailingListJobs,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  async view(
    @TenantId() tenantId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MailingListView> {
    return answer(reply, await this.mailingList.view(tenantId));
  }

  @Put('connection')
  @RecentSignIn()
  @Audited('mailing-list.connect')
  @Header('Cache-Control', 'no-store')
  async connect(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(ConnectMailingListDto) input: ConnectMailingListDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MailingListView> {
    return answer(reply, await this.mailingList.connect(tenantId, actor, input));
  }

  @Post('check')
  @NotAudited('Asks the service whether it answers, and changes nothing.')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  check(@TenantId() tenantId: string): Promise<MailingListCheck> {
    return this.mailingList.check(tenantId);
  }

  @Get('lists')
  @Header('Cache-Control', 'no-store')
  async lists(@TenantId() tenantId: string): Promise<{ readonly items: readonly MailingListChoice[] }> {
    return { items: await this.mailingList.lists(tenantId) };
  }

  @Get('fields')
  @Header('Cache-Control', 'no-store')
  async fields(
    @TenantId() tenantId: string,
    @QueryInput(MailingListFieldsDto) { list }: MailingListFieldsDto,
  ): Promise<{ readonly items: readonly MailingListField[] }> {
    return { items: await this.mailingList.fields(tenantId, list) };
  }

  @Put('settings')
  @Audited('mailing-list.configure')
  @Header('Cache-Control', 'no-store')
  async configure(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @ExpectedVersion() version: number,
    @JsonBody(MailingListSettingsDto) input: MailingListSettingsDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MailingListView> {
    return answer(reply, await this.mailingList.configure(tenantId, actor, version, input));
  }

  @Post('preview')
  @NotAudited('Says what settings would do, and changes nothing.')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  preview(
    @TenantId() tenantId: string,
    @JsonBody(MailingListSettingsDto) input: MailingListSettingsDto,
  ): Promise<MailingListPreview> {
    return this.jobs.preview(tenantId, input);
  }

  @Post('pause')
  @Audited('mailing-list.pause')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async pause(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MailingListView> {
    return answer(reply, await this.mailingList.setPaused(tenantId, actor, true));
  }

  @Post('resume')
  @Audited('mailing-list.resume')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async resume(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MailingListView> {
    return answer(reply, await this.mailingList.setPaused(tenantId, actor, false));
  }

  @Get('failures')
  @Header('Cache-Control', 'no-store')
  failures(
    @TenantId() tenantId: string,
    @QueryInput(MailingListFailuresDto) query: MailingListFailuresDto,
  ): Promise<Page<MailingListFailure>> {
    return this.jobs.failures(tenantId, query);
  }

  @Post('retry')
  @Audited('mailing-list.retry')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  retry(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(RetryMailingListDto) { id }: RetryMailingListDto,
  ): Promise<MailingListRetryReport> {
    return this.jobs.retry(tenantId, actor, id);
  }

  @Delete()
  @RecentSignIn()
  @Audited('mailing-list.remove')
  @Header('Cache-Control', 'no-store')
  remove(@TenantId() tenantId: string, @CurrentActor() actor: Actor): Promise<MailingListRemoval> {
    return this.mailingList.remove(tenantId, actor);
  }
}

function answer(reply: FastifyReply, { view, version }: VersionedView): MailingListView {
  sendEntityTag(reply, version);
  return view;
}
