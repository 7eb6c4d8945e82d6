import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsObject,
  IsOptional,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IDENTITY_LIMITS } from './identity.js';
import { isBuiltInRole } from './permissions.js';
import {
  IsCursor,
  isId,
  IsId,
  IsInstant,
  IsLine,
  IsMailbox,
  IsOneOf,
  IsPageLimit,
  Optional,
  PageDto,
} from './rules.js';
import {
  BULK_USER_ACTIONS,
  type BulkUserAction,
  SORT_ORDERS,
  type SortOrder,
  USER_LIMITS,
  USER_SORTS,
  USER_STATUSES,
  type UserSort,
  type UserStatus,
} from './users.js';

const YES_NO = ['true', 'false'] as const;

/** A role: the name of a built-in one, or the ID of a custom one. */
export function IsRoleKey({ each = false }: { readonly each?: boolean } = {}): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    isId(value) || (typeof value === 'string' && isBuiltInRole(value));
  const message = '$property must be the name of a built-in role or the id of a role';
  return ValidateBy({ name: 'isRoleKey', validator: { validate } }, { each, message });
}

/** Which users are meant: one has to agree with every filter that is given. */
export class UserFilterDto {
  /** Start of the display name, or a whole email address. */
  @Optional()
  @IsLine(USER_LIMITS.search)
  readonly q?: string;

  @Optional()
  @IsRoleKey()
  readonly role?: string;

  @Optional()
  @IsOneOf(USER_STATUSES)
  readonly status?: UserStatus;

  @Optional()
  @IsOneOf(YES_NO)
  readonly emailConfirmed?: 'true' | 'false';

  @Optional()
  @IsOneOf(YES_NO)
  readonly twoFactor?: 'true' | 'false';
}

/** Query of `GET /editor/users`. */
export class UserListDto extends UserFilterDto {
  @IsOptional()
  @IsOneOf(USER_SORTS)
  readonly sort?: UserSort;

  @IsOptional()
  @IsOneOf(SORT_ORDERS)
  readonly order?: SortOrder;

  @IsOptional()
  @IsPageLimit(IDENTITY_LIMITS.pageSize.max)
  readonly limit?: string;

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;
}

/** Query of `GET /editor/sessions`. */
export class SessionListDto extends PageDto {}

/** `PUT /editor/users/:id/roles`: every role that is assigned manually, those not named are taken away. */
export class SetUserRolesDto {
  @IsArray()
  @ArrayMaxSize(IDENTITY_LIMITS.rolesPerUser)
  @ArrayUnique()
  @IsRoleKey({ each: true })
  readonly roles: readonly string[];
}

/** `POST /editor/users`. */
export class CreateUserDto extends SetUserRolesDto {
  @IsMailbox()
  readonly email: string;

  @IsLine(IDENTITY_LIMITS.displayName)
  readonly displayName: string;

  /** Left out, the invitation is sent. */
  @IsOptional()
  @IsBoolean()
  readonly sendInvitation?: boolean;
}

/** `PATCH /editor/users/:id`. */
export class UpdateUserDto {
  @Optional()
  @IsLine(IDENTITY_LIMITS.displayName)
  readonly displayName?: string;

  /** A new address has to be confirmed by its owner. */
  @Optional()
  @IsMailbox()
  readonly email?: string;
}

/** `DELETE /editor/users/:id`. */
export class DeleteUserDto {
  /** Who gets what the user owns; nobody is named where nothing is owned. */
  @IsOptional()
  @IsId()
  readonly inheritor?: string | null;
}

/** What is to be done to several users. */
export class UserActionDto extends DeleteUserDto {
  @IsOneOf(BULK_USER_ACTIONS)
  readonly action: BulkUserAction;

  /** For `add-role` and `remove-role`. */
  @ValidateIf(({ action }: UserActionDto, value) => value !== undefined || String(action).endsWith('-role'))
  @IsRoleKey()
  readonly role?: string;
}

/** `POST /editor/users/bulk` and its preview. */
export class BulkUsersDto extends UserActionDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(IDENTITY_LIMITS.bulkIds)
  @ArrayUnique((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id))
  @IsId({ each: true })
  readonly ids: readonly string[];
}

/** `POST /editor/users/bulk/matching/preview`. */
export class PreviewMatchingUsersDto extends UserActionDto {
  @IsObject()
  @ValidateNested()
  @Type(() => UserFilterDto)
  readonly filter: UserFilterDto;
}

/** `POST /editor/users/bulk/matching`: one batch of those who agree with the filter. */
export class MatchingUsersDto extends PreviewMatchingUsersDto {
  /** From the preview. */
  @IsInstant()
  readonly until: string;

  /** From the batch before. */
  @IsOptional()
  @IsId()
  readonly cursor?: string | null;
}
