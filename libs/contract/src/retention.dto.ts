import { RETENTION_KINDS, RETENTION_LIMITS, type RetentionKindName } from './retention.js';
import { IsOneOf, IsPageLimit } from './rules.js';

/** Query of `GET /editor/retention/due`. */
export class RetentionDueDto {
  @IsOneOf(RETENTION_KINDS)
  readonly kind: RetentionKindName;

  @IsPageLimit(RETENTION_LIMITS.days)
  readonly days: string;
}
