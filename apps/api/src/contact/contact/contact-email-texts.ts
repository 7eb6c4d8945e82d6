import type { VisitorLanguage } from '@sitedesk/contract/visitor-texts';

/** What the notification says around the visitor's words. */
interface NotificationTexts {
  readonly subject: (visitor: string) => string;
  readonly heading: (visitor: string) => string;
  readonly via: (visitor: string, site: string) => string;
  readonly email: string;
  readonly open: string;
  readonly reply: (visitor: string) => string;
  readonly copy: string;
  readonly facts: Readonly<Record<'site' | 'page' | 'received' | 'address' | 'receipt', string>>;
}

export const NOTIFICATION_TEXTS: Readonly<Record<VisitorLanguage, NotificationTexts>> = {
  en: {
    subject: (visitor) => `New message from ${visitor}`,
    heading: (visitor) => `Message from ${visitor}`,
    via: (visitor, site) => `${visitor} via ${site}`,
    email: 'Email',
    open: 'Open in Sitedesk',
    reply: (visitor) => `To answer ${visitor}, reply to this email.`,
    copy: 'To answer, copy the address above. You can’t reply to this email directly.',
    facts: { site: 'Site', page: 'Page', received: 'Received', address: 'Address', receipt: 'Receipt' },
  },
  de: {
    subject: (visitor) => `Neue Nachricht von ${visitor}`,
    heading: (visitor) => `Nachricht von ${visitor}`,
    via: (visitor, site) => `${visitor} über ${site}`,
    email: 'E-Mail',
    open: 'In Sitedesk öffnen',
    reply: (visitor) => `Antworten Sie einfach auf diese E-Mail, um ${visitor} zu erreichen.`,
    copy: 'Kopieren Sie zum Antworten die Adresse oben. Direkt auf diese E-Mail können Sie nicht antworten.',
    facts: {
      site: 'Website',
      page: 'Seite',
      received: 'Eingegangen',
      address: 'IP-Adresse',
      receipt: 'Belegnummer',
    },
  },
};
