import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  MAILING_LIST_LIMITS,
  type MailingListFailure,
  type MailingListPreview,
  type MailingListRetryReport,
} from '@sitedesk/contract';
import type { MailingListFailuresDto, MailingListSettingsDto } from '@sitedesk/contract/dto';
import { type EntityManager, Repository } from 'typeorm';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { decodeCursor, type Page, pageOf } from '../common/keyset.js';
import { ContactSubmission } from '../contact/contact-submission.entity.js';
import { unavailableAware } from '../database/sql.js';
import { MailingListJob } from './mailing-list-job.entity.js';
import { MailingListNotReady } from './mailing-list-refusals.js';
import { enrolment, toMember } from './mailing-list-rules.js';
import { checkedConsent } from './mailing-list-settings.js';
import type { JobCounts } from './mailing-list-view.js';
import { MailingList } from './mailing-list.entity.js';

/** The contacts of a tenant that wait or were refused, and what would become of others. */
@Injectable()
export class MailingListJobs {
  constructor(
    @InjectRepository(MailingListJob) private readonly jobs: Repository<MailingListJob>,
    private readonly auditLog: AuditLog,
  ) {}

  /** Those that the service refused, the newest first. */
  async failures(tenantId: string, query: MailingListFailuresDto): Promise<Page<MailingListFailure>> {
    const limit = Number(query.limit ?? MAILING_LIST_LIMITS.failuresPage);
    const list = this.jobs
      .createQueryBuilder('j')
      .innerJoinAndSelect('j.submission', 's')
      .where(`j.tenant_id = :tenantId AND s.tenant_id = :tenantId AND j.state = 'dead'`, { tenantId })
      .orderBy('j.failed_at', 'DESC')
      .addOrderBy('j.id', 'DESC')
      .limit(limit + 1);
    if (query.cursor !== undefined) {
      const [at, id] = decodeCursor(query.cursor, ['number', 'id']);
      list.andWhere('(j.failed_at, j.id) < (:at, :id)', { at: new Date(Number(at)), id });
    }
    const rows = await unavailableAware(() => list.getMany());
    return pageOf(rows, limit, toFailure, (row) => [row.failedAt?.getTime() ?? 0, row.id]);
  }

  /** Takes one refused contact, or all, back into the queue. Resolves to how many. @throws MailingListNotReady */
  async retry(tenantId: string, actor: Actor, id: string | undefined): Promise<MailingListRetryReport> {
    return unavailableAware(() =>
      this.jobs.manager.transaction(async (manager) => {
        if (!(await manager.existsBy(MailingList, { tenantId }))) throw new MailingListNotReady();
        const rows: readonly { readonly id: string }[] = await manager.query(
          `WITH chosen AS (
             SELECT id FROM mailing_list_job WHERE tenant_id = $1 AND state = 'dead' AND ($2::uuid IS NULL OR id = $2::uuid)
              ORDER BY failed_at, id LIMIT ${MAILING_LIST_LIMITS.retry} FOR UPDATE
           ), again AS (
             UPDATE mailing_list_job j SET state = 'queued', attempts = 0, next_attempt_at = now(), failed_at = NULL
               FROM chosen WHERE j.id = chosen.id RETURNING j.id)
           SELECT id FROM again`,
          [tenantId, id ?? null],
        );
        const retried = rows.length;
        const target = { kind: 'mailing-list', id: tenantId };
        const event = { action: 'mailing-list.retry', target, after: { retried } };
        await this.auditLog.record(tenantId, actor, event, manager);
        return { retried };
      }),
    );
  }

  /** What the settings would have made of the newest messages. Nothing is written and nobody is asked. */
  async preview(tenantId: string, input: MailingListSettingsDto): Promise<MailingListPreview> {
    const consent = checkedConsent(input.consent);
    const messages = await unavailableAware(() =>
      this.jobs.manager.find(ContactSubmission, {
        where: { tenantId },
        order: { receivedAt: 'DESC', id: 'DESC' },
        take: MAILING_LIST_LIMITS.previewMessages,
        select: { id: true, name: true, email: true, page: true, hostname: true, receivedAt: true },
      }),
    );
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

/** How many contacts of a tenant wait, and how many were refused; one scan of an index each. */
export async function countJobs(manager: EntityManager, tenantId: string): Promise<JobCounts> {
  const [waiting, failed] = await Promise.all(
    (['queued', 'dead'] as const).map((state) => manager.countBy(MailingListJob, { tenantId, state })),
  );
  return { waiting: waiting ?? 0, failed: failed ?? 0 };
}

function toFailure(row: MailingListJob): MailingListFailure {
  const { id, submissionId, submission, lastError, attempts, failedAt } = row;
  return {
    ...{ id, submissionId, attempts, email: submission?.email ?? '', name: submission?.name ?? '' },
    reason: lastError ?? '',
    receivedAt: (submission?.receivedAt ?? row.createdAt).toISOString(),
    failedAt: (failedAt ?? row.createdAt).toISOString(),
  };
}
