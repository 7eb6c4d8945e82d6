import type { Message } from '@sitedesk/contract/messages';

/** What a bucket holds isn't for this export. */
export class BucketTaken extends Error {
  constructor(readonly text: Message) {
    super(text.text);
    this.name = 'BucketTaken';
  }
}
