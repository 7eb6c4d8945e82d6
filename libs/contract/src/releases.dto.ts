import { IsOptional, Matches } from 'class-validator';
import { PLAN_STATES, type PlanState } from './publication-plans.js';
import { PLANNED_TIME, PLANNED_TIME_MESSAGE } from './publication-plans.dto.js';
import { RELEASE_LIMITS } from './releases.js';
import { IsLine, IsOneOf, PageDto } from './rules.js';

/** `POST /editor/releases`. */
export class CreateReleaseDto {
  @IsLine(RELEASE_LIMITS.title)
  readonly title: string;

  /** With its offset, or, without one, in the site’s time zone. */
  @Matches(PLANNED_TIME, PLANNED_TIME_MESSAGE)
  readonly at: string;
}

/** `PUT /editor/releases/:id`. What is left out stays. */
export class ChangeReleaseDto {
  @IsOptional()
  @IsLine(RELEASE_LIMITS.title)
  readonly title?: string;

  /** With its offset, or, without one, in the site’s time zone. */
  @IsOptional()
  @Matches(PLANNED_TIME, PLANNED_TIME_MESSAGE)
  readonly at?: string;
}

/** Query of `GET /editor/releases`. */
export class ReleaseListDto extends PageDto {
  @IsOptional()
  @IsOneOf(PLAN_STATES)
  readonly state?: PlanState;
}
