import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { FilesModule } from '../files/files.module.js';
import { ArchiveExportService } from './archive-export.service.js';
import { ArchiveImportService } from './archive-import.service.js';
import { ArchiveMessagesService } from './archive-messages.service.js';
import { ArchivePeopleService } from './archive-people.service.js';

/** All the content of a site in one file, out and in. */
@Module({
  imports: [FilesModule, AccountsModule],
  providers: [ArchiveExportService, ArchiveImportService, ArchiveMessagesService, ArchivePeopleService],
})
export class SiteArchiveModule {}
