import type { SiteLanguage } from '@sitedesk/contract/public-site';
import { escapeHtml } from '../../platform/core/escape-html.js';
import type { PreviewPost } from './blogs.service.js';

const STYLE =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}' +
  'article{margin:2rem 0}h2{margin:0;font-size:1.2rem}time{font-size:.875rem;opacity:.75}';

const EMPTY: Readonly<Record<SiteLanguage, string>> = {
  en: 'Nothing is published yet.',
  de: 'Noch ist nichts veröffentlicht.',
};

/** The blog as its readers know it, without links: the page is shown in a frame that can do nothing. */
export function previewPage(title: string, posts: readonly PreviewPost[], language: SiteLanguage): string {
  const name = escapeHtml(title);
  const articles = posts.map(
    ({ title: post, introduction, beginning, published_at: at }) =>
      `<article><h2>${escapeHtml(post)}</h2><time datetime="${at.toISOString()}">${at.toISOString().slice(0, 10)}</time>` +
      `${about(introduction, beginning)}</article>`,
  );
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex">` +
    `<meta name="viewport" content="width=device-width"><title>${name}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${name}</h1>${articles.join('') || `<p>${EMPTY[language]}</p>`}</main></body></html>`
  );
}

/** The introduction, or the words of the first paragraph, which are escaped already. */
function about(introduction: string | null, beginning: string | null): string {
  const words =
    introduction === null ? (beginning ?? '').replaceAll(/<[^>]*>/g, '') : escapeHtml(introduction);
  return words === '' ? '' : `<p>${words}</p>`;
}
