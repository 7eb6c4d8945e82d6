import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { ARTICLE_LIMITS } from './articles.js';
import { DOCS_IMPORT_LIMITS as LIMITS } from './docs-import.js';
import { IsInstant, IsLine, IsText } from './rules.js';

/** Member `source`: where the document stands. It's taken and not used, since documents are known by their keys. */
export class DocSourceDto {
  @IsOptional()
  @IsLine({ min: 0, max: 1_000 })
  readonly path?: string | null;

  @IsOptional()
  @IsLine({ min: 0, max: 200 })
  readonly hash?: string | null;
}

/** Body of `PUT /_api/import/docs/items/:sourceKey`. Members can begin with a capital letter too. */
export class PutDocDto {
  @IsLine(ARTICLE_LIMITS.title)
  readonly title: string;

  /** Where a new article is; a post where a blog is at its first part. */
  @IsLine(LIMITS.address)
  readonly urlPath: string;

  @IsText({ min: 0, max: LIMITS.body }, true)
  readonly html: string;

  /** Name of the template of a new article. */
  @IsOptional()
  @IsLine({ min: 1, max: 200 })
  readonly templateKey?: string | null;

  @IsOptional()
  @IsBoolean()
  readonly published?: boolean;

  @IsOptional()
  @IsInstant()
  readonly publishedAt?: string | null;

  @IsOptional()
  @IsText(ARTICLE_LIMITS.introduction)
  readonly introduction?: string | null;

  /** A URL, or the path of a file that was sent. */
  @IsOptional()
  @IsLine({ min: 1, max: ARTICLE_LIMITS.imageAddress })
  readonly bannerImage?: string | null;

  /** 0 for a page, 1 for a post; what doesn't fit the address is refused. */
  @IsOptional()
  @IsInt()
  readonly articleType?: number | null;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => DocSourceDto)
  readonly source?: DocSourceDto | null;

  /** Whether links to documents that haven't arrived yet lead to where these will be. */
  @IsOptional()
  @IsBoolean()
  readonly rewriteLinks?: boolean;

  /** Path that relative addresses of pictures begin at, where they aren't found beside the document. */
  @IsOptional()
  @IsLine(LIMITS.address)
  readonly assetBasePath?: string | null;
}

/** Body of `POST /_api/import/docs/rename`. Members can begin with a capital letter too. */
export class RenameDocDto {
  @IsLine(LIMITS.address)
  readonly fromPath: string;

  @IsLine(LIMITS.address)
  readonly toPath: string;

  @IsLine(ARTICLE_LIMITS.title)
  readonly toTitle: string;

  @IsOptional()
  @IsLine(ARTICLE_LIMITS.title)
  readonly fromTitle?: string | null;
}
