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

  @Get()
  list(@TenantId() tenantId: string, @QueryInput() query: OutboxListDto) {
    return this.outbox.list(tenantId, query);
  }

  @Action('retry')
  @Audited('outbox.retry-all')
  retryAll(@Context() context: RequestContext) {
    return this.outbox.retryAll(context);
  }

  @Get(':id')
  get(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.outbox.get(context, id);
  }

  @Action(':id/retry')
  @Audited('outbox.retry')
  retry(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.outbox.retry(context, id);
  }

  @Action(':id/cancel')
  @Audited('outbox.cancel')
  cancel(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.outbox.cancel(context, id);
  }
}
