import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { API_TOKEN_LIMITS } from './api-tokens.js';
import { PERMISSIONS, type Permission } from './permissions.js';
import { IsLine } from './rules.js';

/** `POST /editor/account/tokens`. */
export class CreateApiTokenDto {
  @IsLine(API_TOKEN_LIMITS.name)
  readonly name: string;

  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(PERMISSIONS, { each: true })
  readonly permissions: readonly Permission[];

  @IsOptional()
  @IsInt()
  @Min(API_TOKEN_LIMITS.days.min)
  @Max(API_TOKEN_LIMITS.days.max)
  readonly expiresInDays?: number;
}
