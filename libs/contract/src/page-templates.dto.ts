import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { BLOCK_ID, DOCUMENT_LIMITS } from './documents.js';
import { TEMPLATE_LIMITS as LIMITS, type TemplateRef, type TemplateType } from './page-templates.js';
import { IsId, IsLine, IsOneOf, IsTree, PageDto } from './rules.js';

const TYPE_WORDS = ['0', '1', '2'] as const;

/** Query of `GET /editor/templates`. */
export class TemplateListDto extends PageDto {
  /** Of articles of this type: 0 page, 1 post, 2 blog. */
  @IsOptional()
  @IsOneOf(TYPE_WORDS)
  readonly type?: (typeof TYPE_WORDS)[number];
}

/** `PUT /editor/templates/:id`: all of it. */
export class SaveTemplateDto {
  @IsLine(LIMITS.name)
  readonly name: string;

  /** Blocks as `documents.ts` describes them. */
  @IsObject()
  @IsTree()
  readonly document: object;

  /** IDs of outermost blocks that stay as they are in every article. */
  @IsArray()
  @ArrayMaxSize(DOCUMENT_LIMITS.blocks)
  @ArrayUnique()
  @Matches(BLOCK_ID, { each: true, message: '$property must hold IDs of blocks' })
  readonly locked: readonly string[];
}

/** `POST /editor/templates`. */
export class CreateTemplateDto {
  /** 0 page, 1 post, 2 blog. */
  @IsIn([0, 1, 2], { message: '$property must be 0 (page), 1 (post) or 2 (blog)' })
  readonly type: TemplateType;

  @IsLine(LIMITS.name)
  readonly name: string;

  /** Blocks that it begins as, such as those of an article. Empty when left out. */
  @IsOptional()
  @IsObject()
  @IsTree()
  readonly document?: object;

  /** IDs of outermost blocks that stay as they are in every article. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(DOCUMENT_LIMITS.blocks)
  @ArrayUnique()
  @Matches(BLOCK_ID, { each: true, message: '$property must hold IDs of blocks' })
  readonly locked?: readonly string[];
}

/** Member `template` of an article's fields. */
export class TemplateRefDto implements TemplateRef {
  @IsId()
  readonly id: string;

  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  readonly version: number;
}
