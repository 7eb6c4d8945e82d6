import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { ARTICLE_LIMITS } from './articles.js';
import {
  PLAN_ACTIONS,
  PLAN_STATES,
  type PlanAction,
  type PlanState,
  WITHDRAWAL_ANSWERS,
  type WithdrawalAnswer,
} from './publication-plans.js';
import { IsId, IsInstant, IsLine, IsOneOf, IsWebAddress, PageDto } from './rules.js';

/** A local time, or one with its offset. */
export const PLANNED_TIME =
  /^[2-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?:(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-][01]\d:[0-5]\d))?$/;
const MAX_NUMBER = 2_147_483_647;

/** What a plan does. Members that belong to the other action are refused. */
class PlannedDto {
  /** Revision of the draft to publish, as it was read. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_NUMBER)
  readonly revision?: number;

  /** Number of the version to publish. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_NUMBER)
  readonly version?: number;

  /** What the address answers once the page is withdrawn: 404, 410, or 301 for a forward. */
  @IsOptional()
  @IsIn(WITHDRAWAL_ANSWERS, { message: '$property must be 404, 410 or 301' })
  readonly answer?: WithdrawalAnswer;

  /** Number of the article that a forward leads to, wherever that is then. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_NUMBER)
  readonly forwardArticle?: number | null;

  /** Where a forward leads otherwise: a URL, or a path of the site. */
  @IsOptional()
  @IsWebAddress({ max: ARTICLE_LIMITS.imageAddress, siteRelative: true })
  readonly forwardUrl?: string | null;
}

export const PLANNED_TIME_MESSAGE = {
  message: '$property must be a time such as 2026-05-04T09:30 or 2026-05-04T09:30Z',
};

/** `POST /editor/articles/:number/plans`. */
export class CreatePlanDto extends PlannedDto {
  @IsOneOf(PLAN_ACTIONS)
  readonly action: PlanAction;

  /** With its offset, or, without one, in the site’s time zone. */
  @IsOptional()
  @Matches(PLANNED_TIME, PLANNED_TIME_MESSAGE)
  readonly at?: string;

  /** Id of the release to be part of, in place of a time. */
  @IsOptional()
  @IsId()
  readonly release?: string;
}

/** `PUT /editor/articles/:number/plans/:id`. What is left out stays. */
export class ChangePlanDto extends PlannedDto {
  /** With its offset, or, without one, in the site’s time zone. */
  @IsOptional()
  @Matches(PLANNED_TIME, PLANNED_TIME_MESSAGE)
  readonly at?: string;
}

/** `POST /editor/articles/:number/undo-publication`. */
export class UndoPublicationDto {
  /** The version that is live, and that shall not be. */
  @IsInt()
  @Min(1)
  @Max(MAX_NUMBER)
  readonly version: number;
}

/** Query of `GET /editor/plans`. */
export class PlanListDto extends PageDto {
  /** Due then or later. */
  @IsOptional()
  @IsInstant()
  readonly from?: string;

  /** Due before then. */
  @IsOptional()
  @IsInstant()
  readonly until?: string;

  @IsOptional()
  @IsOneOf(PLAN_STATES)
  readonly state?: PlanState;

  /** Key of a blog: plans of its posts. */
  @IsOptional()
  @IsLine(ARTICLE_LIMITS.blogKey)
  readonly blog?: string;

  /** ID of who made the plan or changed it last. */
  @IsOptional()
  @IsId()
  readonly planner?: string;
}
