import { escapeHtml } from '../../../platform/core/escape-html.js';
import { absoluteUrl } from '../absolute-html.js';
import { FORM_SCRIPT_PATH } from './theme-assets.js';
import { isImage } from './theme-html.js';
import type { HeadView, Named, SiteView } from './theme-views.js';

/** What a page is, to search engines and to those who share it. */
export interface PageKind {
  readonly type: 'WebPage' | 'CollectionPage' | 'Article' | 'BlogPosting';
  readonly publishedAt?: string | null;
  readonly updatedAt?: string | null;
  readonly authors?: readonly Named[];
  readonly tags?: readonly Named[];
  readonly section?: string;
}

const CONTACT_SCRIPT = '/_api/contact/site-contact.js';

const formScripts = ({ contactOrigin = '' }: SiteView): string => `
<script src="${escapeHtml(contactOrigin)}${CONTACT_SCRIPT}" defer></script>
<script src="${FORM_SCRIPT_PATH}" defer></script>`;

/** What the head of a page says of it to search engines and to those who share it, and the scripts that its content needs. */
export function metaOf(view: HeadView, kind: PageKind, hasForm: boolean): string {
  const { site, title, description, noIndex } = view;
  const url = absoluteUrl(site.address, view.canonical ?? view.path);
  const image = isImage(view.bannerImage) ? absoluteUrl(site.address, view.bannerImage) : undefined;
  const shown = image === undefined && site.image ? absoluteUrl(site.address, site.image.path) : undefined;
  const size = shown === undefined ? undefined : site.image;
  const isArticle = kind.type === 'Article' || kind.type === 'BlogPosting';
  const graph: readonly (readonly [string, string | null | undefined])[] = [
    ['og:type', isArticle ? 'article' : 'website'],
    ['og:site_name', site.name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', image ?? shown],
    ['og:image:width', size?.width?.toString()],
    ['og:image:height', size?.height?.toString()],
    ['og:image:alt', image && view.bannerAlt],
    ['og:locale', /^[a-z]{2}-[A-Z]{2}$/.test(site.language) ? site.language.replace('-', '_') : null],
    ['article:published_time', isArticle ? kind.publishedAt : null],
    ['article:modified_time', isArticle ? kind.updatedAt : null],
    ['article:section', kind.section],
    ...(kind.tags ?? []).map(({ name }) => ['article:tag', name] as const),
  ];
  const lines = [
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    noIndex && '<meta name="robots" content="noindex">',
    url && `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...graph.map(
      ([property, content]) => content && `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    `<meta name="twitter:card" content="${(image ?? shown) ? 'summary_large_image' : 'summary'}">`,
    ...[...(view.feeds ?? []), ...site.feeds].map(
      ({ title: name, path, type }) =>
        `<link rel="alternate" type="${type}" title="${escapeHtml(name)}" href="${escapeHtml(path)}">`,
    ),
    `<script type="application/ld+json">${jsonForHtml(structuredData(view, kind, url, image))}</script>`,
  ];
  return lines.filter(Boolean).join('\n') + (hasForm ? formScripts(site) : '');
}

function structuredData(
  { site, title, description, path, breadcrumbs }: HeadView,
  { type, publishedAt, updatedAt, authors = [], section }: PageKind,
  url: string | undefined,
  image: string | undefined,
): unknown {
  const home = absoluteUrl(site.address, '/');
  const website = home && `${home}#website`;
  const isArticle = type === 'Article' || type === 'BlogPosting';
  const crumbs = [...breadcrumbs, { label: title, path }];
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        '@id': website,
        url: home,
        name: site.name,
        inLanguage: site.language,
      },
      {
        '@type': type,
        '@id': url,
        url,
        [isArticle ? 'headline' : 'name']: title,
        description: description ?? undefined,
        image,
        inLanguage: site.language,
        datePublished: publishedAt ?? undefined,
        dateModified: updatedAt ?? undefined,
        author: some(
          authors.map((author) => ({
            '@type': 'Person',
            name: author.name,
            url: author.path === null ? undefined : absoluteUrl(site.address, author.path),
          })),
        ),
        articleSection: section,
        mainEntityOfPage: isArticle ? url : undefined,
        isPartOf: website && { '@id': website },
      },
      // Each step needs its URL.
      ...(home === undefined || breadcrumbs.length === 0
        ? []
        : [
            {
              '@type': 'BreadcrumbList',
              itemListElement: crumbs.map((crumb, index) => ({
                '@type': 'ListItem',
                position: index + 1,
                name: crumb.label,
                item: absoluteUrl(site.address, crumb.path),
              })),
            },
          ]),
    ],
  };
}

const some = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

/** Nothing in it ends the element, or starts what a parser reads in another way. */
const jsonForHtml = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** An icon for the tab: the first letter of the site's name, until the site has one of its own. */
export const monogram = (name: string): string =>
  `data:image/svg+xml,${encodeURIComponent(monogramSvg(name))}`;

export function monogramSvg(name: string): string {
  const letter = [...name.normalize('NFC').toUpperCase()].find((each) => /[\p{L}\p{N}]/u.test(each)) ?? '·';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#0d5c46"/><text x="16" y="23.5" text-anchor="middle" font-family="Charter,Cambria,serif" font-weight="700" font-size="22" fill="#fff">${letter}</text></svg>`;
}
