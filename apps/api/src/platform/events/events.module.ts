import { EventStreamsService } from './event-streams.service.js';
import { EventsController } from './events.controller.js';
import { LiveEventsService } from './live-events.service.js';
import { Feature } from '../core/features.js';

/** Publishes live events, and holds the connections of the people who receive them. */
@Feature({
  controllers: [EventsController],
  providers: [LiveEventsService, EventStreamsService],
})
export class EventsModule {}
