import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { ContactDetails } from '@sitedesk/contract/inbox';
import { type MessageCode, worded } from '@sitedesk/contract/messages';
import type { OutboxState } from '@sitedesk/contract/outbox';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { DeliveryReadinessService } from '../../email/outbox/delivery-readiness.service.js';
import { EMAIL_TARGET } from '../../email/outbox/email-kind.js';
import { OUTBOX_STATE } from '../../email/outbox/outbox-state.js';
import { type ContactRow, SUMMARY_COLUMNS, toContactSummary } from './contact-rows.js';
import { type QueuedEmail, type RecordedAttempt, timelineOf } from './contact-timeline.js';
import type { ContactSubmission } from '../submissions/contact-submission.entity.js';

type DetailsRow = ContactRow &
  Pick<ContactSubmission, 'message' | 'clientAddress' | 'userAgent' | 'hostname' | 'errorCode'> & {
    readonly heldUntil: Date | null;
    /** All null when there is no email. */
    readonly state: OutboxState | null;
    readonly createdAt: Date | null;
    readonly nextAttemptAt: Date | null;
    readonly lastError: string | null;
    readonly lastErrorCode: MessageCode | null;
  };

const FIND = statement('contact_find')`
SELECT ${SUMMARY_COLUMNS}, s.message, s.client_address AS "clientAddress", s.user_agent AS "userAgent", s.hostname,
       ${OUTBOX_STATE} AS state, o.created_at AS "createdAt", o.next_attempt_at AS "nextAttemptAt", o.last_error AS "lastError",
       o.last_error_code AS "lastErrorCode", s.error_code AS "errorCode", p.held_until AS "heldUntil"
  FROM contact_submission s
  LEFT JOIN job o ON o.id = s.id AND o.tenant_id = s.tenant_id
  LEFT JOIN job_hold p ON p.tenant_id = s.tenant_id AND p.target = '${EMAIL_TARGET}'
 WHERE s.tenant_id = $1 AND s.id = $2`;

/** An email is tried some twenty times in its 72 hours, and may have been sent again by hand. */
const MOST_ATTEMPTS = 100;

const ATTEMPTS = statement('contact_deliveries')`
SELECT at, outcome, provider, detail, detail_code AS "detailCode", duration_ms AS "durationMs" FROM (
  SELECT * FROM delivery_attempt WHERE tenant_id = $1 AND job_id = $2 ORDER BY at DESC LIMIT ${MOST_ATTEMPTS}
) AS newest ORDER BY at`;

/** One message with all that is known of it. */
@Injectable()
export class ContactDetailsService {
  constructor(
    private readonly sql: Sql,
    private readonly readiness: DeliveryReadinessService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFoundException also for a message of another tenant */
  async find(tenantId: string, id: string): Promise<ContactDetails> {
    const [row] = await this.sql.run<DetailsRow>(FIND, [tenantId, id]);
    if (!row) throw new NotFoundException();
    const attempts = await this.sql.run<RecordedAttempt>(ATTEMPTS, [tenantId, id]);
    const resendProblem = await this.readiness.knownProblem(tenantId, this.clock.now());
    const { message, clientAddress, userAgent, hostname, error, errorCode } = row;
    return {
      ...toContactSummary(row),
      message,
      clientAddress,
      userAgent,
      hostname,
      problem: error,
      problemCode: errorCode,
      timeline: timelineOf({ ...row, outbox: queuedEmailOf(row), attempts }),
      ...worded('resendProblem', resendProblem),
    };
  }
}

function queuedEmailOf({
  state,
  createdAt,
  nextAttemptAt,
  lastError,
  lastErrorCode,
}: DetailsRow): QueuedEmail | undefined {
  if (state === null || createdAt === null || nextAttemptAt === null) return undefined;
  return { state, createdAt, nextAttemptAt, lastError, lastErrorCode };
}
