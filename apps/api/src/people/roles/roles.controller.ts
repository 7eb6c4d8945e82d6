import { Controller, Get, Patch, Post } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { BUILT_IN_ROLES } from '@sitedesk/contract/roles';
import { CreateRoleDto, DeleteRolesDto, UpdateRoleDto } from '@sitedesk/contract/roles.dto';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { IdParam, JsonBody } from '../../platform/http/request-input.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { RoleDeletionService } from './role-deletion.service.js';
import { RolesService } from './roles.service.js';

/** Roles: anyone who assigns or creates roles sees them all, and `roles.manage` changes the site's own. */
@Controller(`${EDITOR_PATH}/roles`)
export class RolesController {
  constructor(
    private readonly roles: RolesService,
    private readonly deletions: RoleDeletionService,
  ) {}

  /** List roles. */
  @Get()
  @RequirePermission('users.manage', 'roles.manage')
  list(@TenantId() tenantId: string) {
    return this.roles.list(tenantId);
  }

  /** Get a role. */
  @Get(':id')
  @SendsEntityTag()
  @RequirePermission('users.manage', 'roles.manage')
  show(@TenantId() tenantId: string, @IdParam('id', BUILT_IN_ROLES) id: string) {
    return this.roles.find(tenantId, id);
  }

  /** Create a role. */
  @Post()
  @SendsEntityTag()
  @RequirePermission('roles.manage')
  @Audited('role.create')
  create(@Context() context: CallerContext, @JsonBody() input: CreateRoleDto) {
    return this.roles.create(context, input);
  }

  /** Change a role. */
  @Patch(':id')
  @SendsEntityTag()
  @RequirePermission('roles.manage')
  @RecentSignIn()
  @Audited('role.change')
  update(
    @Context() context: CallerContext,
    @IdParam('id', BUILT_IN_ROLES) id: string,
    @ExpectedVersion() version: number,
    @JsonBody() input: UpdateRoleDto,
  ) {
    return this.roles.update(context, id, version, input);
  }

  /** Preview deleting roles. */
  @Action('bulk-delete/preview')
  @RequirePermission('roles.manage')
  @NotAudited('only tells what a deletion would do')
  previewDeletion(@TenantId() tenantId: string, @JsonBody() { ids }: DeleteRolesDto) {
    return this.deletions.preview(tenantId, ids);
  }

  /** Delete roles. */
  @Action('bulk-delete', 204)
  @RequirePermission('roles.manage')
  @RecentSignIn()
  @Audited('role.delete')
  async deleteAll(@Context() context: CallerContext, @JsonBody() { ids }: DeleteRolesDto): Promise<void> {
    await this.deletions.deleteAll(context, ids);
  }
}
