import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { ARTICLE_LIMITS } from './articles.js';
import {
  REDIRECT_CODES,
  REDIRECT_KINDS,
  REDIRECT_LIMITS as LIMITS,
  type RedirectCode,
  type RedirectKind,
} from './redirects.js';
import { IsLine, IsOneOf, IsWebAddress, PageDto } from './rules.js';

/** Query of `GET /editor/redirects`. */
export class RedirectListDto extends PageDto {
  /** What addresses begin with. */
  @IsOptional()
  @IsLine({ min: 1, max: LIMITS.path.max })
  readonly q?: string;

  @IsOptional()
  @IsOneOf(REDIRECT_KINDS)
  readonly kind?: RedirectKind;
}

/** Query of `GET /editor/redirects/not-found`. */
export class NotFoundListDto extends PageDto {
  /** What addresses begin with. */
  @IsOptional()
  @IsLine({ min: 1, max: LIMITS.path.max })
  readonly q?: string;
}

/** `POST /editor/redirects`, `PUT /editor/redirects/:id`. */
export class RedirectDto {
  /** An address of the site, with its leading slash. */
  @IsLine(LIMITS.path)
  readonly path: string;

  /** Whether it is for everything below as well. */
  @IsOptional()
  @IsBoolean()
  readonly withBelow?: boolean;

  @IsIn(REDIRECT_CODES, { message: '$property must be 301, 302, 308 or 410' })
  readonly code: RedirectCode;

  /** Number of the article that it leads to, wherever that is then. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(ARTICLE_LIMITS.lastNumber)
  readonly forwardArticle?: number | null;

  /** Where it leads otherwise: a URL, or a path of the site. */
  @IsOptional()
  @IsWebAddress({ max: ARTICLE_LIMITS.imageAddress, siteRelative: true })
  readonly forwardUrl?: string | null;

  /** For the people who look after redirects. */
  @IsOptional()
  @IsLine(LIMITS.note)
  readonly note?: string | null;
}

/** `POST /editor/redirects/import`, and `.../import/check`. */
export class ImportRedirectsDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.imported)
  @ValidateNested({ each: true })
  @Type(() => RedirectDto)
  readonly rows: readonly RedirectDto[];
}

/** Query of `GET /editor/redirects/try`. */
export class TryUrlDto {
  /** Of the site, or a path of it. */
  @IsWebAddress({ max: ARTICLE_LIMITS.imageAddress, siteRelative: true })
  readonly url: string;
}
