import { Module } from '@nestjs/common';
import { PublicSiteModule } from '../site/public-site.module.js';
import { StaticExportController } from './static-export.controller.js';
import { StaticExportService } from './static-export.service.js';

/** The public site as files. */
@Module({
  imports: [PublicSiteModule],
  controllers: [StaticExportController],
  providers: [StaticExportService],
  exports: [StaticExportService],
})
export class StaticExportModule {}
