import { escapeHtml } from '../../platform/core/escape-html.js';
import type { Feed } from './theme/theme.js';

/** A post as feeds have it; URLs are absolute, dates ISO 8601. */
export interface FeedEntry {
  /** The same wherever the post moves. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** Text. */
  readonly summary: string | null;
  /** All of it; null where the feed has introductions only. */
  readonly html: string | null;
  readonly publishedAt: string;
  /** When it was last published. */
  readonly updatedAt: string;
  readonly authors: readonly string[];
  readonly tags: readonly string[];
  readonly image: string | undefined;
}

/** What the newest posts of a blog, or of the site, are made of. */
export interface FeedView {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly siteName: string;
  /** Of the page whose feed it is. */
  readonly pageUrl: string;
  readonly url: string;
  readonly updatedAt: string;
  readonly icon: string | undefined;
  /** The newest first. */
  readonly entries: readonly FeedEntry[];
}

/** A feed in one format. Pure: the same view gives the same octets on every instance. */
export interface FeedFormat {
  /** Of its path. */
  readonly file: string;
  /** What people call it. */
  readonly label: string;
  readonly type: Feed['type'];
  readonly render: (view: FeedView) => string;
}

/** What XML 1.0 can't hold. */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Text as XML, in an element or in a quoted attribute. */
const xml = (text: string): string => escapeHtml(text.replaceAll(NO_XML, ''));

const element = (name: string, text: string | null | undefined, attributes = ''): string =>
  text === null || text === undefined ? '' : `<${name}${attributes}>${xml(text)}</${name}>`;

const lines = (parts: readonly string[]): string => parts.filter(Boolean).join('\n');

const RSS: FeedFormat = {
  file: 'feed.xml',
  label: 'RSS',
  type: 'application/rss+xml',
  render: (view) => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
${lines([
  element('title', view.title),
  element('link', view.pageUrl),
  element('description', view.description),
  element('language', view.language),
  element('lastBuildDate', rssDate(view.updatedAt)),
  `<atom:link href="${xml(view.url)}" rel="self" type="application/rss+xml"/>`,
  ...view.entries.map(rssItem),
])}
</channel>
</rss>
`,
};

const rssItem = (entry: FeedEntry): string =>
  lines([
    '<item>',
    element('title', entry.title),
    element('link', entry.url),
    element('guid', entry.id, ' isPermaLink="false"'),
    element('pubDate', rssDate(entry.publishedAt)),
    element('atom:updated', entry.updatedAt),
    ...entry.authors.map((name) => element('dc:creator', name)),
    ...entry.tags.map((tag) => element('category', tag)),
    element('description', entry.summary),
    element('content:encoded', entry.html),
    '</item>',
  ]);

/** RFC 822, with the year in full. */
const rssDate = (iso: string): string => new Date(iso).toUTCString();

const ATOM: FeedFormat = {
  file: 'atom.xml',
  label: 'Atom',
  type: 'application/atom+xml',
  render: (view) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(view.language)}">
${lines([
  element('id', view.id),
  element('title', view.title),
  view.description === '' ? '' : element('subtitle', view.description),
  element('updated', view.updatedAt),
  `<author>${element('name', view.siteName)}</author>`,
  element('icon', view.icon),
  `<link rel="alternate" type="text/html" href="${xml(view.pageUrl)}"/>`,
  `<link rel="self" type="application/atom+xml" href="${xml(view.url)}"/>`,
  ...view.entries.map(atomEntry),
])}
</feed>
`,
};

const atomEntry = (entry: FeedEntry): string =>
  lines([
    '<entry>',
    element('id', entry.id),
    element('title', entry.title),
    `<link rel="alternate" type="text/html" href="${xml(entry.url)}"/>`,
    element('published', entry.publishedAt),
    element('updated', entry.updatedAt),
    ...entry.authors.map((name) => `<author>${element('name', name)}</author>`),
    ...entry.tags.map((tag) => `<category term="${xml(tag)}"/>`),
    element('summary', entry.summary),
    element('content', entry.html, ' type="html"'),
    '</entry>',
  ]);

const JSON_FEED: FeedFormat = {
  file: 'feed.json',
  label: 'JSON Feed',
  type: 'application/feed+json',
  render: (view) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: view.title,
      home_page_url: view.pageUrl,
      feed_url: view.url,
      description: view.description || undefined,
      icon: view.icon,
      language: view.language,
      items: view.entries.map((entry) => ({
        id: entry.id,
        url: entry.url,
        title: entry.title,
        // Readers need one of the two.
        content_html: entry.html ?? undefined,
        content_text: entry.html === null ? (entry.summary ?? entry.title) : undefined,
        summary: entry.summary ?? undefined,
        image: entry.image,
        date_published: entry.publishedAt,
        date_modified: entry.updatedAt,
        authors: entry.authors.length === 0 ? undefined : entry.authors.map((name) => ({ name })),
        tags: entry.tags.length === 0 ? undefined : entry.tags,
      })),
    }),
};

export const FEED_FORMATS: readonly FeedFormat[] = [RSS, ATOM, JSON_FEED];

const feedPath = (path: string, file: string): string => `${path === '/' ? '' : path}/${file}`;

/** Where the feeds of a blog or a site are. @param path of its page */
export const feedPaths = (path: string): readonly string[] =>
  FEED_FORMATS.map(({ file }) => feedPath(path, file));

/** The feeds of a blog or a site, for those who look for them. @param path of its page */
export const feedsAt = (path: string, title: string): readonly Feed[] =>
  FEED_FORMATS.map(({ file, label, type }) => ({
    title: `${title} (${label})`,
    label,
    path: feedPath(path, file),
    type,
  }));
