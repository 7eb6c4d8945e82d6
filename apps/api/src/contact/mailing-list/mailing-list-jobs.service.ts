import type { MessageCode } from '@sitedesk/contract/messages';
import { Injectable } from '@nestjs/common';
import {
  MAILING_LIST_LIMITS,
  MAILING_LIST_TEXTS,
  type MailingListFailure,
  type MailingListPreview,
  type MailingListRetryReport,
} from '@sitedesk/contract/mailing-list';
import type { MailingListFailuresDto, MailingListSettingsDto } from '@sitedesk/contract/mailing-list.dto';
import { EntityManager } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ContactSubmission } from '../submissions/contact-submission.entity.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { JobStore } from '../../platform/jobs/job-store.js';
import { enrolment, toMember } from './mailing-list-rules.js';
import { checkedConsent } from './mailing-list-settings.js';
import { MAILING_LIST, MailingList } from './mailing-list.entity.js';
import { WrongState } from '../../platform/http/problem.js';
import type { JobRow } from '../../platform/jobs/job.entity.js';

interface FailureRow
  extends Pick<JobRow, 'id' | 'attempts'>, Pick<ContactSubmission, 'email' | 'name' | 'receivedAt'> {
  readonly reason: string | null;
  readonly reasonCode: MessageCode | null;
  readonly failedAt: Date;
  /** `failed_at` to the microsecond, for the cursor. */
  readonly failedMicros: string;
  readonly submissionId: string;
}

/** $1 tenant, $2 and $3 the cursor, $4 rows. */
const FAILURES = statement('mailing_list_failures')`
SELECT j.id, j.attempts, j.last_error AS reason, j.last_error_code AS "reasonCode", j.finished_at AS "failedAt",
       (extract(epoch FROM j.finished_at) * 1000000)::bigint AS "failedMicros",
       s.id AS "submissionId", s.email, s.name, s.received_at AS "receivedAt"
FROM job j JOIN contact_submission s ON s.id = j.subject_id AND s.tenant_id = j.tenant_id
WHERE j.tenant_id = $1 AND j.kind = '${MAILING_LIST}' AND j.state = 'dead'
  AND ($2::bigint IS NULL
       OR (j.finished_at, j.id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid))
ORDER BY j.finished_at DESC, j.id DESC LIMIT $4`;

/** The contacts of a tenant that wait or were refused, and what would become of others. */
@Injectable()
export class MailingListJobsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly sql: Sql,
    private readonly store: JobStore,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Those that the service refused, the newest first. */
  async failures(tenantId: string, query: MailingListFailuresDto): Promise<Page<MailingListFailure>> {
    const limit = Number(query.limit ?? MAILING_LIST_LIMITS.failuresPage);
    const [at, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, ['number', 'id']);
    const rows = await this.sql.run<FailureRow>(FAILURES, [tenantId, at, id, limit + 1]);
    return pageOf(rows, limit, toFailure, (row) => [Number(row.failedMicros), row.id]);
  }

  /** Takes one refused contact, or all, back into the queue. Resolves to how many. @throws WrongState */
  async retry(context: RequestContext, id: string | undefined): Promise<MailingListRetryReport> {
    const { tenantId } = context;
    return this.manager.transaction(async (manager) => {
      if (!(await manager.existsBy(MailingList, { tenantId })))
        throw new WrongState(MAILING_LIST_TEXTS.notConnected);
      const chosen = { id: id ?? null, most: MAILING_LIST_LIMITS.retry };
      const retried = (await this.store.retry(manager, tenantId, MAILING_LIST, chosen)).length;
      const target = { kind: 'mailing-list', id: tenantId };
      const event: AuditEvent = { action: 'mailing-list.retry', target, after: { retried } };
      await this.auditLog.record(context, event, manager);
      return { retried };
    });
  }

  /** What the settings would have made of the newest messages. Nothing is written and nobody is asked. */
  async preview(tenantId: string, input: MailingListSettingsDto): Promise<MailingListPreview> {
    const consent = checkedConsent(input.consent);
    const messages = await this.manager.find(ContactSubmission, {
      where: { tenantId },
      order: { receivedAt: 'DESC', id: 'DESC' },
      take: MAILING_LIST_LIMITS.previewMessages,
      select: { id: true, name: true, email: true, page: true, hostname: true, receivedAt: true },
    });
    const members = messages.flatMap((message) => {
      const found = enrolment(consent, message.page);
      return found ? [toMember(message, input.mapping, found)] : [];
    });
    const contacts = new Map(members.toReversed().map((member) => [member.email.toLowerCase(), member]));
    return {
      messages: messages.length,
      qualifying: members.length,
      contacts: contacts.size,
      samples: [...contacts.values()]
        .toReversed()
        .slice(0, MAILING_LIST_LIMITS.previewSamples)
        .map(({ email, statusIfNew, fields }) => ({ email, status: statusIfNew, fields })),
    };
  }
}

const toFailure = ({ id, submissionId, attempts, email, name, ...row }: FailureRow): MailingListFailure => ({
  id,
  submissionId,
  attempts,
  email,
  name,
  reason: row.reason,
  reasonCode: row.reasonCode,
  receivedAt: row.receivedAt.toISOString(),
  failedAt: row.failedAt.toISOString(),
});
