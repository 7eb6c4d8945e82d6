import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { ArticleFields, VersionKind } from '@sitedesk/contract/articles';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { SettingDefinitions } from '../../platform/settings/setting-definitions.js';
import { FIRST_HASH, versionHash } from '../articles/article-versions.js';
import { beginPublishing } from '../articles/publishing-locks.js';
import { BlobStore } from '../files/blob-store.js';
import type { Placement } from '../files/site-stores.js';
import { ArchiveError, type ArchivedRows, type ArchivedSetting, quoted } from './archive-format.js';
import { COLUMNS, isArchived } from './archive-export.service.js';
import type { ArchiveReader } from './archive-reader.js';
import {
  ArchiveMessagesService,
  type MessageCounts,
  withoutNotification,
} from './archive-messages.service.js';
import { ArchivePeopleService, type PeopleCounts } from './archive-people.service.js';
import { ARCHIVED_TABLES, type ArchivedTable, MESSAGES } from './archive-tables.js';

/** Rows stored by one statement, and about how many characters of JSON they may be: larger texts aren't collected with the young ones. */
const BATCH = { rows: 200, characters: 50_000 } as const;

const BEING_MOVED = 'The files of this site are being moved to another place. Import when that’s done.';

export interface ImportedArchive {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  readonly settings: number;
  /** Undefined where the archive has none. */
  readonly people: PeopleCounts | undefined;
  readonly messages: MessageCounts | undefined;
}

/** Tables whose rows are imported, in this order. */
const TABLES: readonly ArchivedTable[] = [...ARCHIVED_TABLES, MESSAGES];

/** Fills an empty site with what an archive has, whole or not at all. */
@Injectable()
export class ArchiveImportService {
  constructor(
    private readonly manager: EntityManager,
    private readonly store: BlobStore,
    private readonly people: ArchivePeopleService,
    private readonly messages: ArchiveMessagesService,
    private readonly definitions: SettingDefinitions,
    private readonly auditLog: AuditLogService,
    private readonly changes: DatabaseChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** What keeps the archive from being imported, as sentences; nothing is written. */
  async problems(tenantId: string, archive: ArchiveReader): Promise<readonly string[]> {
    return [
      ...(await this.columnProblems(archive)),
      ...(await siteProblems(this.manager, tenantId, archive)),
      ...(((await this.messageCounts(tenantId, archive))?.elsewhere ?? 0) > 0
        ? ['Another site of this server has the messages of this archive. Import it at another server.']
        : []),
    ];
  }

  /** What people and messages the archive would add; undefined where it has none. */
  async additions(
    tenantId: string,
    archive: ArchiveReader,
  ): Promise<Pick<ImportedArchive, 'people' | 'messages'>> {
    const people = archive.manifest.people && (await this.people.count(tenantId, archive.people()));
    return { people, messages: await this.messageCounts(tenantId, archive) };
  }

  private async messageCounts(tenantId: string, archive: ArchiveReader): Promise<MessageCounts | undefined> {
    const { tables } = archive.manifest;
    if (!tables.some(({ name }) => name === MESSAGES.name)) return undefined;
    return this.messages.count(tenantId, archive.rows(MESSAGES.name));
  }

  /** @throws ArchiveError when the site isn't empty, or the archive has what this version doesn't know */
  async import(context: RequestContext, archive: ArchiveReader): Promise<ImportedArchive> {
    const { tenantId } = context;
    const problems = await this.problems(tenantId, archive);
    if (problems.length > 0) throw new ArchiveError(problems.join('\n'));
    const placement = await this.store.placement(tenantId);
    if (placement.isUnderWay) throw new ArchiveError(BEING_MOVED);
    const added: string[] = [];
    try {
      for (const file of archive.manifest.files)
        if (await this.keepFile(tenantId, archive, file)) added.push(file.hash);
      return await this.manager.transaction((manager) => this.fill(manager, context, archive, placement));
    } catch (error) {
      // Nothing belongs to them now.
      for (const hash of added) await this.store.remove(tenantId, hash);
      throw error;
    } finally {
      await this.changes.announce(CHANNELS.pages, tenantId);
      await this.changes.announce(CHANNELS.tenant, tenantId);
    }
  }

  private async fill(
    manager: EntityManager,
    context: RequestContext,
    archive: ArchiveReader,
    placement: Placement,
  ): Promise<ImportedArchive> {
    const { tenantId } = context;
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`import:${tenantId}`]);
    await beginPublishing(manager, tenantId);
    const problems = await siteProblems(manager, tenantId, archive);
    if (problems.length > 0) throw new ArchiveError(problems.join('\n'));
    // What is imported happened elsewhere: no webhook hears of it.
    await manager.query(`SELECT set_config('sitedesk.importing', 'on', true)`);
    const messages = await this.messageCounts(tenantId, archive);
    for (const table of TABLES) {
      const archived = archive.manifest.tables.find(({ name }) => name === table.name);
      if (archived) await storeRows(manager, tenantId, table, archived, archive);
    }
    await manager.query(
      `INSERT INTO storage_total (tenant_id, used) SELECT $1, coalesce(sum(size), 0) FROM blob WHERE tenant_id = $1
       ON CONFLICT (tenant_id) DO UPDATE SET used = excluded.used`,
      [tenantId],
    );
    // A move waits for what has locked the total.
    if ((await this.store.placement(tenantId, manager)) !== placement) throw new ArchiveError(BEING_MOVED);
    // Reviews and plans stayed behind.
    await manager.query(
      `UPDATE article a SET status = CASE WHEN a.live_hash = d.hash THEN 'live' WHEN a.live_hash IS NOT NULL THEN 'live-with-changes'
         WHEN a.first_published_at IS NOT NULL THEN 'withdrawn' ELSE 'draft' END
       FROM article_draft d WHERE a.tenant_id = $1 AND d.tenant_id = a.tenant_id AND d.number = a.number
         AND a.status IN ('in-review', 'changes-requested', 'approved', 'scheduled')`,
      [tenantId],
    );
    const settings = await this.storeSettings(manager, tenantId, await archive.settings());
    const rows = Object.fromEntries(archive.manifest.tables.map((table) => [table.name, table.rows]));
    const people = archive.manifest.people && (await this.people.import(manager, tenantId, archive.people()));
    const { site: from, takenAt, files } = archive.manifest;
    const after = {
      from,
      takenAt,
      articles: rows['article'] ?? 0,
      files: files.length,
      messages: messages?.added ?? null,
      people: people?.added ?? null,
    };
    await this.auditLog.record(context, { action: 'site.import', after }, manager);
    return { rows, files: files.length, settings, people, messages };
  }

  /** @returns whether the site didn't have it */
  private async keepFile(
    tenantId: string,
    archive: ArchiveReader,
    { hash, bytes }: { readonly hash: string; readonly bytes: number },
  ): Promise<boolean> {
    if (await this.store.has(tenantId, hash, bytes)) return false;
    if (await this.store.add(tenantId, hash, await archive.file(hash))) return true;
    throw new ArchiveError(`The archive is damaged: the file ${hash} was changed.`);
  }

  private async columnProblems(archive: ArchiveReader): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const { name, columns } of archive.manifest.tables) {
      const known = TABLES.some((table) => table.name === name)
        ? ((await this.manager.query(COLUMNS, [name])) as { name: string }[])
        : [];
      const unknown = columns.find((column) => known.every((each) => each.name !== column));
      if (unknown !== undefined || known.length === 0)
        problems.push(`The archive is from a later version of Sitedesk (${name}). Use that one.`);
    }
    return problems;
  }

  /** What the site has set already stays. */
  private async storeSettings(
    manager: EntityManager,
    tenantId: string,
    settings: readonly ArchivedSetting[],
  ): Promise<number> {
    const known = settings.filter(({ group, name }) => isArchived(this.definitions, group, name));
    const stored: unknown[] = await manager.query(
      `INSERT INTO setting (id, tenant_id, "group", name, value, updated_at)
       SELECT gen_random_uuid(), $1, x."group", x.name, x.value, $3 FROM jsonb_to_recordset($2) AS x ("group" text, name text, value text)
       ON CONFLICT (tenant_id, "group", name) DO NOTHING RETURNING 1`,
      [tenantId, JSON.stringify(known), new Date(this.clock.now())],
    );
    return stored.length;
  }
}

async function siteProblems(
  manager: EntityManager,
  tenantId: string,
  archive: ArchiveReader,
): Promise<readonly string[]> {
  const taken: string[] = [];
  for (const { name } of ARCHIVED_TABLES) {
    const found: unknown[] = await manager.query(
      `SELECT 1 FROM ${quoted(name)} WHERE tenant_id = $1 LIMIT 1`,
      [tenantId],
    );
    if (found.length > 0) taken.push(name);
  }
  const problems =
    taken.length === 0
      ? []
      : [`This site isn’t empty (${taken.join(', ')}). Import into a new one: nothing is ever overwritten.`];
  const authors: string[] = [];
  for await (const row of archive.rows('author_profile'))
    authors.push((JSON.parse(row) as { id: string }).id);
  const clash: unknown[] = await manager.query(
    'SELECT 1 FROM author_profile WHERE id = ANY($1::uuid[]) LIMIT 1',
    [authors],
  );
  if (clash.length > 0 && !taken.includes('author_profile'))
    problems.push(
      'Another site of this server has the authors of this archive. Import it at another server.',
    );
  return problems;
}

async function storeRows(
  manager: EntityManager,
  tenantId: string,
  table: ArchivedTable,
  archived: ArchivedRows,
  archive: ArchiveReader,
): Promise<void> {
  const store = insertInto(table, archived.columns);
  const adapt = adaptorOf(table, tenantId);
  let batch: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await manager.query(store, [tenantId, Buffer.from(`[${batch.join(',')}]`)]);
    batch = [];
    characters = 0;
  };
  for await (const row of archive.rows(table.name)) {
    const adapted = adapt(row);
    batch.push(adapted);
    characters += adapted.length;
    if (batch.length >= BATCH.rows || characters >= BATCH.characters) await flush();
  }
  await flush();
}

function adaptorOf({ name }: ArchivedTable, tenantId: string): (row: string) => string {
  if (name === 'article_version') return chained(tenantId);
  return name === MESSAGES.name ? withoutNotification : (row) => row;
}

/** The rows are octets of JSON: texts that the driver was given stay in memory until all of it is collected. */
function insertInto({ name, replaced = {} }: ArchivedTable, columns: readonly string[]): string {
  const values: readonly (readonly [column: string, value: string])[] = [
    ['tenant_id', '$1::uuid'],
    ...columns.map((column) => [column, `x.${quoted(column)}`] as const),
    ...Object.entries(replaced).flatMap(([column, kind]) =>
      kind === null ? [] : [[column, kind === 'new-id' ? 'gen_random_uuid()' : `'{}'`] as const],
    ),
  ];
  return `INSERT INTO ${quoted(name)} (${values.map(([column]) => quoted(column)).join(', ')})
    SELECT ${values.map(([, value]) => value).join(', ')} FROM jsonb_populate_recordset(NULL::${quoted(name)}, convert_from($2::bytea, 'UTF8')::jsonb) x
    ${name === MESSAGES.name ? 'ON CONFLICT (id) DO NOTHING' : ''}`;
}

interface VersionRow {
  readonly number: number;
  readonly version: number;
  readonly kind: VersionKind;
  readonly at: string;
  readonly base_version: number;
  readonly fields: ArticleFields;
  readonly content_hash: string;
  readonly chained: boolean;
}

/** Versions have the hashes that they would have if they had been made at the new site. */
function chained(tenantId: string): (row: string) => string {
  let end = { number: 0, hash: FIRST_HASH };
  return (text) => {
    const row = JSON.parse(text) as VersionRow; // verified
    if (row.number !== end.number) end = { number: row.number, hash: FIRST_HASH };
    const previous = end.hash;
    const { number, version, kind, fields, base_version: baseVersion, content_hash: contentHash } = row;
    const at = new Date(row.at);
    const hash = versionHash({
      tenantId,
      number,
      version,
      kind,
      authorId: null,
      at,
      baseVersion,
      fields,
      contentHash,
      previous,
    });
    if (row.chained) end = { number, hash };
    return JSON.stringify({ ...row, previous_hash: previous, hash });
  };
}
