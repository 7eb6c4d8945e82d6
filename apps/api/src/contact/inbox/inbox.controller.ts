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
import { Sends } from '../../platform/http/openapi-marks.js';
import { IdParam, JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { ContactActionsService } from './contact-actions.service.js';
import { ContactAlertsService } from './contact-alerts.service.js';
import { ContactAttemptsService } from './contact-attempts.service.js';
import { CONTACT_EXPORT_TYPES, ContactExportService } from './contact-export.service.js';
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

  /** List messages. */
  @Get()
  page(@TenantId() tenantId: string, @QueryInput() query: ContactListDto) {
    return this.list.page(tenantId, query);
  }

  /** Count messages by folder. */
  @Get('counts')
  counts(@TenantId() tenantId: string) {
    return this.list.counts(tenantId);
  }

  /** Count matching messages. */
  @Get('total')
  total(@TenantId() tenantId: string, @QueryInput() filter: ContactFilterDto) {
    return this.list.total(tenantId, filter);
  }

  /** List refused attempts. */
  @Get('attempts')
  attempts(@TenantId() tenantId: string, @QueryInput() query: ContactAttemptListDto) {
    return this.attemptList.page(tenantId, query);
  }

  /** Export messages. */
  @Get('export')
  @RecentSignIn({ tokens: true })
  @Audited('contact.export')
  @Sends(...Object.values(CONTACT_EXPORT_TYPES))
  export(@Context() context: RequestContext, @QueryInput() wanted: ContactExportDto) {
    return this.exports.begin(context, wanted);
  }

  /** Get the alert settings. */
  @Get('alerts')
  alerts(@TenantId() tenantId: string) {
    return this.alertSettings.find(tenantId);
  }

  /** Turn alerts on or off. */
  @Put('alerts')
  @Audited('contact.alerts')
  changeAlerts(@Context() context: CallerContext, @JsonBody() { enabled }: SetContactAlertsDto) {
    return this.alertSettings.change(context, enabled);
  }

  /** Run an action on several messages. */
  @Action('bulk')
  @Audited('contact.bulk')
  bulk(@Context() context: RequestContext, @JsonBody() input: BulkContactsDto) {
    return this.actions.bulk(context, input);
  }

  /** Get a message. */
  @Get(':id')
  show(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.finder.find(tenantId, id);
  }

  /** Run an action on a message. */
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
