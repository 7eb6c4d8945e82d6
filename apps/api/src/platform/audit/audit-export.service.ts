import { Injectable, StreamableFile } from '@nestjs/common';
import { AUDIT_FILE_NAMES, type AuditExportFormat, type AuditRecord } from '@sitedesk/contract/audit';
import type { AuditExportDto } from '@sitedesk/contract/audit.dto';
import { Readable } from 'node:stream';
import { csvRecord } from '../core/csv.js';
import type { RequestContext } from '../http/request-context.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditQueryService } from './audit-query.service.js';

/** Rows read at a time: what an export holds in memory, and how long nothing else runs. */
const BATCH = 500;

export const AUDIT_EXPORT_TYPES: Readonly<Record<AuditExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
};

const CSV_COLUMNS = [
  'Sequence',
  'Time (UTC)',
  'Action',
  'Outcome',
  'Reason',
  'Actor kind',
  'Actor id',
  'Actor then',
  'Actor now',
  'Target kind',
  'Target id',
  'Target name',
  'Before',
  'After',
  'Client address',
  'User agent',
  'Request id',
  'Id',
  'Part of',
  'Hash',
];

/** Gives the audit log out as a file, as it is read: the browser's pace is the database's, and who goes away ends it. */
@Injectable()
export class AuditExportService {
  constructor(
    private readonly query: AuditQueryService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** The export is itself audited, with its filters, before a row of it is read. */
  async begin(context: RequestContext, { format, ...filter }: AuditExportDto): Promise<StreamableFile> {
    await this.auditLog.record(context, { action: 'audit.export', after: { format, ...filter } });
    const batches = this.query.batches(context, filter, BATCH);
    // Now, so that a database that is away is an answer and not half a file.
    const first = await batches.next();
    const chunks = WRITERS[format](first.done ? [] : first.value, batches);
    return new StreamableFile(Readable.from(chunks, { objectMode: false }), {
      type: AUDIT_EXPORT_TYPES[format],
      disposition: `attachment; filename="${AUDIT_FILE_NAMES[format]}"`,
    });
  }
}

type Batch = readonly AuditRecord[];

async function* csv(first: Batch, others: AsyncIterable<Batch>): AsyncGenerator<string> {
  yield csvRecord(CSV_COLUMNS) + first.map(toCsv).join('');
  for await (const batch of others) yield batch.map(toCsv).join('');
}

async function* json(first: Batch, others: AsyncIterable<Batch>): AsyncGenerator<string> {
  yield `[${first.map(toJson).join()}`;
  for await (const batch of others) yield `,${batch.map(toJson).join()}`;
  yield '\n]\n';
}

const WRITERS = { csv, json } as const;

const toJson = (record: AuditRecord): string => `\n${JSON.stringify(record)}`;

function toCsv(record: AuditRecord): string {
  const { sequence, at, action, outcome, reason, actor, target, before, after } = record;
  return csvRecord([
    sequence,
    at,
    action,
    outcome,
    reason,
    actor.kind,
    actor.id,
    actor.label,
    actor.currentName,
    target?.kind,
    target?.id,
    target?.name,
    before && JSON.stringify(before),
    after && JSON.stringify(after),
    record.clientAddress,
    record.userAgent,
    record.requestId,
    record.id,
    record.partOf,
    record.hash,
  ]);
}
