import { Module } from '@nestjs/common';
import { ArticlesModule } from '../articles/articles.module.js';
import { ReviewsModule } from '../reviews/reviews.module.js';
import { BulkArticlesController } from './bulk-articles.controller.js';
import { DraftChangesService } from './draft-changes.service.js';
import { ReplacementsService } from './replacements.service.js';
import { BulkArticlesService } from './bulk-articles.service.js';

/** Actions on several articles, which may be about their reviews too. */
@Module({
  imports: [ArticlesModule, ReviewsModule],
  controllers: [BulkArticlesController],
  providers: [BulkArticlesService, DraftChangesService, ReplacementsService],
})
export class BulkArticlesModule {}
