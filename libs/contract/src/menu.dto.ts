import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { ARTICLE_LIMITS } from './articles.js';
import { MENU_LIMITS as LIMITS } from './menu.js';
import { IsLine, IsWebAddress } from './rules.js';

/** Member of `children`: an article or a link. */
export class MenuLinkDto {
  /** Number of an article. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(ARTICLE_LIMITS.lastNumber)
  readonly article?: number | null;

  /** Where a link leads: a path of the site, or a URL. */
  @IsOptional()
  @IsWebAddress({ max: LIMITS.url, siteRelative: true })
  readonly url?: string | null;

  /** What the item is called. An article without one is called by its title. */
  @IsOptional()
  @IsLine(LIMITS.label)
  readonly label?: string | null;
}

/** Member of `items`. */
export class MenuItemDto extends MenuLinkDto {
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(LIMITS.children)
  @ValidateNested({ each: true })
  @Type(() => MenuLinkDto)
  readonly children?: readonly MenuLinkDto[];
}

/** `PUT /editor/menu`: all of it. */
export class MenuDto {
  @IsArray()
  @ArrayMaxSize(LIMITS.items)
  @ValidateNested({ each: true })
  @Type(() => MenuItemDto)
  readonly items: readonly MenuItemDto[];
}
