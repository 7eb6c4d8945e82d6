import type { ConsentRule, MailingListMapping, MailingListSource } from '@sitedesk/contract/mailing-list';
import type { MailingListMember } from './mailing-list-provider.js';
import type { ContactSubmission } from '../submissions/contact-submission.entity.js';

/** What of a submission can go to the list. Never the message itself. */
export type ContactForList = Pick<ContactSubmission, 'name' | 'email' | 'page' | 'hostname' | 'receivedAt'>;

/** The rule that decides who is put on the list. */
export interface SubscriptionRule {
  readonly rule: ConsentRule;
  readonly pages: readonly string[];
}

/**
 * Whether a message from this page puts its sender on the list, and if so, whether he is asked first.
 * @param page address as the visitor's browser sent it; it may be forged
 */
export function enrolment(
  { rule, pages }: SubscriptionRule,
  page: string | null,
): { readonly confirm: boolean } | undefined {
  switch (rule) {
    case 'confirmed':
      return { confirm: true };
    case 'statement':
      return { confirm: false };
    case 'pages':
      return pages.some((pattern) => matches(pattern, page)) ? { confirm: false } : undefined;
    default:
      return rule satisfies never;
  }
}

/** A path, or one with a star at its end: `/newsletter`, `/campaigns/*`. */
export const isPagePattern = (pattern: string): boolean => /^\/[^\s?#*\\]*\*?$/.test(pattern);

function matches(pattern: string, page: string | null): boolean {
  if (page === null || !URL.canParse(page)) return false;
  const path = withoutSlash(new URL(page).pathname);
  if (pattern.endsWith('*')) return `${path}/`.startsWith(pattern.slice(0, -1));
  return path === withoutSlash(pattern);
}

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path) || '/';

/** The person as the list shall have him. A field that has nothing to say is left out, so that it keeps what it holds. */
export function toMember(
  contact: ContactForList,
  mapping: readonly MailingListMapping[],
  { confirm }: { readonly confirm: boolean },
): MailingListMember {
  const fields = mapping
    .map(({ field, source }) => [field, valueOf(source, contact)] as const)
    .filter(([, value]) => value !== '');
  return {
    email: contact.email,
    statusIfNew: confirm ? 'pending' : 'subscribed',
    fields: Object.fromEntries(fields),
  };
}

function valueOf(source: MailingListSource, { name, page, hostname, receivedAt }: ContactForList): string {
  const [first = '', ...rest] = name.split(/\s+/);
  switch (source) {
    case 'full-name':
      return name;
    case 'first-name':
      return first;
    case 'last-name':
      return rest.join(' ');
    case 'page':
      return page ?? '';
    case 'site':
      return hostname;
    case 'received-at':
      return receivedAt.toISOString().slice(0, 10);
    default:
      return source satisfies never;
  }
}
