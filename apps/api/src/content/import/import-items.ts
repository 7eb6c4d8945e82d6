import { HttpStatus, NotFoundException } from '@nestjs/common';
import { IMPORT_LIMITS as LIMITS, IMPORT_MESSAGES as TEXTS } from '@sitedesk/contract/imports';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { ProblemException, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { countItems, findRun, type RunRow, STEPS } from './import-rows.js';
import type { SourceFormat } from './read-document.js';

/** A document as it arrives. */
export interface ArrivedItem {
  readonly externalId: string;
  readonly format: SourceFormat;
  readonly raw: string;
}

/** @throws WrongState */
export function requireOpen({ state }: Pick<RunRow, 'state'>): void {
  if (state !== 'open' && state !== 'checked') throw new WrongState(TEXTS.notOpen);
}

/**
 * Stores documents of an import, which are read when it's checked. One that arrives again takes its own place.
 * @param manager of a transaction
 * @throws NotFoundException, WrongState when the import has begun, ProblemException 413
 */
export async function addItems(
  manager: EntityManager,
  context: CallerContext,
  run: string,
  items: readonly ArrivedItem[],
): Promise<void> {
  const { tenantId } = context;
  const [locked]: Pick<RunRow, 'state'>[] = await manager.query(
    'SELECT state FROM import_run WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
    [tenantId, run],
  );
  if (!locked) throw new NotFoundException();
  requireOpen(locked);
  const rows = items.map(({ externalId, format, raw }) => ({
    external_id: externalId,
    format,
    raw,
    input_hash: createHash('sha256').update(raw).digest('hex'),
  }));
  await manager.query(
    `INSERT INTO import_item (tenant_id, run_id, external_id, input_hash, title, raw, format, notes, step, publish, redirects)
     SELECT $1, $2, x.external_id, x.input_hash, x.external_id, x.raw, x.format, '[]', ${STEPS.arrived}, false, '{}'
     FROM jsonb_to_recordset($3) AS x (external_id text, input_hash text, raw text, format text)
     ON CONFLICT (tenant_id, run_id, external_id) DO UPDATE SET input_hash = EXCLUDED.input_hash, title = EXCLUDED.title, raw = EXCLUDED.raw,
       format = EXCLUDED.format, notes = '[]', step = ${STEPS.arrived}, path = NULL, read = NULL, plan = NULL, outcome = NULL`,
    [tenantId, run, JSON.stringify(rows)],
  );
  // What is checked depends on all documents: it's checked again.
  await manager.query(
    `UPDATE import_item SET step = ${STEPS.read}, outcome = NULL, plan = NULL WHERE tenant_id = $1 AND run_id = $2 AND step = ${STEPS.checked}`,
    [tenantId, run],
  );
  await manager.query(
    `UPDATE import_run SET state = 'open', report_hash = NULL WHERE tenant_id = $1 AND id = $2`,
    [tenantId, run],
  );
  await countItems(manager, tenantId, run, STEPS.checked);
  const now = await findRun(manager, context, run);
  if (now && now.items > LIMITS.items)
    throw new ProblemException(
      HttpStatus.PAYLOAD_TOO_LARGE,
      'too-large',
      TEXTS.tooManyItems({ limit: LIMITS.items }),
    );
}
