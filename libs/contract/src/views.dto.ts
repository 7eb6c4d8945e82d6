import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, Matches } from 'class-validator';
import { IsId, IsLine, IsOneOf, IsText } from './rules.js';
import { VIEW_LIMITS as LIMITS, VIEW_LIST_NAMES, type ViewList } from './views.js';

/** Names with values, as browsers write them. */
const QUERY = /^(?:[\w-]+=(?:[\w.~!$'()*+,;:@/?-]|%[\dA-Fa-f]{2})*(?:&(?=.)|$))*$/;

/** Query of `GET /editor/views`. */
export class ViewListDto {
  @IsOneOf(VIEW_LIST_NAMES)
  readonly list: ViewList;
}

/** `PUT /editor/views/:id`. */
export class ChangeViewDto {
  @IsLine(LIMITS.name)
  readonly name: string;

  /** Of the list's URL. */
  @Matches(QUERY, { message: '$property must be the query of a URL' })
  @IsText({ min: 0, max: LIMITS.query })
  readonly query: string;
}

/** `POST /editor/views`. */
export class CreateViewDto extends ChangeViewDto {
  @IsOneOf(VIEW_LIST_NAMES)
  readonly list: ViewList;

  @IsBoolean()
  readonly shared: boolean;
}

/** `PUT /editor/views/order`: all that are shared, or all of the caller's own. */
export class OrderViewsDto {
  @IsOneOf(VIEW_LIST_NAMES)
  readonly list: ViewList;

  @IsBoolean()
  readonly shared: boolean;

  @IsArray()
  @ArrayMaxSize(LIMITS.most)
  @ArrayUnique()
  @IsId({ each: true })
  readonly ids: readonly string[];
}
