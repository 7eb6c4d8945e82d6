import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ChangeFolderDto, CreateFolderDto, DeleteFileDto, FolderListDto } from '@sitedesk/contract/files.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Audited } from '../../platform/audit/audited.js';
import { RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { FileTrashService } from './file-trash.service.js';
import { FoldersService } from './folders.service.js';

/** Folders of the site's files. */
@Controller(`${EDITOR_PATH}/folders`)
export class FoldersController {
  constructor(
    private readonly folders: FoldersService,
    private readonly trash: FileTrashService,
  ) {}

  /** List the folders in a folder. */
  @Get()
  @RequirePermission('files.read')
  list(@TenantId() tenantId: string, @QueryInput() query: FolderListDto) {
    return this.folders.list(tenantId, query);
  }

  /** Get a folder, with the folders that it is in. */
  @Get(':id')
  @SendsEntityTag()
  @RequirePermission('files.read')
  get(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.folders.get(tenantId, id);
  }

  /** Create a folder. */
  @Post()
  @SendsEntityTag()
  @RequirePermission('files.manage')
  @Audited('folder.create')
  create(@Context() context: CallerContext, @JsonBody() input: CreateFolderDto) {
    return this.folders.create(context, input);
  }

  /** Rename or move a folder. */
  @Patch(':id')
  @SendsEntityTag()
  @RequirePermission('files.manage')
  @Audited('folder.change')
  change(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @ExpectedVersion() revision: number,
    @JsonBody() input: ChangeFolderDto,
  ) {
    return this.folders.change(context, id, revision, input);
  }

  /**
   * Delete a folder from the trash permanently, with all that went there with it. When articles or layouts use something of it, that needs
   * `evenIfUsed`.
   */
  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('files.manage')
  @RecentSignIn()
  @Audited('folder.delete')
  async delete(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @QueryInput() query: DeleteFileDto,
  ): Promise<void> {
    await this.trash.deleteFolder(context, id, query);
  }
}
