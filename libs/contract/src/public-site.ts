import { messages } from './messages.js';
import type { SystemText } from './system.js';

/** Languages in which the public pages say what no article says. */
export const SITE_LANGUAGES = ['en', 'de'] as const;
export type SiteLanguage = (typeof SITE_LANGUAGES)[number];

/** What is wrong with a setting, as the rest of a sentence that begins with its name. */
export const PUBLIC_SITE_TEXTS = messages('public-site', {
  publicUrl: 'must be an address such as https://example.com, without a path',
  editorHost:
    'must not have the hostname of the admin URL: a script on a page could act for anyone who is signed in',
  menu: 'must be at most {max} paths such as /about, separated by commas',
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
