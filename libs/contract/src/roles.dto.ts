import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsOptional,
  ValidateIf,
} from 'class-validator';
import { IDENTITY_LIMITS } from './identity.js';
import { PERMISSIONS, type Permission } from './permissions.js';
import { ROLE_LIMITS } from './roles.js';
import { IsCursor, IsId, IsLine, IsPageLimit, IsText } from './rules.js';
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
  @ValidateIf((_role, value) => value !== undefined)
  @IsLine(IDENTITY_LIMITS.roleName)
  readonly name?: string;

  @ValidateIf((_role, value) => value !== undefined)
  @IsText(ROLE_LIMITS.description)
  readonly description?: string;

  @ValidateIf((_role, value) => value !== undefined)
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
export class RoleMembersDto {
  @IsOptional()
  @IsPageLimit(IDENTITY_LIMITS.pageSize.max)
  readonly limit?: string;

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;
}

/** Query of `GET /editor/permissions/explain-mine`. */
export class ExplainMineDto {
  @IsIn(PERMISSIONS, { message: `$property must be one of ${PERMISSIONS.join(', ')}` })
  readonly permission: Permission;
}

/** Query of `GET /editor/permissions/explain`. */
export class ExplainPermissionDto extends ExplainMineDto {
  @IsId()
  readonly user: string;
}
