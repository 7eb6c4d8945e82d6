import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ArchiveExportService } from './archive-export.service.js';
import { ArchiveImportService } from './archive-import.service.js';

/** All the content of a site in one file, out and in. */
@Module({
  imports: [FilesModule],
  providers: [ArchiveExportService, ArchiveImportService],
})
export class SiteArchiveModule {}
