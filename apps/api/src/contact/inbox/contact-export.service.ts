import { HttpStatus, Inject, Injectable, StreamableFile } from '@nestjs/common';
import {
  CONTACT_COLUMNS,
  CONTACT_FILE_NAMES,
  type ContactColumn,
  type ContactExportFormat,
  INBOX_LIMITS,
  INBOX_TEXTS,
} from '@sitedesk/contract/inbox';
import { type ContactExportDto, contactColumnsOf } from '@sitedesk/contract/inbox.dto';
import { Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { type CsvCell, csvRecord } from '../../platform/core/csv.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { ProblemException } from '../../platform/http/problem.js';
import { readByCursor } from '../../platform/database/cursors.js';
import { orderedStatement, orderOf } from './contact-order.js';
import { deliveryOf, type ContactRow } from './contact-rows.js';
import { SqlValues } from './sql-values.js';
import type { ContactSubmission } from '../submissions/contact-submission.entity.js';

/** Rows read and written at a time: what an export holds in memory, and how long nothing else runs. */
const BATCH = 25;

export const CONTACT_EXPORT_TYPES: Readonly<Record<ContactExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
};

type ExportRow = Omit<ContactRow, 'beginning' | 'isTest'> &
  Pick<ContactSubmission, 'message' | 'clientAddress' | 'userAgent' | 'hostname'>;

const ROW_COLUMNS = `s.id, s.name, s.email, s.message, s.page, s.received_at AS "receivedAt", s.receipt_code AS "receiptCode",
  s.folder, s.read_at AS "readAt", s.status, s.error, s.client_address AS "clientAddress", s.user_agent AS "userAgent",
  s.hostname`;

interface Column {
  readonly title: string;
  readonly value: (row: ExportRow) => CsvCell;
}

const COLUMNS: Readonly<Record<ContactColumn, Column>> = {
  receivedAt: { title: 'Received (UTC)', value: ({ receivedAt }) => receivedAt.toISOString() },
  name: { title: 'Name', value: ({ name }) => name },
  email: { title: 'Email', value: ({ email }) => email },
  message: { title: 'Message', value: ({ message }) => message },
  page: { title: 'Page', value: ({ page }) => page },
  folder: { title: 'Folder', value: ({ folder }) => folder },
  unread: { title: 'Unread', value: ({ readAt }) => readAt === null },
  delivery: { title: 'Delivery', value: ({ status, error }) => deliveryOf(status, error) },
  receiptCode: { title: 'Receipt code', value: ({ receiptCode }) => receiptCode },
  problem: { title: 'Problem', value: ({ error }) => error },
  clientAddress: { title: 'Client address', value: ({ clientAddress }) => clientAddress },
  userAgent: { title: 'User agent', value: ({ userAgent }) => userAgent },
  hostname: { title: 'Hostname', value: ({ hostname }) => hostname },
  id: { title: 'Id', value: ({ id }) => id },
};

/** Gives messages out as a file, as they are read: the browser's pace is the database's, and who goes away ends it. */
@Injectable()
export class ContactExportService {
  private running = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly auditLog: AuditLogService,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The export is itself audited, with its filters, before a row of it is read. @throws ProblemException 429: too many exports at once would take the connections that visitors need */
  async begin(
    context: RequestContext,
    { format, columns, sort, order, ...filter }: ContactExportDto,
  ): Promise<StreamableFile> {
    const chosen = (columns === undefined ? undefined : contactColumnsOf(columns)) ?? CONTACT_COLUMNS;
    if (this.running >= INBOX_LIMITS.exportsAtOnce)
      throw new ProblemException(HttpStatus.TOO_MANY_REQUESTS, 'busy', INBOX_TEXTS.exportsBusy);
    this.running += 1;
    try {
      const after = { format, columns: chosen, ...filter };
      await this.auditLog.record(context, { action: 'contact.export', after });
      const values = new SqlValues();
      const range = { columns: ROW_COLUMNS };
      const text = orderedStatement(context.tenantId, filter, orderOf(sort, order), values, range);
      const batches = readByCursor<ExportRow>(this.dataSource, text, values.all, BATCH);
      // Now, so that a database that is away is an answer and not half a file.
      const first = await batches.next();
      const writer = WRITERS[format](chosen);
      return this.file(format, writer, first.done ? [] : first.value, batches);
    } catch (error) {
      this.running -= 1;
      throw error;
    }
  }

  /** One step per batch, and nothing between: each further generator was measured to keep megabytes alive. */
  private file(
    format: ContactExportFormat,
    writer: Writer,
    first: Batch,
    batches: AsyncGenerator<Batch>,
  ): StreamableFile {
    const step = async (): Promise<void> => {
      const { value, done } = await batches.next();
      timer.refresh();
      if (!done) return void content.push(writer.rows(value));
      content.push(writer.end);
      content.push(null);
    };
    const content = new Readable({
      read: () => void step().catch((error: unknown) => content.destroy(asError(error))),
    });
    const stalled = new Error('Nobody read the export.');
    const timer = setTimeout(() => content.destroy(stalled), INBOX_LIMITS.exportStallSeconds * 1_000).unref();
    content.once('close', () => {
      clearTimeout(timer);
      this.running -= 1;
      // Also when the reader went away before anything was read.
      batches
        .return(undefined)
        .catch((error: unknown) => this.log.warn({ event: 'export.unclosed', err: error }));
    });
    content.push(writer.begin + writer.rows(first));
    return new StreamableFile(content, {
      type: CONTACT_EXPORT_TYPES[format],
      disposition: `attachment; filename="${CONTACT_FILE_NAMES[format]}"`,
    });
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

type Batch = readonly ExportRow[];

/** Makes the text of a file, part by part. */
interface Writer {
  readonly begin: string;
  readonly end: string;
  rows(batch: Batch): string;
}

const WRITERS = { csv: csvWriter, json: jsonWriter } as const;

function csvWriter(columns: readonly ContactColumn[]): Writer {
  const chosen = columns.map((column) => COLUMNS[column]);
  const record = (row: ExportRow): string => csvRecord(chosen.map(({ value }) => value(row)));
  return {
    begin: csvRecord(chosen.map(({ title }) => title)),
    end: '',
    rows: (batch) => batch.map(record).join(''),
  };
}

function jsonWriter(columns: readonly ContactColumn[]): Writer {
  const object = (row: ExportRow): string =>
    `\n${JSON.stringify(Object.fromEntries(columns.map((column) => [column, COLUMNS[column].value(row)])))}`;
  let before = '';
  return {
    begin: '[',
    end: '\n]\n',
    rows: (batch) => {
      if (batch.length === 0) return '';
      const text = before + batch.map(object).join();
      before = ',';
      return text;
    },
  };
}
