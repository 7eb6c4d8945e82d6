import { Controller, Delete, Get, Header, HttpCode, Patch, Post, Put, Res } from '@nestjs/common';
import { EDITOR_PATH, type SavedUser, type UserDetails, type UserSummary } from '@sitedesk/contract';
import {
  CreateUserDto,
  DeleteUserDto,
  SetUserRolesDto,
  UpdateUserDto,
  UserListDto,
} from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { Audited } from '../audit/audited.js';
import { RecentSignIn, RequirePermission } from '../common/access.js';
import { ExpectedVersion, sendEntityTag } from '../common/entity-tag.js';
import type { Page } from '../common/keyset.js';
import { IdParam, JsonBody, QueryInput } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { type Acting, CurrentActing } from '../identity/acting.js';
import { UserDeletions } from './user-deletion.service.js';
import { UserList } from './user-list.service.js';
import { UserRoles } from './user-roles.service.js';
import { UsersService } from './users.service.js';

/** The people of a site, for its administrators. */
@Controller(`${EDITOR_PATH}/users`)
export class UsersController {
  constructor(
    private readonly list: UserList,
    private readonly users: UsersService,
    private readonly roles: UserRoles,
    private readonly deletions: UserDeletions,
  ) {}

  @Get()
  @RequirePermission('users.manage')
  @Header('Cache-Control', 'no-store')
  page(
    @TenantId() tenantId: string,
    @QueryInput(UserListDto) query: UserListDto,
  ): Promise<Page<UserSummary>> {
    return this.list.page(tenantId, query);
  }

  @Get(':id')
  @RequirePermission('users.manage')
  @Header('Cache-Control', 'no-store')
  async show(
    @TenantId() tenantId: string,
    @IdParam('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserDetails> {
    return tagged(reply, await this.users.find(tenantId, id));
  }

  @Post()
  @RequirePermission('users.manage')
  @Audited('user.create')
  @Header('Cache-Control', 'no-store')
  async create(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @JsonBody(CreateUserDto) input: CreateUserDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SavedUser> {
    return saved(reply, await this.users.create(tenantId, acting, input));
  }

  @Patch(':id')
  @RequirePermission('users.manage')
  @Audited('user.change')
  @Header('Cache-Control', 'no-store')
  async update(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
    @ExpectedVersion() version: number,
    @JsonBody(UpdateUserDto) input: UpdateUserDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SavedUser> {
    return saved(reply, await this.users.update(tenantId, acting, id, version, input));
  }

  @Put(':id/roles')
  @RequirePermission('users.manage')
  @RecentSignIn()
  @Audited('user.set-roles')
  @Header('Cache-Control', 'no-store')
  async setRoles(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
    @ExpectedVersion() version: number,
    @JsonBody(SetUserRolesDto) { roles }: SetUserRolesDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserDetails> {
    await this.roles.replace(tenantId, acting, id, version, roles);
    return tagged(reply, await this.users.find(tenantId, id));
  }

  @Delete(':id')
  @RequirePermission('users.manage')
  @RecentSignIn()
  @Audited('user.delete')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async delete(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id') id: string,
    @JsonBody(DeleteUserDto) { inheritor }: DeleteUserDto,
  ): Promise<void> {
    await this.deletions.delete(tenantId, acting, id, inheritor?.toLowerCase());
  }
}

/** A user with the entity tag for the form that edits it. */
export function tagged(reply: FastifyReply, user: UserDetails): UserDetails {
  sendEntityTag(reply, user.version);
  return user;
}

function saved(reply: FastifyReply, answer: SavedUser): SavedUser {
  sendEntityTag(reply, answer.user.version);
  return answer;
}
