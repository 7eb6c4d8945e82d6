import { Controller, Get, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import {
  BulkContactsDto,
  ContactActionDto,
  ContactAttemptListDto,
  ContactExportDto,
  ContactFilterDto,
  ContactListDto,
  SetContactAlertsDto,
} from '@sitedesk/contract/inbox.dto';
import { CallerContext, Context, RequestContext, TenantId } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { IdParam, JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { ContactActionsService } from './contact-actions.service.js';
import { ContactAlertsService } from './contact-alerts.service.js';
import { ContactAttemptsService } from './contact-attempts.service.js';
import { ContactExportService } from './contact-export.service.js';
import { ContactDetailsService } from './contact-details.service.js';
import { ContactListService } from './contact-list.service.js';

/** The messages of a site's visitors, for the people who answer them (specification 1, contact management). */
@Controller(`${EDITOR_PATH}/contacts`)
@RequirePermission('contacts.manage')
export class InboxController {
  constructor(
    private readonly list: ContactListService,
    private readonly finder: ContactDetailsService,
    private readonly actions: ContactActionsService,
    private readonly exports: ContactExportService,
    private readonly attemptList: ContactAttemptsService,
    private readonly alertSettings: ContactAlertsService,
  ) {}

  @Get()
  page(@TenantId() tenantId: string, @QueryInput() query: ContactListDto) {
    return this.list.page(tenantId, query);
  }

  @Get('counts')
  counts(@TenantId() tenantId: string) {
    return this.list.counts(tenantId);
  }

  @Get('total')
  total(@TenantId() tenantId: string, @QueryInput() filter: ContactFilterDto) {
    return this.list.total(tenantId, filter);
  }

  @Get('attempts')
  attempts(@TenantId() tenantId: string, @QueryInput() query: ContactAttemptListDto) {
    return this.attemptList.page(tenantId, query);
  }

  @Get('export')
  @RecentSignIn({ tokens: true })
  @Audited('contact.export')
  export(@Context() context: RequestContext, @QueryInput() wanted: ContactExportDto) {
    return this.exports.begin(context, wanted);
  }

  @Get('alerts')
  alerts(@TenantId() tenantId: string) {
    return this.alertSettings.find(tenantId);
  }

  @Put('alerts')
  @Audited('contact.alerts')
  changeAlerts(@Context() context: CallerContext, @JsonBody() { enabled }: SetContactAlertsDto) {
    return this.alertSettings.change(context, enabled);
  }

  @Action('bulk')
  @Audited('contact.bulk')
  bulk(@Context() context: RequestContext, @JsonBody() input: BulkContactsDto) {
    return this.actions.bulk(context, input);
  }

  @Get(':id')
  show(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.finder.find(tenantId, id);
  }

  @Action(':id/actions')
  @Audited('contact.action')
  apply(
    @Context() context: RequestContext,
    @IdParam('id') id: string,
    @JsonBody() { action }: ContactActionDto,
  ) {
    return this.actions.one(context, id, action);
  }
}
