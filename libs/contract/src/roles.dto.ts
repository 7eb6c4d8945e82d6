import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsOptional } from 'class-validator';
import { IDENTITY_LIMITS } from './identity.js';
import { PERMISSIONS, type Permission } from './permissions.js';
import { ROLE_LIMITS } from './roles.js';
import { IsId, IsLine, IsOneOf, IsText, Optional, PageDto } from './rules.js';
import { IsRoleKey } from './users.dto.js';

const UNKNOWN_PERMISSION = `each of $property must be one of ${PERMISSIONS.join(', ')}`;

/** `POST /editor/roles`. */
export class CreateRoleDto {
  @IsLine(IDENTITY_LIMITS.roleName)
  readonly name: string;

  @IsOptional()
  @IsText(ROLE_LIMITS.description)
  readonly description?: string;

  @IsArray()
  @ArrayUnique()
  @IsIn(PERMISSIONS, { each: true, message: UNKNOWN_PERMISSION })
  readonly permissions: readonly Permission[];
}

/** `PATCH /editor/roles/:id`. */
export class UpdateRoleDto {
  @Optional()
  @IsLine(IDENTITY_LIMITS.roleName)
  readonly name?: string;

  @Optional()
  @IsText(ROLE_LIMITS.description)
  readonly description?: string;

  @Optional()
  @IsArray()
  @ArrayUnique()
  @IsIn(PERMISSIONS, { each: true, message: UNKNOWN_PERMISSION })
  readonly permissions?: readonly Permission[];
}

/** `POST /editor/roles/bulk-delete` and its preview. */
export class DeleteRolesDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(ROLE_LIMITS.bulkIds)
  @ArrayUnique((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id))
  @IsRoleKey({ each: true })
  readonly ids: readonly string[];
}

/** Query of `GET /editor/roles/:id/users`. */
export class RoleMembersDto extends PageDto {}

/** Query of `GET /editor/permissions/explain-mine`. */
export class ExplainMineDto {
  @IsOneOf(PERMISSIONS)
  readonly permission: Permission;
}

/** Query of `GET /editor/permissions/explain`. */
export class ExplainPermissionDto extends ExplainMineDto {
  @IsId()
  readonly user: string;
}
