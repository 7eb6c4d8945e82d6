import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract';
import { Authenticated } from '../common/access.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { CurrentSession, type SessionPrincipal } from '../identity/principal.js';
import { EventStreams } from './event-streams.service.js';
import { WantsEvents } from './wants-events.js';

/** News as it happens, for the browser of somebody who is signed in. */
@Controller(`${EDITOR_PATH}/events`)
export class EventsController {
  constructor(private readonly streams: EventStreams) {}

  @Get()
  @Authenticated()
  @Header('Cache-Control', 'no-store')
  @Header('X-Accel-Buffering', 'no')
  listen(
    @TenantId() tenantId: string,
    @CurrentSession() session: SessionPrincipal,
    @WantsEvents() type: string,
  ): StreamableFile {
    return new StreamableFile(this.streams.open(tenantId, session), { type });
  }
}
