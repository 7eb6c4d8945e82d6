import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import {
  type BulkContactsAnswer,
  type ContactAction,
  INBOX_TEXTS,
  INVERSE_CONTACT_ACTIONS,
} from '@sitedesk/contract';
import type { BulkContactsDto } from '@sitedesk/contract/dto';
import { DataSource, type EntityManager, In } from 'typeorm';
import type { Actor } from '../audit/actor.js';
import { type AuditEvent, AuditLog } from '../audit/audit-log.service.js';
import { newId } from '../common/id.js';
import { ProblemException, ValidationProblem } from '../common/problem.js';
import { ContactSubmission } from '../contact/contact-submission.entity.js';
import { Cursors } from '../database/cursors.js';
import { CHANNELS, DatabaseChanges } from '../database/database-changes.js';
import { unavailableAware } from '../database/sql.js';
import { LiveNews } from '../events/live-news.service.js';
import { actStatement, leavesMark } from './contact-act-statements.js';
import { type ContactFilter, conditionOf } from './contact-filter.js';
import { ContactList } from './contact-list.service.js';
import { SqlValues } from './sql-values.js';

/** Messages that one transaction changes: nobody waits long for them, and a stop in between loses little. */
const BATCH = 1_000;

/** Somebody was told of another number of messages than there are (409). */
export class CountChanged extends ProblemException {
  constructor(matched: number) {
    super(HttpStatus.CONFLICT, 'changed-meanwhile', INBOX_TEXTS.countChanged, { matched });
  }
}

/** One act of one person. */
interface Act {
  readonly id: string;
  readonly tenantId: string;
  readonly actor: Actor;
  readonly action: ContactAction;
}

interface Outcome {
  readonly matched: number;
  readonly changed: number;
}

/** What people do to messages: to one, to some, or to all that a filter finds. */
@Injectable()
export class ContactActs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cursors: Cursors,
    private readonly list: ContactList,
    private readonly auditLog: AuditLog,
    private readonly changes: DatabaseChanges,
    private readonly news: LiveNews,
  ) {}

  /** @throws NotFoundException also for a message of another tenant */
  async one(tenantId: string, actor: Actor, id: string, action: ContactAction): Promise<BulkContactsAnswer> {
    const answer = await this.bulk(tenantId, actor, { action, ids: [id] });
    if (answer.matched === 0) throw new NotFoundException();
    return answer;
  }

  /** @throws ValidationProblem or CountChanged before anything is done */
  async bulk(
    tenantId: string,
    actor: Actor,
    { action, ids, filter, act: earlier, expected }: BulkContactsDto,
  ): Promise<BulkContactsAnswer> {
    if ([ids, filter, earlier].filter((selection) => selection !== undefined).length !== 1) {
      throw new ValidationProblem([{ field: 'ids', message: INBOX_TEXTS.oneSelection }]);
    }
    const act: Act = { id: newId(), tenantId, actor, action };
    if (ids !== undefined) return answerOf(act, await this.toNamed(act, ids));
    if (filter !== undefined) return answerOf(act, await this.toFound(act, filter, expected ?? 0));
    return answerOf(act, await this.toMarked(act, earlier ?? ''));
  }

  /** All in one transaction, the row of the audit log included; nothing happens where nothing is meant. */
  private async toNamed(act: Act, ids: readonly string[]): Promise<Outcome> {
    const { tenantId, actor, action } = act;
    const [matched, changed] = await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const known = await manager.countBy(ContactSubmission, { tenantId, id: In([...ids]) });
        if (known === 0) return [0, []] as const;
        const done = await this.change(manager, act, ids);
        const target = ids.length === 1 ? { target: { kind: 'contact', id: ids[0] ?? '' } } : {};
        const event = {
          action: `contact.${action}`,
          after: { matched: known, changed: done.length },
          ...target,
        };
        await this.auditLog.record(tenantId, actor, event, manager);
        return [known, done] as const;
      }),
    );
    await this.tell(act, changed, changed.length);
    return { matched, changed: changed.length };
  }

  private async toFound(act: Act, filter: ContactFilter, expected: number): Promise<Outcome> {
    const { total } = await this.list.total(act.tenantId, filter);
    if (total !== expected) throw new CountChanged(total);
    const values = new SqlValues();
    return this.toMany(act, conditionOf(act.tenantId, filter, values), values, { filter });
  }

  private toMarked(act: Act, earlier: string): Promise<Outcome> {
    const values = new SqlValues();
    const condition = `s.tenant_id = ${values.add(act.tenantId)} AND s.act_id = ${values.add(earlier)}`;
    return this.toMany(act, condition, values, { undone: earlier });
  }

  /**
   * Batch by batch through what agrees at this moment: what comes in meanwhile is not meant. Each batch is stored for
   * itself; whatever stops the act in between leaves those it has done, under an id that takes them back.
   */
  private async toMany(
    act: Act,
    condition: string,
    values: SqlValues,
    about: Readonly<Record<string, unknown>>,
  ): Promise<Outcome> {
    let matched = 0;
    let changed = 0;
    const text = `SELECT s.id FROM contact_submission s WHERE ${condition}`;
    try {
      for await (const rows of this.cursors.read<{ readonly id: string }>(text, values.all, BATCH)) {
        const ids = rows.map(({ id }) => id);
        const work = (manager: EntityManager): Promise<readonly string[]> => this.change(manager, act, ids);
        changed += (await unavailableAware(() => this.dataSource.transaction(work))).length;
        matched += rows.length;
      }
    } catch (error) {
      if (changed > 0) await this.record(act, { outcome: 'failed', after: { matched, changed, ...about } });
      throw error;
    } finally {
      if (changed > 0) await this.tell(act, [], changed);
    }
    await this.record(act, { after: { matched, changed, ...about } });
    return { matched, changed };
  }

  /** The ids of those that are different now. */
  private async change(manager: EntityManager, act: Act, ids: readonly string[]): Promise<readonly string[]> {
    const values = [act.tenantId, ids, ...(leavesMark(act.action) ? [act.id] : [])];
    const result: unknown = await manager.query(actStatement(act.action), values);
    // TypeORM answers an UPDATE or DELETE with its rows and their number.
    const rows: readonly unknown[] = Array.isArray(result) && Array.isArray(result[0]) ? result[0] : [];
    return rows.map((row) => String(Reflect.get(Object(row), 'id')));
  }

  private record({ tenantId, actor, action }: Act, event: Omit<AuditEvent, 'action'>): Promise<void> {
    return this.auditLog.record(tenantId, actor, { action: `contact.${action}`, ...event });
  }

  private async tell({ tenantId, action }: Act, ids: readonly string[], count: number): Promise<void> {
    if (count === 0) return;
    this.news.changed(tenantId, action, ids, count);
    if (action === 'resend') await this.changes.announce(CHANNELS.outbox, '');
  }
}

function answerOf({ id, action }: Act, { matched, changed }: Outcome): BulkContactsAnswer {
  const inverse = INVERSE_CONTACT_ACTIONS[action];
  const undo = changed > 0 && inverse !== null ? { action: inverse, act: id } : null;
  return { action, matched, changed, undo };
}
