import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { OutboxModule } from '../../email/outbox/outbox.module.js';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { LinksModule } from '../../people/links/links.module.js';
import { LIVE_EVENTS } from '../../platform/events/live-events.service.js';
import { ArticleEmailsService } from './article-emails.service.js';
import { CommentsController } from './comments.controller.js';
import { CommentsService } from './comments.service.js';
import { CreateComments1790411000100 } from './migrations/1790411000100-create-comments.js';
import { CreateArticleEmails1790411000200 } from './migrations/1790411000200-create-article-emails.js';
import { QueueReviews1790431000200 } from './migrations/1790431000200-queue-reviews.js';
import { ReviewQueueController } from './review-queue.controller.js';
import { ReviewsController } from './reviews.controller.js';
import { ReviewsService } from './reviews.service.js';

/** Reviews of articles, and comments on them. */
@Module({
  imports: [AccountsModule, LinksModule, OutboxModule],
  controllers: [ReviewsController, ReviewQueueController, CommentsController],
  providers: [ReviewsService, CommentsService, ArticleEmailsService],
  exports: [ReviewsService],
})
@Registers(LIVE_EVENTS, { kind: 'article.discussed', permission: 'pages.view' })
@Registers(
  MIGRATIONS,
  CreateComments1790411000100,
  CreateArticleEmails1790411000200,
  QueueReviews1790431000200,
)
export class ReviewsModule {}
