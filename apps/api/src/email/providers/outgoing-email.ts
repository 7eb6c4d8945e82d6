/** One mailbox. Always an object: a text would be parsed, and a comma in it would be a second recipient. */
export interface MailAddress {
  /** Display name; may be empty. */
  readonly name: string;
  readonly address: string;
}

/** An email ready to leave, whatever the provider. It has exactly one recipient. */
export interface OutgoingEmail {
  readonly from: MailAddress;
  readonly to: MailAddress;
  readonly replyTo: MailAddress | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** With angle brackets; the same for every attempt. */
  readonly messageId: string;
  readonly date: Date;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the provider said when it took an email. */
export interface DeliveryReceipt {
  readonly provider: 'smtp' | 'communication' | 'commercial' | 'none';
  /** The provider's own number of the email, when it gives one. */
  readonly providerId: string | undefined;
  /** The provider's words, at most 500 characters, nothing secret. */
  readonly response: string;
}
