import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { LIVE_EVENTS } from '../../platform/events/live-events.service.js';
import { CreateEditingSessions1790424100000 } from './migrations/1790424100000-create-editing-sessions.js';
import { PresenceController } from './presence.controller.js';
import { PresenceService } from './presence.service.js';

/** Who is looking at an article, and who writes it. */
@Module({ controllers: [PresenceController], providers: [PresenceService] })
@Registers(LIVE_EVENTS, { kind: 'article.presence', permission: 'pages.view' })
@Registers(MIGRATIONS, CreateEditingSessions1790424100000)
export class PresenceModule {}
