import { IsBoolean, IsOptional } from 'class-validator';
import {
  type AccountPreferences,
  DENSITIES,
  type Density,
  type Locale,
  LOCALES,
  START_PAGE_LENGTH,
  type Theme,
  THEMES,
} from './preferences.js';
import { IsLine, IsOneOf, IsTimeZone } from './rules.js';

/** `PATCH /editor/account/preferences`: those that are named change, and null is no choice. */
export class ChangePreferencesDto implements Partial<AccountPreferences> {
  @IsOptional()
  @IsOneOf(THEMES)
  readonly theme?: Theme | null;

  @IsOptional()
  @IsOneOf(DENSITIES)
  readonly density?: Density | null;

  @IsOptional()
  @IsOneOf(LOCALES)
  readonly locale?: Locale | null;

  @IsOptional()
  @IsBoolean()
  readonly shortcuts?: boolean | null;

  @IsOptional()
  @IsBoolean()
  readonly navCollapsed?: boolean | null;

  @IsOptional()
  @IsTimeZone()
  readonly timeZone?: string | null;

  @IsOptional()
  @IsLine(START_PAGE_LENGTH)
  readonly startPage?: string | null;

  @IsOptional()
  @IsOneOf(LOCALES)
  readonly browserLocale?: Locale | null;

  @IsOptional()
  @IsTimeZone()
  readonly browserTimeZone?: string | null;
}
