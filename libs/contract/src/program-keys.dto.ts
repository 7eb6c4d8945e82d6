import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { PROGRAM_KEY_LIMITS as LIMITS } from './program-keys.js';
import { IsLine } from './rules.js';

/** What every new key of a program takes. */
export class CreateProgramKeyDto {
  @IsLine(LIMITS.name)
  readonly name: string;

  @IsOptional()
  @IsInt()
  @Min(LIMITS.days.min)
  @Max(LIMITS.days.max)
  readonly expiresInDays?: number;
}

/** Body of the routes that replace a key by a new one. */
export class RotateProgramKeyDto {
  /** Hours for which the old key stays valid. */
  @IsOptional()
  @IsInt()
  @Min(LIMITS.overlapHours.min)
  @Max(LIMITS.overlapHours.max)
  readonly overlapHours?: number;
}
