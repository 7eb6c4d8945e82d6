import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  type BulkContactsAnswer,
  type ContactAction,
  INBOX_LIMITS,
  INBOX_TEXTS,
  INVERSE_CONTACT_ACTIONS,
} from '@sitedesk/contract/inbox';
import type { BulkContactsDto } from '@sitedesk/contract/inbox.dto';
import { EntityManager, In } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { decodeCursor, encodeCursor, notOurs } from '../../platform/http/keyset.js';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';
import { ContactSubmission } from '../submissions/contact-submission.entity.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { Sql } from '../../platform/database/sql.js';
import { LiveEventsService } from '../../platform/events/live-events.service.js';
import { HeldMessagesService } from '../contact/held-messages.service.js';
import { actionStatement, leavesMark } from './contact-action-statements.js';
import type { ContactFilter } from './contact-filter.js';
import { ContactListService } from './contact-list.service.js';
import { type ContactPlace, orderOf } from './contact-order.js';
import { ContactSearchService } from './contact-search.service.js';

/** The number of messages differs from the one the person was shown (409). */
export class CountChanged extends ProblemException {
  constructor(matched: number) {
    super(HttpStatus.CONFLICT, 'changed-meanwhile', INBOX_TEXTS.countChanged, { matched });
  }
}

/** One action of one person, over several requests when it is for many messages. */
interface ActionRun {
  /** Also of its first entry in the audit log. */
  readonly id: string;
  /** Whether a request before this one has left that entry. */
  readonly isBegun: boolean;
  readonly tenantId: string;
  readonly context: RequestContext;
  readonly action: ContactAction;
}

interface Outcome {
  readonly matched: number;
  readonly changed: number;
  /** Where the action goes on. */
  readonly next: ContactPlace | null;
}

/** The newest first: from the moment of the action backwards, so that what arrives in the meantime is not met. */
const ORDER = orderOf();
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What people do to messages: to one, to some, or to all that a filter finds. */
@Injectable()
export class ContactActionsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly sql: Sql,
    private readonly search: ContactSearchService,
    private readonly list: ContactListService,
    private readonly auditLog: AuditLogService,
    private readonly held: HeldMessagesService,
    private readonly changes: DatabaseChanges,
    private readonly events: LiveEventsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFoundException also for a message of another tenant */
  async one(context: RequestContext, id: string, action: ContactAction): Promise<BulkContactsAnswer> {
    const answer = await this.bulk(context, { action, ids: [id] });
    if (answer.matched === 0) throw new NotFoundException();
    return answer;
  }

  /** @throws ValidationProblem or CountChanged before anything is done */
  async bulk(context: RequestContext, input: BulkContactsDto): Promise<BulkContactsAnswer> {
    const { action, ids, filter, actionId: earlier, cursor } = input;
    const selections = [ids, filter, earlier].filter((selection) => selection !== undefined);
    if (selections.length !== 1 || (ids !== undefined && cursor !== undefined)) {
      throw ValidationProblem.at('ids', INBOX_TEXTS.oneSelection);
    }
    const begun = cursor === undefined ? undefined : begunBy(action, cursor);
    const place = { id: begun?.runId ?? newId(), isBegun: begun !== undefined };
    const run: ActionRun = { ...place, tenantId: context.tenantId, context, action };
    if (ids !== undefined) return answerOf(run, await this.toNamed(run, ids));
    if (filter !== undefined) return answerOf(run, await this.toFound(run, filter, input, begun?.place));
    return answerOf(run, await this.toMarked(run, earlier ?? '', begun?.place));
  }

  private async toNamed(run: ActionRun, ids: readonly string[]): Promise<Outcome> {
    const { tenantId } = run;
    const known = await this.manager.countBy(ContactSubmission, { tenantId, id: In([...ids]) });
    // Nothing happens where nothing is meant.
    if (known === 0) return { matched: 0, changed: 0, next: null };
    const target = ids.length === 1 ? { target: { kind: 'contact', id: ids[0] ?? '' } } : {};
    const changed = await this.change(run, ids, (done) => ({
      after: { matched: known, changed: done, actionId: run.id },
      ...target,
    }));
    await this.publish(run, changed, changed.length);
    return { matched: known, changed: changed.length, next: null };
  }

  /** Those of the moment at which the action began, a batch of them in each request. */
  private async toFound(
    run: ActionRun,
    filter: ContactFilter,
    expectation: Pick<BulkContactsDto, 'expected' | 'atLeast'>,
    begun: ContactPlace | undefined,
  ): Promise<Outcome> {
    const place = begun ?? { value: this.clock.now(), id: LAST_ID };
    if (!begun) await this.agree(run.tenantId, filter, expectation);
    const range = { filter, by: ORDER, place, columns: 's.id', limit: INBOX_LIMITS.batch };
    const { rows, next } = await this.search.find<object>(run.tenantId, range);
    return this.toBatch(run, rows, next, { filter });
  }

  /** @throws CountChanged when the number differs from the one the person was shown */
  private async agree(
    tenantId: string,
    filter: ContactFilter,
    { expected = 0, atLeast = false }: Pick<BulkContactsDto, 'expected' | 'atLeast'>,
  ): Promise<void> {
    const { total, more } = await this.list.total(tenantId, filter);
    if (atLeast ? total < expected : more || total !== expected) throw new CountChanged(total);
  }

  /** What is changed bears another mark from then on; what is not is passed by the order of the ids. */
  private async toMarked(run: ActionRun, earlier: string, begun: ContactPlace | undefined): Promise<Outcome> {
    const limit = INBOX_LIMITS.batch;
    const text = `SELECT s.id FROM contact_submission s WHERE s.tenant_id = $1 AND s.action_id = $2
      AND ($3::uuid IS NULL OR s.id > $3) ORDER BY s.id LIMIT ${limit + 1}`;
    const values = [run.tenantId, earlier, begun?.id ?? null];
    const found = await this.sql.run<{ readonly id: string }>({ text }, values);
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return this.toBatch(run, rows, last ? { value: 0, id: last.id } : null, { undone: earlier });
  }

  /** Whatever stops an action between its requests leaves what it has done, in the audit log and under an id that takes it back. */
  private async toBatch(
    run: ActionRun,
    rows: readonly { readonly id: string }[],
    next: ContactPlace | null,
    about: Readonly<Record<string, unknown>>,
  ): Promise<Outcome> {
    const ids = rows.map(({ id }) => id);
    const matched = ids.length;
    const { length: changed } = await this.change(run, ids, (done) => ({
      after: { matched, changed: done, actionId: run.id, ...about },
    }));
    await this.publish(run, [], changed);
    return { matched, changed, next };
  }

  /** The ids of those that are different now. All in one transaction, the row of the audit log included. */
  private change(
    run: ActionRun,
    ids: readonly string[],
    eventOf: (changed: number) => Pick<AuditEvent, 'target' | 'after'>,
  ): Promise<readonly string[]> {
    const { context, action } = run;
    return this.manager.transaction(async (manager) => {
      const changed = ids.length === 0 ? [] : await this.changeIn(manager, run, ids);
      const about = eventOf(changed.length);
      const affected = about.target ? {} : { affected: changed };
      const place = run.isBegun ? { partOf: run.id } : { id: run.id };
      const event: AuditEvent = { action: `contact.${action}`, ...place, ...about, ...affected };
      await this.auditLog.record(context, event, manager);
      return changed;
    });
  }

  private async publish(
    { tenantId, action }: ActionRun,
    ids: readonly string[],
    count: number,
  ): Promise<void> {
    if (count === 0) return;
    this.events.publish(tenantId, { kind: 'contact.changed', action }, ids, count);
    if (action === 'resend' || action === 'release') await this.changes.announce(CHANNELS.jobs, '');
  }

  private changeIn(
    manager: EntityManager,
    { id, tenantId, action }: ActionRun,
    ids: readonly string[],
  ): Promise<readonly string[]> {
    if (action === 'release') return this.held.release(manager, tenantId, ids);
    const values = [tenantId, ids, ...(leavesMark(action) ? [id] : [])];
    return changedIds(manager, actionStatement(action), values);
  }
}

async function changedIds(
  manager: EntityManager,
  statement: string,
  values: unknown[],
): Promise<readonly string[]> {
  const result: unknown = await manager.query(statement, values);
  // TypeORM answers an UPDATE or DELETE with its rows and their number.
  const rows: readonly unknown[] = Array.isArray(result) && Array.isArray(result[0]) ? result[0] : [];
  return rows.map((row) => String(Reflect.get(Object(row), 'id')));
}

function answerOf(run: ActionRun, { matched, changed, next }: Outcome): BulkContactsAnswer {
  const { id, action } = run;
  const inverse = INVERSE_CONTACT_ACTIONS[action];
  const undo = changed > 0 && inverse !== null ? { action: inverse, actionId: id } : null;
  return { action, matched, changed, undo, nextCursor: next === null ? null : cursorAfter(run, next) };
}

const cursorAfter = ({ id, action }: ActionRun, place: ContactPlace): string =>
  encodeCursor([id, action, place.value, place.id]);

/** @throws ValidationProblem for a cursor of another action */
function begunBy(
  action: ContactAction,
  cursor: string,
): { readonly runId: string; readonly place: ContactPlace } {
  const [runId, begun, value = 0, id] = decodeCursor(cursor, ['id', 'string', 'instant', 'id']);
  if (begun !== action) throw notOurs();
  return { runId: String(runId), place: { value, id: String(id) } };
}
