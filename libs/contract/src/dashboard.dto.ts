import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { IsOptional } from 'class-validator';
import { DASHBOARD } from './dashboard.js';
import { IsPageLimit, IsTimeZone } from './rules.js';

/** Query of `GET /editor/dashboard/submissions`. */
export class SubmissionsTileDto {
  @IsOptional()
  @IsPageLimit(DASHBOARD.days.max, DASHBOARD.days.min)
  readonly days?: string;

  /** The reader's time zone, such as `Europe/Zurich`; UTC when left out. */
  @IsOptional()
  @IsTimeZone()
  readonly zone?: string;
}
