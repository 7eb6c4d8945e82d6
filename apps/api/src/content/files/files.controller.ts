import { Controller, Delete, Get, HttpCode, Patch, Res } from '@nestjs/common';
import {
  ChangeFileDto,
  ChosenFilesDto,
  DeleteFileDto,
  FileListDto,
  FileZipDto,
  MoveFilesDto,
  TrashFilesDto,
} from '@sitedesk/contract/files.dto';
import { SERVED_TYPES } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { PageDto } from '@sitedesk/contract/rules';
import type { FastifyReply } from 'fastify';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { Sends } from '../../platform/http/openapi-marks.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { FileListService } from './file-list.service.js';
import { FileTrashService } from './file-trash.service.js';
import { FileUsesService } from './file-uses.service.js';
import { FileVersionsService } from './file-versions.service.js';
import { FileZipService } from './file-zip.service.js';
import { FilesService } from './files.service.js';

/** Enough for the ids of ten thousand files. */
const MANY = { maxBytes: 1024 * 1024 };

/** Files of the site. */
@Controller(`${EDITOR_PATH}/files`)
export class FilesController {
  constructor(
    private readonly files: FilesService,
    private readonly found: FileListService,
    private readonly trash: FileTrashService,
    private readonly uses: FileUsesService,
    private readonly versions: FileVersionsService,
    private readonly archives: FileZipService,
  ) {}

  /** List the files of a folder, of a search, of a filter, or of the trash. */
  @Get()
  @RequirePermission('files.read')
  list(@TenantId() tenantId: string, @QueryInput() query: FileListDto) {
    return this.found.list(tenantId, query);
  }

  /** Count the files that each filter finds, up to 1,000. */
  @Get('facets')
  @RequirePermission('files.read')
  facets(@TenantId() tenantId: string) {
    return this.found.facets(tenantId);
  }

  /** Get how much room files take, and how much there is. */
  @Get('storage')
  @RequirePermission('files.read')
  use(@TenantId() tenantId: string) {
    return this.files.use(tenantId);
  }

  /** Download files, and all that is in folders, as one zip archive. */
  @Get('zip')
  @Sends('application/zip')
  @RequirePermission('files.read')
  downloadZip(
    @TenantId() tenantId: string,
    @QueryInput() query: FileZipDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.archives.zip(tenantId, query, reply);
  }

  /** Move files and folders. */
  @Action('move')
  @RequirePermission('files.manage')
  @Audited('file.move')
  move(@Context() context: CallerContext, @JsonBody(MANY) input: MoveFilesDto) {
    return this.trash.move(context, input);
  }

  /**
   * Move files and folders to the trash. When visitors see one of them on a page, that needs `evenIfUsed`; without it, the answer is 409
   * with the `uses`.
   */
  @Action('trash')
  @RequirePermission('files.manage')
  @Audited('file.trash')
  moveToTrash(@Context() context: CallerContext, @JsonBody(MANY) input: TrashFilesDto) {
    return this.trash.trash(context, input);
  }

  /** Restore files and folders from the trash. */
  @Action('restore')
  @RequirePermission('files.manage')
  @Audited('file.restore')
  restore(@Context() context: CallerContext, @JsonBody(MANY) input: ChosenFilesDto) {
    return this.trash.restore(context, input);
  }

  /** Get a file. */
  @Get(':id')
  @SendsEntityTag()
  @RequirePermission('files.read')
  get(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.files.get(tenantId, id);
  }

  /** Change the name, folder or description of a file. Its address on the public site stays. */
  @Patch(':id')
  @SendsEntityTag()
  @RequirePermission('files.manage')
  @Audited('file.change')
  change(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @ExpectedVersion() revision: number,
    @JsonBody() input: ChangeFileDto,
  ) {
    return this.files.change(context, id, revision, input);
  }

  /** Delete a file from the trash permanently. When articles or layouts use it, that needs `evenIfUsed`. */
  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('files.manage')
  @RecentSignIn()
  @Audited('file.delete')
  async delete(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @QueryInput() query: DeleteFileDto,
  ): Promise<void> {
    await this.trash.deleteFile(context, id, query);
  }

  /** List what a file has held, the newest first. */
  @Get(':id/versions')
  @RequirePermission('files.read')
  listVersions(@TenantId() tenantId: string, @IdParam('id') id: string, @QueryInput() query: PageDto) {
    return this.versions.list(tenantId, id, query);
  }

  /** Download an earlier content of a file as it was uploaded. */
  @Get(':id/versions/:version/content')
  @Sends(...SERVED_TYPES)
  @RequirePermission('files.read')
  downloadVersion(
    @TenantId() tenantId: string,
    @IdParam('id') id: string,
    @NumberParam('version') version: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.versions.download(tenantId, id, version, reply);
  }

  /** Make an earlier content that of the file again. It becomes a version of its own. */
  @Action(':id/versions/:version/restore')
  @SendsEntityTag()
  @RequirePermission('files.manage')
  @Audited('file.restore-version')
  async restoreVersion(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @NumberParam('version') version: number,
    @ExpectedVersion() revision: number,
  ) {
    await this.versions.restore(context, id, version, revision);
    return this.files.get(context.tenantId, id);
  }

  /** List the articles and layouts that use a file. */
  @Get(':id/usages')
  @RequirePermission('files.read')
  listUses(@Context() context: CallerContext, @IdParam('id') id: string, @QueryInput() query: PageDto) {
    return this.uses.list(context, id, query);
  }

  /** Download a file as it was uploaded. */
  @Get(':id/content')
  @Sends(...SERVED_TYPES)
  @RequirePermission('files.read')
  download(
    @TenantId() tenantId: string,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.files.download(tenantId, id, reply);
  }

  /** Get a small picture of a picture. */
  @Get(':id/thumbnail')
  @Sends('image/webp', 'image/svg+xml')
  @RequirePermission('files.read')
  thumbnail(
    @TenantId() tenantId: string,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.files.thumbnail(tenantId, id, reply);
  }
}
