import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsOptional } from 'class-validator';
import { CDN_LIMITS as LIMITS, PURGE_STATES, type PurgeState } from './cdn.js';
import { IsLine, IsOneOf, PageDto } from './rules.js';

/** Query of `GET /editor/cdn/purges`. */
export class PurgeListDto extends PageDto {
  @IsOptional()
  @IsOneOf(PURGE_STATES)
  readonly state?: PurgeState;
}

/** `POST /editor/cdn/purge`: URLs, tags or everything. */
export class PurgeDto {
  /** URLs or paths of the site. */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.urls)
  @IsLine(LIMITS.url, { each: true })
  readonly urls?: readonly string[];

  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.tags)
  @IsLine(LIMITS.tag, { each: true })
  readonly tags?: readonly string[];

  @IsOptional()
  @IsBoolean()
  readonly all?: boolean;

  /** Of `all`: the hostname of the site, typed. */
  @IsOptional()
  @IsLine(LIMITS.url)
  readonly confirm?: string;

  /** Only says what would be sent. */
  @IsOptional()
  @IsBoolean()
  readonly dryRun?: boolean;
}
