import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { ExternalSignInModule } from '../../people/external-sign-in/external-sign-in.module.js';
import { LinksModule } from '../../people/links/links.module.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES, MIGRATIONS } from '../../platform/database/data-source.js';
import { CalendarFeed } from './calendar-feed.entity.js';
import { CalendarFeedsController, OwnCalendarFeedController } from './calendar-feeds.controller.js';
import { CalendarFeedsService } from './calendar-feeds.service.js';
import { CreateCalendarFeeds1794600000000 } from './migrations/1794600000000-create-calendar-feeds.js';

/** What is scheduled, for calendar programs. */
@Module({
  imports: [AccountsModule, ExternalSignInModule, LinksModule],
  controllers: [OwnCalendarFeedController, CalendarFeedsController],
  providers: [CalendarFeedsService],
})
@Registers(ENTITIES, CalendarFeed)
@Registers(MIGRATIONS, CreateCalendarFeeds1794600000000)
export class CalendarFeedsModule {}
