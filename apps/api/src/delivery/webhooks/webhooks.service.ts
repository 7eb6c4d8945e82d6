import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { AuditAction } from '@sitedesk/contract/audit';
import { storedCode } from '@sitedesk/contract/messages';
import {
  type Webhook,
  type WebhookKind,
  WEBHOOK_LIMITS as LIMITS,
  type WebhookList,
  WEBHOOK_TEXTS as TEXTS,
  type WebhookWithSecret,
} from '@sitedesk/contract/webhooks';
import type { ChangeWebhookDto, CreateWebhookDto } from '@sitedesk/contract/webhooks.dto';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { SteeringService } from '../../platform/settings/steering.service.js';
import { placeOf, SELECT_TARGETS, type TargetRow, webhookOf } from './webhook-rows.js';
import { newSecret } from './webhook-secret.js';
import { END_WAITING } from './webhook-sender.service.js';

const INSERT = `
INSERT INTO webhook_target (tenant_id, id, name, kind, url, shown, events, body, off_reason, off_at, secret, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $9::text IS NOT NULL THEN now() END, $10, $11)`;

/** Who is turned on again starts afresh: neither what failed before nor a hold counts. */
const UPDATE = `
UPDATE webhook_target SET name = $3, url = $4, shown = $5, events = $6, body = $7, version = version + 1,
  off_at = CASE WHEN $8::text IS NULL THEN NULL ELSE coalesce(off_at, now()) END, off_reason = $8,
  failing_since = CASE WHEN $9::boolean THEN NULL ELSE failing_since END, failures = CASE WHEN $9::boolean THEN 0 ELSE failures END,
  held_until = CASE WHEN $9::boolean THEN NULL ELSE held_until END
WHERE tenant_id = $1 AND id = $2`;

/** The places of a site that hears what happens on it: at most ten. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly manager: EntityManager,
    private readonly personalData: PersonalDataService,
    private readonly steering: SteeringService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** All of them, by name. */
  async list(tenantId: string): Promise<WebhookList> {
    const rows: TargetRow[] = await this.manager.query(`${SELECT_TARGETS} ORDER BY t.name, t.id`, [tenantId]);
    return { items: rows.map((row) => this.view(row)) };
  }

  /** @throws NotFoundException */
  async get(tenantId: string, id: string): Promise<Versioned<Webhook>> {
    const row = await this.require(this.manager, tenantId, id);
    return new Versioned(this.view(row), row.version);
  }

  /** The answer has the secret, which is never shown again. @throws ValidationProblem, WrongState when there are too many */
  async create(context: CallerContext, input: CreateWebhookDto): Promise<Versioned<WebhookWithSecret>> {
    const { tenantId } = context;
    this.requireSteering(context, input.body === 'full');
    const [id, secret] = [newId(), input.kind === 'standard' ? newSecret() : null];
    const url = await this.personalData.encrypt(tenantId, placeOf('url', id), requireUrl(input.url));
    const sealed =
      secret === null ? null : await this.personalData.encrypt(tenantId, placeOf('secret', id), secret);
    const row = await this.manager.transaction(async (manager) => {
      // One after the other, so that they are counted.
      await manager.query('SELECT FROM tenant WHERE id = $1 FOR NO KEY UPDATE', [tenantId]);
      const [count]: { count: number }[] = await manager.query(
        'SELECT count(*)::int AS count FROM webhook_target WHERE tenant_id = $1',
        [tenantId],
      );
      if ((count?.count ?? 0) >= LIMITS.targets) throw new WrongState(TEXTS.tooMany({ max: LIMITS.targets }));
      const columns = [input.name, input.kind, url, shownOf(input.kind, input.url), input.events, input.body];
      const off = input.enabled ? null : 'person';
      await manager.query(INSERT, [tenantId, id, ...columns, off, sealed, new Date(this.clock.now())]);
      const added = await this.require(manager, tenantId, id);
      await this.changed(manager, context, 'webhook.create', { after: added, isAnnounced: true });
      return added;
    });
    return new Versioned({ ...this.view(row), secret }, row.version);
  }

  /** @throws NotFoundException, VersionConflict, ValidationProblem, and what SteeringService throws */
  async change(
    context: CallerContext,
    id: string,
    version: number,
    input: ChangeWebhookDto,
  ): Promise<Versioned<Webhook>> {
    const { tenantId } = context;
    const newUrl = input.url ?? null;
    const sealed =
      newUrl === null
        ? null
        : await this.personalData.encrypt(tenantId, placeOf('url', id), requireUrl(newUrl));
    const row = await this.manager.transaction(async (manager) => {
      const before = await this.require(manager, tenantId, id, true);
      if (before.version !== version) throw new VersionConflict();
      // Also when it is full already: another URL, another event or turning it on has messages sent.
      const isMoved = newUrl !== null || before.body !== 'full';
      this.requireSteering(context, input.body === 'full' && (input.enabled || isMoved));
      const shown = newUrl === null ? before.shown : shownOf(before.kind, newUrl);
      const off = input.enabled ? null : (before.off_reason ?? 'person');
      const startsAfresh = input.enabled && (before.off_reason !== null || sealed !== null);
      const columns = [input.name, sealed ?? before.url, shown, input.events, input.body, off, startsAfresh];
      await manager.query(UPDATE, [tenantId, id, ...columns]);
      if (off !== null && before.off_reason === null) {
        const { text } = TEXTS.targetOff;
        await manager.query(END_WAITING, [tenantId, id, text, storedCode(TEXTS.targetOff)]);
      }
      const after = await this.require(manager, tenantId, id);
      const isAnnounced = sealed !== null || (after.body === 'full' && before.body !== 'full');
      await this.changed(manager, context, 'webhook.change', { before, after, isAnnounced });
      return after;
    });
    return new Versioned(this.view(row), row.version);
  }

  /** With all that waits for it, and its log. @throws NotFoundException */
  async delete(context: CallerContext, id: string): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const before = await this.require(manager, tenantId, id, true);
      await manager.query('DELETE FROM webhook_target WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
      await this.changed(manager, context, 'webhook.delete', { before, isAnnounced: false });
    });
  }

  /**
   * A new secret. The one before signs as well for a day, so that a receiver can change over at its leisure; one that was still
   * valid from an earlier rotation ends.
   * @throws NotFoundException, WrongState for a kind without a secret
   */
  async rotate(context: CallerContext, id: string): Promise<Versioned<WebhookWithSecret>> {
    const { tenantId } = context;
    const secret = newSecret();
    const sealed = await this.personalData.encrypt(tenantId, placeOf('secret', id), secret);
    const row = await this.manager.transaction(async (manager) => {
      const before = await this.require(manager, tenantId, id, true);
      if (before.secret === null) throw new WrongState(TEXTS.noSecret);
      const old = await this.personalData.decrypt(tenantId, placeOf('secret', id), before.secret);
      const oldSealed = await this.personalData.encrypt(tenantId, placeOf('old_secret', id), old);
      const until = new Date(this.clock.now() + LIMITS.overlapHours * 3_600_000);
      await manager.query(
        'UPDATE webhook_target SET secret = $3, old_secret = $4, old_secret_until = $5, version = version + 1 WHERE tenant_id = $1 AND id = $2',
        [tenantId, id, sealed, oldSealed, until],
      );
      const after = await this.require(manager, tenantId, id);
      await this.changed(manager, context, 'webhook.rotate', { after, isAnnounced: true });
      return after;
    });
    return new Versioned({ ...this.view(row), secret }, row.version);
  }

  /** @throws NotFoundException */
  async require(manager: EntityManager, tenantId: string, id: string, lock = false): Promise<TargetRow> {
    const [row]: TargetRow[] = await manager.query(
      `${SELECT_TARGETS} AND t.id = $2 ${lock ? 'FOR NO KEY UPDATE OF t' : ''}`,
      [tenantId, id],
    );
    if (!row) throw new NotFoundException();
    return row;
  }

  /** Anyone who has messages sent elsewhere holds the permission to read them. */
  private requireSteering(context: CallerContext, sendsMessages: boolean): void {
    this.steering.require(context, 'webhooks');
    if (sendsMessages) this.steering.require(context, 'messages');
  }

  private async changed(
    manager: EntityManager,
    context: CallerContext,
    action: AuditAction,
    {
      before,
      after,
      isAnnounced,
    }: { readonly before?: TargetRow; readonly after?: TargetRow; readonly isAnnounced: boolean },
  ): Promise<void> {
    const row = after ?? before;
    if (!row) throw new Error('Nothing was changed.');
    if (isAnnounced)
      await this.steering.changed(manager, {
        context,
        steering: 'webhooks',
        what: { en: `Webhook “${row.name}”`, de: `Webhook „${row.name}“` },
      });
    const event = {
      action,
      target: { kind: 'webhook', id: row.id },
      ...(before ? { before: auditedOf(before) } : {}),
      ...(after ? { after: auditedOf(after) } : {}),
    };
    await this.auditLog.record(context, event, manager);
  }

  private view(row: TargetRow): Webhook {
    return webhookOf(row, this.clock.now());
  }
}

const auditedOf = ({ name, kind, shown, events, body, off_reason: off }: TargetRow) => ({
  name,
  kind,
  address: shown,
  events,
  body,
  enabled: off === null,
});

/** @throws ValidationProblem; whether https is needed depends on where it leads, and shows when something is sent */
function requireUrl(url: string): string {
  const { protocol, hash } = new URL(url);
  if (hash !== '' || !['https:', 'http:'].includes(protocol))
    throw ValidationProblem.at('url', TEXTS.address);
  return url;
}

/** What of it may be seen again: of a channel’s address everything behind the host is a secret. */
function shownOf(kind: WebhookKind, url: string): string {
  const { origin, pathname } = new URL(url);
  return kind === 'standard' ? origin + pathname : origin;
}
