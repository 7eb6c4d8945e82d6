import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  extensionOf,
  FILE_LIMITS,
  FILE_MESSAGES,
  type FileType,
  nameProblem,
  STORAGE_FULL,
  typeOfName,
  UNKNOWN_TYPE,
  type UploadState,
  WRONG_OFFSET,
} from '@sitedesk/contract/files';
import type { Message } from '@sitedesk/contract/messages';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { ProblemException, ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { BlobStore, type LocalContent } from './blob-store.js';
import { nameKey } from './file-rows.js';
import { type FileSettings, readFileSettings } from './file-settings.js';
import { findType, refusedName } from './file-type.js';
import { FileVersionsService, type ReplacedFile, requireReplaceable } from './file-versions.service.js';
import { requireFolder } from './folder-rows.js';
import { type ImageFacts, ImagesService } from './images.service.js';
import { UploadTorn } from './incoming-uploads.js';
import { noteRemoved } from './remove-files.js';
import { offsetOf, type PartHeaders, type UploadRequest } from './tus.js';

const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 * 1024;
/** A request has 30 seconds; one that holds an upload for longer than this is gone. */
const LEASE_MS = 90_000;

interface UploadRow {
  readonly id: string;
  readonly folder_id: string | null;
  readonly name: string;
  readonly length: string;
  readonly received: string;
  readonly expires_at: Date;
  readonly is_leased: boolean;
  readonly replaces: string | null;
  readonly replaces_revision: number | null;
}

const COLUMNS = `id, folder_id, name, length, received, expires_at, coalesce(leased_until > now(), false) AS is_leased, replaces, replaces_revision`;

/**
 * Uploads, which arrive in parts and go on after a cut, at whatever instance. Room for the whole is reserved when one begins. It has become
 * a file in the transaction that notes its last octet, so there is never a complete upload without a file.
 */
@Injectable()
export class UploadsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly store: BlobStore,
    private readonly images: ImagesService,
    private readonly versions: FileVersionsService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ValidationProblem, ProblemException 413; of a file that is to be replaced, NotFoundException, VersionConflict, WrongState */
  async begin(
    context: CallerContext,
    { name, folder, length, replaces }: UploadRequest,
  ): Promise<UploadState> {
    const { tenantId, caller } = context;
    const limits = await this.settings.read(tenantId, readFileSettings);
    requireUploadable(name, length, limits);
    const id = newId();
    const now = this.clock.now();
    const expiresAt = new Date(now + FILE_LIMITS.uploadHours * HOUR_MS);
    const expired = await this.manager.transaction(async (manager) => {
      if (folder !== null) await requireFolder(manager, tenantId, folder);
      if (replaces !== undefined)
        requireSameType(name, await requireReplaceable(manager, tenantId, replaces.id, replaces.revision));
      const ended = await this.giveBackExpired(manager, tenantId);
      await reserve(manager, tenantId, length, limits.quota);
      await manager.query(
        `INSERT INTO upload (tenant_id, id, owner_id, folder_id, name, length, created_at, expires_at, replaces, replaces_revision)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          tenantId,
          id,
          caller.accountId,
          folder,
          name,
          length,
          new Date(now),
          expiresAt,
          replaces?.id,
          replaces?.revision,
        ],
      );
      return ended;
    });
    for (const each of expired) await this.forget(tenantId, each);
    return { id, name, offset: 0, length, expiresAt: expiresAt.toISOString() };
  }

  /** How far it is. @throws NotFoundException */
  async get(context: CallerContext, id: string): Promise<UploadState> {
    return stateOf(await this.find(context, id));
  }

  /**
   * Takes a part of it, which may end early: what has arrived counts. With the last one, the upload becomes a file.
   * @throws NotFoundException, ValidationProblem, ProblemException 409, 423, 503
   */
  async receive(
    context: CallerContext,
    id: string,
    part: PartHeaders,
    body: AsyncIterable<Buffer>,
  ): Promise<UploadState> {
    const { tenantId } = context;
    const lease = newId();
    const upload = await this.lease(context, id, part, lease);
    const [offset, length] = [Number(upload.received), Number(upload.length)];
    // A store far away may take longer than the lease.
    const renewal = setInterval(
      () => void this.renew(tenantId, id, lease).catch(() => undefined),
      LEASE_MS / 3,
    );
    try {
      const arrived = await this.store.receive(tenantId, id, { offset, most: length - offset }, body);
      if (arrived.offset === length) await this.complete(context, upload, lease);
      else await this.note(tenantId, id, lease, arrived.offset);
      if (arrived.failure !== undefined) throw arrived.failure as Error; // whatever ended the request
      return { ...stateOf(upload), offset: arrived.offset };
    } catch (error) {
      if (error instanceof UploadTorn) await this.note(tenantId, id, lease, error.offset);
      throw error;
    } finally {
      clearInterval(renewal);
      // Where anything failed, the next request needn't wait.
      await this.note(tenantId, id, lease, null);
    }
  }

  /** Gives one up. @throws NotFoundException, ProblemException 423 */
  async end(context: CallerContext, id: string): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const upload = await this.find(context, id, manager);
      if (upload.is_leased) throw new UploadBusy();
      await this.giveBack(manager, tenantId, [upload]);
    });
    await this.forget(tenantId, id);
  }

  private async find(
    { tenantId, caller }: CallerContext,
    id: string,
    manager: EntityManager = this.manager,
  ): Promise<UploadRow> {
    const [row]: UploadRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM upload WHERE tenant_id = $1 AND id = $2 AND owner_id = $3 AND expires_at > $4
       ${manager === this.manager ? '' : 'FOR UPDATE'}`,
      [tenantId, id, caller.accountId, new Date(this.clock.now())],
    );
    if (!row) throw new NotFoundException();
    return row;
  }

  /** One request at a time writes. */
  private async lease(
    context: CallerContext,
    id: string,
    part: PartHeaders,
    lease: string,
  ): Promise<UploadRow> {
    return this.manager.transaction(async (manager) => {
      const upload = await this.find(context, id, manager);
      const offset = offsetOf(part);
      if (upload.is_leased) throw new UploadBusy();
      if (Number(upload.received) !== offset)
        throw new ProblemException(
          HttpStatus.CONFLICT,
          WRONG_OFFSET,
          FILE_MESSAGES.offset({ offset: upload.received }),
        );
      await manager.query(
        `UPDATE upload SET lease = $3, leased_until = now() + make_interval(secs => $4) WHERE tenant_id = $1 AND id = $2`,
        [context.tenantId, id, lease, LEASE_MS / 1_000],
      );
      return upload;
    });
  }

  private async renew(tenantId: string, id: string, lease: string): Promise<void> {
    await this.manager.query(
      `UPDATE upload SET leased_until = now() + make_interval(secs => $4) WHERE tenant_id = $1 AND id = $2 AND lease = $3`,
      [tenantId, id, lease, LEASE_MS / 1_000],
    );
  }

  /** @param received null to leave it, and only end the lease */
  private async note(tenantId: string, id: string, lease: string, received: number | null): Promise<void> {
    await this.manager.query(
      `UPDATE upload SET received = coalesce($4, received), lease = NULL, leased_until = NULL
       WHERE tenant_id = $1 AND id = $2 AND lease = $3`,
      [tenantId, id, lease, received],
    );
  }

  /** @throws ValidationProblem when it isn't what its name says: then it is over */
  private async complete(context: CallerContext, upload: UploadRow, lease: string): Promise<void> {
    const { tenantId } = context;
    const { id, length } = upload;
    try {
      await this.store.withUpload(tenantId, id, Number(length), (content) =>
        this.completeWith(context, upload, lease, content),
      );
    } catch (error) {
      // Sent again, it would be refused again: it isn't what its name says, or the file isn't what someone wanted to replace.
      if (error instanceof ValidationProblem || (upload.replaces !== null && isOver(error))) {
        await this.manager.transaction((manager) => this.giveBack(manager, tenantId, [upload]));
        await this.forget(tenantId, id);
      }
      throw error;
    }
    await this.forget(tenantId, id);
  }

  private async completeWith(
    context: CallerContext,
    upload: UploadRow,
    lease: string,
    content: LocalContent,
  ): Promise<void> {
    const { tenantId } = context;
    const found = await this.identify(content.path, upload.name);
    if ('code' in found) throw ValidationProblem.at('filename', found);
    const file = { upload, lease, content, ...found };
    try {
      // Before anything is locked; in the transaction it is only missing if it was just taken away.
      await this.store.keep(tenantId, content);
      await this.manager.transaction((manager) =>
        upload.replaces === null
          ? this.addFile(manager, context, file)
          : this.replaceFile(manager, context, upload.replaces, file),
      );
    } catch (error) {
      // It may be there all the same, or get there later.
      await noteRemoved(this.manager, tenantId, content.sha256).catch(() => undefined);
      throw error;
    }
  }

  /** What is left of an upload that is over harms nobody. */
  private async forget(tenantId: string, id: string): Promise<void> {
    await this.store.forgetUpload(tenantId, id).catch(() => undefined);
  }

  /** Gives a file another content; the same one changes nothing. @throws NotFoundException, VersionConflict, WrongState */
  private async replaceFile(
    manager: EntityManager,
    context: CallerContext,
    fileId: string,
    { upload, lease, content, type: { type }, image }: NewFile,
  ): Promise<void> {
    const { tenantId } = context;
    const { id, name, length } = upload;
    const hash = content.sha256;
    await requireLease(manager, tenantId, id, lease);
    const file = await requireReplaceable(manager, tenantId, fileId, upload.replaces_revision ?? 0);
    await this.giveBack(manager, tenantId, [upload]);
    if (file.hash === hash) return;
    const at = new Date(this.clock.now());
    await addBlob(manager, tenantId, { hash, size: length, at, image });
    await this.store.keep(tenantId, content, manager);
    await this.versions.put(manager, context, file, { name, type, hash, size: length });
    const event = {
      action: 'file.replace',
      target: { kind: 'file', id: fileId },
      before: { version: file.version },
      after: { name: file.name, version: file.version + 1, size: Number(length) },
    } as const;
    await this.auditLog.record(context, event, manager);
  }

  /** What the octets at a path are; as a message, why they can't be. */
  private async identify(path: string, name: string): Promise<Identified | Message> {
    const type = await findType(path, name);
    if ('code' in type) return type;
    if (type.kind !== 'image') return { type, image: null };
    const image = await this.images.describe(path, name);
    return 'code' in image ? image : { type, image };
  }

  private async addFile(
    manager: EntityManager,
    context: CallerContext,
    { upload, lease, content, type: { type, kind }, image }: NewFile,
  ): Promise<void> {
    const { tenantId, caller } = context;
    const { id, name, length } = upload;
    const hash = content.sha256;
    await requireLease(manager, tenantId, id, lease);
    // Folders are locked before the total, here as everywhere.
    const folder = await folderNow(manager, tenantId, upload.folder_id);
    await this.giveBack(manager, tenantId, [upload]);
    const at = new Date(this.clock.now());
    await addBlob(manager, tenantId, { hash, size: length, at, image });
    await this.store.keep(tenantId, content, manager);
    await manager.query(
      `INSERT INTO file (tenant_id, id, folder_id, name, name_key, kind, type, size, hash, created_at, created_by, changed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10)`,
      [tenantId, id, folder, name, nameKey(name), kind, type, length, hash, at, caller.accountId],
    );
    await manager.query(
      `INSERT INTO file_version (tenant_id, file_id, version, name, type, hash, size, created_at, created_by)
       VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8)`,
      [tenantId, id, name, type, hash, length, at, caller.accountId],
    );
    const event = {
      action: 'file.upload',
      target: { kind: 'file', id },
      after: { name, folder, type, size: Number(length) },
    } as const;
    await this.auditLog.record(context, event, manager);
  }

  /** @returns ids of uploads that were given up */
  private async giveBackExpired(manager: EntityManager, tenantId: string): Promise<readonly string[]> {
    const rows: UploadRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM upload WHERE tenant_id = $1 AND expires_at <= $2 AND coalesce(leased_until <= now(), true)
       ORDER BY id LIMIT ${FILE_LIMITS.openUploads} FOR UPDATE SKIP LOCKED`,
      [tenantId, new Date(this.clock.now())],
    );
    if (rows.length > 0) await this.giveBack(manager, tenantId, rows);
    return rows.map(({ id }) => id);
  }

  /** Uploads that are over, with the room that was reserved for them. */
  private async giveBack(
    manager: EntityManager,
    tenantId: string,
    uploads: readonly UploadRow[],
  ): Promise<void> {
    const [{ sum } = { sum: 0 }]: { sum: string | number }[] = await manager.query(
      `WITH gone AS (DELETE FROM upload WHERE tenant_id = $1 AND id = ANY($2) RETURNING length)
       SELECT coalesce(sum(length), 0) AS sum FROM gone`,
      [tenantId, uploads.map(({ id }) => id)],
    );
    await manager.query('UPDATE storage_total SET reserved = reserved - $2 WHERE tenant_id = $1', [
      tenantId,
      sum,
    ]);
  }
}

interface Identified {
  readonly type: FileType;
  readonly image: ImageFacts | null;
}

interface NewFile extends Identified {
  readonly upload: UploadRow;
  readonly lease: string;
  readonly content: LocalContent;
}

interface NewBlob {
  readonly hash: string;
  readonly size: string;
  readonly at: Date;
  readonly image: ImageFacts | null;
}

/** @throws UploadBusy when it was given up, or lent to someone else */
async function requireLease(
  manager: EntityManager,
  tenantId: string,
  id: string,
  lease: string,
): Promise<void> {
  const rows: unknown[] = await manager.query(
    'SELECT 1 FROM upload WHERE tenant_id = $1 AND id = $2 AND lease = $3 FOR UPDATE',
    [tenantId, id, lease],
  );
  if (rows.length === 0) throw new UploadBusy();
}

const isOver = (error: unknown): boolean =>
  error instanceof NotFoundException || error instanceof VersionConflict || error instanceof WrongState;

/** What links and pages say of a file stays true: its content is of the same type. @throws ValidationProblem */
function requireSameType(name: string, { name: before }: ReplacedFile): void {
  const [type, extension] = [typeOfName(name), extensionOf(before)];
  if (type !== typeOfName(before) && type.type !== typeOfName(before).type)
    throw ValidationProblem.at('filename', FILE_MESSAGES.otherType({ extension }));
  if (type === UNKNOWN_TYPE && extensionOf(name) !== extension)
    throw ValidationProblem.at('filename', FILE_MESSAGES.otherType({ extension }));
}

/** Another request writes to the upload (423). */
class UploadBusy extends ProblemException {
  constructor() {
    super(HttpStatus.LOCKED, 'busy', FILE_MESSAGES.uploading);
  }
}

/** @throws ValidationProblem, ProblemException 413 */
function requireUploadable(name: string, length: number, { largest }: FileSettings): void {
  const problem = nameProblem(name) ?? refusedName(name);
  if (problem) throw ValidationProblem.at('filename', problem);
  if (length === 0) throw ValidationProblem.at('Upload-Length', FILE_MESSAGES.empty);
  if (length > largest)
    throw new ProblemException(
      HttpStatus.PAYLOAD_TOO_LARGE,
      'too-large',
      FILE_MESSAGES.tooLarge({ max: largest / MEGABYTE }),
    );
}

/** The row of the total is locked until the transaction ends, so uploads that begin at once are counted one after the other. */
async function reserve(
  manager: EntityManager,
  tenantId: string,
  length: number,
  quota: number,
): Promise<void> {
  await manager.query('INSERT INTO storage_total (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [tenantId]);
  const [total]: { fits: boolean; open: number }[] = await manager.query(
    `SELECT t.used + t.reserved + $2 <= $3 AS fits, (SELECT count(*)::int FROM upload u WHERE u.tenant_id = $1) AS open
     FROM storage_total t WHERE t.tenant_id = $1 FOR UPDATE`,
    [tenantId, length, quota],
  );
  if (!total?.fits)
    throw new ProblemException(HttpStatus.PAYLOAD_TOO_LARGE, STORAGE_FULL, FILE_MESSAGES.noRoom);
  if (total.open >= FILE_LIMITS.openUploads)
    throw new ProblemException(HttpStatus.TOO_MANY_REQUESTS, 'busy', FILE_MESSAGES.tooManyUploads);
  await manager.query('UPDATE storage_total SET reserved = reserved + $2 WHERE tenant_id = $1', [
    tenantId,
    length,
  ]);
}

/** Counts a content that the site doesn't have yet. The row of the total has to be locked. */
async function addBlob(
  manager: EntityManager,
  tenantId: string,
  { hash, size, at, image }: NewBlob,
): Promise<void> {
  await manager.query(
    `WITH added AS (
       INSERT INTO blob (tenant_id, hash, size, created_at, width, height, frames) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING size
     ) UPDATE storage_total SET used = used + (SELECT size FROM added) WHERE tenant_id = $1 AND EXISTS (SELECT FROM added)`,
    [tenantId, hash, size, at, image?.width, image?.height, image?.frames],
  );
  // A deployment may have brought it, which doesn't look at pictures.
  if (image)
    await manager.query(
      'UPDATE blob SET width = $3, height = $4, frames = $5 WHERE tenant_id = $1 AND hash = $2 AND width IS NULL',
      [tenantId, hash, image.width, image.height, image.frames],
    );
}

/** The folder that an upload was begun for, unless it is gone or in the trash by now. */
async function folderNow(
  manager: EntityManager,
  tenantId: string,
  folder: string | null,
): Promise<string | null> {
  const rows: unknown[] = await manager.query(
    'SELECT 1 FROM folder WHERE tenant_id = $1 AND id = $2 AND trashed_at IS NULL FOR SHARE',
    [tenantId, folder],
  );
  return rows.length > 0 ? folder : null;
}

const stateOf = ({ id, name, received, length, expires_at: expiresAt }: UploadRow): UploadState => ({
  id,
  name,
  offset: Number(received),
  length: Number(length),
  expiresAt: expiresAt.toISOString(),
});
