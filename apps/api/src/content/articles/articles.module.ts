import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { ArticleAddressesService } from './article-addresses.service.js';
import { ArticlesController } from './articles.controller.js';
import { ArticlesService } from './articles.service.js';
import { CreateArticles1790380000000 } from './migrations/1790380000000-create-articles.js';
import { PublishingService } from './publishing.service.js';

/** Pages, posts and blogs: written as drafts, and published. */
@Module({
  controllers: [ArticlesController],
  providers: [ArticleAddressesService, ArticlesService, PublishingService],
  exports: [ArticlesService, PublishingService],
})
@Registers(MIGRATIONS, CreateArticles1790380000000)
export class ArticlesModule {}
