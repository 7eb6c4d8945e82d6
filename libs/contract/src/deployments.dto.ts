import { IsBoolean, IsInt, IsObject, IsOptional, Max, Min } from 'class-validator';
import {
  DEPLOY_KEY_SCOPES,
  DEPLOYMENT_LIMITS as LIMITS,
  type DeployKeyScope,
  type ManifestFile,
} from './deployments.js';
import { CreateProgramKeyDto } from './program-keys.dto.js';
import { IsLine, IsOneOf, IsTree, PageDto } from './rules.js';

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

/** Body of `PUT /editor/spa/:number/source-maps`. */
export class SourceMapsDto {
  @IsBoolean()
  readonly sourceMaps: boolean;
}

/** Body of `POST /editor/spa/:number/keys`. */
export class CreateDeployKeyDto extends CreateProgramKeyDto {
  @IsOptional()
  @IsOneOf(DEPLOY_KEY_SCOPES)
  readonly scope?: DeployKeyScope;
}

/** Body of `POST /api/deployments`. */
export class StartDeploymentDto {
  /** Number of the application; the key's own when left out. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  readonly article?: number;

  /** By path below the application's address, without a slash at its start. */
  @IsTree()
  @IsObject()
  readonly files: Readonly<Record<string, ManifestFile>>;

  @IsOptional()
  @IsLine(LIMITS.commit)
  readonly commit?: string | null;

  @IsOptional()
  @IsLine(LIMITS.message)
  readonly message?: string | null;

  /** Whether it waits for someone to take it live. */
  @IsOptional()
  @IsBoolean()
  readonly draft?: boolean;
}
