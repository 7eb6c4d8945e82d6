import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { IMPORT_MESSAGES as TEXTS, type ImportRun, type ImportState } from '@sitedesk/contract/imports';
import type { StartImportDto } from '@sitedesk/contract/imports.dto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import { ProblemException, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { ImportPlannerService } from './import-planner.service.js';
import { ImportReaderService } from './import-reader.service.js';
import {
  countItems,
  findRun,
  type ItemRow,
  itemsAt,
  reportHash,
  type RunRow,
  STEPS,
  toRun,
} from './import-rows.js';
import { ImportUndoService } from './import-undo.service.js';
import { ImportWriterService } from './import-writer.service.js';
import { requirePermissions } from './import-runs.service.js';

/** A request works for so long, and the next one goes on. */
const SLICE_MS = 2_000;
const BATCH = 25;

/**
 * Checks, imports and undoes, in slices: each request does some of the work as the one who sends it, and answers how far it is. Whatever
 * ends a request, or the process, the next one goes on with the first document that isn't done.
 */
@Injectable()
export class ImportStepsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly reader: ImportReaderService,
    private readonly planner: ImportPlannerService,
    private readonly writer: ImportWriterService,
    private readonly undoing: ImportUndoService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Reads the next documents, then decides what becomes of each, and writes nothing but the report.
   * @throws NotFoundException, PermissionMissing, WrongState when the import has begun, ProblemException 409 when it's being worked on
   */
  check(context: CallerContext, id: string): Promise<ImportRun> {
    return this.alone(context, id, async (run) => {
      if (run.state === 'checked') return;
      if (run.state !== 'open') throw new WrongState(TEXTS.notOpen);
      requirePermissions(context, run.options.status === 'published');
      const { tenantId } = context;
      const files = await this.planner.files(tenantId, run.options.folder);
      const isRead = await this.each(tenantId, run, [STEPS.arrived], (item) =>
        this.reader.read(tenantId, run, item),
      );
      // What becomes of one depends on all others.
      const plan = async (item: ItemRow): Promise<void> => {
        const { outcome, publish, path, number, plan, notes } = await this.planner.plan(
          context,
          run,
          item,
          files,
        );
        await nextTurn();
        await this.manager.query(
          `UPDATE import_item SET step = ${STEPS.checked}, outcome = $4, publish = $5, path = coalesce($6, path), number = $7, plan = $8, notes = $9
           WHERE tenant_id = $1 AND run_id = $2 AND external_id = $3 AND step = ${STEPS.read} AND input_hash = $10`,
          [
            tenantId,
            run.id,
            item.external_id,
            outcome,
            publish,
            path,
            number,
            plan && JSON.stringify(plan),
            JSON.stringify(notes),
            item.input_hash,
          ],
        );
      };
      const isDone = isRead && (await this.each(tenantId, run, [STEPS.read], plan));
      await countItems(this.manager, tenantId, id, STEPS.checked);
      if (isDone)
        await this.manager.query(
          `UPDATE import_run SET state = 'checked', report_hash = $3 WHERE tenant_id = $1 AND id = $2 AND state = 'open' AND items = processed`,
          [tenantId, id, await reportHash(this.manager, tenantId, id)],
        );
    });
  }

  /**
   * Imports the next documents.
   * @throws NotFoundException, PermissionMissing, WrongState when there's no report, or another one than was asked for
   */
  import(context: CallerContext, id: string, { report = null }: StartImportDto): Promise<ImportRun> {
    return this.alone(context, id, async (run) => {
      if (run.state === 'done') return;
      if (run.state !== 'checked' && run.state !== 'importing') throw new WrongState(TEXTS.notChecked);
      if (report !== null && report !== run.report_hash) throw new WrongState(TEXTS.otherReport);
      requirePermissions(context, run.options.status === 'published');
      const { tenantId } = context;
      const partOf = await this.begin(context, run, 'importing');
      const own = { ...context, partOf };
      await this.writer.passOver(tenantId, run);
      const isDone = await this.each(tenantId, run, [STEPS.checked, STEPS.written], (item) =>
        this.writer.write(own, run, item),
      );
      await this.end(tenantId, id, isDone ? 'done' : 'importing', STEPS.done);
    });
  }

  /**
   * Undoes what the import did to the next documents, as far as nobody has edited them since.
   * @throws NotFoundException, PermissionMissing, WrongState when nothing was imported
   */
  undo(context: CallerContext, id: string): Promise<ImportRun> {
    return this.alone(context, id, async (run) => {
      if (run.state === 'undone') return;
      if (!['importing', 'done', 'undoing'].includes(run.state)) throw new WrongState(TEXTS.notImported);
      requirePermissions(context, run.options.status === 'published');
      if (!context.caller.permissions.has('pages.delete')) throw new PermissionMissing('pages.delete');
      const { tenantId } = context;
      const partOf = await this.begin(context, run, 'undoing');
      const own = { ...context, partOf };
      const isDone = await this.each(tenantId, run, [STEPS.checked, STEPS.written, STEPS.done], (item) =>
        this.undoing.undo(own, run, item),
      );
      await this.end(tenantId, id, isDone ? 'undone' : 'undoing', STEPS.undone);
    });
  }

  /** Two requests at once would do the same work: the second one is refused, and can be sent again. */
  async alone(context: CallerContext, id: string, work: (run: RunRow) => Promise<void>): Promise<ImportRun> {
    // The lock ends with its connection, so with the process too.
    return this.manager.transaction(async (locked) => {
      const [{ held } = { held: false }]: { readonly held: boolean }[] = await locked.query(
        'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS held',
        [`import:${context.tenantId}:${id}`],
      );
      if (!held) throw new ProblemException(HttpStatus.CONFLICT, 'busy', TEXTS.busy);
      const run = await findRun(this.manager, context, id);
      if (!run) throw new NotFoundException();
      await work(run);
      const after = await findRun(this.manager, context, id);
      if (!after) throw new NotFoundException();
      return toRun(after);
    });
  }

  /** @returns whether there is none left */
  private async each(
    tenantId: string,
    run: RunRow,
    steps: readonly number[],
    work: (item: ItemRow) => Promise<void>,
  ): Promise<boolean> {
    const end = performance.now() + SLICE_MS;
    for (;;) {
      const items = await itemsAt(this.manager, tenantId, run.id, steps, BATCH);
      if (items.length === 0) return true;
      for (const item of items) {
        await work(item);
        await nextTurn();
        if (performance.now() > end) return false;
      }
    }
  }

  /** @returns the entry of the audit log that all of it is a part of */
  private async begin(context: CallerContext, run: RunRow, state: ImportState): Promise<string> {
    const { tenantId } = context;
    if (run.state === state && run.audit_id !== null) return run.audit_id;
    const partOf = newId();
    await this.manager.transaction(async (manager) => {
      await manager.query(
        `UPDATE import_run SET state = $3, audit_id = $4, processed = 0 WHERE tenant_id = $1 AND id = $2`,
        [tenantId, run.id, state, partOf],
      );
      const { source, counts, report_hash: report } = run;
      const target = { kind: 'import', id: run.id };
      const action = state === 'importing' ? 'import.run' : 'import.undo';
      const after = { source, ...counts, report, actionId: partOf };
      await this.auditLog.record(context, { id: partOf, action, target, after }, manager);
    });
    return partOf;
  }

  private async end(tenantId: string, id: string, state: ImportState, from: number): Promise<void> {
    await countItems(this.manager, tenantId, id, from);
    const isEnd = state === 'done' || state === 'undone';
    await this.manager.query(
      'UPDATE import_run SET state = $3, finished_at = coalesce($4, finished_at) WHERE tenant_id = $1 AND id = $2',
      [tenantId, id, state, isEnd ? new Date(this.clock.now()) : null],
    );
  }
}
