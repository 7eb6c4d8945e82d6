import { Injectable } from '@nestjs/common';
import type { SiteArchiveProgress } from '@sitedesk/contract/site-archive';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { DataSource, type QueryRunner } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { SettingDefinitions } from '../../platform/settings/setting-definitions.js';
import { Setting } from '../../platform/settings/setting.entity.js';
import { BlobStore } from '../files/blob-store.js';
import type { ExportSink } from '../static-export/export-file.js';
import {
  type ArchiveChoice,
  type ArchivedRows,
  type ArchiveManifest,
  type ArchivedSetting,
  fileEntry,
  FORMATS,
  MANIFEST,
  MANIFEST_HASH,
  PEOPLE,
  quoted,
  SETTINGS,
  sha256,
  tableEntry,
} from './archive-format.js';
import { ArchivePeopleService } from './archive-people.service.js';
import { ARCHIVED_TABLES, type ArchivedTable, MESSAGES } from './archive-tables.js';

/** Rows read at a time. */
const BATCH = 50;

/** Who is told of an archive. */
interface ArchiveListeners {
  /** For the audit log, where it's this archive that is recorded. */
  readonly recordedFor?: RequestContext;
  /** Waited for after every batch of rows and every file. */
  onProgress?(progress: SiteArchiveProgress): Promise<void>;
}

/** Adds an entry to the archive. */
type Put = (path: string, content: Readable, isPacked?: boolean) => Promise<unknown>;

export const COLUMNS = `SELECT a.attname::text AS name FROM pg_attribute a
  WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'tenant_id' ORDER BY a.attnum`;

/** Writes all that a site has into one archive, as it is at one moment: its content; its people and what visitors sent only by choice. */
@Injectable()
export class ArchiveExportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly definitions: SettingDefinitions,
    private readonly store: BlobStore,
    private readonly people: ArchivePeopleService,
    private readonly auditLog: AuditLogService,
  ) {}

  async write(
    tenantId: string,
    site: string,
    sink: ExportSink,
    choice: ArchiveChoice,
    { recordedFor, onProgress = async () => undefined }: ArchiveListeners,
  ): Promise<ArchiveManifest> {
    const runner = this.dataSource.createQueryRunner();
    const put: Put = (path, content, isPacked = false) =>
      sink.put({
        path,
        tag: '',
        size: 0,
        type: 'application/octet-stream',
        isPacked,
        read: async () => content,
      });
    try {
      await runner.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const [now]: { at: Date }[] = await runner.query('SELECT now() AS at');
      const tables: ArchivedRows[] = [];
      const all = choice.messages ? [...ARCHIVED_TABLES, MESSAGES] : ARCHIVED_TABLES;
      const rows = { part: 'rows', done: 0, total: await countRows(runner, tenantId, all) } as const;
      let done = 0;
      const onRows = (count: number): Promise<void> => onProgress({ ...rows, done: (done += count) });
      for (const table of all) {
        const found = await rowsOf(runner, tenantId, table, onRows);
        await put(tableEntry(table.name), Readable.from(found.lines, { objectMode: false }));
        tables.push(found.summary());
      }
      const settings = Buffer.from(JSON.stringify(await this.settingsOf(runner, tenantId)));
      await put(SETTINGS, Readable.from([settings]));
      const people = choice.people ? await this.putPeople(runner, tenantId, put) : undefined;
      const blobs: { hash: string; bytes: string }[] = await runner.query(
        'SELECT hash, size::text AS bytes FROM blob WHERE tenant_id = $1 ORDER BY hash',
        [tenantId],
      );
      const files = blobs.map(({ hash, bytes }) => ({ hash, bytes: Number(bytes) }));
      // Contents never change, so nothing has to be held while they are read.
      await runner.query('COMMIT');
      const octets = { part: 'files', total: files.reduce((sum, { bytes }) => sum + bytes, 0) } as const;
      let read = 0;
      await onProgress({ ...octets, done: read });
      for (const { hash, bytes } of files) {
        await put(fileEntry(hash), Readable.from(await this.store.read(tenantId, hash)), true);
        await onProgress({ ...octets, done: (read += bytes) });
      }
      const takenAt = now?.at.toISOString() ?? '';
      const manifest: ArchiveManifest = {
        format: choice.messages || choice.people ? FORMATS.withPeople : FORMATS.content,
        site,
        takenAt,
        tables,
        files,
        settings: sha256(settings),
        ...(people && { people }),
      };
      const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
      await put(MANIFEST, Readable.from([text]));
      await put(MANIFEST_HASH, Readable.from([Buffer.from(`${sha256(text)}\n`)]));
      await sink.finish();
      const rowsIn = (table: string): number => tables.find(({ name }) => name === table)?.rows ?? 0;
      const after = {
        articles: rowsIn('article'),
        files: files.length,
        messages: choice.messages ? rowsIn(MESSAGES.name) : null,
        people: people?.rows ?? null,
      };
      if (recordedFor) await this.auditLog.record(recordedFor, { action: 'site.archive', after });
      return manifest;
    } finally {
      if (runner.connection.isInitialized) await runner.query('ROLLBACK');
      await runner.release();
    }
  }

  private async putPeople(
    runner: QueryRunner,
    tenantId: string,
    put: Put,
  ): Promise<ArchiveManifest['people']> {
    const hash = createHash('sha256');
    let rows = 0;
    const all = this.people.lines(runner, tenantId);
    async function* lines(): AsyncGenerator<Buffer> {
      for await (const line of all) {
        rows += 1;
        hash.update(line);
        yield Buffer.from(line);
      }
    }
    await put(PEOPLE, Readable.from(lines(), { objectMode: false }));
    return { rows, sha256: hash.digest('hex') };
  }

  /** What the site sets itself, and what decides nothing for others: neither secrets, nor where emails and links go. */
  private async settingsOf(runner: QueryRunner, tenantId: string): Promise<readonly ArchivedSetting[]> {
    const rows = await runner.manager.find(Setting, {
      where: { tenantId },
      order: { group: 'ASC', name: 'ASC' },
    });
    return rows
      .filter(({ group, name }) => isArchived(this.definitions, group, name))
      .map(({ group, name, value }) => ({ group, name, value }));
  }
}

/** Whether a setting goes from one site to another with its content. */
export function isArchived(definitions: SettingDefinitions, group: string, name: string): boolean {
  const definition = definitions.find(group, name);
  if (definition === undefined || definition.secret) return false;
  // What it takes to publish belongs to the content: an imported site isn't to publish more easily than before.
  return definition.steers === 'nothing' || definition.steers === 'approval';
}

async function countRows(
  runner: QueryRunner,
  tenantId: string,
  tables: readonly ArchivedTable[],
): Promise<number> {
  let sum = 0;
  for (const { name } of tables) {
    const [found]: { rows: string }[] = await runner.query(
      `SELECT count(*) AS rows FROM ${quoted(name)} WHERE tenant_id = $1`,
      [tenantId],
    );
    sum += Number(found?.rows ?? 0);
  }
  return sum;
}

/** A table's rows as lines of JSON, and what they were once all are read. */
async function rowsOf(
  runner: QueryRunner,
  tenantId: string,
  table: ArchivedTable,
  onRows: (count: number) => Promise<void>,
): Promise<{ readonly lines: AsyncIterable<Buffer>; summary(): ArchivedRows }> {
  const { name, people = [], replaced = {} } = table;
  const left = [...people, ...Object.keys(replaced)];
  const all: { name: string }[] = await runner.query(COLUMNS, [name]);
  const columns = all.map((column) => column.name).filter((column) => !left.includes(column));
  const hash = createHash('sha256');
  let rows = 0;
  async function* lines(): AsyncGenerator<Buffer> {
    await runner.query(`DECLARE archived NO SCROLL CURSOR FOR ${selectOf(table, columns)}`, [tenantId]);
    for (;;) {
      const found: { row: string }[] = await runner.query(`FETCH ${BATCH} FROM archived`);
      if (found.length === 0) break;
      const text = Buffer.from(found.map(({ row }) => `${row}\n`).join(''));
      rows += found.length;
      hash.update(text);
      yield text;
      await onRows(found.length);
    }
    await runner.query('CLOSE archived');
  }
  return { lines: lines(), summary: () => ({ name, columns, rows, sha256: hash.digest('hex') }) };
}

function selectOf({ name, order, parent }: ArchivedTable, columns: readonly string[]): string {
  const row = `to_jsonb(x)::text AS row`;
  const picked = columns.map((column) => `t.${quoted(column)}`).join(', ');
  const ordered = order
    .split(', ')
    .map((each) => each.replace(/^\w+/, (column) => `t.${quoted(column)}`))
    .join(', ');
  if (parent === undefined)
    return `SELECT ${row} FROM (SELECT ${picked} FROM ${quoted(name)} t WHERE t.tenant_id = $1 ORDER BY ${ordered}) x`;
  return `WITH RECURSIVE found AS (
      SELECT t.id, 0 AS depth FROM ${quoted(name)} t WHERE t.tenant_id = $1 AND t.${quoted(parent)} IS NULL
      UNION ALL SELECT t.id, f.depth + 1 FROM found f JOIN ${quoted(name)} t ON t.tenant_id = $1 AND t.${quoted(parent)} = f.id
    ) SELECT ${row} FROM (
      SELECT ${picked} FROM found f JOIN ${quoted(name)} t ON t.tenant_id = $1 AND t.id = f.id ORDER BY f.depth, t.id) x`;
}
