import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { ArticlesModule } from '../articles/articles.module.js';
import { RedirectsModule } from '../redirects/redirects.module.js';
import { ImportKeysController } from './import-keys.controller.js';
import { ImportKeysService } from './import-keys.service.js';
import { ImportController } from './import.controller.js';
import { ImportPlannerService } from './import-planner.service.js';
import { ImportRunsService } from './import-runs.service.js';
import { ImportStepsService } from './import-steps.service.js';
import { ImportUndoService } from './import-undo.service.js';
import { ImportWriterService } from './import-writer.service.js';
import { CreateImports1791400000000 } from './migrations/1791400000000-create-imports.js';
import { CreateImportKeys1792300000000 } from './migrations/1792300000000-create-import-keys.js';

/** Documents that were written elsewhere become articles. */
@Module({
  imports: [ArticlesModule, RedirectsModule],
  controllers: [ImportController, ImportKeysController],
  providers: [
    ImportKeysService,
    ImportPlannerService,
    ImportRunsService,
    ImportStepsService,
    ImportUndoService,
    ImportWriterService,
  ],
})
@Registers(MIGRATIONS, CreateImports1791400000000, CreateImportKeys1792300000000)
export class ImportModule {}
