import { Controller, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { EDITOR_PATH, type SessionInfo, type SignInOutcome } from '@sitedesk/contract';
import { ConfirmSignInDto, SecondFactorDto } from '@sitedesk/contract/dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../../audit/actor.js';
import { Audited } from '../../audit/audited.js';
import { Authenticated } from '../../common/access.js';
import { JsonBody } from '../../common/request-input.js';
import { TenantId } from '../../common/tenant-id.decorator.js';
import { BrowserSessions } from '../browser-sessions.service.js';
import { CurrentSession, type SessionPrincipal } from '../principal.js';
import { SecondFactorSignIn } from './second-factor-sign-in.service.js';
import { SignInConfirmation } from './sign-in-confirmation.service.js';

/**
 * Steps of a session after the password: the second factor, and proving once more who that is. No rate limit but five
 * tries in a session and a hundred on the account: people behind one address would wait for each other.
 */
@Controller(`${EDITOR_PATH}/session`)
export class SessionStepsController {
  constructor(
    private readonly secondFactor: SecondFactorSignIn,
    private readonly confirmation: SignInConfirmation,
    private readonly browsers: BrowserSessions,
  ) {}

  @Get('second-factor')
  @Authenticated('second-factor')
  @Header('Cache-Control', 'no-store')
  showSecondFactor(
    @TenantId() tenantId: string,
    @CurrentSession() session: SessionPrincipal,
  ): Promise<SignInOutcome> {
    return this.secondFactor.show(tenantId, session);
  }

  @Post('second-factor')
  @Authenticated('second-factor')
  @Audited('session.second-factor')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async answerSecondFactor(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @JsonBody(SecondFactorDto) { code }: SecondFactorDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInOutcome> {
    const signedIn = await this.secondFactor.answer(tenantId, actor, session, code);
    return this.browsers.accept(request, reply, signedIn);
  }

  @Post('confirm')
  @Authenticated('enrolment')
  @Audited('session.confirm')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async confirm(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @CurrentSession() session: SessionPrincipal,
    @JsonBody(ConfirmSignInDto) proof: ConfirmSignInDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionInfo> {
    return this.browsers.renew(reply, await this.confirmation.confirm(tenantId, actor, session, proof));
  }
}
