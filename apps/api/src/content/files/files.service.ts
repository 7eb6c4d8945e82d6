import { Inject, Injectable, NotFoundException, StreamableFile } from '@nestjs/common';
import {
  extensionOf,
  FILE_MESSAGES,
  type FileDetails,
  type ImageArea,
  type StorageUse,
  typeOfName,
} from '@sitedesk/contract/files';
import type { ChangeFileDto } from '@sitedesk/contract/files.dto';
import { normaliseLine } from '@sitedesk/contract/text';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { BlobStore } from './blob-store.js';
import { contentHeaders } from './file-headers.js';
import {
  cropOf,
  FILE_COLUMNS,
  FILES_WITH_CONTENT,
  type FileRow,
  type FramingRow,
  nameKey,
  toFile,
} from './file-rows.js';
import { FileUsesService } from './file-uses.service.js';
import { readFileSettings } from './file-settings.js';
import { refusedName, SAVED_TYPES, SVG_TYPE } from './file-type.js';
import { requireFolder } from './folder-rows.js';
import { requireName } from './folders.service.js';
import { imageRecipe } from './image-recipes.js';
import { ImagesService } from './images.service.js';

/** The files of a site. */
@Injectable()
export class FilesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly store: BlobStore,
    private readonly images: ImagesService,
    private readonly uses: FileUsesService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFoundException */
  async get(tenantId: string, id: string): Promise<Versioned<FileDetails>> {
    const row = await this.find(tenantId, id);
    const usedBy = await this.uses.counts(tenantId, id);
    return new Versioned({ ...toFile(row), usedBy }, row.revision);
  }

  /**
   * Renames it, moves it, or says something else of it.
   * @throws NotFoundException, VersionConflict, WrongState, ValidationProblem
   */
  async change(
    context: RequestContext,
    id: string,
    revision: number,
    input: ChangeFileDto,
  ): Promise<Versioned<FileDetails>> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const before = await this.find(tenantId, id, manager);
      if (before.revision !== revision) throw new VersionConflict();
      if (before.trashed_at) throw new WrongState(FILE_MESSAGES.inTrash);
      const name = input.name === undefined ? before.name : requireFileName(input.name, before);
      const folder = input.folder === undefined ? before.folder_id : input.folder;
      if (folder !== null && folder !== before.folder_id) await requireFolder(manager, tenantId, folder);
      const now = describedAs(before, input);
      await manager.query(
        `UPDATE file SET name = $3, name_key = $4, folder_id = $5, changed_at = $6, revision = revision + 1, alt = $7, decorative = $8,
           caption = $9, credit = $10, licence_until = $11, focus_x = $12, focus_y = $13, crop_x = $14, crop_y = $15, crop_width = $16,
           crop_height = $17
         WHERE tenant_id = $1 AND id = $2`,
        [
          tenantId,
          id,
          name,
          nameKey(name),
          folder,
          new Date(this.clock.now()),
          now.alt,
          now.decorative,
          now.caption,
          now.credit,
          now.licence_until,
          now.focus_x,
          now.focus_y,
          now.crop_x,
          now.crop_y,
          now.crop_width,
          now.crop_height,
        ],
      );
      const said = Object.keys(now).filter(
        (key) => now[key as keyof Described] !== before[key as keyof Described],
      );
      const some = (row: Described): object =>
        Object.fromEntries(said.map((key) => [key, row[key as keyof Described]])); // keys of what was said
      const event = {
        action: 'file.change',
        target: { kind: 'file', id },
        before: { name: before.name, folder: before.folder_id, ...some(before) },
        after: { name, folder, ...some(now) },
      } as const;
      await this.auditLog.record(context, event, manager);
      // What visitors see of it changes, wherever pages show it.
      if (said.some((key) => FRAMING.test(key))) await this.uses.changed(manager, tenantId, id);
    });
    return this.get(tenantId, id);
  }

  /** Its content as it was uploaded. @throws NotFoundException, ProblemException 503 */
  async download(tenantId: string, id: string, reply: FastifyReply): Promise<StreamableFile> {
    const { name, type, hash, size } = await this.find(tenantId, id);
    const content = await this.store.read(tenantId, hash);
    for (const [header, value] of contentHeaders({ name, type }, SAVED_TYPES)) reply.header(header, value);
    return new StreamableFile(content as Readable, { length: Number(size) }); // a stream of `fs` is one
  }

  /** A small picture of a picture. @throws NotFoundException, ProblemException 503 */
  async thumbnail(tenantId: string, id: string, reply: FastifyReply): Promise<StreamableFile> {
    const row = await this.find(tenantId, id);
    const { kind, type: original, hash } = row;
    if (kind !== 'image') throw new NotFoundException();
    const wanted = imageRecipe('320-webp', cropOf(row));
    const { recipe, type, format, size } = await this.images.variant(tenantId, hash, original, wanted);
    const content = await this.store.readVariant(tenantId, hash, recipe);
    for (const [header, value] of contentHeaders({ name: `thumbnail.${format}`, type }))
      reply.header(header, value);
    return new StreamableFile(content as Readable, { length: size }); // as above
  }

  /**
   * A picture as a model looks at it, and what people call it.
   * @throws NotFoundException, ValidationProblem for what is no picture, ProblemException 503
   */
  async preview(
    tenantId: string,
    id: string,
  ): Promise<{ readonly picture: Buffer; readonly name: string; readonly caption: string | null }> {
    const { kind, type, hash, name, caption } = await this.find(tenantId, id);
    if (kind !== 'image') throw ValidationProblem.at('file', FILE_MESSAGES.notAPicture);
    return { picture: await this.images.preview(tenantId, hash, type), name, caption };
  }

  async use(tenantId: string): Promise<StorageUse> {
    const { quota, largest } = await this.settings.read(tenantId, readFileSettings);
    const [row]: { used: string; reserved: string }[] = await this.manager.query(
      'SELECT used, reserved FROM storage_total WHERE tenant_id = $1',
      [tenantId],
    );
    return { used: Number(row?.used ?? 0), reserved: Number(row?.reserved ?? 0), quota, largest };
  }

  /** @param manager locks it as well, as part of a transaction */
  private async find(tenantId: string, id: string, manager?: EntityManager): Promise<FileRow> {
    const [row]: FileRow[] = await (manager ?? this.manager).query(
      `SELECT ${FILE_COLUMNS} FROM ${FILES_WITH_CONTENT} WHERE f.tenant_id = $1 AND f.id = $2 ${manager ? 'FOR UPDATE OF f' : ''}`,
      [tenantId, id],
    );
    if (!row) throw new NotFoundException();
    return row;
  }
}

/** What people say of a file, as it is stored. */
type Described = Pick<FileRow, 'alt' | 'decorative' | 'caption' | 'credit' | 'licence_until'> & FramingRow;

const FRAMING = /^(?:focus|crop)_/;

/** @throws ValidationProblem */
function describedAs(before: FileRow, input: ChangeFileDto): Described {
  const {
    alt,
    decorative = alt ? false : before.decorative,
    caption,
    credit,
    licenceUntil,
    focus,
    crop,
  } = input;
  if (decorative && alt) throw ValidationProblem.at('decorative', FILE_MESSAGES.decorativeAlt);
  const point = focus === undefined ? { x: before.focus_x, y: before.focus_y } : focus;
  const area = crop === undefined ? cropOf(before) : requireCrop(before, crop);
  return {
    alt: decorative ? null : said(alt, before.alt),
    decorative,
    caption: said(caption, before.caption),
    credit: said(credit, before.credit),
    licence_until: licenceUntil === undefined ? before.licence_until : licenceUntil,
    focus_x: point?.x ?? null,
    focus_y: point?.y ?? null,
    crop_x: area?.x ?? null,
    crop_y: area?.y ?? null,
    crop_width: area?.width ?? null,
    crop_height: area?.height ?? null,
  };
}

/** Sides that meet the edge by a calculation may miss it by less than this. */
const NEARLY = 1e-6;

/** @returns null for a whole picture. @throws ValidationProblem */
function requireCrop({ kind, type }: FileRow, crop: ImageArea | null): ImageArea | null {
  if (crop === null) return null;
  if (kind !== 'image' || type === SVG_TYPE) throw ValidationProblem.at('crop', FILE_MESSAGES.noCrop);
  const { x, y, width, height } = crop;
  if (x + width > 1 + NEARLY || y + height > 1 + NEARLY)
    throw ValidationProblem.at('crop', FILE_MESSAGES.cropOutside);
  return width >= 1 - NEARLY && height >= 1 - NEARLY ? null : crop;
}

/** Null for an empty line. */
const said = (given: string | null | undefined, before: string | null): string | null =>
  given === undefined ? before : String(normaliseLine(given ?? '')) || null;

/** The type of a content doesn't change with its name. @throws ValidationProblem */
function requireFileName(given: string, { name: before }: FileRow): string {
  const name = requireName(given);
  const refused = refusedName(name);
  if (refused) throw ValidationProblem.at('name', refused);
  const extension = extensionOf(before);
  if (typeOfName(name).type !== typeOfName(before).type)
    throw ValidationProblem.at('name', FILE_MESSAGES.sameExtension({ extension }));
  return name;
}
