import 'reflect-metadata'; // class-transformer needs it when the class is made, whoever is first to load it
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IDENTITY_LIMITS } from './identity.js';
import { isBuiltInRole } from './permissions.js';
import { IsCursor, IsId, isId, IsInstant, IsLine, IsMailbox, IsPageLimit } from './rules.js';
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

const oneOf = (words: readonly string[]): { readonly message: string } => ({
  message: `$property must be one of ${words.join(', ')}`,
});
const YES_NO = ['true', 'false'] as const;

/** A role: the name of a built-in one, or the id of one that the site made. */
export function IsRoleKey({ each = false }: { readonly each?: boolean } = {}): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    isId(value) || (typeof value === 'string' && isBuiltInRole(value));
  const message = '$property must be the name of a built-in role or the id of a role';
  return ValidateBy({ name: 'isRoleKey', validator: { validate } }, { each, message });
}

/** In a body `null` is a value like any other, and a wrong one here. */
const isGiven = (_filter: object, value: unknown): boolean => value !== undefined;

/** Which users are meant: one has to agree with every filter that is given. */
export class UserFilterDto {
  /** Start of the display name, or a whole email address. */
  @ValidateIf(isGiven)
  @IsLine(USER_LIMITS.search)
  readonly q?: string;

  @ValidateIf(isGiven)
  @IsRoleKey()
  readonly role?: string;

  @ValidateIf(isGiven)
  @IsIn(USER_STATUSES, oneOf(USER_STATUSES))
  readonly status?: UserStatus;

  @ValidateIf(isGiven)
  @IsIn(YES_NO, oneOf(YES_NO))
  readonly emailConfirmed?: 'true' | 'false';

  @ValidateIf(isGiven)
  @IsIn(YES_NO, oneOf(YES_NO))
  readonly twoFactor?: 'true' | 'false';
}

/** Query of `GET /editor/users`. */
export class UserListDto extends UserFilterDto {
  @IsOptional()
  @IsIn(USER_SORTS, oneOf(USER_SORTS))
  readonly sort?: UserSort;

  @IsOptional()
  @IsIn(SORT_ORDERS, oneOf(SORT_ORDERS))
  readonly order?: SortOrder;

  @IsOptional()
  @IsPageLimit(IDENTITY_LIMITS.pageSize.max)
  readonly limit?: string;

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;
}

/** Query of `GET /editor/sessions`. */
export class SessionListDto {
  @IsOptional()
  @IsPageLimit(IDENTITY_LIMITS.pageSize.max)
  readonly limit?: string;

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;
}

/** `PUT /editor/users/:id/roles`: every role that is given by hand, those not named are taken away. */
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
  @ValidateIf((_user, value) => value !== undefined)
  @IsLine(IDENTITY_LIMITS.displayName)
  readonly displayName?: string;

  /** A new address has to be confirmed by whoever has it. */
  @ValidateIf((_user, value) => value !== undefined)
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
export class UserActDto extends DeleteUserDto {
  @IsIn(BULK_USER_ACTIONS, oneOf(BULK_USER_ACTIONS))
  readonly action: BulkUserAction;

  /** For `add-role` and `remove-role`. */
  @ValidateIf(({ action }: UserActDto, value) => value !== undefined || String(action).endsWith('-role'))
  @IsRoleKey()
  readonly role?: string;
}

/** `POST /editor/users/bulk` and its preview. */
export class BulkUsersDto extends UserActDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(IDENTITY_LIMITS.bulkIds)
  @ArrayUnique((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id))
  @IsId({ each: true })
  readonly ids: readonly string[];
}

/** `POST /editor/users/bulk/matching/preview`. */
export class PreviewMatchingUsersDto extends UserActDto {
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
