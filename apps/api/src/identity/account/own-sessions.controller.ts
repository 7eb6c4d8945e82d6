import { Controller, Delete, Get, Header, HttpCode } from '@nestjs/common';
import { EDITOR_PATH, type OwnSession } from '@sitedesk/contract';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited } from '../../audit/audited.js';
import { Authenticated } from '../../common/access.js';
import type { Page } from '../../common/keyset.js';
import { IdParam } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { CurrentSession, type SessionPrincipal } from '../principal.js';
import { OwnSessions } from './own-sessions.service.js';

/** A person's own sign-ins. */
@Controller(`${EDITOR_PATH}/account/sessions`)
@Authenticated()
export class OwnSessionsController {
  constructor(private readonly sessions: OwnSessions) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  list(@TenantId() tenantId: string, @CurrentSession() session: SessionPrincipal): Promise<Page<OwnSession>> {
    return this.sessions.list(tenantId, session);
  }

  @Delete()
  @Audited('session.revoke-others')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async endOthers(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
  ): Promise<void> {
    await this.sessions.endOthers(tenantId, actor, session);
  }

  @Delete(':id')
  @Audited('session.revoke')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async end(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @IdParam('id') id: string,
  ): Promise<void> {
    await this.sessions.end(tenantId, actor, session, id);
  }
}
