import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ARTICLE_LIMITS } from './articles.js';
import { PREVIEW_LIMITS } from './preview-links.js';
import { IsLine } from './rules.js';

/** `POST /editor/articles/:number/preview-links`. */
export class CreatePreviewLinkDto {
  /** The draft, as it is whenever someone looks, when left out. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(ARTICLE_LIMITS.lastNumber)
  readonly version?: number | null;

  /** How long it works; a week when left out. */
  @IsOptional()
  @IsInt()
  @Min(PREVIEW_LIMITS.days.min)
  @Max(PREVIEW_LIMITS.days.max)
  readonly days?: number;

  /** Such as whom it's for; only for those who may share the article. */
  @IsOptional()
  @IsLine(PREVIEW_LIMITS.note)
  readonly note?: string | null;
}
