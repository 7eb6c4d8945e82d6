import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { TwoFactorResetDto } from '@sitedesk/contract/two-factor.dto';
import { BulkUsersDto, MatchingUsersDto, PreviewMatchingUsersDto } from '@sitedesk/contract/users.dto';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
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

  @Action('bulk')
  @RecentSignIn()
  @Audited('user.bulk')
  runBulk(@Context() context: CallerContext, @JsonBody() input: BulkUsersDto) {
    return this.bulk.run(context, input);
  }

  @Action('bulk/preview')
  @NotAudited('only tells what an action would do')
  previewBulk(@Context() context: CallerContext, @JsonBody() input: BulkUsersDto) {
    return this.bulk.preview(context, input);
  }

  @Action('bulk/matching')
  @RecentSignIn()
  @Audited('user.bulk')
  runMatching(@Context() context: CallerContext, @JsonBody() input: MatchingUsersDto) {
    return this.matching.run(context, input);
  }

  @Action('bulk/matching/preview')
  @NotAudited('only tells how many an action would be for')
  previewMatching(@Context() context: CallerContext, @JsonBody() input: PreviewMatchingUsersDto) {
    return this.matching.preview(context, input);
  }

  @Action(':id/disable')
  @SendsEntityTag()
  @Audited('user.disable')
  async disable(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.disable(context, id);
    return this.users.find(context.tenantId, id);
  }

  @Action(':id/enable')
  @SendsEntityTag()
  @Audited('user.enable')
  async enable(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.enable(context, id);
    return this.users.find(context.tenantId, id);
  }

  @Action(':id/confirm-email')
  @SendsEntityTag()
  @Audited('user.confirm-email')
  async confirmEmail(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.confirmEmail(context, id);
    return this.users.find(context.tenantId, id);
  }

  @Action(':id/unconfirm-email')
  @SendsEntityTag()
  @Audited('user.unconfirm-email')
  async unconfirmEmail(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.unconfirmEmail(context, id);
    return this.users.find(context.tenantId, id);
  }

  @Action(':id/invitation')
  @RecentSignIn()
  @Audited('user.invite')
  invite(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.links.invite(context, id);
  }

  @Action(':id/confirmation')
  @Audited('user.send-confirmation')
  askForConfirmation(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.links.askForConfirmation(context, id);
  }

  @Action(':id/password-reset')
  @Audited('user.send-password-reset')
  resetPassword(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.links.resetPassword(context, id);
  }

  @Action(':id/two-factor-reset', 204)
  @RecentSignIn()
  @Audited('user.two-factor-reset')
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
