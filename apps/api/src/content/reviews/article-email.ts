import type { Locale } from '@sitedesk/contract/preferences';
import Handlebars from 'handlebars';
import { emailButton, emailRow, emailShell } from '../../email/email-shell.js';
import { asciiDomain, displayName, headerText, truncateOctets } from '../../email/providers/header-text.js';
import type { OutgoingEmail } from '../../email/providers/outgoing-email.js';
import { ARTICLE_EMAIL_TEXTS, type ArticleEmailKind } from './article-email-texts.js';

/** All that an email about an article is composed from. */
export interface ArticleEmailInput {
  readonly id: string;
  readonly kind: ArticleEmailKind;
  readonly siteName: string;
  readonly title: string;
  /** Name of the person who caused it; null when their account is deleted. */
  readonly by: string | null;
  /** What they wrote. */
  readonly words: string | null;
  readonly at: Date;
  readonly to: string;
  readonly locale: Locale;
  /** The article in the administration; left out where its URL is unknown. */
  readonly link: string | undefined;
  readonly senderEmail: string;
  /** The tenant's name for the sender; the site's when not set. */
  readonly senderName: string | undefined;
}

const NAME_OCTETS = 60;
const SUBJECT_OCTETS = 150;

const HTML = emailShell({
  language: '{{language}}',
  heading: '{{title}}',
  rows: [
    emailRow(
      '20px 30px 24px',
      `<p class="text" style="margin:0 0 12px;font-size:15px;line-height:24px;color:#23262d;word-break:break-word;">{{says}}</p>
{{#if words}}<div class="text rule" style="margin:0;padding:0 0 0 14px;border-left:3px solid #e9ebee;font-size:15px;line-height:24px;color:#23262d;word-break:break-word;">{{#each lines}}{{this}}<br>{{/each}}</div>{{/if}}
{{#if link}}<p style="margin:24px 0 0;">${emailButton('{{link}}', '{{open}}')}</p>{{/if}}`,
    ),
  ],
  footer: '{{closing}}',
});

/** Rendered without escaping: plain text has nothing to escape. */
const TEXT = `{{title}} ({{siteName}})

{{says}}
{{#if words}}

{{words}}
{{/if}}
{{#if link}}

{{open}}:
{{link}}
{{/if}}

------------------------------------------------------------
{{closing}}
`;

const COMPILE = { strict: true, knownHelpersOnly: true, preventIndent: true } as const;
const html = Handlebars.compile(HTML, COMPILE);
const text = Handlebars.compile(TEXT, { ...COMPILE, noEscape: true });

/** An email about an article. What people wrote is text: one line in headers, escaped in HTML. The only link is our own. */
export function articleEmail(input: ArticleEmailInput): OutgoingEmail {
  const { kind, locale, senderEmail } = input;
  const texts = ARTICLE_EMAIL_TEXTS[locale];
  const siteName = truncateOctets(headerText(input.siteName), NAME_OCTETS);
  const title = headerText(input.title);
  const subject = truncateOctets(texts.subject[kind](title), SUBJECT_OCTETS);
  const words = input.words?.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}/gu, '\uFFFD') ?? '';
  const view = {
    language: locale,
    subject,
    siteName,
    title,
    says: texts.says[kind](input.by === null ? texts.someone : headerText(input.by)),
    words,
    lines: words.split('\n'),
    open: texts.open,
    link: input.link,
    closing: texts.closing[kind],
  };
  return {
    from: { name: displayName(input.senderName ?? siteName, NAME_OCTETS), address: senderEmail },
    to: { name: '', address: input.to },
    replyTo: undefined,
    subject,
    text: text(view),
    html: html(view),
    messageId: `<${input.id}@${asciiDomain(senderEmail)}>`,
    date: input.at,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
