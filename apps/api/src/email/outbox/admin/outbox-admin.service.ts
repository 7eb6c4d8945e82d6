import { type Message, worded } from '@sitedesk/contract/messages';
import type { AuditAction } from '@sitedesk/contract/audit';
import { Injectable, NotFoundException } from '@nestjs/common';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import {
  OUTBOX_TEXTS,
  type OutboxDetail,
  type OutboxItem,
  type OutboxRetryReport,
} from '@sitedesk/contract/outbox';
import type { OutboxListDto } from '@sitedesk/contract/outbox.dto';
import { EntityManager } from 'typeorm';
import { type AuditEvent, AuditLogService } from '../../../platform/audit/audit-log.service.js';
import { Sql } from '../../../platform/database/sql.js';
import { decodeCursor, type Page, pageOf } from '../../../platform/http/keyset.js';
import type { CallerContext, RequestContext } from '../../../platform/http/request-context.js';
import { JOB_STATES } from '../../../platform/jobs/job.entity.js';
import { JobStore } from '../../../platform/jobs/job-store.js';
import { JobsService } from '../../../platform/jobs/jobs.service.js';
import { type EmailKind, GIVE_UP_AFTER_HOURS } from '../email-kind.js';
import { OutboxService } from '../outbox.service.js';
import { OUTBOX_STATE_OF } from '../outbox-state.js';
import {
  type AttemptRow,
  cancelProblem,
  COUNT_DEAD,
  FIND_OUTBOX,
  LIST_OUTBOX,
  OUTBOX_ATTEMPTS,
  type OutboxEmail,
  type OutboxRow,
  retryProblem,
  toAttempt,
  toEmailView,
  toOutboxItem,
} from './outbox-rows.js';
import { WrongState } from '../../../platform/http/problem.js';

const targetOf = (id: string): { readonly kind: string; readonly id: string } => ({ kind: 'email', id });

/** What is shown of an email whose content is gone. */
const UNKNOWN = { subject: '', to: null, isTest: false, hasContent: false } as const;

/** The emails of a site on their way, for the people who run it. */
@Injectable()
export class OutboxAdminService {
  constructor(
    private readonly sql: Sql,
    private readonly manager: EntityManager,
    private readonly outbox: OutboxService,
    private readonly jobs: JobsService,
    private readonly store: JobStore,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Newest first. */
  async list(
    tenantId: string,
    { state, kind, recipient, limit, cursor }: OutboxListDto,
  ): Promise<Page<OutboxItem>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const [at, after] = cursor === undefined ? [null, null] : decodeCursor(cursor, ['number', 'id']);
    const kinds = this.kinds.filter(({ name }) => kind === undefined || name === kind);
    const wanted = recipient === undefined ? undefined : await this.sentTo(tenantId, kinds, recipient);
    const rows = await this.sql.run<OutboxRow>(LIST_OUTBOX, [
      tenantId,
      jobsOf(kinds),
      JOB_STATES.find((each) => OUTBOX_STATE_OF[each] === state) ?? null,
      wanted?.kinds ?? null,
      wanted?.ids ?? null,
      at,
      after,
      size + 1,
    ]);
    const emails = await this.described(tenantId, rows);
    return pageOf(emails, size, toOutboxItem, ({ createdMicros, id }) => [Number(createdMicros), id]);
  }

  /** @throws NotFoundException */
  async get({ tenantId, caller }: CallerContext, id: string): Promise<OutboxDetail> {
    const email = await this.find(tenantId, id);
    const attempts = await this.sql.run<AttemptRow>(OUTBOX_ATTEMPTS, [tenantId, id]);
    const preview = await email.kind.preview(tenantId, id, caller.permissions);
    // An email that was sent went where the settings led then.
    const sent = attempts.find(({ outcome }) => outcome === 'sent')?.envelope;
    const shown =
      'problem' in preview
        ? { email: null, ...worded('emailProblem', preview.problem) }
        : {
            email: toEmailView({ ...preview.email, ...sent }, preview.hiddenLink),
            ...worded('emailProblem', null),
          };
    const item = toOutboxItem(email);
    return { ...item, to: sent?.to.address ?? item.to, history: attempts.map(toAttempt), ...shown };
  }

  /** @throws NotFoundException, WrongState */
  async retry(context: CallerContext, id: string): Promise<OutboxDetail> {
    const { tenantId } = context;
    const email = await this.find(tenantId, id);
    const { job, keepsContent } = email.kind;
    const hours = keepsContent ? GIVE_UP_AFTER_HOURS : null;
    await this.change(context, 'outbox.retry', id, retryProblem(email), async (manager) => {
      const queued = await this.store.retry(manager, tenantId, job, { id, hours });
      return queued.length > 0;
    });
    await this.jobs.wakeAll();
    return this.get(context, id);
  }

  /** @throws NotFoundException, WrongState */
  async cancel(context: CallerContext, id: string): Promise<OutboxDetail> {
    const { tenantId, actor } = context;
    const email = await this.find(tenantId, id);
    const reason = OUTBOX_TEXTS.cancelled({ name: actor.label });
    await this.change(context, 'outbox.cancel', id, cancelProblem(email), (manager) =>
      this.store.cancel(manager, tenantId, email.kind.job, { id, reason }),
    );
    return this.get(context, id);
  }

  /** Tries everything again that failed and can still be composed. */
  async retryAll(context: RequestContext): Promise<OutboxRetryReport> {
    const { tenantId } = context;
    const report = await this.manager.transaction(async (manager) => {
      let retried = 0;
      for (const { job } of this.kinds.filter(({ keepsContent }) => keepsContent))
        retried += (await this.store.retry(manager, tenantId, job, { hours: GIVE_UP_AFTER_HOURS })).length;
      const lost = jobsOf(this.kinds.filter(({ keepsContent }) => !keepsContent));
      const [dead]: readonly { readonly count: number }[] = await manager.query(COUNT_DEAD, [tenantId, lost]);
      const event: AuditEvent = { action: 'outbox.retry-all', after: { count: retried } };
      await this.auditLog.record(context, event, manager);
      return { retried, notPossible: dead?.count ?? 0 };
    });
    await this.jobs.wakeAll();
    return report;
  }

  private async change(
    context: RequestContext,
    action: AuditAction,
    id: string,
    problem: Message | undefined,
    work: (manager: EntityManager) => Promise<boolean>,
  ): Promise<void> {
    if (problem !== undefined) throw new WrongState(problem);
    await this.manager.transaction(async (manager) => {
      // False: a worker took it in this very moment.
      if (!(await work(manager))) throw new WrongState(OUTBOX_TEXTS.sending);
      await this.auditLog.record(context, { action, target: targetOf(id) }, manager);
    });
  }

  private get kinds(): readonly EmailKind[] {
    return [...this.outbox.kinds.values()];
  }

  private async find(tenantId: string, id: string): Promise<OutboxEmail> {
    const rows = await this.sql.run<OutboxRow>(FIND_OUTBOX, [tenantId, jobsOf(this.kinds), id]);
    const [email] = await this.described(tenantId, rows);
    if (!email) throw new NotFoundException();
    return email;
  }

  /** In the order of the rows. */
  private async described(tenantId: string, rows: readonly OutboxRow[]): Promise<readonly OutboxEmail[]> {
    const known = await Promise.all(
      this.kinds.map(async (kind) => {
        const ids = rows.filter((row) => row.kind === kind.job).map(({ id }) => id);
        return [kind, ids.length > 0 ? await kind.describe(tenantId, ids) : undefined] as const;
      }),
    );
    return rows.flatMap((row) =>
      known
        .filter(([{ job }]) => job === row.kind)
        .map(([kind, descriptions]) => ({ ...row, ...(descriptions?.get(row.id) ?? UNKNOWN), kind })),
    );
  }

  private async sentTo(
    tenantId: string,
    kinds: readonly EmailKind[],
    address: string,
  ): Promise<{ readonly kinds: readonly string[]; readonly ids: readonly string[] }> {
    const found = await Promise.all(
      kinds.map(async (kind) => [kind.job, await kind.sentTo(tenantId, address)] as const),
    );
    return {
      kinds: found.filter(([, sent]) => sent === 'all').map(([job]) => job),
      ids: found.flatMap(([, sent]) => (sent === 'all' ? [] : sent)),
    };
  }
}

const jobsOf = (kinds: readonly EmailKind[]): readonly string[] => kinds.map(({ job }) => job);
