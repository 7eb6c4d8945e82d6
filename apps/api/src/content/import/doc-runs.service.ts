import { Inject, Injectable } from '@nestjs/common';
import { IMPORT_LIMITS, NO_COUNTS } from '@sitedesk/contract/imports';
import { createHash } from 'node:crypto';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { keyUseOf } from './doc-names.js';
import type { Planned } from './import-planner.service.js';
import { countItems, ITEM_COLUMNS, type ItemRow, RUNS, type RunRow, STEPS } from './import-rows.js';
import { ImportWriterService } from './import-writer.service.js';

const SOURCE = 'Docs API';
/** What arrives within so long is one import. */
const TOGETHER_MS = 24 * 3_600_000;

/** Of which documents a caller's are. Those of keys that reach a part of the site are documents of their own. */
export function sourceOf(context: CallerContext): string {
  const key = keyUseOf(context);
  const part = key?.path ?? (key?.stream == null ? '' : `#${key.stream}`);
  return `${SOURCE.toLowerCase()} ${part}`.trim();
}

/** The imports that documents belong to which arrive one by one: those of a day and of the same options are one. */
@Injectable()
export class DocRunsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly writer: ImportWriterService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The import that a document would belong to; it needn't be stored yet. */
  async find(context: CallerContext, options: RunRow['options'], manager = this.manager): Promise<RunRow> {
    const { tenantId, caller } = context;
    const key = keyUseOf(context);
    const now = this.clock.now();
    const [found]: RunRow[] = await manager.query(
      `${RUNS} AND r.door AND r.key_line IS NOT DISTINCT FROM $2 AND r.created_by = $3 AND r.options = $4 AND r.state IN ('importing', 'done')
       AND r.created_at > $5 AND r.items < $6 AND r.source_key = $7 ORDER BY r.created_at DESC LIMIT 1`,
      [
        tenantId,
        key?.line ?? null,
        caller.accountId,
        JSON.stringify(options),
        new Date(now - TOGETHER_MS),
        IMPORT_LIMITS.items,
        sourceOf(context),
      ],
    );
    return (
      found ?? {
        id: newId(),
        source: SOURCE,
        source_key: sourceOf(context),
        options,
        state: 'importing',
        created_at: new Date(now),
        created_by: caller.accountId,
        created_by_name: null,
        finished_at: null,
        report_hash: null,
        audit_id: null,
        key_name: key?.name ?? null,
        key_limit: key ? { blogKey: key.blogKey, path: key.path } : null,
        items: 0,
        processed: 0,
        counts: NO_COUNTS,
        items_read: 0,
        notes: [],
        pictures: { waiting: 0, fetched: 0, failed: 0 },
      }
    );
  }

  /** Writes a document as it was planned. @returns what became of it */
  async write(
    context: CallerContext,
    planned: RunRow,
    document: Planned & Pick<ItemRow, 'external_id' | 'read'>,
    content: string,
  ): Promise<Pick<ItemRow, 'outcome' | 'notes' | 'number'>> {
    const { tenantId } = context;
    const { run, item } = await this.manager.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `docs-import:${tenantId}`,
      ]);
      const now = await this.find(context, planned.options, manager);
      const stored = now.audit_id === null ? await this.add(manager, context, now) : now;
      return { run: stored, item: await addItem(manager, tenantId, stored, document, content) };
    });
    await this.writer.write(
      { ...context, ...(run.audit_id !== null && { partOf: run.audit_id }) },
      run,
      item,
    );
    await countItems(this.manager, tenantId, run.id, STEPS.done);
    await this.manager.query(
      `UPDATE import_run SET state = 'done', finished_at = $3 WHERE tenant_id = $1 AND id = $2 AND state IN ('importing', 'done')`,
      [tenantId, run.id, new Date(this.clock.now())],
    );
    const [written]: ItemRow[] = await this.manager.query(
      `SELECT ${ITEM_COLUMNS} FROM import_item WHERE tenant_id = $1 AND run_id = $2 AND external_id = $3`,
      [tenantId, run.id, item.external_id],
    );
    return written ?? item;
  }

  private async add(manager: EntityManager, context: CallerContext, run: RunRow): Promise<RunRow> {
    const { tenantId } = context;
    const { id, source, source_key, options, state, created_at, created_by, counts, key_name, key_limit } =
      run;
    const audit = newId();
    await manager.query(
      `INSERT INTO import_run (tenant_id, id, source, source_key, options, state, created_at, created_by, items, processed, counts, key_line,
         key_name, key_limit, audit_id, door)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, $9, $10, $11, $12, $13, true)`,
      [
        tenantId,
        id,
        source,
        source_key,
        JSON.stringify(options),
        state,
        created_at,
        created_by,
        JSON.stringify(counts),
        keyUseOf(context)?.line ?? null,
        key_name,
        key_limit && JSON.stringify(key_limit),
        audit,
      ],
    );
    const after = { source, key: key_name, actionId: audit };
    const event = { id: audit, action: 'import.run', target: { kind: 'import', id }, after } as const;
    await this.auditLog.record(context, event, manager);
    return { ...run, audit_id: audit };
  }
}

/** One that arrives again takes its own place; what its article was before the import stays known. */
async function addItem(
  manager: EntityManager,
  tenantId: string,
  run: RunRow,
  { external_id, read, outcome, publish, path, number, plan, notes }: Parameters<DocRunsService['write']>[2],
  content: string,
): Promise<ItemRow> {
  const [item]: ItemRow[] = await manager.query(
    `INSERT INTO import_item (tenant_id, run_id, external_id, input_hash, title, path, notes, step, outcome, publish, plan, number, redirects)
     VALUES ($1, $2, $3, $4, $5, $6, $7, ${STEPS.checked}, $8, $9, $10, $11, '{}')
     ON CONFLICT (tenant_id, run_id, external_id) DO UPDATE SET input_hash = $4, title = $5, path = $6, notes = $7, step = ${STEPS.checked},
       outcome = $8, publish = $9, plan = $10, number = $11
     RETURNING ${ITEM_COLUMNS}`,
    [
      tenantId,
      run.id,
      external_id,
      createHash('sha256').update(content).digest('hex'),
      read?.title ?? external_id,
      path,
      JSON.stringify(notes),
      outcome,
      publish,
      plan && JSON.stringify(plan),
      number,
    ],
  );
  if (!item) throw new Error('What was added has a row.');
  return item;
}
