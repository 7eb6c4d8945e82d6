import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { PEN_WISHES, type PenWish } from './presence.js';
import { IsId, IsOneOf } from './rules.js';

/** `PUT /editor/articles/:number/presence`. */
export class PresenceDto {
  /** A UUID that the page has made up for itself. */
  @IsId()
  readonly page: string;

  @IsOneOf(PEN_WISHES)
  readonly pen: PenWish;
}
