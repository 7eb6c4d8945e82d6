import { Inject, Injectable } from '@nestjs/common';
import type { AuditAction, AuditOutcome } from '@sitedesk/contract/audit';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { Batcher } from '../core/batcher.js';
import { CLOCK, type Clock } from '../core/clock.js';
import { newId } from '../core/id.js';
import { LOG, type Log } from '../core/log.js';
import { isUnavailable } from '../database/sql.js';
import type { RequestContext } from '../http/request-context.js';
import { auditLine, auditMembers } from './audit-content.js';
import { type AuditDraft, AuditStore } from './audit-store.js';

/** What happened, for one row of the audit log. */
export interface AuditEvent {
  /** Such as `user.create`. */
  readonly action: AuditAction;
  readonly target?: { readonly kind: string; readonly id: string };
  readonly outcome?: AuditOutcome;
  /** Why: what a person gave as the reason, or what the product answered. */
  readonly reason?: string;
  /** The changed members only. Members whose name looks like a secret's are hidden, email addresses shortened. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** Ids of everything that an action on many things changed: each is found by them, as a target is. */
  readonly affected?: readonly string[];
  /** Of the entry, for one that others go on from. */
  readonly id?: string;
  /**
   * Of an action that takes several transactions: the id of its first entry. Ignored unless the same actor left that for
   * the same action: nobody can hide an entry among the parts of someone else's.
   */
  readonly partOf?: string;
}

/** Hears of rows that are stored. */
type Listener = (tenantId: string, row: AuditDraft) => void;

/** Rows that one statement adds, and rows that may wait for one. */
const MAX_BATCH = 200;
const MAX_WAITING = 10_000;

/** Someone's transaction may hold the end of the chain for a while; nobody waits here with a row of his own locked. */
const PATIENT = { text: `SELECT set_config('lock_timeout', $1, true)`, values: ['10s'] };

/**
 * Writes the audit log: one chain of rows per tenant, each row's hash covering the one before. Rows that come at the same
 * moment share a transaction, so a flood of refused sign-ins takes one connection and not all of them.
 */
@Injectable()
export class AuditLogService {
  private readonly listeners = new Set<Listener>();
  private readonly recorded = new WeakSet<RequestContext>();
  /** What transactions have recorded so far; it counts once they are committed. */
  private readonly uncommitted = new WeakMap<QueryRunner, (() => void)[]>();
  private readonly writers = new Map<string, Batcher<AuditDraft, true>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly store: AuditStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {
    dataSource.subscribers.push({
      afterTransactionCommit: ({ queryRunner }) => {
        if (!queryRunner.isTransactionActive) for (const stored of this.take(queryRunner)) stored();
      },
      // Of a transaction inside another as well: who asks again then is safer than who believes it was done.
      afterTransactionRollback: ({ queryRunner }) => void this.take(queryRunner),
    });
  }

  /**
   * Adds a row; its content is masked and bounded first. With the `manager` of a transaction it becomes part of that,
   * and should be its last statement: until the end of it no other row of the tenant can be added. Without one it is
   * stored when this resolves; never call it so from inside a transaction that has recorded already.
   * @throws QueueFullError
   */
  async record(context: RequestContext, event: AuditEvent, manager?: EntityManager): Promise<void> {
    const { tenantId } = context;
    if (manager?.queryRunner?.isTransactionActive) return this.recordAll(context, [event], manager);
    const draft = draftOf(context, event, new Date(this.clock.now()));
    await this.writerOf(tenantId).add(draft);
    this.stored(context, draft);
  }

  /** Adds rows in their order, as the last statement of the manager's transaction. */
  async recordAll(
    context: RequestContext,
    events: readonly AuditEvent[],
    manager: EntityManager,
  ): Promise<void> {
    const { tenantId } = context;
    const runner = manager.queryRunner;
    if (!runner?.isTransactionActive) throw new Error('These entries belong to a transaction.');
    if (events.length === 0) return;
    const drafts: AuditDraft[] = [];
    for (const event of events) {
      const draft = draftOf(context, event, new Date(this.clock.now()));
      drafts.push(event.partOf === undefined ? draft : await this.store.placed(manager, tenantId, draft));
    }
    await this.store.append(manager, tenantId, drafts);
    const stored = drafts.map((draft) => () => this.stored(context, draft));
    this.uncommitted.set(runner, [...(this.uncommitted.get(runner) ?? []), ...stored]);
  }

  /** Registered by features that tell people what happened. */
  onStored(listener: Listener): void {
    this.listeners.add(listener);
  }

  /** For a request to an audited route that has turned out to change nothing, such as a dry run: it leaves no row. */
  leaveOut(context: RequestContext): void {
    this.recorded.add(context);
  }

  /** Whether this request has left a row that is stored, or needs none. */
  hasRecorded(context: RequestContext): boolean {
    return this.recorded.has(context);
  }

  private take(runner: QueryRunner): readonly (() => void)[] {
    const recorded = this.uncommitted.get(runner) ?? [];
    this.uncommitted.delete(runner);
    return recorded;
  }

  private stored(context: RequestContext, draft: AuditDraft): void {
    this.recorded.add(context);
    for (const listener of this.listeners) listener(context.tenantId, draft);
    const { outcome, action, targetId, actorId, clientAddress, requestId } = draft;
    this.log.info({
      event: 'audit',
      tenantId: context.tenantId,
      action,
      outcome,
      actorId,
      targetId,
      clientAddress,
      requestId,
    });
  }

  private writerOf(tenantId: string): Batcher<AuditDraft, true> {
    const known = this.writers.get(tenantId);
    if (known) return known;
    const options = { maxBatch: MAX_BATCH, maxWaiting: MAX_WAITING };
    const writer = new Batcher<AuditDraft, true>((drafts) => this.write(tenantId, drafts), options);
    this.writers.set(tenantId, writer);
    return writer;
  }

  /** All in one transaction; if that fails for one row's sake, each in its own, so that the others are not lost. */
  private async write(tenantId: string, drafts: readonly AuditDraft[]): Promise<readonly (true | Error)[]> {
    try {
      await this.append(tenantId, drafts);
      return drafts.map(() => true);
    } catch (error) {
      if (isUnavailable(error) || drafts.length === 1) throw error;
      const answers: (true | Error)[] = [];
      for (const draft of drafts) answers.push(await this.appendAlone(tenantId, draft));
      return answers;
    }
  }

  private async appendAlone(tenantId: string, draft: AuditDraft): Promise<true | Error> {
    try {
      await this.append(tenantId, [draft]);
      return true;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private append(tenantId: string, drafts: readonly AuditDraft[]): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(PATIENT.text, PATIENT.values);
      await this.store.append(manager, tenantId, drafts);
    });
  }
}

/** Exactly what the database will give back: the hash is taken of it. */
function draftOf(context: RequestContext, event: AuditEvent, at: Date): AuditDraft {
  const { actor } = context;
  return {
    id: event.id ?? newId(at.getTime()),
    at,
    actorKind: actor.kind,
    actorId: actor.id?.toLowerCase() ?? null,
    actorLabel: auditLine(actor.label),
    action: auditLine(event.action),
    targetKind: event.target ? auditLine(event.target.kind) : null,
    targetId: event.target ? auditLine(event.target.id) : null,
    outcome: event.outcome ?? 'done',
    reason: event.reason === undefined ? null : auditLine(event.reason),
    before: auditMembers(event.before),
    after: auditMembers(event.after),
    partOf: event.partOf ?? context.partOf ?? null,
    affected: event.affected ? [...event.affected] : null,
    clientAddress: auditLine(context.clientAddress),
    userAgent: auditLine(context.userAgent),
    requestId: auditLine(context.requestId),
  };
}
