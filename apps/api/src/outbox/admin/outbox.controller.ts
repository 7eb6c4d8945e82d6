import { Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import { EDITOR_PATH, type OutboxDetail, type OutboxItem, type OutboxRetryReport } from '@sitedesk/contract';
import { OutboxListDto } from '@sitedesk/contract/dto';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited } from '../../audit/audited.js';
import { RequirePermission } from '../../common/access.js';
import type { Page } from '../../common/keyset.js';
import { IdParam, QueryInput } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { type Acting, CurrentActing } from '../../identity/acting.js';
import { CurrentPrincipal, type Principal } from '../../identity/principal.js';
import { OutboxAdmin } from './outbox-admin.service.js';

/** The mails of a site on their way. */
@Controller(`${EDITOR_PATH}/outbox`)
export class OutboxController {
  constructor(private readonly outbox: OutboxAdmin) {}

  @Get()
  @RequirePermission('email.manage')
  @Header('Cache-Control', 'no-store')
  list(
    @TenantId() tenantId: string,
    @QueryInput(OutboxListDto) query: OutboxListDto,
  ): Promise<Page<OutboxItem>> {
    return this.outbox.list(tenantId, query);
  }

  @Post('retry')
  @HttpCode(200)
  @RequirePermission('email.manage')
  @Audited('outbox.retry-all')
  @Header('Cache-Control', 'no-store')
  retryAll(@TenantId() tenantId: string, @CurrentActor() actor: Actor): Promise<OutboxRetryReport> {
    return this.outbox.retryAll(tenantId, actor);
  }

  @Get(':id')
  @RequirePermission('email.manage')
  @Header('Cache-Control', 'no-store')
  get(
    @TenantId() tenantId: string,
    @CurrentPrincipal() principal: Principal,
    @IdParam('id') id: string,
  ): Promise<OutboxDetail> {
    return this.outbox.get(tenantId, principal, id);
  }

  @Post(':id/retry')
  @HttpCode(200)
  @RequirePermission('email.manage')
  @Audited('outbox.retry')
  @Header('Cache-Control', 'no-store')
  retry(
    @TenantId() tenantId: string,
    @CurrentActing() { actor, principal }: Acting,
    @IdParam('id') id: string,
  ): Promise<OutboxDetail> {
    return this.outbox.retry(tenantId, actor, principal, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @RequirePermission('email.manage')
  @Audited('outbox.cancel')
  @Header('Cache-Control', 'no-store')
  cancel(
    @TenantId() tenantId: string,
    @CurrentActing() { actor, principal }: Acting,
    @IdParam('id') id: string,
  ): Promise<OutboxDetail> {
    return this.outbox.cancel(tenantId, actor, principal, id);
  }
}
