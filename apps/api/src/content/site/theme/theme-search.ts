import { SITE_SEARCH } from '@sitedesk/contract/public-site';
import { escapeHtml } from '../../../platform/core/escape-html.js';
import { day, href, time } from './theme-html.js';
import { type SearchTexts, themeTexts } from './theme-texts.js';
import type { SearchResult, SearchView, TextPart } from './theme-views.js';

/** What the page of the search shows: the form, and what was found. */
export function searchContent(view: SearchView): string {
  const { site, path, query } = view;
  const texts = themeTexts(site.language).search;
  const form = `<form class="search-form" role="search" action="${href(path)}"><label>${texts.label} <input type="search" name="q" value="${escapeHtml(query)}" maxlength="${SITE_SEARCH.characters}" autocomplete="off"></label><button class="button primary">${texts.send}</button></form>`;
  return `<div class="stream search"><header class="title"><h1>${texts.title}</h1></header>${form}${answer(view, texts)}</div>`;
}

function answer(view: SearchView, texts: SearchTexts): string {
  const { site, query, refusal, results, total, isBeyond, isPartial } = view;
  if (refusal) {
    const words = refusal.kind === 'busy' ? texts.busy : texts.tooMany(refusal.seconds);
    return `<p class="notice">${words}</p>`;
  }
  if (query === '') return '';
  const partial = isPartial ? `<p class="notice">${texts.partial}</p>` : '';
  if (results.length === 0 && isBeyond) return `${partial}<p class="notice">${texts.slow}</p>`;
  if (results.length === 0)
    return `${partial}<p class="empty"><strong>${escapeHtml(texts.none(query))}</strong> ${texts.advice}</p>`;
  const count = isBeyond ? texts.more(total) : texts.results(total);
  const items = results.map((result) => item(result, site.language)).join('');
  return `${partial}<p class="empty">${count}</p><ul class="posts list">${items}</ul>${steps(view, texts)}`;
}

function item({ path, title, excerpt, publishedAt }: SearchResult, language: string): string {
  const date = day(publishedAt, language) && time(publishedAt ?? '', language);
  return `<li>${date}<div><h2 class="post-title"><a href="${href(path)}">${marked(title)}</a></h2><p class="byline">${escapeHtml(path)}</p><p>${marked(excerpt)}</p></div></li>`;
}

const marked = (parts: readonly TextPart[]): string =>
  parts
    .map(({ text, isMarked }) => (isMarked ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text)))
    .join('');

function steps({ site, path, query, page, pages }: SearchView, texts: SearchTexts): string {
  if (pages < 2) return '';
  const { pages: label, page: numbered } = themeTexts(site.language);
  const step = (to: number, words: string, rel: 'prev' | 'next'): string =>
    `<a href="${href(`${path}?q=${encodeURIComponent(query)}&page=${to}`)}" rel="${rel}">${words}</a>`;
  const links = [
    page > 1 && step(page - 1, texts.previous, 'prev'),
    `<span aria-current="page">${numbered(page)}</span>`,
    page < pages && step(page + 1, texts.next, 'next'),
  ].filter(Boolean);
  return `<nav class="pages" aria-label="${label}">${links.join('')}</nav>`;
}
