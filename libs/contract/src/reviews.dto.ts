import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { REVIEW_LIMITS as LIMITS, REVIEW_QUEUES, type ReviewQueue } from './reviews.js';
import { IsId, IsLine, IsOneOf, IsText, Optional, PageDto } from './rules.js';

/** Query of `GET /editor/reviews`. */
export class ReviewQueueDto extends PageDto {
  @IsOneOf(REVIEW_QUEUES)
  readonly view: ReviewQueue;
}

/** `POST /editor/articles/:number/review`. Without reviewers, everyone who may review is asked. */
export class SubmitArticleDto {
  /** What the reviewers should know. */
  @IsOptional()
  @IsText(LIMITS.note)
  readonly note?: string | null;

  /** IDs of accounts. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(LIMITS.reviewers)
  @ArrayUnique()
  @IsId({ each: true })
  readonly accounts?: readonly string[];

  /** Names of built-in roles, or IDs of custom ones. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(LIMITS.reviewers)
  @ArrayUnique()
  @IsLine({ min: 1, max: 64 }, { each: true })
  readonly roles?: readonly string[];
}

/** `POST /editor/articles/:number/review/approve`. */
export class ApproveDto {
  /** The version that was read: a verdict is about that one. */
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  readonly version: number;

  @IsOptional()
  @IsText(LIMITS.note)
  readonly comment?: string | null;
}

/** `POST /editor/articles/:number/review/request-changes`. */
export class RequestChangesDto {
  /** The version that was read: a verdict is about that one. */
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  readonly version: number;

  /** What should change. */
  @Matches(/\S/, { message: '$property must say what should change' })
  @IsText(LIMITS.note)
  readonly comment: string;
}
