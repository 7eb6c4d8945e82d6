import type { Message } from '@sitedesk/contract/messages';
import type { OutboxKind } from '@sitedesk/contract/outbox';
import type { Permission } from '@sitedesk/contract/permissions';
import type { OutgoingEmail } from '../providers/outgoing-email.js';
import type { EmailRoute } from './delivery-readiness.service.js';

/** The target of every job that sends email. */
export const EMAIL_TARGET = 'email';

/** How long an email is tried before a person has to act. */
export const GIVE_UP_AFTER_HOURS = 72;

/** An email and the way it takes, or why there is none. Without an email, what it was about is gone. */
export type ComposedEmail =
  | {
      readonly route: EmailRoute;
      readonly email: OutgoingEmail | undefined;
      /** The route is not the site's of now, so what is wrong with it says nothing about other emails. */
      readonly isFormerRoute?: boolean;
    }
  | { readonly problem: 'expired' | 'unreadable' };

/** An email to look at, or why there is none. */
export type EmailPreview =
  | {
      readonly email: OutgoingEmail;
      /** A secret link that stands in the email, and must not be shown. */
      readonly hiddenLink: string | undefined;
    }
  | { readonly problem: Message };

/** What the outbox list shows of an email. */
export interface EmailDescription {
  readonly subject: string;
  /** Null when it is not known anymore. */
  readonly to: string | null;
  readonly isTest: boolean;
  /** It can still be composed. */
  readonly hasContent: boolean;
}

/** A kind of email that goes through the outbox. The feature that stores such jobs registers it and makes the emails. */
export interface EmailKind {
  /** Kind of its jobs. The id of a job is the id of what the email is composed from. */
  readonly job: string;
  /** What the outbox calls it. */
  readonly name: OutboxKind;
  /** What the log calls its id. */
  readonly logField: string;
  /** See `JobKind.effects`. */
  readonly effects: readonly string[];
  /** It can be sent again after it was given up. */
  readonly keepsContent: boolean;
  /** @throws DeliveryNotConfiguredError */
  compose(tenantId: string, id: string): Promise<ComposedEmail>;
  /** @param permissions of the person who looks at it */
  preview(tenantId: string, id: string, permissions: ReadonlySet<Permission>): Promise<EmailPreview>;
  describe(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, EmailDescription>>;
  /** Ids of the emails to an address, or `all` when every email of the kind goes there. */
  sentTo(tenantId: string, address: string): Promise<'all' | readonly string[]>;
  /** Called when an attempt was recorded. */
  changed?(tenantId: string, id: string): void;
}
