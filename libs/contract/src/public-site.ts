import { messages } from './messages.js';
import type { SystemText } from './system.js';

/** Languages in which the public pages say what no article says. */
export const SITE_LANGUAGES = ['en', 'de'] as const;
export type SiteLanguage = (typeof SITE_LANGUAGES)[number];

/** What feeds have of each post. */
export const FEED_CONTENTS = ['full', 'introduction'] as const;
export type FeedContent = (typeof FEED_CONTENTS)[number];

/** Answer of `GET /editor/public-site`. */
export interface PublicSite {
  /** Such as `https://example.com`; null where nothing says what visitors call the site. */
  readonly origin: string | null;
}

/** Answer of `GET /editor/public-site/export`: a zip archive. */
export const PUBLIC_SITE_EXPORT = { fileName: 'site.zip', atOnce: 2 } as const;

/** Bounds of a visitor's search. */
export const SITE_SEARCH = {
  /** Characters that are looked at. */
  characters: 200,
  /** Words that are looked for. */
  words: 8,
  /** Results on a page. */
  perPage: 10,
  /** Searches of one process; further ones are answered 503. */
  atOnce: 3,
  /** Of that answer. */
  retrySeconds: 2,
} as const;

/** What is wrong with a setting, as the rest of a sentence that begins with its name; and why there's no export. */
export const PUBLIC_SITE_TEXTS = messages('public-site', {
  publicUrl: 'must be an address such as https://example.com, without a path',
  editorHost:
    'must not have the hostname of the admin URL: a script on a page could act for anyone who is signed in',
  exportsBusy: 'Other exports are running. Try again when they’re done.',
  picture:
    'must be a URL that begins with https://, or the path of a file of the site, such as /media/…/logo.png',
  robotsTxt: 'must be lines of text without control characters',
});

/** What the check of the system page finds. */
export const PUBLIC_SITE_SYSTEM_TEXTS = {
  'public-site-ok': { finding: 'Visitors’ requests can read only what is published.' },
  'public-site-off': { finding: 'This instance doesn’t serve the public site.' },
  'public-site-role': {
    finding:
      'The public site reads the database with the backend’s own user, because it couldn’t create one of its own.',
    fix: 'Let the user of DATABASE_URL create roles (ALTER ROLE … CREATEROLE), and restart. Until then, only read-only transactions protect what isn’t published.',
  },
} as const satisfies Readonly<Record<string, SystemText>>;
export type PublicSiteCode = keyof typeof PUBLIC_SITE_SYSTEM_TEXTS;
