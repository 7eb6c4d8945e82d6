import { IsOptional } from 'class-validator';
import { PUBLISHING_KINDS, type PublishingKind } from './activity.js';
import { ARTICLE_LIMITS } from './articles.js';
import { IsId, IsInstant, IsLine, IsOneOf, PageDto } from './rules.js';

/** Query of `GET /editor/articles/activity`. */
export class ActivityListDto extends PageDto {
  /** Happened then or later. */
  @IsOptional()
  @IsInstant()
  readonly from?: string;

  /** Happened before then. */
  @IsOptional()
  @IsInstant()
  readonly until?: string;

  /** `at-once`: only what put pages online or took them offline without being scheduled, which `GET /editor/plans` lists. */
  @IsOptional()
  @IsOneOf(PUBLISHING_KINDS)
  readonly publishing?: PublishingKind;

  /** Key of a blog: what happened to its posts. */
  @IsOptional()
  @IsLine(ARTICLE_LIMITS.blogKey)
  readonly blog?: string;

  /** ID of the account that acted. */
  @IsOptional()
  @IsId()
  readonly actor?: string;
}
