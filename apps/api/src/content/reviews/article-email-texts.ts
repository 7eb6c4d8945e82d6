import type { Locale } from '@sitedesk/contract/preferences';

/** What emails about articles are about. */
export type ArticleEmailKind = 'submitted' | 'approved' | 'changes-requested' | 'mentioned';

/** What an email says around the words of the person who caused it. */
interface ArticleEmailTexts {
  readonly subject: Readonly<Record<ArticleEmailKind, (title: string) => string>>;
  readonly says: Readonly<Record<ArticleEmailKind, (name: string) => string>>;
  readonly someone: string;
  readonly open: string;
  readonly closing: Readonly<Record<ArticleEmailKind, string>>;
}

export const ARTICLE_EMAIL_TEXTS: Readonly<Record<Locale, ArticleEmailTexts>> = {
  en: {
    subject: {
      submitted: (title) => `Please review: ${title}`,
      approved: (title) => `Approved: ${title}`,
      'changes-requested': (title) => `Changes requested: ${title}`,
      mentioned: (title) => `You were mentioned: ${title}`,
    },
    says: {
      submitted: (name) => `${name} submitted this article for review.`,
      approved: (name) => `${name} approved this article.`,
      'changes-requested': (name) => `${name} requested changes to this article.`,
      mentioned: (name) => `${name} mentioned you in a comment on this article.`,
    },
    someone: 'Someone',
    open: 'Open in Sitedesk',
    closing: {
      submitted: 'You got this email because you were asked to review the article.',
      approved: 'You got this email because you wrote or submitted the article. It isn’t published yet.',
      'changes-requested': 'You got this email because you wrote or submitted the article.',
      mentioned: 'You got this email because you were mentioned. To reply, open the article.',
    },
  },
  de: {
    subject: {
      submitted: (title) => `Bitte prüfen: ${title}`,
      approved: (title) => `Freigegeben: ${title}`,
      'changes-requested': (title) => `Änderungen erbeten: ${title}`,
      mentioned: (title) => `Sie wurden erwähnt: ${title}`,
    },
    says: {
      submitted: (name) => `${name} hat diesen Artikel zur Prüfung eingereicht.`,
      approved: (name) => `${name} hat diesen Artikel freigegeben.`,
      'changes-requested': (name) => `${name} hat um Änderungen an diesem Artikel gebeten.`,
      mentioned: (name) => `${name} hat Sie in einem Kommentar zu diesem Artikel erwähnt.`,
    },
    someone: 'Jemand',
    open: 'In Sitedesk öffnen',
    closing: {
      submitted: 'Sie erhalten diese E-Mail, weil Sie um die Prüfung des Artikels gebeten wurden.',
      approved:
        'Sie erhalten diese E-Mail, weil Sie den Artikel geschrieben oder eingereicht haben. Veröffentlicht ist er noch nicht.',
      'changes-requested':
        'Sie erhalten diese E-Mail, weil Sie den Artikel geschrieben oder eingereicht haben.',
      mentioned:
        'Sie erhalten diese E-Mail, weil Sie erwähnt wurden. Öffnen Sie den Artikel, um zu antworten.',
    },
  },
};
