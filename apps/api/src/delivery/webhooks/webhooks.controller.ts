import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { ChangeWebhookDto, CreateWebhookDto, WebhookDeliveryListDto } from '@sitedesk/contract/webhooks.dto';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhooksService } from './webhooks.service.js';

/** Other people’s servers that are told what happens on the site. */
@Controller(`${EDITOR_PATH}/webhooks`)
@RequirePermission('webhooks.manage')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  /** List webhooks. There are at most ten. */
  @Get()
  list(@TenantId() tenantId: string) {
    return this.webhooks.list(tenantId);
  }

  /** Create a webhook. Its secret is in this answer, and never shown again. */
  @Post()
  @SendsEntityTag()
  @RecentSignIn()
  @Audited('webhook.create')
  create(@Context() context: CallerContext, @JsonBody() input: CreateWebhookDto) {
    return this.webhooks.create(context, input);
  }

  /** Get a webhook. */
  @Get(':id')
  @SendsEntityTag()
  get(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.webhooks.get(tenantId, id);
  }

  /** Change a webhook, or turn it on or off. What it missed while off isn’t sent later. */
  @Put(':id')
  @SendsEntityTag()
  @RecentSignIn()
  @Audited('webhook.change')
  change(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @ExpectedVersion() version: number,
    @JsonBody() input: ChangeWebhookDto,
  ) {
    return this.webhooks.change(context, id, version, input);
  }

  /** Delete a webhook with its log. */
  @Delete(':id')
  @Audited('webhook.delete')
  @HttpCode(204)
  async delete(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.webhooks.delete(context, id);
  }

  /** Replace the secret of a webhook. The one before signs as well for 24 hours. */
  @Action(':id/rotate')
  @SendsEntityTag()
  @RecentSignIn()
  @Audited('webhook.rotate')
  rotate(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.webhooks.rotate(context, id);
  }

  /** Send a test event to a webhook. It is tried once. */
  @Action(':id/test')
  @Audited('webhook.test')
  test(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.deliveries.test(context, id);
  }

  /** List deliveries of a webhook, the newest first. */
  @Get(':id/deliveries')
  listDeliveries(
    @TenantId() tenantId: string,
    @IdParam('id') id: string,
    @QueryInput() query: WebhookDeliveryListDto,
  ) {
    return this.deliveries.list(tenantId, id, query);
  }

  /** Get a delivery with its requests, and what was responded. */
  @Get(':id/deliveries/:delivery')
  getDelivery(
    @TenantId() tenantId: string,
    @IdParam('id') id: string,
    @IdParam('delivery') delivery: string,
  ) {
    return this.deliveries.get(tenantId, id, delivery);
  }

  /** Send a delivery again, with the same id. */
  @Action(':id/deliveries/:delivery/send')
  @Audited('webhook.send-again')
  sendAgain(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @IdParam('delivery') delivery: string,
  ) {
    return this.deliveries.sendAgain(context, id, delivery);
  }
}
