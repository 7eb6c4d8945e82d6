import { Controller, Delete, Get, Patch, Post, Res } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { RegisterPasskeyDto, RenamePasskeyDto } from '@sitedesk/contract/passkeys.dto';
import type { FastifyReply } from 'fastify';
import { Context, SessionContext } from '../../platform/http/request-context.js';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, Authenticated, RecentSignIn } from '../../platform/http/access.js';
import { IdParam, JsonBody } from '../../platform/http/request-input.js';
import { SessionRenewalService } from '../sessions/session-renewal.service.js';
import { PasskeysService } from './passkeys.service.js';
import { CurrentSite, type SiteAddress } from './site-address.js';

/** A person's own passkeys. */
@Controller(`${EDITOR_PATH}/account/passkeys`)
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly renewal: SessionRenewalService,
  ) {}

  /** List your passkeys. */
  @Get()
  @Authenticated('enrolment')
  list(@Context() context: SessionContext) {
    return this.passkeys.list(context);
  }

  /** Begin adding a passkey. */
  @Action('options')
  @Authenticated('enrolment')
  @RecentSignIn()
  @NotAudited('makes a challenge and nothing else; what it is used for is audited')
  begin(@Context() context: SessionContext, @CurrentSite() site: SiteAddress) {
    return this.passkeys.begin(context, site);
  }

  /** Add a passkey. */
  @Post()
  @Authenticated('enrolment')
  @RecentSignIn()
  @Audited('passkey.add')
  async register(
    @Context() context: SessionContext,
    @CurrentSite() site: SiteAddress,
    @JsonBody() body: RegisterPasskeyDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const registered = await this.passkeys.register(context, site, body);
    return this.renewal.send(reply, registered);
  }

  /** Rename a passkey. */
  @Patch(':id')
  @Authenticated()
  @Audited('passkey.rename')
  rename(
    @Context() context: SessionContext,
    @IdParam('id') id: string,
    @JsonBody() { name }: RenamePasskeyDto,
  ) {
    return this.passkeys.rename(context, { id, name });
  }

  /** Remove a passkey. */
  @Delete(':id')
  @Authenticated()
  @RecentSignIn()
  @Audited('passkey.remove')
  async remove(
    @Context() context: SessionContext,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.renewal.send(reply, await this.passkeys.remove(context, id));
  }
}
