import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type Message, storedCode } from '@sitedesk/contract/messages';
import {
  type WebhookBody,
  type WebhookKind,
  WEBHOOK_LIMITS as LIMITS,
  type WebhookOffReason,
  WEBHOOK_TEXTS as TEXTS,
} from '@sitedesk/contract/webhooks';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { EntityManager } from 'typeorm';
import { AccountEmailService } from '../../people/account-emails/account-email.service.js';
import { SteeringNoticesService } from '../../people/links/steering-notices.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { SecretUnreadableError } from '../../platform/crypto/key-ring.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { foreignWords, slackFault } from './foreign-words.js';
import { retryAfterOf, retryInSeconds } from './retry-table.js';
import { WebhookHappeningsService } from './webhook-happenings.service.js';
import { slackBody, standardBody, teamsBody } from './webhook-message.js';
import { type ClaimedDelivery, SLOW_MS, WebhookQueueService } from './webhook-queue.service.js';
import { messageIdOf, placeOf } from './webhook-rows.js';
import { signaturesOf } from './webhook-secret.js';

const TIME_LIMIT_MS = 15_000;
/** After an answer has come its text may take so long. */
const TEXT_MS = 2_000;
const MAX_BYTES = 64 * 1024;
/** Deliveries that one worker has under way. */
const MOST = 64;
const RECLAIM_MS = 10_000;
const DRAIN_MS = 15_000;

/** What is done with an attempt that is not a success. */
interface Fault {
  readonly message: Message;
  /** The address is gone for good. */
  readonly isGone?: boolean;
  readonly retryAfter?: number;
}

interface Outcome {
  readonly status: number | null;
  readonly milliseconds: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly response: string;
  readonly fault: Fault | undefined;
}

interface SendingTarget {
  readonly name: string;
  readonly kind: WebhookKind;
  readonly body: WebhookBody;
  readonly url: string;
  readonly secret: string | null;
  readonly old_secret: string | null;
  readonly old_secret_until: Date | null;
  readonly off_reason: WebhookOffReason | null;
}

const TARGET = `SELECT name, kind, body, url, secret, old_secret, old_secret_until, off_reason FROM webhook_target WHERE tenant_id = $1 AND id = $2`;

/** Seconds for which nothing more is sent to a target: what it asked for; its pace; and ever longer when it fails again and again. */
const TARGET_WORKED = `
UPDATE webhook_target SET last_success_at = now(), failing_since = NULL, failures = 0,
  held_until = now() + CASE kind WHEN 'slack' THEN interval '1 second' WHEN 'teams' THEN interval '0.25 seconds' END
WHERE tenant_id = $1 AND id = $2 RETURNING off_reason`;
const TARGET_FAILED = `
UPDATE webhook_target SET failing_since = coalesce(failing_since, now()), failures = failures + 1,
  held_until = now() + make_interval(secs => greatest($3::float8, CASE kind WHEN 'standard' THEN 0 ELSE 1 END,
    CASE WHEN failures < 4 THEN 0 ELSE least(600, 30 * power(2, least(failures - 4, 10))) END)),
  off_reason = CASE WHEN off_reason IS NULL AND failing_since < now() - interval '${LIMITS.failingDays} days' THEN 'failing' ELSE off_reason END,
  off_at = CASE WHEN off_reason IS NULL AND failing_since < now() - interval '${LIMITS.failingDays} days' THEN now() ELSE off_at END
WHERE tenant_id = $1 AND id = $2 RETURNING off_reason, off_at = now() AS ended`;
const TARGET_GONE = `
UPDATE webhook_target SET failing_since = coalesce(failing_since, now()), failures = failures + 1,
  off_reason = coalesce(off_reason, 'gone'), off_at = coalesce(off_at, now())
WHERE tenant_id = $1 AND id = $2 RETURNING off_reason, off_at = now() AS ended`;

/** What waited for a target that is off. `$3` is the reason, `$4` its code. */
export const END_WAITING = `
UPDATE webhook_delivery SET state = 'failed', finished_at = now(), error = $3, error_code = $4::jsonb
WHERE tenant_id = $1 AND target_id = $2 AND state = 'waiting'`;

/** One that was taken, or added, while its target went off. */
const END_ONE = `
UPDATE webhook_delivery SET state = 'failed', finished_at = now(), error = $3, error_code = $4::jsonb, lease_owner = NULL
WHERE tenant_id = $1 AND id = $2`;

const SETTLE = `
UPDATE webhook_delivery SET state = $3, status = $4, error = $5, error_code = $6::jsonb, lease_owner = NULL,
  next_attempt_at = now() + make_interval(secs => $7::float8), finished_at = CASE WHEN $3 = 'waiting' THEN NULL ELSE now() END
WHERE tenant_id = $1 AND id = $2`;

const LOG_ATTEMPT = `
INSERT INTO webhook_attempt (tenant_id, id, delivery_id, at, status, milliseconds, request_headers, response, error, error_code)
SELECT $1, $2, $3, date_trunc('milliseconds', now()), $4, $5, $6::jsonb, $7, $8, $9::jsonb
WHERE EXISTS (SELECT FROM webhook_delivery WHERE tenant_id = $1 AND id = $3)`;

/** Sends what waits: signed, at the times of the table, a few at a time; a slow target keeps none but itself waiting. */
@Injectable()
export class WebhookSenderService implements BeforeApplicationShutdown {
  private readonly underWay = new Set<Promise<void>>();
  private reclaimedAt = 0;

  constructor(
    private readonly queue: WebhookQueueService,
    private readonly happenings: WebhookHappeningsService,
    private readonly manager: EntityManager,
    private readonly personalData: PersonalDataService,
    private readonly outbound: OutboundService,
    private readonly notices: SteeringNoticesService,
    private readonly emails: AccountEmailService,
    private readonly jobs: JobsService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {
    jobs.addQueue('webhooks', () => this.work());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.race([Promise.allSettled(this.underWay), sleep(DRAIN_MS, undefined, { ref: false })]);
  }

  private async work(): Promise<boolean> {
    const now = performance.now();
    if (now - this.reclaimedAt > RECLAIM_MS || this.reclaimedAt === 0) {
      this.reclaimedAt = now;
      await this.queue.reclaim(this.jobs.workerId);
    }
    const isMore = await this.queue.spread();
    const room = MOST - this.underWay.size;
    if (room <= 0) return false;
    const claimed = await this.queue.claim(this.jobs.workerId, room);
    for (const delivery of claimed) this.begin(delivery);
    return isMore || claimed.length > 0;
  }

  /** Never rejects: an outcome that can't be recorded leads to another attempt, when the lease has ended. */
  private begin(delivery: ClaimedDelivery): void {
    // Its place is free then, which nothing else says.
    const slow = setTimeout(() => this.jobs.wake(), SLOW_MS);
    const attempt = this.deliver(delivery)
      .catch((error: unknown) => {
        const { tenantId, id: deliveryId } = delivery;
        this.log.error({ event: 'webhooks.error', tenantId, deliveryId, err: error });
      })
      .finally(() => {
        clearTimeout(slow);
        this.underWay.delete(attempt);
        this.jobs.wake();
      });
    this.underWay.add(attempt);
  }

  private async deliver(delivery: ClaimedDelivery): Promise<void> {
    const { tenantId, targetId, id, manual } = delivery;
    const [target]: SendingTarget[] = await this.manager.query(TARGET, [tenantId, targetId]);
    if (!target) return; // deleted, and its deliveries with it
    // What someone asked for is sent to a target that is off too: that is how they find out whether it's there again.
    if (target.off_reason !== null && !manual) {
      const off = [TEXTS.targetOff.text, storedCode(TEXTS.targetOff)];
      await this.manager.query(END_ONE, [tenantId, id, ...off]);
      return;
    }
    await this.record(delivery, target, await this.attempt(delivery, target));
  }

  private async attempt(delivery: ClaimedDelivery, target: SendingTarget): Promise<Outcome> {
    const started = performance.now();
    const taken = (): number => Math.round(performance.now() - started);
    let requestHeaders: Readonly<Record<string, string>> = {};
    try {
      const { tenantId, targetId } = delivery;
      const url = await this.personalData.decrypt(tenantId, placeOf('url', targetId), target.url);
      const happening = await this.happenings.of(delivery, target.body);
      const body = BODIES[target.kind](happening, target.body);
      const headers = await this.headersOf(delivery, target, body);
      requestHeaders = shownHeaders(headers);
      const answer = await this.outbound.open({
        url,
        guarded: true,
        method: 'POST',
        headers,
        body,
        limits: { totalMs: TIME_LIMIT_MS, maxBytes: MAX_BYTES },
      });
      const response = await beginning(answer.body);
      const { status } = answer;
      const retryAfter = retryAfterOf(answer.headers['retry-after'], this.clock.now());
      const fault = faultOf(target.kind, status, response, retryAfter);
      return { status, milliseconds: taken(), requestHeaders, response, fault };
    } catch (error) {
      const none = { status: null, milliseconds: taken(), requestHeaders, response: '' };
      if (error instanceof OutboundError) return { ...none, fault: { message: error.fault } };
      if (error instanceof SecretUnreadableError) return { ...none, fault: { message: TEXTS.unreadable } };
      throw error;
    }
  }

  private async headersOf(
    { tenantId, targetId, eventId }: ClaimedDelivery,
    { kind, secret, old_secret: oldSecret, old_secret_until: until }: SendingTarget,
    body: string,
  ): Promise<Readonly<Record<string, string>>> {
    const headers = { 'content-type': 'application/json' };
    if (kind !== 'standard' || secret === null) return headers;
    const now = this.clock.now();
    const secrets = [await this.personalData.decrypt(tenantId, placeOf('secret', targetId), secret)];
    if (oldSecret !== null && until !== null && until.getTime() > now)
      secrets.push(await this.personalData.decrypt(tenantId, placeOf('old_secret', targetId), oldSecret));
    const signed = { id: messageIdOf(eventId), timestamp: Math.floor(now / 1_000), body };
    return {
      ...headers,
      'webhook-id': signed.id,
      'webhook-timestamp': String(signed.timestamp),
      'webhook-signature': signaturesOf(signed, secrets),
    };
  }

  private async record(delivery: ClaimedDelivery, target: SendingTarget, outcome: Outcome): Promise<void> {
    const { tenantId, targetId, id, attempts, manual } = delivery;
    const { status, fault } = outcome;
    const off = await this.manager.transaction(async (manager) => {
      const { offReason, ended } = await noteTarget(manager, delivery, fault);
      const mayRetry = fault !== undefined && !manual && offReason === null;
      const wait = mayRetry ? retryInSeconds(attempts, fault.retryAfter) : undefined;
      const state = fault === undefined ? 'delivered' : wait === undefined ? 'failed' : 'waiting';
      const error = [fault?.message.text ?? null, storedCode(fault?.message)] as const;
      await manager.query(SETTLE, [tenantId, id, state, status, ...error, wait ?? 0]);
      const { milliseconds, requestHeaders, response } = outcome;
      const seen = [status, milliseconds, JSON.stringify(requestHeaders), response];
      await manager.query(LOG_ATTEMPT, [tenantId, newId(), id, ...seen, ...error]);
      if (!ended) return undefined;
      await manager.query(END_WAITING, [
        tenantId,
        targetId,
        TEXTS.targetOff.text,
        storedCode(TEXTS.targetOff),
      ]);
      const { name } = target;
      // The administration says in its own words why.
      const detail = { en: fault ? `${name}: ${fault.message.text}` : name, de: name };
      await this.notices.tellAdministrators(manager, tenantId, { kind: 'webhook-off', detail });
      return offReason;
    });
    if (off === undefined) return;
    this.log.warn({ event: 'webhooks.off', tenantId, targetId, reason: off });
    this.emails.wake();
  }
}

const BODIES = { standard: standardBody, slack: slackBody, teams: teamsBody } as const;

/** Of a target after an attempt. `ended`: it went off just now. A person’s test of a target that fails says nothing about three days. */
async function noteTarget(
  manager: EntityManager,
  { tenantId, targetId, manual }: ClaimedDelivery,
  fault: Fault | undefined,
): Promise<{ readonly offReason: WebhookOffReason | null; readonly ended: boolean }> {
  type Rows = readonly [readonly { off_reason: WebhookOffReason | null; ended?: boolean }[], number];
  const ids = [tenantId, targetId];
  if (manual && fault && !fault.isGone) return { offReason: null, ended: false };
  const [[row]]: Rows = await (fault === undefined
    ? manager.query(TARGET_WORKED, ids)
    : fault.isGone
      ? manager.query(TARGET_GONE, ids)
      : manager.query(TARGET_FAILED, [...ids, fault.retryAfter ?? 0]));
  return { offReason: row?.off_reason ?? null, ended: row?.ended === true };
}

function faultOf(kind: WebhookKind, status: number, response: string, retryAfter: number): Fault | undefined {
  if (status >= 200 && status < 300) return undefined;
  const isGone = status === 410;
  if (kind === 'slack') return { message: slackFault(response, status), isGone, retryAfter };
  if (isGone) return { message: TEXTS.gone, isGone };
  if (status >= 300 && status < 400) return { message: TEXTS.redirected({ status }) };
  return { message: TEXTS.status({ status }), retryAfter };
}

/** As the log shows them: with a signature, someone could send the same again. */
function shownHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return 'webhook-signature' in headers ? { ...headers, 'webhook-signature': 'v1,…' } : headers;
}

/** The first octets of an answer, as text that can be stored; what comes late, or breaks off, isn't waited for. */
async function beginning(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  const late = setTimeout(() => body.destroy(), TEXT_MS);
  try {
    for await (const chunk of body) {
      chunks.push(Buffer.from(chunk as Uint8Array)); // no encoding is set: octets
      if (chunks.reduce((sum, { length }) => sum + length, 0) >= LIMITS.response) break;
    }
  } catch {
    // What there is of it will do.
  } finally {
    clearTimeout(late);
    body.destroy();
  }
  return foreignWords(Buffer.concat(chunks).subarray(0, LIMITS.response));
}
