import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import {
  IDENTITY_LIMITS,
  OUTBOX_TEXTS,
  type OutboxDetail,
  type OutboxItem,
  type OutboxRetryReport,
} from '@sitedesk/contract';
import type { OutboxListDto } from '@sitedesk/contract/dto';
import { DataSource } from 'typeorm';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { decodeCursor, type Page, pageOf } from '../../common/keyset.js';
import { ProblemException } from '../../common/problem.js';
import { readRecipient } from '../../contact/contact-settings.js';
import { CHANNELS, DatabaseChanges } from '../../database/database-changes.js';
import { Sql, unavailableAware } from '../../database/sql.js';
import { AccountsService } from '../../identity/accounts.service.js';
import type { Principal } from '../../identity/principal.js';
import { SecretUnreadableError } from '../../keys/key-ring.js';
import { SettingInvalidError } from '../../settings/setting-values.js';
import { SettingsService } from '../../settings/settings.service.js';
import { OutboxWorker } from '../outbox-worker.js';
import { CANCEL_ONE, RETRY_DEAD, RETRY_ONE } from './outbox-acts.js';
import { OutboxMails } from './outbox-mails.service.js';
import {
  type AttemptRow,
  cancelProblem,
  FIND_OUTBOX,
  LIST_OUTBOX,
  OUTBOX_ATTEMPTS,
  type OutboxRow,
  retryProblem,
  toAttempt,
  toOutboxItem,
} from './outbox-rows.js';

/** A mail is in no state for what was asked (409). */
export class MailStateRefused extends ProblemException {
  constructor(why: string) {
    super(HttpStatus.CONFLICT, 'wrong-state', why);
  }
}

const targetOf = (id: string): { readonly kind: string; readonly id: string } => ({ kind: 'mail', id });

/** The mails of a site on their way, for the people who run it. */
@Injectable()
export class OutboxAdmin {
  constructor(
    private readonly sql: Sql,
    private readonly dataSource: DataSource,
    private readonly settings: SettingsService,
    private readonly accounts: AccountsService,
    private readonly mails: OutboxMails,
    private readonly worker: OutboxWorker,
    private readonly changes: DatabaseChanges,
    private readonly auditLog: AuditLog,
  ) {}

  /** Newest first. */
  async list(
    tenantId: string,
    { state, kind, recipient, limit, cursor }: OutboxListDto,
  ): Promise<Page<OutboxItem>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const [at, after] = cursor === undefined ? [null, null] : decodeCursor(cursor, ['number', 'id']);
    const notified = await this.notified(tenantId);
    const account = recipient === undefined ? null : await this.accounts.findByEmail(tenantId, recipient);
    const rows = await this.sql.run<OutboxRow>(LIST_OUTBOX, [
      ...[tenantId, state ?? null, kind ?? null],
      ...[isSame(notified, recipient), account?.id ?? null, recipient !== undefined],
      ...[at, after, size + 1],
    ]);
    const recipients = await this.recipients(tenantId, rows.slice(0, size), notified);
    return pageOf(
      rows,
      size,
      (row) => toOutboxItem(row, recipients.get(row.id) ?? null),
      ({ createdMicros, id }) => [Number(createdMicros), id],
    );
  }

  /** @throws NotFoundException */
  async get(tenantId: string, principal: Principal, id: string): Promise<OutboxDetail> {
    const row = await this.find(tenantId, id);
    const attempts = await this.sql.run<AttemptRow>(OUTBOX_ATTEMPTS, [tenantId, id]);
    const recipients = await this.recipients(tenantId, [row], await this.notified(tenantId));
    const shown = await this.mails.show(tenantId, principal, row);
    return {
      ...toOutboxItem(row, recipients.get(id) ?? null),
      history: attempts.map(toAttempt),
      ...shown,
    };
  }

  /** @throws NotFoundException, MailStateRefused */
  async retry(tenantId: string, actor: Actor, principal: Principal, id: string): Promise<OutboxDetail> {
    await this.act(tenantId, actor, id, { action: 'outbox.retry', sql: RETRY_ONE, refusal: retryProblem });
    await this.changes.announce(CHANNELS.outbox, '');
    this.worker.wake();
    return this.get(tenantId, principal, id);
  }

  /** @throws NotFoundException, MailStateRefused */
  async cancel(tenantId: string, actor: Actor, principal: Principal, id: string): Promise<OutboxDetail> {
    const reason = OUTBOX_TEXTS.cancelled.replace('{name}', () => actor.label);
    const act = { action: 'outbox.cancel', sql: CANCEL_ONE, refusal: cancelProblem, values: [reason] };
    await this.act(tenantId, actor, id, act);
    return this.get(tenantId, principal, id);
  }

  /** Tries everything again that was given up. */
  async retryAll(tenantId: string, actor: Actor): Promise<OutboxRetryReport> {
    const report = await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const [row]: readonly OutboxRetryReport[] = await manager.query(RETRY_DEAD, [tenantId]);
        const counted = row ?? { retried: 0, notPossible: 0 };
        const event = { action: 'outbox.retry-all', after: { count: counted.retried } };
        await this.auditLog.record(tenantId, actor, event, manager);
        return counted;
      }),
    );
    await this.changes.announce(CHANNELS.outbox, '');
    this.worker.wake();
    return report;
  }

  private async act(
    tenantId: string,
    actor: Actor,
    id: string,
    {
      action,
      sql,
      refusal,
      values = [],
    }: {
      readonly action: string;
      readonly sql: string;
      readonly refusal: (row: OutboxRow) => string | undefined;
      readonly values?: readonly string[];
    },
  ): Promise<void> {
    const row = await this.find(tenantId, id);
    const problem = refusal(row);
    if (problem !== undefined) throw new MailStateRefused(problem);
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const done: readonly unknown[] = await manager.query(sql, [tenantId, id, ...values]);
        // A worker took it in this very moment.
        if (done.length === 0) throw new MailStateRefused(OUTBOX_TEXTS.sending);
        await this.auditLog.record(tenantId, actor, { action, target: targetOf(id) }, manager);
      }),
    );
  }

  private async find(tenantId: string, id: string): Promise<OutboxRow> {
    const [row] = await this.sql.run<OutboxRow>(FIND_OUTBOX, [tenantId, id]);
    if (!row) throw new NotFoundException();
    return row;
  }

  /** Who is told of messages; undefined when nobody is, or it cannot be read now. */
  private async notified(tenantId: string): Promise<string | undefined> {
    const values = await this.settings.values(tenantId);
    try {
      return readRecipient(values).address;
    } catch (error) {
      if (error instanceof SettingInvalidError || error instanceof SecretUnreadableError) return undefined;
      throw error;
    }
  }

  private async recipients(
    tenantId: string,
    rows: readonly OutboxRow[],
    notified: string | undefined,
  ): Promise<ReadonlyMap<string, string | undefined>> {
    const found = rows.map(async (row): Promise<readonly [string, string | undefined]> => {
      if (row.kind === 'submission') return [row.id, notified];
      if (row.accountId === null || row.accountEmail === null) return [row.id, undefined];
      return [row.id, await this.accounts.emailOf(tenantId, { id: row.accountId, email: row.accountEmail })];
    });
    return new Map(await Promise.all(found));
  }
}

const isSame = (address: string | undefined, wanted: string | undefined): boolean =>
  address !== undefined && address.toLowerCase() === wanted?.toLowerCase();
