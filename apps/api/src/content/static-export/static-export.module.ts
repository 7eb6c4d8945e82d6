import { Module } from '@nestjs/common';
import { ENVIRONMENT } from '../../platform/config/env.js';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { FilesModule } from '../files/files.module.js';
import { PublicSiteModule } from '../site/public-site.module.js';
import { BucketExportController } from './bucket-export.controller.js';
import { BucketExportService } from './bucket-export.service.js';
import { BucketRunsService } from './bucket-runs.service.js';
import { readExportDirectory } from './export-directory.js';
import { EXPORT_GROUP, EXPORT_SETTINGS, readExportSettings } from './export-settings.js';
import { FolderExportController } from './folder-export.controller.js';
import { FolderExportService } from './folder-export.service.js';
import { FolderRunsService } from './folder-runs.service.js';
import { CreateFolderExports1793600100000 } from './migrations/1793600100000-create-folder-exports.js';
import { CreateSiteExports1792400000000 } from './migrations/1792400000000-create-site-exports.js';
import { StaticExportController } from './static-export.controller.js';
import { StaticExportService } from './static-export.service.js';

/** The public site as files: in an archive, or kept up to date in a folder or a bucket. */
@Module({
  imports: [FilesModule, PublicSiteModule],
  controllers: [StaticExportController, BucketExportController, FolderExportController],
  providers: [
    StaticExportService,
    BucketExportService,
    BucketRunsService,
    FolderExportService,
    FolderRunsService,
  ],
  exports: [StaticExportService],
})
@Registers(MIGRATIONS, CreateSiteExports1792400000000, CreateFolderExports1793600100000)
@Registers(ENVIRONMENT, readExportDirectory)
@Registers(SETTING_GROUPS, { name: EXPORT_GROUP, order: 45.5 })
@Registers(SETTINGS, ...EXPORT_SETTINGS)
@Registers(SETTING_READERS, { groups: [EXPORT_GROUP], read: readExportSettings })
export class StaticExportModule {}
