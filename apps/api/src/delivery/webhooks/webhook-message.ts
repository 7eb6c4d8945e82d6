import type { SiteLanguage } from '@sitedesk/contract/public-site';
import { type WebhookBody, type WebhookEventType, WEBHOOK_LIMITS } from '@sitedesk/contract/webhooks';

/** What happened, with what may be said about it. */
export interface Happening {
  readonly type: WebhookEventType;
  /** ISO 8601. */
  readonly at: string;
  readonly sequence: number;
  readonly site: { readonly name: string; readonly url: string | null };
  /** What channels are told in. */
  readonly language: SiteLanguage;
  /** Where in the administration it is; null when its URL isn't known. */
  readonly link: string | null;
  /** Ids and addresses. */
  readonly thin: Readonly<Record<string, unknown>>;
  /** Content, some of it personal. */
  readonly full: Readonly<Record<string, string | number | null>>;
}

/** Words of a channel. */
interface ChannelTexts {
  /** What a message begins with. */
  readonly titles: Readonly<Record<WebhookEventType, string>>;
  /** Names of what is said in full. */
  readonly labels: Readonly<Record<string, string>>;
  readonly open: string;
}

const TEXTS: Readonly<Record<SiteLanguage, ChannelTexts>> = {
  en: {
    titles: {
      'contact.submitted': 'New message',
      'contact.held': 'New message, held until someone releases it',
      'contact.released': 'Held message released',
      'article.published': 'Page published',
      'article.unpublished': 'Page withdrawn',
      'deployment.live': 'Application deployed',
      'deployment.failed': 'Deployment failed',
      'purge.failed': 'CDN purge failed',
      'webhook.test': 'Test',
    },
    labels: {
      name: 'Name',
      email: 'Email',
      message: 'Message',
      page: 'Page',
      title: 'Title',
      error: 'Error',
      by: 'By',
      commit: 'Commit',
    },
    open: 'Open in Sitedesk',
  },
  de: {
    titles: {
      'contact.submitted': 'Neue Nachricht',
      'contact.held': 'Neue Nachricht, zurückgehalten bis zur Freigabe',
      'contact.released': 'Zurückgehaltene Nachricht freigegeben',
      'article.published': 'Seite veröffentlicht',
      'article.unpublished': 'Seite zurückgezogen',
      'deployment.live': 'Anwendung bereitgestellt',
      'deployment.failed': 'Bereitstellung fehlgeschlagen',
      'purge.failed': 'Leeren des CDN fehlgeschlagen',
      'webhook.test': 'Test',
    },
    labels: {
      name: 'Name',
      email: 'E-Mail',
      message: 'Nachricht',
      page: 'Seite',
      title: 'Titel',
      error: 'Fehler',
      by: 'Von',
      commit: 'Commit',
    },
    open: 'In Sitedesk öffnen',
  },
};

/** The JSON of Standard Webhooks 1.0: `type`, `timestamp`, `data`. */
export const standardBody = (happening: Happening, body: WebhookBody): string =>
  fitting(happening, (full) => {
    const { type, at: timestamp, sequence, site, link, thin } = happening;
    return JSON.stringify({
      type,
      timestamp,
      data: { sequence, site, ...thin, link, ...(body === 'full' ? full : {}) },
    });
  });

/**
 * A message of a Slack channel. Its markup is off, and what could still be markup is escaped, so that `<!channel>` in a visitor’s
 * message rings nobody.
 */
export const slackBody = (happening: Happening, body: WebhookBody): string =>
  fitting(happening, (full) =>
    JSON.stringify({
      text: [...linesOf(happening, body, full), happening.link ?? []].flat().map(escaped).join('\n'),
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    }),
  );

/** An Adaptive Card for a workflow of Microsoft Teams. Only text runs are used, which have no markup. */
export const teamsBody = (happening: Happening, body: WebhookBody): string =>
  fitting(happening, (full) => {
    const { link, language } = happening;
    const paragraphs = linesOf(happening, body, full).map((text, index) => ({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text, ...(index === 0 ? { weight: 'Bolder' } : {}) }],
    }));
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: paragraphs,
      actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: TEXTS[language].open, url: link }],
    };
    const contentType = 'application/vnd.microsoft.card.adaptive';
    return JSON.stringify({ type: 'message', attachments: [{ contentType, contentUrl: null, content }] });
  });

function linesOf(
  { type, site, thin, language }: Happening,
  body: WebhookBody,
  full: Happening['full'],
): readonly string[] {
  const { url } = thin;
  const { titles, labels } = TEXTS[language];
  return [
    `${titles[type]} – ${site.name}`,
    ...(typeof url === 'string' ? [url] : []),
    ...(body === 'full'
      ? Object.entries(full).flatMap(([name, value]) =>
          labels[name] === undefined || value === null || value === '' ? [] : [`${labels[name]}: ${value}`],
        )
      : []),
  ];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A long message is cut, and says so, until the body is as short as it has to be. */
function fitting({ full }: Happening, render: (full: Happening['full']) => string): string {
  let rendered = render(full);
  let kept = [...String(full['message'] ?? '')];
  while (Buffer.byteLength(rendered) > WEBHOOK_LIMITS.body && kept.length > 0) {
    kept = kept.slice(0, Math.floor(kept.length * 0.8));
    rendered = render({ ...full, message: `${kept.join('')}…` });
  }
  return rendered;
}
