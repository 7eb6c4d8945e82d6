import { type MessageCodes, messages, type Worded } from './messages.js';

/** Fields that a check leads to. */
export const CHECKED_FIELDS = ['introduction', 'bannerText'] as const;
export type CheckedField = (typeof CHECKED_FIELDS)[number];

/** Something to look at before an article is published. */
export interface PublicationCheck extends Worded<'text'> {
  /** Whether it can't be published as it is. */
  readonly blocks: boolean;
  /** ID of the block that it is about. */
  readonly block: string | null;
  /** The field that it is about. */
  readonly field: CheckedField | null;
}

export const CHECK_MESSAGES = messages('check', {
  noText: 'There’s no text yet',
  noIntroduction: 'There’s no introduction, which lists and search engines show',
  noBannerText: 'The banner image has no description',
  emptyHeading: 'A heading is empty',
  skippedLevel: 'A heading {level} follows a heading {before}: a level is missing between them',
  firstLevel: 'The first heading is a heading {level}: begin with heading 2',
  emptyLink: 'A link has no words',
  noAlt: 'A picture has no alternative text, and isn’t marked as decorative',
  noFile: 'A picture or file has been deleted, so nothing is shown there',
  noHeading: 'A link leads to #{heading}, and no heading of the page has that name',
  deadLink: 'A link leads to {path}, where nothing is live',
});
export type CheckMessageCode = MessageCodes<typeof CHECK_MESSAGES>;
