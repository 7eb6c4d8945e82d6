import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { EVENT_STREAM } from '@sitedesk/contract/event-stream';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Authenticated } from '../http/access.js';
import { Context, SessionContext } from '../http/request-context.js';
import { Sends } from '../http/openapi-marks.js';
import { EventStreamsService } from './event-streams.service.js';
import { WantsEvents } from './wants-events.js';

/** Live events for the browsers of people who are signed in. */
@Controller(`${EDITOR_PATH}/events`)
export class EventsController {
  constructor(private readonly streams: EventStreamsService) {}

  /** Listen for live events. */
  @Get()
  @Authenticated()
  @Sends(EVENT_STREAM)
  @Header('X-Accel-Buffering', 'no')
  listen(@Context() context: SessionContext, @WantsEvents() type: string) {
    return new StreamableFile(this.streams.open(context), { type });
  }
}
