import { Controller, Get } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { OutboxListDto } from '@sitedesk/contract/outbox.dto';
import { CallerContext, Context, RequestContext, TenantId } from '../../../platform/http/request-context.js';
import { Audited } from '../../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../../platform/http/access.js';
import { IdParam, QueryInput } from '../../../platform/http/request-input.js';
import { OutboxAdminService } from './outbox-admin.service.js';

/** The emails of a site on their way. */
@Controller(`${EDITOR_PATH}/outbox`)
@RequirePermission('email.manage')
export class OutboxController {
  constructor(private readonly outbox: OutboxAdminService) {}

  /** List emails. */
  @Get()
  list(@TenantId() tenantId: string, @QueryInput() query: OutboxListDto) {
    return this.outbox.list(tenantId, query);
  }

  /** Retry all failed emails. */
  @Action('retry')
  @Audited('outbox.retry-all')
  retryAll(@Context() context: RequestContext) {
    return this.outbox.retryAll(context);
  }

  /** Get an email. */
  @Get(':id')
  get(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.outbox.get(context, id);
  }

  /** Retry an email. */
  @Action(':id/retry')
  @Audited('outbox.retry')
  retry(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.outbox.retry(context, id);
  }

  /** Cancel an email. */
  @Action(':id/cancel')
  @Audited('outbox.cancel')
  cancel(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.outbox.cancel(context, id);
  }
}
