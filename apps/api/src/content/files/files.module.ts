import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { ENVIRONMENT } from '../../platform/config/env.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { ENCRYPTED_COLUMNS } from '../../platform/keys/encrypted-columns.js';
import { retentionReader, RETENTIONS, retentionSetting } from '../../platform/retention/retention-kind.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { BlobStore } from './blob-store.js';
import { readFileStorage } from './file-storage.js';
import { FILE_SETTINGS, FILES_GROUP, readFileSettings } from './file-settings.js';
import { FileListService } from './file-list.service.js';
import { FileTrashService } from './file-trash.service.js';
import { OLD_FILE_VERSIONS, TRASHED_FILES } from './file-retention.js';
import { FileUsesService } from './file-uses.service.js';
import { FileVersionsService } from './file-versions.service.js';
import { FileZipService } from './file-zip.service.js';
import { FileMoveService } from './file-move.service.js';
import { FileVerificationService } from './file-verification.service.js';
import { FilesController } from './files.controller.js';
import { FilesService } from './files.service.js';
import { FoldersController } from './folders.controller.js';
import { FoldersService } from './folders.service.js';
import { ImagesService } from './images.service.js';
import { CreateFiles1790500000000 } from './migrations/1790500000000-create-files.js';
import { ShowFilesOnPages1790500200000 } from './migrations/1790500200000-show-files-on-pages.js';
import { DescribeImages1790500100000 } from './migrations/1790500100000-describe-images.js';
import { NoteFileUses1790710000000 } from './migrations/1790710000000-note-file-uses.js';
import { DescribeFiles1790710100000 } from './migrations/1790710100000-describe-files.js';
import { CropPictures1790810000000 } from './migrations/1790810000000-crop-pictures.js';
import { CreateSiteStorage1793100000000 } from './migrations/1793100000000-create-site-storage.js';
import { LookForFilesFirst1795020000000 } from './migrations/1795020000000-look-for-files-first.js';
import { PublishWithoutFiles1793300000000 } from './migrations/1793300000000-publish-without-files.js';
import { ReplaceFiles1790710200000 } from './migrations/1790710200000-replace-files.js';
import { SiteMoveService } from './site-move.service.js';
import { SiteStorageController } from './site-storage.controller.js';
import { SiteStorageService } from './site-storage.service.js';
import { readSiteStorageSettings, STORAGE_GROUP, STORAGE_SETTINGS } from './site-storage-settings.js';
import { SiteStores } from './site-stores.js';
import { StorageCheckService } from './storage-check.service.js';
import { StoreSweepService } from './store-sweep.service.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';

/** Files of a site: pictures, films, documents. */
@Module({
  controllers: [FilesController, FoldersController, UploadsController, SiteStorageController],
  providers: [
    BlobStore,
    SiteStores,
    SiteMoveService,
    SiteStorageService,
    FilesService,
    FileListService,
    FileTrashService,
    FileUsesService,
    FileVersionsService,
    FileZipService,
    FoldersService,
    ImagesService,
    FileMoveService,
    FileVerificationService,
    StorageCheckService,
    StoreSweepService,
    UploadsService,
  ],
  exports: [BlobStore, FilesService, FoldersService, ImagesService, UploadsService],
})
@Registers(
  MIGRATIONS,
  CreateFiles1790500000000,
  DescribeImages1790500100000,
  ShowFilesOnPages1790500200000,
  NoteFileUses1790710000000,
  DescribeFiles1790710100000,
  ReplaceFiles1790710200000,
  CropPictures1790810000000,
  CreateSiteStorage1793100000000,
  PublishWithoutFiles1793300000000,
  LookForFilesFirst1795020000000,
)
@Registers(ENVIRONMENT, readFileStorage)
@Registers(
  ENCRYPTED_COLUMNS,
  { table: 'site_storage', column: 'location', idColumn: 'tenant_id' },
  { table: 'site_storage', column: 'former', idColumn: 'tenant_id' },
)
@Registers(SETTING_GROUPS, { name: FILES_GROUP, order: 47 }, { name: STORAGE_GROUP, order: 47.5 })
@Registers(SETTINGS, ...FILE_SETTINGS, ...STORAGE_SETTINGS, retentionSetting(OLD_FILE_VERSIONS))
@Registers(
  SETTING_READERS,
  { groups: [FILES_GROUP], read: readFileSettings },
  { groups: [STORAGE_GROUP], read: readSiteStorageSettings },
  retentionReader(OLD_FILE_VERSIONS),
)
@Registers(RETENTIONS, TRASHED_FILES, OLD_FILE_VERSIONS)
export class FilesModule {}
