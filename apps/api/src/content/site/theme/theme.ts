import { CONTACT_LIMITS } from '@sitedesk/contract/contact';
import { CONTACT_API_PATH } from '@sitedesk/contract/headers';
import { escapeHtml } from '../../../platform/core/escape-html.js';
import { filled, type SlotValues } from '../../layouts/compiled-layout.js';
import { metaOf, monogram } from './theme-head.js';
import { day, href, isImage, link, named, time } from './theme-html.js';
import { renderPicture } from './theme-media.js';
import { searchContent } from './theme-search.js';
import { type ErrorStatus, isRightToLeft, themeLanguage, themeTexts } from './theme-texts.js';
import {
  archivePath,
  type Feed,
  type HeadView,
  type Link,
  type MenuItem,
  type PageView,
  type PostCard,
  type PostListLook,
  type PostView,
  type SearchView,
  type SiteView,
  type StreamView,
} from './theme-views.js';

export { assets, DEFAULT_LAYOUT, type ThemeAsset } from './theme-assets.js';
export * from './theme-views.js';

/*
 * What pages are made of: the content of the article, and what the slots of the site's layout are filled with. Pure: the same view gives
 * the same octets on every instance.
 */

export function renderPage(view: PageView): string {
  const { authors, tags, publishedAt, updatedAt } = view;
  const type = authors.length > 0 ? 'Article' : 'WebPage';
  return html(
    view,
    'page',
    metaOf(view, { type, publishedAt, updatedAt, authors, tags }, view.hasForm),
    `<article>${pageHeader(view)}${banner(view)}${meta(view, authors.length > 0)}<div class="body">${view.body}</div></article>`,
  );
}

export function renderPost(view: PostView): string {
  const { authors, tags, publishedAt, updatedAt, stream, site } = view;
  const kind = { type: 'BlogPosting', publishedAt, updatedAt, authors, tags, section: stream.title } as const;
  const more = link({ label: themeTexts(site.language).allPosts(stream.title), path: stream.path });
  return html(
    view,
    'post',
    metaOf(view, kind, view.hasForm),
    `<article class="post">${pageHeader(view)}${banner(view)}${meta(view, true)}<div class="body">${view.body}</div><p class="more">${more}</p></article>`,
  );
}

/** A stream, or what an author or a tag has: the newest posts, or an archive page. */
export function renderStream(stream: StreamView): string {
  const { site, posts, page: number, pages, path } = stream;
  const texts = themeTexts(site.language);
  const view: StreamView =
    number === null
      ? stream
      : {
          ...stream,
          path: archivePath(path, number),
          title: `${stream.title} – ${texts.page(number)}`,
          canonical: null,
          breadcrumbs: [...stream.breadcrumbs, { label: stream.title, path }],
        };
  const list =
    posts.length === 0
      ? `<p class="empty">${texts.noPosts}</p>`
      : postList(posts, 'list', site.language, 'h2');
  const steps = [
    number !== null && step(number < pages ? archivePath(path, number + 1) : path, texts.newer, 'prev'),
    number !== null && `<span aria-current="page">${texts.page(number)}</span>`,
    number === null && pages > 0 && step(archivePath(path, pages), texts.older, 'next'),
    number !== null && number > 1 && step(archivePath(path, number - 1), texts.older, 'next'),
  ].filter(Boolean);
  const pagination =
    steps.length === 0 ? '' : `<nav class="pages" aria-label="${texts.pages}">${steps.join('')}</nav>`;
  return html(
    view,
    'list',
    metaOf(view, { type: 'CollectionPage' }, false),
    `<div class="stream">${pageHeader(view)}${number === null ? banner(view) + about(view) : ''}${list}${pagination}${feedLinks(stream.feeds ?? [], texts.follow)}</div>`,
  );
}

/** What a block that lists posts is filled with. */
export const renderPostList = (posts: readonly PostCard[], look: PostListLook, language: string): string =>
  posts.length === 0
    ? `<p class="empty">${themeTexts(language).noPosts}</p>`
    : postList(posts, look, language, 'p');

export interface ContactFormView {
  readonly language: string;
  readonly maxMessageLength: number;
  /** Whether the site takes forms that a browser posts without the script. */
  readonly takesPosts: boolean;
  /** See {@link SiteView.contactOrigin}. */
  readonly contactOrigin?: string | undefined;
}

/** What a contact form block is filled with. Where only the script can send it, it can't be sent before the script is there. */
export function renderContactForm({
  language,
  maxMessageLength,
  takesPosts,
  contactOrigin = '',
}: ContactFormView): string {
  const texts = themeTexts(language).form;
  const { name, message } = CONTACT_LIMITS;
  const notice = takesPosts ? '' : `<noscript><p class="notice">${texts.needsScript}</p></noscript>`;
  const unavailable = takesPosts ? '' : ` data-unavailable="${escapeHtml(texts.notLoaded)}"`;
  return `<form class="contact-form" method="post" action="${escapeHtml(contactOrigin)}${CONTACT_API_PATH}/submit" data-language="${themeLanguage(language)}">${notice}<input type="hidden" name="lang" value="${themeLanguage(language)}"><label>${texts.name} <input name="name" required minlength="${name.min}" maxlength="${name.max}" autocomplete="name"></label><label>${texts.email} <input name="email" type="email" required maxlength="255" autocomplete="email"></label><label>${texts.message} <textarea name="message" rows="7" required minlength="${message.min}" maxlength="${maxMessageLength}"></textarea></label><button class="button primary"${takesPosts ? '' : ' disabled'}>${texts.send}</button><p class="form-status" role="status" data-sending="${texts.sending}"${unavailable}></p></form>`;
}

/** Stands above a page that isn't public. */
export const renderPreviewNote = (language: string, version: number | null, until: Date): string => {
  const day = new Intl.DateTimeFormat(themeLanguage(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    until,
  );
  return `<p class="preview" role="note">${themeTexts(language).preview(version, day)}</p>`;
};

/** The own page for an address that has none, no longer any, or none at the moment. */
export function errorPage(status: ErrorStatus, site: SiteView): string {
  const texts = themeTexts(site.language);
  const { title, advice } = texts.errors[status];
  const homeLink =
    status === 503 ? '' : `<p>${link({ label: texts.home, path: '/' }, ' class="button primary"')}</p>`;
  const view = { site, title, description: null, path: '', version: null };
  return html(
    view,
    'error',
    '<meta name="robots" content="noindex">',
    `<div class="error"><p class="status" aria-hidden="true">${status}</p><h1>${title}</h1><p class="lead">${advice}</p>${homeLink}</div>`,
  );
}

/** The search of the site, which search engines leave out. */
export function renderSearch(view: SearchView): string {
  const { site, path, query } = view;
  const texts = themeTexts(site.language).search;
  const title = query === '' ? texts.title : texts.titleOf(query);
  return html(
    { site, title, description: null, path, version: null },
    'search',
    '<meta name="robots" content="noindex">',
    searchContent(view),
  );
}

/** What the frame of a page is filled with. */
interface Framed extends Pick<HeadView, 'site' | 'title' | 'description' | 'path'> {
  /** Null for a page that is no article's. */
  readonly version: string | null;
}
type PageName = 'page' | 'post' | 'list' | 'search' | 'error';

function html(view: Framed, kind: PageName, meta: string, main: string): string {
  const { site, version: shown } = view;
  const { layout, language, note = '' } = site;
  const version = shown === null ? '' : ` data-content-version="${escapeHtml(shown)}"`;
  const values = slotValues(view, kind, meta);
  const attributes = layout.bodyAttributes.length === 0 ? '' : ` ${filled(layout.bodyAttributes, values)}`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}"${isRightToLeft(language) ? ' dir="rtl"' : ''}${version}>
<head>
${filled(layout.head, values)}
</head>
<body${attributes}>${note}
${filled(layout.header, values)}
<main id="content" tabindex="-1">${main}</main>
${filled(layout.footer, values)}
</body>
</html>
`;
}

function slotValues({ site, title, description, path }: Framed, kind: PageName, meta: string): SlotValues {
  const texts = themeTexts(site.language);
  const { stylePath, scriptPath } = site.layout;
  const home = path === '/' ? ' aria-current="page"' : '';
  return {
    'site.name': () => site.name,
    'site.language': () => site.language,
    'page.title': () => title,
    'page.full-title': () => (title === site.name ? title : `${title} · ${site.name}`),
    'page.description': () => description ?? '',
    'page.kind': () => kind,
    'page.path': () => path || '/',
    meta: () => meta,
    style: () => (stylePath === null ? '' : `<link rel="stylesheet" href="${stylePath}">`),
    script: () => (scriptPath === null ? '' : `<script src="${scriptPath}" defer></script>`),
    icon: () => icon(site),
    'skip-link': () => `<a class="skip" href="#content">${texts.skip}</a>`,
    'home-link': () => link({ label: site.name, path: '/' }, ` class="name"${home}`),
    menu: () => menu(site, path),
    'menu-list': () => menuList(site, path),
    'footer-menu': () => footerMenu(site, path),
    feeds: () => feedLinks(site.feeds, texts.feeds),
  };
}

function icon({ icon: own, name }: SiteView): string {
  const type = own?.type === undefined ? '' : ` type="${escapeHtml(own.type)}"`;
  return `<link rel="icon" href="${escapeHtml(own?.path ?? monogram(name))}"${type}>`;
}

/** Twice, because a closed \`details\` can't be opened by the width of the window; one of them is always out of the way. */
function menu(site: SiteView, path: string): string {
  if (site.menu.length === 0) return '';
  const texts = themeTexts(site.language);
  const wide = site.menu.map((item) => `<li>${wideItem(item, path)}</li>`).join('');
  return (
    `<nav class="wide" aria-label="${texts.mainMenu}"><ul>${wide}</ul></nav>` +
    `<details class="small"><summary>${texts.menu}</summary><nav aria-label="${texts.mainMenu}">${menuList(site, path)}</nav></details>`
  );
}

function wideItem(item: MenuItem, path: string): string {
  const { children = [] } = item;
  if (children.length === 0) return menuLink(item, path);
  const links = [item, ...children].map((child) => `<li>${menuLink(child, path)}</li>`).join('');
  const current = isWithin(item, path) ? ' aria-current="true"' : '';
  return `<details name="menu"><summary${current}>${escapeHtml(item.label)}</summary><ul>${links}</ul></details>`;
}

function nested(item: MenuItem, path: string): string {
  const { children = [] } = item;
  const links = children.map((child) => `<li>${menuLink(child, path)}</li>`).join('');
  return `<li>${menuLink(item, path)}${links && `<ul>${links}</ul>`}</li>`;
}

function menuLink(item: Link, path: string): string {
  const current = item.path === path ? 'page' : isWithin(item, path) ? 'true' : '';
  return link(item, current && ` aria-current="${current}"`);
}

const isWithin = (item: MenuItem, path: string): boolean =>
  path === item.path ||
  (item.path !== '/' && path.startsWith(`${item.path}/`)) ||
  (item.children ?? []).some((child) => isWithin(child, path));

const menuList = (site: SiteView, path: string): string =>
  site.menu.length === 0 ? '' : `<ul>${site.menu.map((item) => nested(item, path)).join('')}</ul>`;

function footerMenu(site: SiteView, path: string): string {
  const items = menuList(site, path);
  return items && `<nav aria-label="${themeTexts(site.language).footerMenu}">${items}</nav>`;
}

function feedLinks(feeds: readonly Feed[], words: string): string {
  const links = feeds.map(
    ({ title, label, path, type }) =>
      `<a href="${href(path)}" type="${type}" title="${escapeHtml(title)}">${escapeHtml(label)}</a>`,
  );
  return links.length === 0 ? '' : `<p class="feeds">${words}: ${links.join(', ')}</p>`;
}

function pageHeader({ site, title, description, breadcrumbs }: HeadView): string {
  // The site's name leads home already.
  const crumbs = breadcrumbs.filter(({ path }) => path !== '/').map((crumb) => `<li>${link(crumb)}</li>`);
  const trail =
    crumbs.length === 0
      ? ''
      : `<nav class="crumbs" aria-label="${themeTexts(site.language).breadcrumbs}"><ol>${crumbs.join('')}</ol></nav>`;
  const lead = description === null ? '' : `<p class="lead">${escapeHtml(description)}</p>`;
  return `<header class="title">${trail}<h1>${escapeHtml(title)}</h1>${lead}</header>`;
}

/** An author's portrait, and where else they are. */
function about({ title, about: author }: StreamView): string {
  if (!author) return '';
  const portrait = isImage(author.pictureUrl)
    ? `<img class="portrait" src="${escapeHtml(author.pictureUrl)}" alt="${escapeHtml(title)}" width="120" height="120">`
    : '';
  const links = author.links
    .map(({ label, url }) => `<li>${link({ label, path: url }, ' rel="me"')}</li>`)
    .join('');
  return portrait || links ? `<div class="about">${portrait}${links && `<ul>${links}</ul>`}</div>` : '';
}

const BANNER = {
  sizes: '(min-width: 80rem) 76rem, 100vw',
  attributes: 'class="banner" fetchpriority="high"',
};
const CARD = { sizes: '(min-width: 40rem) 20rem, 100vw', attributes: 'loading="lazy" decoding="async"' };

function banner({ bannerImage, bannerAlt, banner: picture }: HeadView): string {
  if (picture) return renderPicture(picture, bannerAlt ?? '', BANNER);
  return isImage(bannerImage)
    ? `<img class="banner" src="${escapeHtml(bannerImage)}" alt="${escapeHtml(bannerAlt ?? '')}" fetchpriority="high">`
    : '';
}

/** Who wrote it, when, and what it is about. */
function meta({ site, authors, tags, publishedAt, updatedAt }: PageView, isDated: boolean): string {
  const { language } = site;
  const texts = themeTexts(language);
  const published = day(publishedAt, language);
  const updated = day(updatedAt, language);
  const parts = [
    isDated && published && `<p class="date">${time(publishedAt ?? '', language)}</p>`,
    authors.length > 0 && `<p class="byline">${texts.by} ${authors.map(named).join(', ')}</p>`,
    isDated &&
      updated &&
      updated !== published &&
      `<p>${texts.updated} ${time(updatedAt ?? '', language)}</p>`,
    tags.length > 0 &&
      `<ul class="tags" aria-label="${texts.tags}">${tags.map((tag) => `<li>${named(tag)}</li>`).join('')}</ul>`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `<div class="meta">${parts.join('')}</div>`;
}

function cardImage({ bannerImage, picture }: PostCard): string {
  if (picture) return renderPicture(picture, '', CARD);
  return isImage(bannerImage) ? `<img src="${escapeHtml(bannerImage)}" alt="" loading="lazy">` : '';
}

function postList(
  posts: readonly PostCard[],
  look: PostListLook,
  language: string,
  heading: 'h2' | 'p',
): string {
  const { by } = themeTexts(language);
  const items = posts.map((post) => {
    const date = day(post.publishedAt, language) && time(post.publishedAt ?? '', language);
    const image = look === 'cards' ? cardImage(post) : '';
    const introduction = post.introduction === null ? '' : `<p>${escapeHtml(post.introduction)}</p>`;
    const byline =
      post.authors.length === 0
        ? ''
        : `<p class="byline">${by} ${post.authors.map(({ name }) => escapeHtml(name)).join(', ')}</p>`;
    return `<li>${image}${date}<div><${heading} class="post-title">${link({ label: post.title, path: post.path })}</${heading}>${introduction}${byline}</div></li>`;
  });
  return `<ul class="posts ${look}">${items.join('')}</ul>`;
}

const step = (path: string, label: string, rel: 'prev' | 'next'): string =>
  `<a href="${href(path)}" rel="${rel}">${label}</a>`;
