import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateNested } from 'class-validator';
import { ARTICLE_LIMITS } from './articles.js';
import { LAYOUT_LIMITS as LIMITS, LAYOUT_THEMES, type LayoutSource, type LayoutTheme } from './layouts.js';
import { IsId, IsLine, IsOneOf, IsText, IsWebAddress } from './rules.js';

/** Member `source`: a layout as people write it. */
export class LayoutSourceDto implements LayoutSource {
  @IsText({ min: 0, max: LIMITS.html }, true)
  readonly head: string;

  /** Attributes of the body, such as `class="wide"`. */
  @IsText({ min: 0, max: LIMITS.bodyAttributes }, true)
  readonly bodyAttributes: string;

  /** What stands before the content of a page. */
  @IsText({ min: 0, max: LIMITS.html }, true)
  readonly header: string;

  /** What stands behind it. */
  @IsText({ min: 0, max: LIMITS.html }, true)
  readonly footer: string;

  @IsText({ min: 0, max: LIMITS.code }, true)
  readonly css: string;

  @IsText({ min: 0, max: LIMITS.code }, true)
  readonly js: string;
}

/** `POST /editor/layouts`. */
export class CreateLayoutDto {
  @IsLine(LIMITS.name)
  readonly name: string;

  /** The theme that it begins as, unless it's a copy: the default one when left out. */
  @IsOptional()
  @IsOneOf(LAYOUT_THEMES)
  readonly theme?: LayoutTheme | null;

  /** ID of the layout that it begins as a copy of. */
  @IsOptional()
  @IsId()
  readonly copyOf?: string | null;

  /** HTML of a page: what stands around its content becomes the layout. */
  @IsOptional()
  @IsText({ min: 1, max: LIMITS.code }, true)
  readonly html?: string | null;
}

/** `POST /editor/layouts/check`. */
export class CheckLayoutDto {
  @IsObject()
  @ValidateNested()
  @Type(() => LayoutSourceDto)
  readonly source: LayoutSourceDto;
}

/** `PUT /editor/layouts/:id`. */
export class SaveLayoutDto extends CheckLayoutDto {
  @IsLine(LIMITS.name)
  readonly name: string;
}

/** `POST /editor/layouts/:id/publish`. */
export class PublishLayoutDto {
  /** What is new, for the list of versions. */
  @IsOptional()
  @IsLine(LIMITS.note)
  readonly note?: string | null;
}

/** Query of `GET /editor/layouts/:id/preview`. */
export class PreviewLayoutDto {
  /** Of the page that is shown with it. */
  @IsOptional()
  @IsWebAddress({ max: ARTICLE_LIMITS.imageAddress, siteRelative: true })
  readonly path?: string;
}
