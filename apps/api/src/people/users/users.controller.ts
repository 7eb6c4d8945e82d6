import { Controller, Delete, Get, HttpCode, Patch, Post, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { BUILT_IN_ROLES } from '@sitedesk/contract/roles';
import { RoleMembersDto } from '@sitedesk/contract/roles.dto';
import {
  CreateUserDto,
  DeleteUserDto,
  SessionListDto,
  SetUserRolesDto,
  UpdateUserDto,
  UserListDto,
} from '@sitedesk/contract/users.dto';
import { Audited } from '../../platform/audit/audited.js';
import { RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { IdParam, JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { UserDeletionService } from './user-deletion.service.js';
import { UserListService } from './user-list.service.js';
import { UserRolesService } from './user-roles.service.js';
import { UserSessionsService } from './user-sessions.service.js';
import { UsersService } from './users.service.js';

/** The people of a site, for its administrators. */
@Controller(EDITOR_PATH)
@RequirePermission('users.manage')
export class UsersController {
  constructor(
    private readonly list: UserListService,
    private readonly users: UsersService,
    private readonly roles: UserRolesService,
    private readonly deletions: UserDeletionService,
    private readonly sessions: UserSessionsService,
  ) {}

  /** List users. */
  @Get('users')
  page(@TenantId() tenantId: string, @QueryInput() query: UserListDto) {
    return this.list.page(tenantId, query);
  }

  /** List the users with a role. */
  @Get('roles/:id/users')
  holders(
    @TenantId() tenantId: string,
    @IdParam('id', BUILT_IN_ROLES) id: string,
    @QueryInput() query: RoleMembersDto,
  ) {
    return this.list.holders(tenantId, id, query);
  }

  /** List live sessions. One of them is revoked at its user: `DELETE /editor/users/:id/sessions/:sessionId`. */
  @Get('sessions')
  liveSessions(@Context() context: CallerContext, @QueryInput() query: SessionListDto) {
    return this.sessions.listAll(context, query);
  }

  /** Get a user. */
  @Get('users/:id')
  @SendsEntityTag()
  show(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.users.find(tenantId, id);
  }

  /** Create a user. */
  @Post('users')
  @SendsEntityTag()
  @Audited('user.create')
  create(@Context() context: CallerContext, @JsonBody() input: CreateUserDto) {
    return this.users.create(context, input);
  }

  /** Change a user. */
  @Patch('users/:id')
  @SendsEntityTag()
  @Audited('user.change')
  update(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @ExpectedVersion() version: number,
    @JsonBody() input: UpdateUserDto,
  ) {
    return this.users.update(context, id, version, input);
  }

  /** Assign roles to a user. */
  @Put('users/:id/roles')
  @SendsEntityTag()
  @RecentSignIn()
  @Audited('user.set-roles')
  async setRoles(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @ExpectedVersion() version: number,
    @JsonBody() { roles }: SetUserRolesDto,
  ) {
    await this.roles.replace(context, id, version, roles);
    return this.users.find(context.tenantId, id);
  }

  /** Delete a user. */
  @Delete('users/:id')
  @RecentSignIn()
  @Audited('user.delete')
  @HttpCode(204)
  async delete(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @JsonBody() { inheritor }: DeleteUserDto,
  ): Promise<void> {
    await this.deletions.delete(context, id, inheritor?.toLowerCase());
  }
}
