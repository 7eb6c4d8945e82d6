import { Global, Module } from '@nestjs/common';
import { EventStreamsService } from './event-streams.service.js';
import { EventsController } from './events.controller.js';
import { LiveEventsService } from './live-events.service.js';

/** Publishes live events, and holds the connections of the people who receive them. */
@Global()
@Module({
  controllers: [EventsController],
  providers: [LiveEventsService, EventStreamsService],
  exports: [LiveEventsService, EventStreamsService],
})
export class EventsModule {}
