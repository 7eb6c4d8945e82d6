import { Controller, Get } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { ReviewQueueDto } from '@sitedesk/contract/reviews.dto';
import { RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { QueryInput } from '../../platform/http/request-input.js';
import { ReviewsService } from './reviews.service.js';

/** Reviews of all articles. */
@Controller(`${EDITOR_PATH}/reviews`)
@RequirePermission('pages.view')
export class ReviewQueueController {
  constructor(private readonly reviews: ReviewsService) {}

  /** Lists reviews that wait for the caller, that wait for others, or that are decided. */
  @Get()
  list(@Context() context: CallerContext, @QueryInput() query: ReviewQueueDto) {
    return this.reviews.queue(context, query);
  }
}
