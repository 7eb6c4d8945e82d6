import type { OutboxItem } from '@sitedesk/contract/outbox';

/** What an email is about, in words: the visitor's name, the article's title, or the kind of an account email. */
export function aboutOf(
  { kind, subject }: Pick<OutboxItem, 'kind' | 'subject'>,
  t: (key: string) => string,
): string {
  if (kind !== 'account') return subject || t(`email.emailKinds.${kind}`);
  return subject ? t(`email.accountEmails.${subject}`) : t('email.emailKinds.account');
}
