import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import {
  AI_FIELDS,
  AI_LANGUAGES,
  AI_LIMITS,
  AI_WRITINGS,
  type AiField,
  type AiLanguage,
  type AiWriting,
} from './ai.js';
import { TRANSLATION_LANGUAGES, type TranslationLanguage } from './ai-translations.js';
import { IsId, IsLine, IsOneOf, IsText } from './rules.js';

const NUMBER = { message: '$property must be the number of an article' };
/** The number of an article, or nothing. */
const IsArticleNumber = (): PropertyDecorator => (target, key) => {
  for (const rule of [IsOptional(), IsInt(NUMBER), Min(1, NUMBER), Max(999_999_999, NUMBER)])
    rule(target, key);
};

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
  @IsArticleNumber()
  readonly article?: number | null;

  @IsOptional()
  @IsLine({ min: 0, max: AI_LIMITS.title })
  readonly title?: string | null;

  /** Language that the text is written in, such as `de`. */
  @IsOptional()
  @IsLine({ min: 0, max: AI_LIMITS.locale })
  readonly locale?: string | null;
}

/** `POST /editor/ai/suggest`: what is to be written, and of which text. */
export class SuggestDto {
  @IsOneOf(AI_WRITINGS)
  readonly help: AiWriting;

  /** Of the article, or the paragraph that is improved. */
  @IsText({ min: 1, max: AI_LIMITS.text.max })
  readonly text: string;

  /** Number of the article that is edited. The caller must be allowed to edit it. */
  @IsArticleNumber()
  readonly article?: number | null;

  @IsOptional()
  @IsLine({ min: 0, max: AI_LIMITS.title })
  readonly title?: string | null;
}

/** `POST /editor/ai/alt-text`: a picture of the library. */
export class AltTextDto {
  @IsId()
  readonly file: string;

  /** Language that it is described in, such as `de`. */
  @IsOptional()
  @IsLine({ min: 0, max: AI_LIMITS.locale })
  readonly locale?: string | null;
}

/** `POST /editor/ai/reply`: a message of a visitor. */
export class ReplyDto {
  @IsId()
  readonly message: string;
}

/** `POST /editor/ai/translations`: an article, and the language of its copy. */
export class CreateTranslationDto {
  @IsInt(NUMBER)
  @Min(1, NUMBER)
  @Max(999_999_999, NUMBER)
  readonly article: number;

  @IsOneOf(TRANSLATION_LANGUAGES)
  readonly language: TranslationLanguage;
}

/** `POST /editor/ai/translations/:number/continue`. */
export class ContinueTranslationDto {
  /** Whether texts that stayed in their language are asked for again. */
  @IsOptional()
  @IsBoolean()
  readonly again?: boolean | null;
}

/** Query of `GET /editor/ai/models`. */
export class AiModelsDto {
  /** `1`: ask the provider, even if its last list is fresh. */
  @IsOptional()
  @IsOneOf(['0', '1'])
  readonly refresh?: '0' | '1';
}
