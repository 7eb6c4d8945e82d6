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

  /** Run an action on several users. */
  @Action('bulk')
  @RecentSignIn()
  @Audited('user.bulk')
  runBulk(@Context() context: CallerContext, @JsonBody() input: BulkUsersDto) {
    return this.bulk.run(context, input);
  }

  /** Preview an action on several users. */
  @Action('bulk/preview')
  @NotAudited('only tells what an action would do')
  previewBulk(@Context() context: CallerContext, @JsonBody() input: BulkUsersDto) {
    return this.bulk.preview(context, input);
  }

  /** Run an action on all matching users. */
  @Action('bulk/matching')
  @RecentSignIn()
  @Audited('user.bulk')
  runMatching(@Context() context: CallerContext, @JsonBody() input: MatchingUsersDto) {
    return this.matching.run(context, input);
  }

  /** Preview an action on all matching users. */
  @Action('bulk/matching/preview')
  @NotAudited('only tells how many an action would be for')
  previewMatching(@Context() context: CallerContext, @JsonBody() input: PreviewMatchingUsersDto) {
    return this.matching.preview(context, input);
  }

  /** Disable a user. */
  @Action(':id/disable')
  @SendsEntityTag()
  @Audited('user.disable')
  async disable(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.disable(context, id);
    return this.users.find(context.tenantId, id);
  }

  /** Enable a user. */
  @Action(':id/enable')
  @SendsEntityTag()
  @Audited('user.enable')
  async enable(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.enable(context, id);
    return this.users.find(context.tenantId, id);
  }

  /** Mark a user’s email address as confirmed. */
  @Action(':id/confirm-email')
  @SendsEntityTag()
  @Audited('user.confirm-email')
  async confirmEmail(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.confirmEmail(context, id);
    return this.users.find(context.tenantId, id);
  }

  /** Mark a user’s email address as unconfirmed. */
  @Action(':id/unconfirm-email')
  @SendsEntityTag()
  @Audited('user.unconfirm-email')
  async unconfirmEmail(@Context() context: CallerContext, @IdParam('id') id: string) {
    await this.statuses.unconfirmEmail(context, id);
    return this.users.find(context.tenantId, id);
  }

  /** Send an invitation. */
  @Action(':id/invitation')
  @RecentSignIn()
  @Audited('user.invite')
  invite(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.links.invite(context, id);
  }

  /** Send a confirmation email. */
  @Action(':id/confirmation')
  @Audited('user.send-confirmation')
  askForConfirmation(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.links.askForConfirmation(context, id);
  }

  /** Send a password reset email. */
  @Action(':id/password-reset')
  @Audited('user.send-password-reset')
  resetPassword(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.links.resetPassword(context, id);
  }

  /** Reset a user’s second factors. */
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

  /** List a user’s sessions. */
  @Get(':id/sessions')
  listSessions(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.sessions.list(context, id);
  }

  /** Revoke a user’s sessions. */
  @Delete(':id/sessions')
  @Audited('user.end-sessions')
  @HttpCode(204)
  async endSessions(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.sessions.endAll(context, id);
  }

  /** Revoke one of a user’s sessions. */
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
