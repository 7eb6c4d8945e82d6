import { Controller, Get, Header, HttpCode, Post, Put, type StreamableFile } from '@nestjs/common';
import {
  type BulkContactsAnswer,
  type ContactAlerts,
  type ContactAttemptPage,
  type ContactCounts,
  type ContactDetails,
  type ContactPage,
  type ContactTotal,
  EDITOR_PATH,
} from '@sitedesk/contract';
import {
  BulkContactsDto,
  ContactActDto,
  ContactAttemptListDto,
  ContactExportDto,
  ContactFilterDto,
  ContactListDto,
  SetContactAlertsDto,
} from '@sitedesk/contract/dto';
import { type Actor, CurrentActor } from '../audit/actor.js';
import { Audited } from '../audit/audited.js';
import { RequirePermission } from '../common/access.js';
import { IdParam, JsonBody, QueryInput } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { type Acting, CurrentActing } from '../identity/acting.js';
import { ContactActs } from './contact-acts.service.js';
import { ContactAlertsService } from './contact-alerts.service.js';
import { ContactAttempts } from './contact-attempts.service.js';
import { ContactExport } from './contact-export.service.js';
import { ContactFinder } from './contact-details.service.js';
import { ContactList } from './contact-list.service.js';

/** The messages of a site's visitors, for the people who answer them (specification 1, contact management). */
@Controller(`${EDITOR_PATH}/contacts`)
export class InboxController {
  constructor(
    private readonly list: ContactList,
    private readonly finder: ContactFinder,
    private readonly acts: ContactActs,
    private readonly exports: ContactExport,
    private readonly attemptList: ContactAttempts,
    private readonly alertSettings: ContactAlertsService,
  ) {}

  @Get()
  @RequirePermission('contacts.manage')
  @Header('Cache-Control', 'no-store')
  page(
    @TenantId() tenantId: string,
    @QueryInput(ContactListDto) query: ContactListDto,
  ): Promise<ContactPage> {
    return this.list.page(tenantId, query);
  }

  @Get('counts')
  @RequirePermission('contacts.manage')
  @Header('Cache-Control', 'no-store')
  counts(@TenantId() tenantId: string): Promise<ContactCounts> {
    return this.list.counts(tenantId);
  }

  @Get('total')
  @RequirePermission('contacts.manage')
  @Header('Cache-Control', 'no-store')
  total(
    @TenantId() tenantId: string,
    @QueryInput(ContactFilterDto) filter: ContactFilterDto,
  ): Promise<ContactTotal> {
    return this.list.total(tenantId, filter);
  }

  @Get('attempts')
  @RequirePermission('contacts.manage')
  @Header('Cache-Control', 'no-store')
  attempts(
    @TenantId() tenantId: string,
    @QueryInput(ContactAttemptListDto) query: ContactAttemptListDto,
  ): Promise<ContactAttemptPage> {
    return this.attemptList.page(tenantId, query);
  }

  @Get('export')
  @RequirePermission('contacts.manage')
  @Audited('contact.export')
  @Header('Cache-Control', 'no-store')
  export(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @QueryInput(ContactExportDto) wanted: ContactExportDto,
  ): Promise<StreamableFile> {
    return this.exports.begin(tenantId, actor, wanted);
  }

  @Get('alerts')
  @RequirePermission('contacts.manage')
  @Header('Cache-Control', 'no-store')
  alerts(@TenantId() tenantId: string): Promise<ContactAlerts> {
    return this.alertSettings.find(tenantId);
  }

  @Put('alerts')
  @RequirePermission('contacts.manage')
  @Audited('contact.alerts')
  @Header('Cache-Control', 'no-store')
  changeAlerts(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @JsonBody(SetContactAlertsDto) { enabled }: SetContactAlertsDto,
  ): Promise<ContactAlerts> {
    return this.alertSettings.change(tenantId, acting, enabled);
  }

  @Post('bulk')
  @RequirePermission('contacts.manage')
  @Audited('contact.bulk')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  bulk(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(BulkContactsDto) input: BulkContactsDto,
  ): Promise<BulkContactsAnswer> {
    return this.acts.bulk(tenantId, actor, input);
  }

  @Get(':id')
  @RequirePermission('contacts.manage')
  @Header('Cache-Control', 'no-store')
  show(@TenantId() tenantId: string, @IdParam('id') id: string): Promise<ContactDetails> {
    return this.finder.find(tenantId, id);
  }

  @Post(':id/acts')
  @RequirePermission('contacts.manage')
  @Audited('contact.act')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  act(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @IdParam('id') id: string,
    @JsonBody(ContactActDto) { action }: ContactActDto,
  ): Promise<BulkContactsAnswer> {
    return this.acts.one(tenantId, actor, id, action);
  }
}
