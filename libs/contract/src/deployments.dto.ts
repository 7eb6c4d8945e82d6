import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { DEPLOY_KEY_SCOPES, DEPLOYMENT_LIMITS as LIMITS, type DeployKeyScope } from './deployments.js';
import { IsLine, IsOneOf, PageDto } from './rules.js';

/** Query of the lists of applications and deployments. */
export class DeploymentListDto extends PageDto {}

/** Body of `POST /editor/spa`. */
export class CreateApplicationDto {
  @IsLine(LIMITS.title)
  readonly title: string;

  /** Made from the title when left out. */
  @IsOptional()
  @IsLine(LIMITS.slug)
  readonly slug?: string | null;
}

/** Body of `PUT /editor/spa/:number/lock`. */
export class LockApplicationDto {
  @IsBoolean()
  readonly locked: boolean;
}

/** Body of `POST /editor/spa/:number/keys`. */
export class CreateDeployKeyDto {
  @IsLine(LIMITS.keyName)
  readonly name: string;

  @IsOptional()
  @IsOneOf(DEPLOY_KEY_SCOPES)
  readonly scope?: DeployKeyScope;

  @IsOptional()
  @IsInt()
  @Min(LIMITS.keyDays.min)
  @Max(LIMITS.keyDays.max)
  readonly expiresInDays?: number;
}

/** Body of `POST /editor/spa/:number/keys/:id/rotate`. */
export class RotateDeployKeyDto {
  /** Hours for which the old key stays valid. */
  @IsOptional()
  @IsInt()
  @Min(LIMITS.overlapHours.min)
  @Max(LIMITS.overlapHours.max)
  readonly overlapHours?: number;
}
