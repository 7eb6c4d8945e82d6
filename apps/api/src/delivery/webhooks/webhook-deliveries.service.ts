import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  WEBHOOK_TEXTS as TEXTS,
} from '@sitedesk/contract/webhooks';
import type { WebhookDeliveryListDto } from '@sitedesk/contract/webhooks.dto';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { CHANNELS } from '../../platform/database/database-changes.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { type AttemptRow, attemptOf, deliveryOf, type DeliveryRow } from './webhook-rows.js';
import { WebhooksService } from './webhooks.service.js';

const COLUMNS = `d.id, d.event_id, e.type, d.state, d.attempts, d.status, d.error, d.error_code, d.created_at, d.finished_at, d.next_attempt_at
FROM webhook_delivery d JOIN webhook_event e ON e.tenant_id = d.tenant_id AND e.id = d.event_id
WHERE d.tenant_id = $1 AND d.target_id = $2`;

const LIST = (byState: boolean): string => `
SELECT ${COLUMNS} AND ($3::timestamptz IS NULL OR (d.created_at, d.id) < ($3, $4::uuid)) ${byState ? 'AND d.state = $6' : ''}
ORDER BY d.created_at DESC, d.id DESC LIMIT $5`;

/** The newest of a delivery that was sent again and again. */
const LOG = `
SELECT at, status, milliseconds, request_headers, response, error, error_code FROM webhook_attempt
WHERE tenant_id = $1 AND delivery_id = $2 ORDER BY at DESC, id DESC LIMIT 50`;

/** What waits for its retry goes on afterwards as it would have; anything else is tried this once. */
const SEND_AGAIN = `
UPDATE webhook_delivery SET manual = state <> 'waiting', state = 'waiting', next_attempt_at = now(), finished_at = NULL
WHERE tenant_id = $1 AND id = $2`;

const COUNT = `
INSERT INTO webhook_counter AS c (tenant_id, last) VALUES ($1, 1)
ON CONFLICT (tenant_id) DO UPDATE SET last = c.last + 1 RETURNING last`;

/** What was sent to a target, and what it responded. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly webhooks: WebhooksService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Newest first. @throws NotFoundException, ValidationProblem */
  async list(
    tenantId: string,
    target: string,
    { limit, cursor, state }: WebhookDeliveryListDto,
  ): Promise<Page<WebhookDelivery>> {
    await this.webhooks.require(this.manager, tenantId, target);
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const [at, id] = cursor === undefined ? [null, null] : decodeCursor(cursor, ['instant', 'id']);
    const rows: DeliveryRow[] = await this.manager.query(LIST(state !== undefined), [
      tenantId,
      target,
      at === null ? null : new Date(Number(at)),
      id,
      size + 1,
      ...(state === undefined ? [] : [state]),
    ]);
    return pageOf(rows, size, deliveryOf, (row) => [row.created_at.getTime(), row.id]);
  }

  /** @throws NotFoundException */
  async get(tenantId: string, target: string, id: string): Promise<WebhookDeliveryDetails> {
    const row = await requireDelivery(this.manager, tenantId, target, id);
    const log: AttemptRow[] = await this.manager.query(LOG, [tenantId, id]);
    return { ...deliveryOf(row), log: log.map(attemptOf) };
  }

  /** The same message with the same id, at the time of now. @throws NotFoundException, WrongState while it is sent */
  async sendAgain(context: CallerContext, target: string, id: string): Promise<WebhookDelivery> {
    const { tenantId } = context;
    return this.manager.transaction(async (manager) => {
      const { name } = await this.webhooks.require(manager, tenantId, target);
      const row = await requireDelivery(manager, tenantId, target, id, true);
      if (row.state === 'sending') throw new WrongState(TEXTS.underWay);
      await manager.query(SEND_AGAIN, [tenantId, id]);
      await begin(manager, tenantId, target);
      const after = await requireDelivery(manager, tenantId, target, id);
      const event = {
        action: 'webhook.send-again',
        target: { kind: 'webhook', id: target },
        after: { name, delivery: id, type: row.type },
      } as const;
      await this.auditLog.record(context, event, manager);
      return deliveryOf(after);
    });
  }

  /** Sends a `webhook.test` to one target, also to one that is off. It is tried once. @throws NotFoundException */
  async test(context: CallerContext, target: string): Promise<WebhookDelivery> {
    const { tenantId } = context;
    const [eventId, id, now] = [newId(), newId(), new Date(this.clock.now())];
    return this.manager.transaction(async (manager) => {
      const { name } = await this.webhooks.require(manager, tenantId, target);
      const [counter]: { last: string }[] = await manager.query(COUNT, [tenantId]);
      await manager.query(
        `INSERT INTO webhook_event (tenant_id, id, type, data, sequence, created_at) VALUES ($1, $2, 'webhook.test', '{}', $3, $4)`,
        [tenantId, eventId, counter?.last, now],
      );
      await manager.query(
        `INSERT INTO webhook_delivery (tenant_id, id, target_id, event_id, state, manual, next_attempt_at, created_at)
         VALUES ($1, $2, $3, $4, 'waiting', true, now(), $5)`,
        [tenantId, id, target, eventId, now],
      );
      await begin(manager, tenantId, target);
      const row = await requireDelivery(manager, tenantId, target, id);
      const event = {
        action: 'webhook.test',
        target: { kind: 'webhook', id: target },
        after: { name },
      } as const;
      await this.auditLog.record(context, event, manager);
      return deliveryOf(row);
    });
  }
}

/** A person doesn’t wait for the end of a hold. */
async function begin(manager: EntityManager, tenantId: string, target: string): Promise<void> {
  await manager.query('UPDATE webhook_target SET held_until = NULL WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    target,
  ]);
  await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.jobs, '']);
}

async function requireDelivery(
  manager: EntityManager,
  tenantId: string,
  target: string,
  id: string,
  lock = false,
): Promise<DeliveryRow> {
  const [row]: DeliveryRow[] = await manager.query(
    `SELECT ${COLUMNS} AND d.id = $3 ${lock ? 'FOR UPDATE OF d' : ''}`,
    [tenantId, target, id],
  );
  if (!row) throw new NotFoundException();
  return row;
}
