import { Controller, Delete, Get, Header, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Audited } from '../../platform/audit/audited.js';
import { Authenticated, Public, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { Context, SessionContext, TenantId } from '../../platform/http/request-context.js';
import { ThrottlePolicy } from '../../platform/throttling/throttle-policy.decorator.js';
import { isKnown } from '../site/page-cache.js';
import { CALENDAR_FEEDS_PATH, CalendarFeedsService } from './calendar-feeds.service.js';

/** A person's own feed of the calendar. */
@Controller(`${EDITOR_PATH}/account/calendar-feed`)
export class OwnCalendarFeedController {
  constructor(private readonly feeds: CalendarFeedsService) {}

  /** Read when your calendar feed was created and last read. */
  @Get()
  @RequirePermission('pages.view')
  read(@Context() context: SessionContext) {
    return this.feeds.read(context);
  }

  /** Create your calendar feed, in place of the one before. Its URL is shown only once. */
  @Post()
  @RequirePermission('pages.view')
  @RecentSignIn()
  @Audited('calendar-feed.create')
  create(@Context() context: SessionContext) {
    return this.feeds.create(context);
  }

  /** Delete your calendar feed. Its URL stops working immediately. */
  @Delete()
  @Authenticated()
  @Audited('calendar-feed.delete')
  @HttpCode(204)
  async delete(@Context() context: SessionContext): Promise<void> {
    await this.feeds.delete(context);
  }
}

/** What is scheduled, for calendar programs, which can't sign in: the URL is the secret. */
@Controller(CALENDAR_FEEDS_PATH)
export class CalendarFeedsController {
  constructor(private readonly feeds: CalendarFeedsService) {}

  /** Read what is scheduled as iCalendar (RFC 5545), as far as the feed’s owner may see it. */
  @Get(':token/articles.ics')
  @Public()
  @ThrottlePolicy('calendar-feed')
  @Header('Content-Type', 'text/calendar; charset=utf-8')
  @Header('X-Robots-Tag', 'noindex')
  async show(
    @TenantId() tenantId: string,
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { text, tag } = await this.feeds.show(tenantId, token);
    void reply.headers({ ETag: `"${tag}"`, 'Cache-Control': 'private, no-cache' });
    if (!isKnown(request.headers['if-none-match'], tag)) return text;
    void reply.status(304);
    return '';
  }
}
