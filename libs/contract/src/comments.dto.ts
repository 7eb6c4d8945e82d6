import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, Matches, Max, Min } from 'class-validator';
import { COMMENT_LIMITS as LIMITS, COMMENTED_FIELDS, type CommentedField } from './comments.js';
import { BLOCK_ID } from './documents.js';
import { IsId, IsLine, IsOneOf, IsText, Optional, PageDto } from './rules.js';

const SAYS_SOMETHING = { message: '$property must say something' };

/** `POST .../threads/:thread/comments`, and `PUT .../comments/:comment`. */
export class CommentDto {
  /** Plain text. */
  @Matches(/\S/, SAYS_SOMETHING)
  @IsText(LIMITS.body)
  readonly body: string;

  /** IDs of accounts that get notified. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(LIMITS.mentions)
  @ArrayUnique()
  @IsId({ each: true })
  readonly mentions?: readonly string[];
}

/** `POST /editor/articles/:number/threads`: about a field, or about a range of the draft's text. */
export class CreateThreadDto extends CommentDto {
  @Optional()
  @IsOneOf(COMMENTED_FIELDS)
  readonly field?: CommentedField;

  /** ID of the block that holds the text. */
  @Optional()
  @Matches(BLOCK_ID, { message: '$property must be the ID of a block' })
  readonly block?: string;

  /** Where the range begins and ends, in UTF-16 units of the block's text; a line break counts as one. */
  @Optional()
  @IsInt()
  @Min(0)
  @Max(1_048_576)
  readonly from?: number;

  @Optional()
  @IsInt()
  @Min(1)
  @Max(1_048_576)
  readonly to?: number;

  /** The words as they were selected: others there are a 409. */
  @Optional()
  @IsText({ min: 1, max: 300 })
  readonly quote?: string;
}

/** Query of `GET /editor/articles/:number/threads`. */
export class ThreadListDto extends PageDto {
  /** Both when left out. */
  @Optional()
  @IsOneOf(['open', 'resolved'])
  readonly state?: 'open' | 'resolved';
}

/** Query of `GET /editor/articles/:number/people`. */
export class PeopleDto {
  /** How the name begins. */
  @Optional()
  @IsLine({ min: 1, max: 100 })
  readonly q?: string;

  /** `mention`: who may view pages; `review`: who may review them. */
  @IsOneOf(['mention', 'review'])
  readonly for: 'mention' | 'review';
}
