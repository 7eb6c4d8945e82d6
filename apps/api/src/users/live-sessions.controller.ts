import { Controller, Get, Header } from '@nestjs/common';
import { EDITOR_PATH, type LiveSession } from '@sitedesk/contract';
import { SessionListDto } from '@sitedesk/contract/dto';
import { RequirePermission } from '../common/access.js';
import type { Page } from '../common/keyset.js';
import { QueryInput } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { type Acting, CurrentActing } from '../identity/acting.js';
import { LiveSessions } from './live-sessions.service.js';

/** Everybody who is signed in. One is ended at its user: `DELETE /editor/users/:id/sessions/:sessionId`. */
@Controller(`${EDITOR_PATH}/sessions`)
@RequirePermission('users.manage')
export class LiveSessionsController {
  constructor(private readonly sessions: LiveSessions) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  list(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @QueryInput(SessionListDto) query: SessionListDto,
  ): Promise<Page<LiveSession>> {
    return this.sessions.page(tenantId, acting, query);
  }
}
