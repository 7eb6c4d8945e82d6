import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { ContactDetails, OutboxState } from '@sitedesk/contract';
import { CLOCK, type Clock } from '../common/clock.js';
import { type PreparedStatement, Sql } from '../database/sql.js';
import { DeliveryReadiness } from '../outbox/delivery-readiness.service.js';
import { type ContactRow, SUMMARY_COLUMNS, toContactSummary } from './contact-rows.js';
import { type QueuedMail, type RecordedAttempt, timelineOf } from './contact-timeline.js';

interface DetailsRow extends ContactRow {
  readonly message: string;
  readonly clientAddress: string;
  readonly userAgent: string | null;
  readonly hostname: string;
  readonly heldUntil: Date | null;
  /** All null when there is no mail. */
  readonly state: OutboxState | null;
  readonly createdAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly lastError: string | null;
}

const FIND: PreparedStatement = {
  name: 'contact_find',
  text: `
SELECT ${SUMMARY_COLUMNS}, s.message, s.client_address AS "clientAddress", s.user_agent AS "userAgent", s.hostname,
       o.state, o.created_at AS "createdAt", o.next_attempt_at AS "nextAttemptAt", o.last_error AS "lastError",
       p.held_until AS "heldUntil"
  FROM contact_submission s
  LEFT JOIN outbox_message o ON o.id = s.id AND o.tenant_id = s.tenant_id
  LEFT JOIN provider_state p ON p.tenant_id = s.tenant_id
 WHERE s.tenant_id = $1 AND s.id = $2`,
};

/** A mail is tried some twenty times in its 72 hours, and may have been sent again by hand. */
const MOST_ATTEMPTS = 100;

const ATTEMPTS: PreparedStatement = {
  name: 'contact_deliveries',
  text: `
SELECT at, outcome, provider, detail, duration_ms AS "durationMs" FROM (
  SELECT * FROM delivery_attempt WHERE tenant_id = $1 AND outbox_id = $2 ORDER BY at DESC LIMIT ${MOST_ATTEMPTS}
) AS newest ORDER BY at`,
};

/** One message with all that is known of it. */
@Injectable()
export class ContactFinder {
  constructor(
    private readonly sql: Sql,
    private readonly readiness: DeliveryReadiness,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFoundException also for a message of another tenant */
  async find(tenantId: string, id: string): Promise<ContactDetails> {
    const [row] = await this.sql.run<DetailsRow>(FIND, [tenantId, id]);
    if (!row) throw new NotFoundException();
    const attempts = await this.sql.run<RecordedAttempt>(ATTEMPTS, [tenantId, id]);
    const resendProblem = await this.readiness.knownProblem(tenantId, this.clock.now());
    const { message, clientAddress, userAgent, hostname, error } = row;
    return {
      ...toContactSummary(row),
      ...{ message, clientAddress, userAgent, hostname },
      problem: error,
      timeline: timelineOf({ ...row, outbox: mailOf(row), attempts }),
      resendProblem: resendProblem ?? null,
    };
  }
}

function mailOf({ state, createdAt, nextAttemptAt, lastError }: DetailsRow): QueuedMail | undefined {
  if (state === null || createdAt === null || nextAttemptAt === null) return undefined;
  return { state, createdAt, nextAttemptAt, lastError };
}
