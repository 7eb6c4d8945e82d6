import { Controller, Delete, Get, Header, HttpCode, Post, Res } from '@nestjs/common';
import {
  type BulkUserAnswer,
  type BulkUserPreview,
  EDITOR_PATH,
  type MailedLink,
  type MatchingUsersBatch,
  type MatchingUsersPreview,
  type SentInvitation,
  type UserDetails,
} from '@sitedesk/contract';
import { BulkUsersDto, MatchingUsersDto, PreviewMatchingUsersDto } from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { Audited, NotAudited } from '../audit/audited.js';
import { RecentSignIn, RequirePermission } from '../common/access.js';
import { IdParam, JsonBody } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { type Acting, CurrentActing } from '../identity/acting.js';
import { BulkPreviews } from './bulk-preview.service.js';
import { BulkUsers } from './bulk-users.service.js';
import { MatchingUsers } from './matching-users.service.js';
import { UserLinks } from './user-links.service.js';
import { UserSessions } from './user-sessions.service.js';
import { UserStatuses } from './user-status.service.js';
import { tagged } from './users.controller.js';
import { UsersService } from './users.service.js';

/** What administrators do with users, one by one and many at once. */
@Controller(`${EDITOR_PATH}/users`)
@RequirePermission('users.manage')
export class UserActsController {
  constructor(
    private readonly users: UsersService,
    private readonly statuses: UserStatuses,
    private readonly links: UserLinks,
    private readonly sessions: UserSessions,
    private readonly bulk: BulkUsers,
    private readonly previews: BulkPreviews,
    private readonly matching: MatchingUsers,
  ) {}

  @Post('bulk')
  @RecentSignIn()
  @Audited('user.bulk')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  runBulk(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @JsonBody(BulkUsersDto) input: BulkUsersDto,
  ): Promise<BulkUserAnswer> {
    return this.bulk.run(tenantId, acting, input);
  }

  @Post('bulk/preview')
  @NotAudited('only tells what an action would do')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  previewBulk(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @JsonBody(BulkUsersDto) input: BulkUsersDto,
  ): Promise<BulkUserPreview> {
    return this.previews.preview(tenantId, acting, input);
  }

  @Post('bulk/matching')
  @RecentSignIn()
  @Audited('user.bulk')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  runMatching(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @JsonBody(MatchingUsersDto) input: MatchingUsersDto,
  ): Promise<MatchingUsersBatch> {
    return this.matching.run(tenantId, acting, input);
  }

  @Post('bulk/matching/preview')
  @NotAudited('only tells how many an action would be for')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  previewMatching(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @JsonBody(PreviewMatchingUsersDto) input: PreviewMatchingUsersDto,
  ): Promise<MatchingUsersPreview> {
    return this.matching.preview(tenantId, acting, input);
  }

  @Post(':id/disable')
  @Audited('user.disable')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async disable(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserDetails> {
    await this.statuses.disable(tenantId, acting, id);
    return tagged(reply, await this.users.find(tenantId, id));
  }

  @Post(':id/enable')
  @Audited('user.enable')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async enable(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserDetails> {
    await this.statuses.enable(tenantId, acting, id);
    return tagged(reply, await this.users.find(tenantId, id));
  }

  @Post(':id/confirm-email')
  @Audited('user.confirm-email')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async confirmEmail(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserDetails> {
    await this.statuses.confirmEmail(tenantId, acting, id);
    return tagged(reply, await this.users.find(tenantId, id));
  }

  @Post(':id/unconfirm-email')
  @Audited('user.unconfirm-email')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async unconfirmEmail(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserDetails> {
    await this.statuses.unconfirmEmail(tenantId, acting, id);
    return tagged(reply, await this.users.find(tenantId, id));
  }

  @Post(':id/invitation')
  @Audited('user.invite')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  invite(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
  ): Promise<SentInvitation> {
    return this.links.invite(tenantId, acting, id);
  }

  @Post(':id/confirmation')
  @Audited('user.send-confirmation')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  askForConfirmation(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
  ): Promise<MailedLink> {
    return this.links.askForConfirmation(tenantId, acting, id);
  }

  @Post(':id/password-reset')
  @Audited('user.send-password-reset')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  resetPassword(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
  ): Promise<MailedLink> {
    return this.links.resetPassword(tenantId, acting, id);
  }

  @Get(':id/sessions')
  @Header('Cache-Control', 'no-store')
  listSessions(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
  ): ReturnType<UserSessions['list']> {
    return this.sessions.list(tenantId, acting, id);
  }

  @Delete(':id/sessions')
  @Audited('user.end-sessions')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async endSessions(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
  ): Promise<void> {
    await this.sessions.endAll(tenantId, acting, id);
  }

  @Delete(':id/sessions/:sessionId')
  @Audited('user.end-session')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async endSession(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
    @IdParam('sessionId') sessionId: string,
  ): Promise<void> {
    await this.sessions.end(tenantId, acting, id, sessionId);
  }
}
