import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, ValidateNested } from 'class-validator';
import { EXTERNAL_SIGN_IN_LIMITS, PROVIDER_PRESETS, type ProviderPreset } from './external-sign-in.js';
import { IDENTITY_LIMITS } from './identity.js';
import { IsId, IsLine, IsTypedSecret, IsWebAddress } from './rules.js';

/** Anyone who is in the group has the role. */
export class GroupMappingDto {
  @IsLine(EXTERNAL_SIGN_IN_LIMITS.groupId)
  readonly groupId: string;

  /** Name of a built-in role, or the id of a role of the site. */
  @IsLine(IDENTITY_LIMITS.roleName)
  readonly role: string;
}

/** `POST /editor/identity-providers`, and `PUT /editor/identity-providers/:id`: the whole provider. */
export class IdentityProviderDto {
  @IsLine(EXTERNAL_SIGN_IN_LIMITS.name)
  readonly name: string;

  @IsIn(PROVIDER_PRESETS)
  readonly preset: ProviderPreset;

  @IsWebAddress({ max: EXTERNAL_SIGN_IN_LIMITS.url })
  readonly issuer: string;

  @IsLine(EXTERNAL_SIGN_IN_LIMITS.clientId)
  readonly clientId: string;

  /** Left out: the stored one stays, unless the issuer changes. Null: none. */
  @IsOptional()
  @IsTypedSecret()
  readonly clientSecret?: string | null;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(EXTERNAL_SIGN_IN_LIMITS.scopes)
  @IsLine(EXTERNAL_SIGN_IN_LIMITS.scope, { each: true })
  readonly scopes?: readonly string[];

  @IsOptional()
  @IsLine(EXTERNAL_SIGN_IN_LIMITS.claim)
  readonly groupClaim?: string | null;

  @IsOptional()
  @IsWebAddress({ max: EXTERNAL_SIGN_IN_LIMITS.url })
  readonly directoryUrl?: string | null;

  @IsOptional()
  @IsBoolean()
  readonly allowSignUp?: boolean;

  @IsOptional()
  @IsBoolean()
  readonly enabled?: boolean;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(EXTERNAL_SIGN_IN_LIMITS.mappings)
  @ValidateNested({ each: true })
  @Type(() => GroupMappingDto)
  readonly mappings?: readonly GroupMappingDto[];
}

/** `POST /editor/account/external-identities`. */
export class LinkIdentityDto {
  @IsId()
  readonly providerId: string;

  /** Where the browser goes afterwards: a path of this site. */
  @IsOptional()
  @IsLine({ min: 1, max: EXTERNAL_SIGN_IN_LIMITS.url })
  readonly returnTo?: string;
}
