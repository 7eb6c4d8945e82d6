import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { IsOptional } from 'class-validator';
import { CHART_DAYS } from './contact-dashboard.js';
import { IsPageLimit, IsTimeZone } from './rules.js';

/** Query of `GET /editor/dashboard/submissions`. */
export class SubmissionsTileDto {
  @IsOptional()
  @IsPageLimit(CHART_DAYS.max, CHART_DAYS.min)
  readonly days?: string;

  /** The reader's time zone, such as `Europe/Zurich`; UTC when left out. */
  @IsOptional()
  @IsTimeZone()
  readonly zone?: string;
}
