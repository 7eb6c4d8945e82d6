import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, ValidateNested } from 'class-validator';
import { AUTHOR_LIMITS } from './authors.js';

import { IsId, IsLine, IsText, IsWebAddress, PageDto } from './rules.js';

/** A link of an author's profile. */
export class AuthorLinkDto {
  @IsLine(AUTHOR_LIMITS.linkLabel)
  readonly label: string;

  @IsWebAddress({ max: AUTHOR_LIMITS.url })
  readonly url: string;
}

/** `POST /editor/authors`, and `PUT /editor/authors/:id`: the whole profile. */
export class AuthorProfileDto {
  @IsLine(AUTHOR_LIMITS.name)
  readonly name: string;

  @IsOptional()
  @IsText(AUTHOR_LIMITS.biography)
  readonly biography?: string;

  @IsOptional()
  @IsWebAddress({ max: AUTHOR_LIMITS.url, siteRelative: true })
  readonly pictureUrl?: string | null;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(AUTHOR_LIMITS.links)
  @ValidateNested({ each: true })
  @Type(() => AuthorLinkDto)
  readonly links?: readonly AuthorLinkDto[];

  /** The user whose profile it is; left out for someone who has no account. */
  @IsOptional()
  @IsId()
  readonly accountId?: string | null;
}

/** Query of `GET /editor/authors`. */
export class AuthorListDto extends PageDto {
  /** Start of the name. */
  @IsOptional()
  @IsLine(AUTHOR_LIMITS.search)
  readonly q?: string;
}
