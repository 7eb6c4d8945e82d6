import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { LIVE_EVENTS } from '../../platform/events/live-events.service.js';
import { ActivityController } from './activity.controller.js';
import { ActivityService } from './activity.service.js';

/** What people did with articles, for those who see them. */
@Module({ controllers: [ActivityController], providers: [ActivityService] })
@Registers(LIVE_EVENTS, { kind: 'article.activity', permission: 'pages.view' })
export class ActivityModule {}
