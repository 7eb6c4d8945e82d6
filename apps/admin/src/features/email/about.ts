import type { OutboxItem } from '@sitedesk/contract';

/** What a mail is about, in words: the visitor's name, or what it tells an account's holder. */
export function aboutOf(
  { kind, subject }: Pick<OutboxItem, 'kind' | 'subject'>,
  t: (key: string) => string,
): string {
  if (kind === 'submission') return subject || t('email.kindsOfMail.submission');
  return subject ? t(`email.accountMails.${subject}`) : t('email.kindsOfMail.account');
}
