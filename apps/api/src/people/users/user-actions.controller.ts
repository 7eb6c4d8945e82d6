import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { TwoFactorResetDto } from '@sitedesk/contract/two-factor.dto';
import { BulkUsersDto, MatchingUsersDto, PreviewMatchingUsersDto } from '@sitedesk/contract/users.dto';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { SendsEntityTag } from '../../platform/http/entity-tag.js';
import { IdParam, JsonBody } from '../../platform/http/request-input.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { TwoFactorResetService } from '../two-factor/two-factor-reset.service.js';
import { BulkUsersService } from './bulk-users.service.js';
import { MatchingUsersService } from './matching-users.service.js';
import { UserLinksService } from './user-links.service.js';
import { UserSessionsService } from './user-sessions.service.js';
import { UserStatusService } from './user-status.service.js';
import { UsersService } from './users.service.js';

/** What administrators do with users, one by one and many at once. */
@Controller(`${EDITOR_PATH}/users`)
@RequirePermission('users.manage')
export class UserActionsController {
  constructor(
    private readonly users: UsersService,
    private readonly statuses: UserStatusService,
    private readonly links: UserLinksService,
    private readonly sessions: UserSessionsService,
    private readonly bulk: BulkUsersService,
    private readonly twoFactor: TwoFactorResetService,
    private readonly matching: MatchingUsersService,
  ) {}

  @Post('bulk')
  @RecentSignIn()
  @Audited('user.bulk')
  @HttpCode(200)
  runBulk(@Context() context: CallerContext, @JsonBody() input: BulkUsersDto) {
    return this.bulk.run(context, input);
  }

  @Post('bulk/preview')
  @NotAudited('only tells what an action would do')
  @HttpCode(200)
  previewBulk(@Context() context: CallerContext, @JsonBody() input: BulkUsersDto) {
    return this.bulk.preview(context, input);
  }

  @Post('bulk/matching')
  @RecentSignIn()
  @Audited('user.bulk')
  @HttpCode(200)
  runMatching(@Context() context: CallerContext, @JsonBody() input: MatchingUsersDto) {
    return this.matching.run(context, input);
  }

  @Post('bulk/matching/preview')
  @NotAudited('only tells how many an action would be for')
  @HttpCode(200)
  previewMatching(@Context() context: CallerContext, @JsonBody() input: PreviewMatchingUsersDto) {
    return this.matching.preview(context, input);
  }

  @Post(':id/disable')
  @SendsEntityTag()
  @Audited('user.disable')
  @HttpCode(200)
  async disable(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.disable(context, id);
    return this.users.find(context.tenantId, id);
  }

  @Post(':id/enable')
  @SendsEntityTag()
  @Audited('user.enable')
  @HttpCode(200)
  async enable(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.enable(context, id);
    return this.users.find(context.tenantId, id);
  }

  @Post(':id/confirm-email')
  @SendsEntityTag()
  @Audited('user.confirm-email')
  @HttpCode(200)
  async confirmEmail(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.confirmEmail(context, id);
    return this.users.find(context.tenantId, id);
  }

  @Post(':id/unconfirm-email')
  @SendsEntityTag()
  @Audited('user.unconfirm-email')
  @HttpCode(200)
  async unconfirmEmail(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.unconfirmEmail(context, id);
    return this.users.find(context.tenantId, id);
  }

  @Post(':id/invitation')
  @RecentSignIn()
  @Audited('user.invite')
  @HttpCode(200)
  invite(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.links.invite(context, id);
  }

  @Post(':id/confirmation')
  @Audited('user.send-confirmation')
  @HttpCode(200)
  askForConfirmation(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.links.askForConfirmation(context, id);
  }

  @Post(':id/password-reset')
  @Audited('user.send-password-reset')
  @HttpCode(200)
  resetPassword(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.links.resetPassword(context, id);
  }

  @Post(':id/two-factor-reset')
  @RecentSignIn()
  @Audited('user.two-factor-reset')
  @HttpCode(204)
  resetTwoFactor(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @JsonBody() { reason }: TwoFactorResetDto,
  ) {
    return this.twoFactor.resetFor(context, id, reason);
  }

  @Get(':id/sessions')
  listSessions(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.sessions.list(context, id);
  }

  @Delete(':id/sessions')
  @Audited('user.end-sessions')
  @HttpCode(204)
  async endSessions(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.sessions.endAll(context, id);
  }

  @Delete(':id/sessions/:sessionId')
  @Audited('user.end-session')
  @HttpCode(204)
  async endSession(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @IdParam('sessionId') sessionId: string,
  ): Promise<void> {
    await this.sessions.end(context, id, sessionId);
  }
}
