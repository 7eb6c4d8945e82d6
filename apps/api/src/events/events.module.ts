import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { EventStreams } from './event-streams.service.js';
import { EventsController } from './events.controller.js';

/** The live connections of signed-in people. */
@Module({
  imports: [IdentityModule],
  controllers: [EventsController],
  providers: [EventStreams],
})
export class EventsModule {}
