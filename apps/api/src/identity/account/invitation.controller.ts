import { Controller, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import {
  type AcceptedWithPasskey,
  EDITOR_PATH,
  type InvitationPreview,
  type PasskeyCreationOptions,
  type SignInOutcome,
} from '@sitedesk/contract';
import { AcceptInvitationDto, AcceptInvitationWithPasskeyDto, LinkTokenDto } from '@sitedesk/contract/dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited, NotAudited } from '../../audit/audited.js';
import { Public } from '../../common/access.js';
import { JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { ThrottlePolicy } from '../../common/throttling/throttle-policy.decorator.js';
import { BrowserSessions } from '../browser-sessions.service.js';
import { OwnPageGuard } from '../own-page.guard.js';
import { CurrentSite, type SiteAddress } from '../passkeys/site-address.js';
import { InvitationService } from './invitation.service.js';
import { PasskeyInvitation } from './passkey-invitation.service.js';

/** Following an invitation. */
@Controller(`${EDITOR_PATH}/invitation`)
@Public()
@ThrottlePolicy('sign-in')
@UseGuards(OwnPageGuard)
export class InvitationController {
  constructor(
    private readonly invitations: InvitationService,
    private readonly passkeys: PasskeyInvitation,
    private readonly browsers: BrowserSessions,
  ) {}

  @Post('preview')
  @NotAudited('It only looks; the token is in the body so that no log has it.')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  preview(
    @TenantId() tenantId: string,
    @JsonBody(LinkTokenDto) { token }: LinkTokenDto,
  ): Promise<InvitationPreview> {
    return this.invitations.preview(tenantId, token);
  }

  @Post('accept')
  @Audited('account.accept-invitation')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async accept(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(AcceptInvitationDto) input: AcceptInvitationDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInOutcome> {
    return this.browsers.accept(request, reply, await this.invitations.accept(tenantId, actor, input));
  }

  @Post('accept/passkey/options')
  @NotAudited('makes a challenge and nothing else; what it is used for is audited')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  beginPasskey(
    @TenantId() tenantId: string,
    @CurrentSite() site: SiteAddress,
    @JsonBody(LinkTokenDto) { token }: LinkTokenDto,
  ): Promise<PasskeyCreationOptions> {
    return this.passkeys.begin(tenantId, site, token);
  }

  @Post('accept/passkey')
  @Audited('account.accept-invitation')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async acceptWithPasskey(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSite() site: SiteAddress,
    @JsonBody(AcceptInvitationWithPasskeyDto) input: AcceptInvitationWithPasskeyDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AcceptedWithPasskey> {
    const { signedIn, recoveryCodes } = await this.passkeys.accept(tenantId, actor, site, input);
    return { outcome: await this.browsers.accept(request, reply, signedIn), recoveryCodes };
  }
}
