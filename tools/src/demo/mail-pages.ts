import { html, type Html, trusted } from './html.js';
import type { Mail, MailSummary } from './mail.js';

/** The three ways to look at an email. */
export const EMAIL_VIEWS = ['html', 'text', 'source'] as const;
export type EmailView = (typeof EMAIL_VIEWS)[number];

const VIEW_NAMES: Readonly<Record<EmailView, string>> = { html: 'HTML', text: 'Text', source: 'Source' };

/** The email that is open, and how it is looked at. */
interface OpenMail {
  readonly summary: MailSummary;
  readonly mail: Mail;
  readonly source: string;
  readonly view: EmailView;
}

/** Where the pages lead to. */
export interface MailLinks {
  /** URL of the administration. */
  readonly admin: string;
  /** URL of the public site, where there is one. */
  readonly site?: string | undefined;
}

/** What a page shows. */
interface MailPage extends MailLinks {
  readonly summaries: readonly MailSummary[];
  readonly open: OpenMail | undefined;
  /** Nobody chose the open one: where there is room for one thing only, that is the list. */
  readonly isDefault?: boolean;
}

/** The catcher's page: the list, and beside it the open mail. */
export function renderMailPage({ summaries, open, isDefault = false, admin, site }: MailPage): string {
  const title = open && !isDefault ? subjectOf(open.summary) : 'Mail catcher';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/mail.css" />
        <script src="/mail.js" defer></script>
      </head>
      <body class="${open && !isDefault ? 'is-open' : 'is-list'}">
        <header>
          <h1><a href="/mail">Mail catcher</a></h1>
          <p class="live" id="live" role="status">Nothing is sent from here.</p>
          ${site ? html`<a class="back" href="${site}">Public site</a>` : ''}
          <a class="back" href="${admin}">Administration</a>
          <form method="post" action="/mail/delete" id="delete-all">
            <button type="submit">Delete all</button>
          </form>
        </header>
        <main>
          <nav
            class="list"
            id="list"
            aria-label="Caught emails"
            data-open="${isDefault ? '' : (open?.summary.id ?? '')}"
            data-shown="${open?.summary.id ?? ''}"
          >
            ${renderList(summaries, open?.summary.id, site)}
          </nav>
          <article aria-label="Email">
            ${open ? renderMail(open) : renderNothingOpen(summaries.length)}
          </article>
        </main>
      </body>
    </html>`.text;
}

/** The list alone, for the page that refreshes itself. */
export function renderList(
  summaries: readonly MailSummary[],
  openId: string | undefined,
  site: string | undefined,
): Html {
  if (summaries.length === 0) {
    return html`<div class="empty">
      <h2>No emails yet</h2>
      <p>Send the contact form of the public site. Its notification appears here.</p>
      ${site ? html`<p><a class="button" href="${site}/contact">Open the form</a></p>` : ''}
    </div>`;
  }
  return html`<ul>
    ${summaries.map((summary) => renderItem(summary, summary.id === openId))}
  </ul>`;
}

function renderItem(summary: MailSummary, isOpen: boolean): Html {
  return html`<li>
    <a href="/mail/${summary.id}" ${isOpen ? trusted('aria-current="page"') : ''}>
      <span class="row"><strong>${subjectOf(summary)}</strong> ${renderTime(summary.receivedAt)}</span>
      <span class="from">${summary.from}</span>
      <span class="preview">${summary.preview}</span>
    </a>
  </li>`;
}

function renderMail({ summary, mail, source, view }: OpenMail): Html {
  const rows = [
    ['From', mail.from],
    ['Reply-To', mail.replyTo],
    ['To', mail.to],
    ['Message-ID', mail.messageId],
  ].filter(([, value]) => value !== '');
  return html`<p class="to-list"><a href="/mail">All emails</a></p>
    <h2>${subjectOf(summary)}</h2>
    <dl>
      ${rows.map(
        ([name = '', value = '']) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
      <div>
        <dt>Caught</dt>
        <dd>${renderTime(summary.receivedAt)}</dd>
      </div>
    </dl>
    <p class="tabs" role="group" aria-label="View">
      ${EMAIL_VIEWS.map((name) => renderTab(summary.id, name, view))}
    </p>
    ${renderBody(summary.id, mail, source, view)}`;
}

function renderTab(id: string, name: EmailView, view: EmailView): Html {
  const current = name === view ? trusted('aria-current="true"') : '';
  return html`<a href="/mail/${id}?view=${name}" ${current}>${VIEW_NAMES[name]}</a>`;
}

function renderBody(id: string, mail: Mail, source: string, view: EmailView): Html {
  switch (view) {
    case 'html':
      if (mail.html === '') return html`<p class="none">This email has no HTML part.</p>`;
      return html`<iframe
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        title="HTML part of the email"
        src="/mail/${id}/html"
      ></iframe>`;
    case 'text':
      if (mail.text === '') return html`<p class="none">This email has no text part.</p>`;
      return html`<pre tabindex="0">${mail.text}</pre>`;
    case 'source':
      return html`<pre class="source" tabindex="0">${source}</pre>`;
    default:
      return view satisfies never;
  }
}

function renderNothingOpen(count: number): Html {
  return html`<div class="nothing">
    <p>${count === 0 ? 'Emails open here.' : 'Choose an email to read it.'}</p>
  </div>`;
}

/** The script shows it in the reader's zone. */
const renderTime = (time: Date): Html =>
  html`<time datetime="${time.toISOString()}">${time.toISOString().slice(11, 19)} UTC</time>`;

const subjectOf = ({ subject }: MailSummary): string => subject || '(no subject)';
