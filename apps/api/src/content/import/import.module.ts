import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { OPENAPI_PARTS } from '../../platform/openapi/openapi.service.js';
import { retentionReader, RETENTIONS, retentionSetting } from '../../platform/retention/retention-kind.js';
import { SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { ArticlesModule } from '../articles/articles.module.js';
import { FilesModule } from '../files/files.module.js';
import { RedirectsModule } from '../redirects/redirects.module.js';
import { DocAssetsService } from './doc-assets.service.js';
import { DocRunsService } from './doc-runs.service.js';
import { DocumentParserService } from './document-parser.service.js';
import { DocsImportController } from './docs-import.controller.js';
import { DocsImportService } from './docs-import.service.js';
import { ImportKeysController } from './import-keys.controller.js';
import { ImportKeysService } from './import-keys.service.js';
import { ImportController } from './import.controller.js';
import { ImportFilesService } from './import-files.service.js';
import { ImportPicturesService } from './import-pictures.service.js';
import { ImportPlannerService } from './import-planner.service.js';
import { ImportReaderService } from './import-reader.service.js';
import { IMPORT_RETENTION } from './import-retention.js';
import { ImportRunsService } from './import-runs.service.js';
import { ImportStepsService } from './import-steps.service.js';
import { ImportUndoService } from './import-undo.service.js';
import { ImportWriterService } from './import-writer.service.js';
import { PackedDocumentsService } from './packed-documents.service.js';
import { RunFolderService } from './run-folder.service.js';
import { CreateImports1791400000000 } from './migrations/1791400000000-create-imports.js';
import { CreateImportKeys1792300000000 } from './migrations/1792300000000-create-import-keys.js';
import { FetchImportPictures1792200100000 } from './migrations/1792200100000-fetch-import-pictures.js';
import { FindImportAddresses1794920000000 } from './migrations/1794920000000-find-import-addresses.js';
import { FindImportItems1794910000000 } from './migrations/1794910000000-find-import-items.js';
import { ImportExports1792200000000 } from './migrations/1792200000000-import-exports.js';
import { ReceiveDocuments1792300100000 } from './migrations/1792300100000-receive-documents.js';

/** Documents that were written elsewhere become articles. */
@Module({
  imports: [ArticlesModule, FilesModule, RedirectsModule],
  controllers: [DocsImportController, ImportController, ImportKeysController],
  providers: [
    DocAssetsService,
    DocRunsService,
    DocsImportService,
    DocumentParserService,
    ImportKeysService,
    ImportFilesService,
    ImportPicturesService,
    ImportPlannerService,
    ImportReaderService,
    ImportRunsService,
    ImportStepsService,
    ImportUndoService,
    ImportWriterService,
    PackedDocumentsService,
    RunFolderService,
  ],
})
@Registers(
  MIGRATIONS,
  CreateImports1791400000000,
  ImportExports1792200000000,
  FetchImportPictures1792200100000,
  CreateImportKeys1792300000000,
  ReceiveDocuments1792300100000,
  FindImportItems1794910000000,
  FindImportAddresses1794920000000,
)
@Registers(RETENTIONS, IMPORT_RETENTION)
@Registers(SETTINGS, retentionSetting(IMPORT_RETENTION))
@Registers(SETTING_READERS, retentionReader(IMPORT_RETENTION))
@Registers(OPENAPI_PARTS, () => import('./import-openapi.js'))
export class ImportModule {}
