import { type MessageCode, storedMessage, worded } from '@sitedesk/contract/messages';
import type {
  Webhook,
  WebhookAttempt,
  WebhookBody,
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEvent,
  WebhookEventType,
  WebhookKind,
  WebhookOffReason,
} from '@sitedesk/contract/webhooks';

/** A row of `webhook_target`. */
export interface TargetRow {
  readonly id: string;
  readonly name: string;
  readonly kind: WebhookKind;
  /** Encrypted. */
  readonly url: string;
  readonly shown: string;
  readonly events: readonly WebhookEvent[];
  readonly body: WebhookBody;
  readonly off_reason: WebhookOffReason | null;
  readonly off_at: Date | null;
  readonly secret: string | null;
  readonly old_secret: string | null;
  readonly old_secret_until: Date | null;
  readonly created_at: Date;
  readonly version: number;
  readonly last_success_at: Date | null;
  readonly failing_since: Date | null;
  readonly waiting: number;
}

/** Of a target with what waits for it; the tenant is `$1`. */
export const SELECT_TARGETS = `
SELECT t.*, (SELECT count(*)::int FROM webhook_delivery d
  WHERE d.tenant_id = t.tenant_id AND d.target_id = t.id AND d.state IN ('waiting', 'sending')) AS waiting
FROM webhook_target t WHERE t.tenant_id = $1`;

/** Where encrypted columns of a target are. */
export const placeOf = (column: 'url' | 'secret' | 'old_secret', id: string): string =>
  `webhook_target/${column}/${id}`;

/** @param now milliseconds since the epoch */
export const webhookOf = (row: TargetRow, now: number): Webhook => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  address: row.shown,
  events: row.events,
  body: row.body,
  enabled: row.off_reason === null,
  offReason: row.off_reason,
  offAt: row.off_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  lastSuccessAt: row.last_success_at?.toISOString() ?? null,
  failingSince: row.failing_since?.toISOString() ?? null,
  waiting: row.waiting,
  rotatingUntil:
    row.old_secret_until !== null && row.old_secret_until.getTime() > now
      ? row.old_secret_until.toISOString()
      : null,
  version: row.version,
});

/** A row of `webhook_delivery` with the type of its event. */
export interface DeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly type: WebhookEventType;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly error_code: MessageCode | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly next_attempt_at: Date;
}

/** Header `webhook-id`: the same for an event, wherever and however often it is sent. */
export const messageIdOf = (eventId: string): string => `msg_${eventId.replaceAll('-', '')}`;

export const deliveryOf = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  messageId: messageIdOf(row.event_id),
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  ...worded('error', row.error === null ? null : storedMessage(row.error, row.error_code)),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  nextAttemptAt: row.state === 'waiting' ? row.next_attempt_at.toISOString() : null,
});

/** A row of `webhook_attempt`. */
export interface AttemptRow {
  readonly at: Date;
  readonly status: number | null;
  readonly milliseconds: number;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly response: string;
  readonly error: string | null;
  readonly error_code: MessageCode | null;
}

export const attemptOf = (row: AttemptRow): WebhookAttempt => ({
  at: row.at.toISOString(),
  status: row.status,
  milliseconds: row.milliseconds,
  requestHeaders: row.request_headers,
  response: row.response,
  ...worded('error', row.error === null ? null : storedMessage(row.error, row.error_code)),
});
