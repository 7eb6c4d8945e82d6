import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  CI_PROVIDER_NAMES,
  type CiProvider,
  DEPLOY_KEY_SCOPES,
  DEPLOYMENT_LIMITS as LIMITS,
  type DeployKeyScope,
  type ManifestFile,
} from './deployments.js';
import { CreateProgramKeyDto } from './program-keys.dto.js';
import { IsLine, IsOneOf, IsTree, IsWebAddress, PageDto } from './rules.js';

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

const IS_NUMBER = { message: '$property must be a number, as the CI service shows it' };

/** Member of `publishers`. */
export class PublisherDto {
  @IsOneOf(CI_PROVIDER_NAMES)
  readonly provider: CiProvider;

  /** Of a service on a server of one's own; the public service when left out. */
  @IsOptional()
  @IsWebAddress({ max: LIMITS.issuer })
  readonly issuer?: string | null;

  @IsLine(LIMITS.publisherLine)
  readonly repository: string;

  @Matches(/^\d{1,20}$/, IS_NUMBER)
  readonly repositoryId: string;

  @Matches(/^\d{1,20}$/, IS_NUMBER)
  readonly ownerId: string;

  @IsLine(LIMITS.publisherLine)
  readonly workflow: string;

  @IsOptional()
  @IsLine(LIMITS.publisherLine)
  readonly environment?: string | null;

  @IsOptional()
  @Matches(/^refs\/[\x21-\x7e]{1,195}$/, {
    message: '$property must begin with refs/, such as refs/heads/main',
  })
  readonly ref?: string | null;

  @IsOneOf(DEPLOY_KEY_SCOPES)
  readonly scope: DeployKeyScope;
}

/** Body of `PUT /editor/spa/:number/publishers`: all of them. */
export class SetPublishersDto {
  @IsArray()
  @ArrayMaxSize(LIMITS.publishers)
  @ValidateNested({ each: true })
  @Type(() => PublisherDto)
  readonly publishers: readonly PublisherDto[];
}

/** Body of `POST /api/deployments/token`. */
export class ExchangeTokenDto {
  /** Number of the application. */
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  readonly article: number;

  /** What the CI service has signed (JSON Web Token). */
  @IsLine({ min: 1, max: LIMITS.proofBytes })
  readonly token: string;
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
