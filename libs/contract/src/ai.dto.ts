import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { AI_FIELDS, AI_LANGUAGES, AI_LIMITS, type AiField, type AiLanguage } from './ai.js';
import { IsLine, IsOneOf, IsText } from './rules.js';

/** `POST /editor/ai/complete`: the text around the caret. */
export class CompleteDto {
  @IsText({ min: 0, max: AI_LIMITS.prefix.max })
  readonly prefix: string;

  @IsOptional()
  @IsText({ min: 0, max: AI_LIMITS.suffix.max })
  readonly suffix?: string | null;

  @IsOptional()
  @IsOneOf(AI_LANGUAGES)
  readonly language?: AiLanguage | null;

  @IsOptional()
  @IsOneOf(AI_FIELDS)
  readonly field?: AiField | null;

  /** Number of the article that is edited. The caller must be allowed to edit it. */
  @IsOptional()
  @IsInt({ message: '$property must be the number of an article' })
  @Min(1, { message: '$property must be the number of an article' })
  @Max(999_999_999, { message: '$property must be the number of an article' })
  readonly article?: number | null;

  @IsOptional()
  @IsLine({ min: 0, max: AI_LIMITS.title })
  readonly title?: string | null;

  /** Language that the text is written in, such as `de`. */
  @IsOptional()
  @IsLine({ min: 0, max: AI_LIMITS.locale })
  readonly locale?: string | null;
}

/** Query of `GET /editor/ai/models`. */
export class AiModelsDto {
  /** `1`: ask the provider, even if its last list is fresh. */
  @IsOptional()
  @IsOneOf(['0', '1'])
  readonly refresh?: '0' | '1';
}
