import { Module } from '@nestjs/common';
import { PublicSiteModule } from '../site/public-site.module.js';
import { PreviewLinksController } from './preview-links.controller.js';
import { PreviewLinksService } from './preview-links.service.js';

/** Links that show someone an article that isn't live; `content/site` opens them. */
@Module({
  imports: [PublicSiteModule],
  controllers: [PreviewLinksController],
  providers: [PreviewLinksService],
})
export class PreviewsModule {}
