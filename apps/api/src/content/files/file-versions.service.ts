import { Inject, Injectable, NotFoundException, StreamableFile } from '@nestjs/common';
import { FILE_MESSAGES, type FileVersion } from '@sitedesk/contract/files';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type { PageDto } from '@sitedesk/contract/rules';
import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { BlobStore } from './blob-store.js';
import { contentHeaders } from './file-headers.js';
import { SAVED_TYPES } from './file-type.js';
import { FileUsesService } from './file-uses.service.js';

/** A file that is about to get another content, locked. */
export interface ReplacedFile {
  readonly id: string;
  readonly name: string;
  readonly hash: string;
  readonly version: number;
}

interface VersionRow {
  readonly version: number;
  readonly name: string;
  readonly type: string;
  readonly hash: string;
  readonly size: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly created_at: Date;
  readonly created_by_name: string | null;
  readonly replaced_at: Date | null;
}

const COLUMNS = `v.version, v.name, v.type, v.hash, v.size, b.width, b.height, v.created_at, v.replaced_at,
  (SELECT o.display_name FROM account o WHERE o.id = v.created_by) AS created_by_name`;
const VERSIONS = 'file_version v JOIN blob b ON b.tenant_id = v.tenant_id AND b.hash = v.hash';

/** What files held before. A version is never changed: going back to one makes another of the same content. */
@Injectable()
export class FileVersionsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly store: BlobStore,
    private readonly uses: FileUsesService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest first. @throws NotFoundException */
  async list(tenantId: string, id: string, { limit, cursor }: PageDto): Promise<Page<FileVersion>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const before = cursor === undefined ? null : decodeCursor(cursor, ['number'])[0];
    const rows: VersionRow[] = await this.manager.query(
      `SELECT ${COLUMNS} FROM ${VERSIONS} WHERE v.tenant_id = $1 AND v.file_id = $2 AND ($3::bigint IS NULL OR v.version < $3::bigint)
       ORDER BY v.version DESC LIMIT $4`,
      [tenantId, id, before, size + 1],
    );
    if (rows.length === 0 && before === null) throw new NotFoundException(); // each file has one
    return pageOf(rows, size, toVersion, ({ version }) => [version]);
  }

  /** Its content as it was uploaded. @throws NotFoundException, ProblemException 503 */
  async download(
    tenantId: string,
    id: string,
    version: number,
    reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { name, type, hash, size } = await this.find(this.manager, tenantId, id, version);
    const content = await this.store.read(tenantId, hash);
    for (const [header, value] of contentHeaders({ name, type }, SAVED_TYPES)) reply.header(header, value);
    return new StreamableFile(content as Readable, { length: Number(size) }); // a stream of `fs` is one
  }

  /**
   * Makes the content of an earlier version that of the file again.
   * @throws NotFoundException, VersionConflict, WrongState when it is in the trash or has that content
   */
  async restore(context: CallerContext, id: string, version: number, revision: number): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const file = await requireReplaceable(manager, tenantId, id, revision);
      const found = await this.find(manager, tenantId, id, version);
      if (found.hash === file.hash) throw new WrongState(FILE_MESSAGES.sameContent);
      await this.put(manager, context, file, found);
      const target = { kind: 'file', id };
      const event = { action: 'file.restore-version', target } as const;
      const what = {
        before: { version: file.version },
        after: { name: file.name, version: file.version + 1, of: version },
      };
      await this.auditLog.record(context, { ...event, ...what }, manager);
    });
  }

  /** Gives a locked file another content, as part of a transaction. Pages show it as soon as that ends. */
  async put(
    manager: EntityManager,
    { tenantId, caller }: CallerContext,
    file: ReplacedFile,
    { name, type, hash, size }: Pick<VersionRow, 'name' | 'type' | 'hash' | 'size'>,
  ): Promise<void> {
    const at = new Date(this.clock.now());
    const next = file.version + 1;
    await manager.query(
      'UPDATE file_version SET replaced_at = $4 WHERE tenant_id = $1 AND file_id = $2 AND version = $3',
      [tenantId, file.id, file.version, at],
    );
    await manager.query(
      `INSERT INTO file_version (tenant_id, file_id, version, name, type, hash, size, created_at, created_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [tenantId, file.id, next, name, type, hash, size, at, caller.accountId],
    );
    await manager.query(
      `UPDATE file SET hash = $3, size = $4, type = $5, version = $6, changed_at = $7, revision = revision + 1 WHERE tenant_id = $1 AND id = $2`,
      [tenantId, file.id, hash, size, type, next, at],
    );
    // A crop or focal point fits a retouched picture, and says nothing of another one.
    await manager.query(
      `UPDATE file f SET focus_x = NULL, focus_y = NULL, crop_x = NULL, crop_y = NULL, crop_width = NULL, crop_height = NULL
       FROM blob was, blob b
       WHERE f.tenant_id = $1 AND f.id = $2 AND num_nonnulls(f.focus_x, f.crop_x) > 0 AND b.tenant_id = $1 AND b.hash = f.hash
         AND was.tenant_id = $1 AND was.hash = $3 AND (b.width, b.height) IS DISTINCT FROM (was.width, was.height)`,
      [tenantId, file.id, file.hash],
    );
    await this.uses.changed(manager, tenantId, file.id);
  }

  /** @throws NotFoundException */
  private async find(
    manager: EntityManager,
    tenantId: string,
    id: string,
    version: number,
  ): Promise<VersionRow> {
    const [row]: VersionRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM ${VERSIONS} WHERE v.tenant_id = $1 AND v.file_id = $2 AND v.version = $3`,
      [tenantId, id, version],
    );
    if (!row) throw new NotFoundException();
    return row;
  }
}

/** Locks a file as someone has seen it. @throws NotFoundException, VersionConflict, WrongState when it is in the trash */
export async function requireReplaceable(
  manager: EntityManager,
  tenantId: string,
  id: string,
  revision: number,
): Promise<ReplacedFile> {
  const [row]: (ReplacedFile & { readonly revision: number; readonly trashed_at: Date | null })[] =
    await manager.query(
      `SELECT id, name, hash, version, revision, trashed_at FROM file WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      [tenantId, id],
    );
  if (!row) throw new NotFoundException();
  if (row.trashed_at) throw new WrongState(FILE_MESSAGES.inTrash);
  if (row.revision !== revision) throw new VersionConflict();
  return row;
}

const toVersion = (row: VersionRow): FileVersion => ({
  version: row.version,
  name: row.name,
  type: row.type,
  size: Number(row.size),
  hash: row.hash,
  width: row.width,
  height: row.height,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_name,
  replacedAt: row.replaced_at?.toISOString() ?? null,
});
