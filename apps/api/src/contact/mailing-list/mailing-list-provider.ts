import type { Message } from '@sitedesk/contract/messages';
import type { MailingListChoice, MailingListField } from '@sitedesk/contract/mailing-list';

/** How to reach an account at a service. */
export interface MailingListAccess {
  readonly apiUrl: string;
  readonly apiKey: string;
}

/** A person as the list shall have him. */
export interface MailingListMember {
  readonly email: string;
  /** For someone who is not on the list yet; anyone who has left it is never put on it again. */
  readonly statusIfNew: 'subscribed' | 'pending';
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * `refused`: the service does not take this contact, others it may. `service`: it cannot serve now. `configuration`: only
 * a person can help, with another key or another list.
 */
type MailingListErrorKind = 'refused' | 'service' | 'configuration';

/** The service refused or did not respond; the message is for the administrator. */
export class MailingListError extends Error {
  constructor(
    readonly kind: MailingListErrorKind,
    /** The service's own words, or ours when it said nothing. */
    readonly reason: Message,
    readonly options: {
      /** Seconds that the service asks us to wait. */
      readonly retryAfter?: number | undefined;
      /** It answered, so it may be this contact that it stumbles over. */
      readonly answered?: boolean;
      /** The key itself is not accepted. */
      readonly keyRefused?: boolean;
    } = {},
  ) {
    super(reason.text);
    this.name = 'MailingListError';
  }
}

/** A mailing list service. Every method throws {@link MailingListError} and nothing else. */
export interface MailingListProvider {
  /** Address of the API for a key; undefined when it can be no key of this service. */
  apiUrlOf(apiKey: string): string | undefined;
  /** Proves that the key is good. Resolves to the account's name. */
  check(access: MailingListAccess): Promise<string>;
  lists(access: MailingListAccess): Promise<readonly MailingListChoice[]>;
  fields(access: MailingListAccess, listId: string): Promise<readonly MailingListField[]>;
  /** Adds the person or brings the fields up to date. The same once or ten times. */
  upsert(access: MailingListAccess, listId: string, member: MailingListMember): Promise<void>;
}
