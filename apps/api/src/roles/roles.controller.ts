import { Controller, Get, Header, HttpCode, Patch, Post, Res } from '@nestjs/common';
import {
  BUILT_IN_ROLES,
  EDITOR_PATH,
  type RoleDeletionPreview,
  type RoleSummary,
  type UserSummary,
} from '@sitedesk/contract';
import { CreateRoleDto, DeleteRolesDto, RoleMembersDto, UpdateRoleDto } from '@sitedesk/contract/dto';
import type { FastifyReply } from 'fastify';
import { Audited, NotAudited } from '../audit/audited.js';
import { RecentSignIn, RequirePermission } from '../common/access.js';
import { ExpectedVersion, sendEntityTag } from '../common/entity-tag.js';
import type { Page } from '../common/keyset.js';
import { IdParam, JsonBody, QueryInput } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { type Acting, CurrentActing } from '../identity/acting.js';
import { RoleMembers } from '../users/role-members.service.js';
import { RoleDeletions } from './role-deletion.service.js';
import { RolesService } from './roles.service.js';

/** Roles: whoever gives them or makes them sees them all, and `roles.manage` changes those that the site made. */
@Controller(`${EDITOR_PATH}/roles`)
export class RolesController {
  constructor(
    private readonly roles: RolesService,
    private readonly members: RoleMembers,
    private readonly deletions: RoleDeletions,
  ) {}

  @Get()
  @RequirePermission('users.manage', 'roles.manage')
  @Header('Cache-Control', 'no-store')
  list(@TenantId() tenantId: string): ReturnType<RolesService['list']> {
    return this.roles.list(tenantId);
  }

  @Get(':id')
  @RequirePermission('users.manage', 'roles.manage')
  @Header('Cache-Control', 'no-store')
  async show(
    @TenantId() tenantId: string,
    @IdParam('id', BUILT_IN_ROLES) id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RoleSummary> {
    return answer(reply, await this.roles.find(tenantId, id));
  }

  @Get(':id/users')
  @RequirePermission('users.manage')
  @Header('Cache-Control', 'no-store')
  users(
    @TenantId() tenantId: string,
    @IdParam('id', BUILT_IN_ROLES) id: string,
    @QueryInput(RoleMembersDto) query: RoleMembersDto,
  ): Promise<Page<UserSummary>> {
    return this.members.list(tenantId, id, query);
  }

  @Post()
  @RequirePermission('roles.manage')
  @Audited('role.create')
  @Header('Cache-Control', 'no-store')
  async create(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @JsonBody(CreateRoleDto) input: CreateRoleDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RoleSummary> {
    return answer(reply, await this.roles.create(tenantId, acting, input));
  }

  @Patch(':id')
  @RequirePermission('roles.manage')
  @RecentSignIn()
  @Audited('role.change')
  @Header('Cache-Control', 'no-store')
  async update(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @IdParam('id', BUILT_IN_ROLES) id: string,
    @ExpectedVersion() version: number,
    @JsonBody(UpdateRoleDto) input: UpdateRoleDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RoleSummary> {
    return answer(reply, await this.roles.update(tenantId, acting, id, version, input));
  }

  @Post('bulk-delete/preview')
  @RequirePermission('roles.manage')
  @NotAudited('only tells what a deletion would do')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  previewDeletion(
    @TenantId() tenantId: string,
    @JsonBody(DeleteRolesDto) { ids }: DeleteRolesDto,
  ): Promise<RoleDeletionPreview> {
    return this.deletions.preview(tenantId, ids);
  }

  @Post('bulk-delete')
  @RequirePermission('roles.manage')
  @RecentSignIn()
  @Audited('role.delete')
  @HttpCode(204)
  @Header('Cache-Control', 'no-store')
  async deleteAll(
    @TenantId() tenantId: string,
    @CurrentActing() acting: Acting,
    @JsonBody(DeleteRolesDto) { ids }: DeleteRolesDto,
  ): Promise<void> {
    await this.deletions.deleteAll(tenantId, acting, ids);
  }
}

function answer(reply: FastifyReply, role: RoleSummary): RoleSummary {
  if (role.version !== null) sendEntityTag(reply, role.version);
  return role;
}
