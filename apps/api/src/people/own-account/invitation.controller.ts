import { Controller, Req, Res } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { AcceptedWithPasskey } from '@sitedesk/contract/passkeys';
import { AcceptInvitationDto, LinkTokenDto } from '@sitedesk/contract/account.dto';
import { AcceptInvitationWithPasskeyDto } from '@sitedesk/contract/passkeys.dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Context, RequestContext, TenantId } from '../../platform/http/request-context.js';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action } from '../../platform/http/access.js';
import { JsonBody } from '../../platform/http/request-input.js';
import { BrowserSessionsService } from '../sign-in/browser-sessions.service.js';
import { PublicForm } from '../../platform/tenancy/same-origin.guard.js';
import { CurrentSite, type SiteAddress } from '../passkeys/site-address.js';
import { InvitationService } from './invitation.service.js';

/** Following an invitation. */
@Controller(`${EDITOR_PATH}/invitation`)
@PublicForm('sign-in')
export class InvitationController {
  constructor(
    private readonly invitations: InvitationService,
    private readonly browsers: BrowserSessionsService,
  ) {}

  /** Preview an invitation. */
  @Action('preview')
  @NotAudited('It only looks; the token is in the body so that no log has it.')
  preview(@TenantId() tenantId: string, @JsonBody() { token }: LinkTokenDto) {
    return this.invitations.preview(tenantId, token);
  }

  /** Accept an invitation with a password. */
  @Action('accept')
  @Audited('account.accept-invitation')
  async accept(
    @Context() context: RequestContext,
    @JsonBody() input: AcceptInvitationDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.browsers.accept(request, reply, await this.invitations.accept(context, input));
  }

  /** Begin accepting an invitation with a passkey. */
  @Action('accept/passkey/options')
  @NotAudited('makes a challenge and nothing else; what it is used for is audited')
  beginPasskey(
    @TenantId() tenantId: string,
    @CurrentSite() site: SiteAddress,
    @JsonBody() { token }: LinkTokenDto,
  ) {
    return this.invitations.beginPasskey(tenantId, site, token);
  }

  /** Accept an invitation with a passkey. */
  @Action('accept/passkey')
  @Audited('account.accept-invitation')
  async acceptWithPasskey(
    @Context() context: RequestContext,
    @CurrentSite() site: SiteAddress,
    @JsonBody() input: AcceptInvitationWithPasskeyDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AcceptedWithPasskey> {
    const { signedIn, recoveryCodes } = await this.invitations.acceptWithPasskey(context, site, input);
    return { outcome: await this.browsers.accept(request, reply, signedIn), recoveryCodes };
  }
}
