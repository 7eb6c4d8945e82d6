import { ArrayMaxSize, IsArray, IsOptional } from 'class-validator';
import { IsLine } from './rules.js';
import { SITE_LIMITS } from './site.js';

/** `PATCH /editor/site`: what is left out stays as it is. */
export class ChangeSiteDto {
  @IsOptional()
  @IsLine(SITE_LIMITS.name)
  readonly name?: string;

  /** All of them; what is not named is not one of the site's anymore. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(SITE_LIMITS.hostnames)
  @IsLine(SITE_LIMITS.hostname, { each: true })
  readonly hostnames?: readonly string[];
}
