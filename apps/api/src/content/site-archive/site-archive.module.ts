import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { FilesModule } from '../files/files.module.js';
import { ArchiveExportService } from './archive-export.service.js';
import { ArchiveImportService } from './archive-import.service.js';
import { ArchiveMessagesService } from './archive-messages.service.js';
import { ArchivePeopleService } from './archive-people.service.js';
import { ArchiveRunsService } from './archive-runs.service.js';
import { CreateSiteArchives1793600200000 } from './migrations/1793600200000-create-site-archives.js';
import { SiteArchiveController } from './site-archive.controller.js';
import { SiteArchiveService } from './site-archive.service.js';

/** All the content of a site in one file, out and in. */
@Module({
  imports: [FilesModule, AccountsModule],
  controllers: [SiteArchiveController],
  providers: [
    ArchiveExportService,
    ArchiveImportService,
    ArchiveMessagesService,
    ArchivePeopleService,
    ArchiveRunsService,
    SiteArchiveService,
  ],
})
@Registers(MIGRATIONS, CreateSiteArchives1793600200000)
export class SiteArchiveModule {}
