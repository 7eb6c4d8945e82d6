import { IsOptional, Matches } from 'class-validator';
import {
  AUDIT_EXPORT_FORMATS,
  AUDIT_LIMITS,
  AUDIT_OUTCOMES,
  AUDIT_STREAMS,
  type AuditExportFormat,
  type AuditOutcome,
  type AuditStream,
} from './audit.js';
import { IDENTITY_LIMITS } from './identity.js';
import { IsCursor, IsId, IsInstant, IsLine, IsOneOf, IsPageLimit } from './rules.js';

/** Words with dots between them; one word and a dot stand for every action that begins so. */
const ACTION = /^[a-z][a-z0-9-]{0,63}\.(?:[a-z0-9-]{1,64}(?:\.[a-z0-9-]{1,64}){0,4})?$/;

/** Filters of the audit log: a row has to agree with each that is given. */
export class AuditFilterDto {
  /** An action such as `user.create`, or its first word and a dot: `user.` */
  @IsOptional()
  @Matches(ACTION, {
    message: '$property must be an action such as user.create, or its first word and a dot',
  })
  readonly action?: string;

  /** Id of the account that acted. */
  @IsOptional()
  @IsId()
  readonly actor?: string;

  /** Id of what was acted on, alone or among others. */
  @IsOptional()
  @IsLine(AUDIT_LIMITS.filterText)
  readonly target?: string;

  @IsOptional()
  @IsOneOf(AUDIT_OUTCOMES)
  readonly outcome?: AuditOutcome;

  /** The first instant of interest. */
  @IsOptional()
  @IsInstant()
  readonly from?: string;

  /** The last instant of interest. */
  @IsOptional()
  @IsInstant()
  readonly to?: string;

  @IsOptional()
  @IsLine(AUDIT_LIMITS.filterText)
  readonly requestId?: string;

  @IsOptional()
  @IsLine(AUDIT_LIMITS.filterText)
  readonly clientAddress?: string;

  /** Left out: every entry. */
  @IsOptional()
  @IsOneOf(AUDIT_STREAMS)
  readonly stream?: AuditStream;

  /** Id of an entry: those that go on from it. */
  @IsOptional()
  @IsId()
  readonly partOf?: string;
}

/** `GET /editor/audit`. */
export class AuditQueryDto extends AuditFilterDto {
  @IsOptional()
  @IsPageLimit(IDENTITY_LIMITS.pageSize.max)
  readonly limit?: string;

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;
}

/** `GET /editor/audit/export`. */
export class AuditExportDto extends AuditFilterDto {
  @IsOneOf(AUDIT_EXPORT_FORMATS)
  readonly format: AuditExportFormat;
}
