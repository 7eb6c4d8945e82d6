import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Context, SessionContext } from '../../platform/http/request-context.js';
import { Audited } from '../../platform/audit/audited.js';
import { Authenticated } from '../../platform/http/access.js';
import { IdParam } from '../../platform/http/request-input.js';
import { OwnSessionsService } from './own-sessions.service.js';

/** A person's own sign-ins. */
@Controller(`${EDITOR_PATH}/account/sessions`)
@Authenticated()
export class OwnSessionsController {
  constructor(private readonly sessions: OwnSessionsService) {}

  /** List your sessions. */
  @Get()
  list(@Context() context: SessionContext) {
    return this.sessions.list(context);
  }

  /** Revoke your other sessions. */
  @Delete()
  @Audited('session.revoke-others')
  @HttpCode(204)
  async endOthers(@Context() context: SessionContext): Promise<void> {
    await this.sessions.endOthers(context);
  }

  /** Revoke one of your sessions. */
  @Delete(':id')
  @Audited('session.revoke')
  @HttpCode(204)
  async end(@Context() context: SessionContext, @IdParam('id') id: string): Promise<void> {
    await this.sessions.end(context, id);
  }
}
