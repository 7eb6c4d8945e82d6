import type { ChangeDate, StoredPage } from './page-cache.js';
import type { SiteView } from './theme/theme.js';

/** What is the same for all pages of a site. */
export interface LiveSite {
  readonly tenantId: string;
  readonly view: SiteView;
  /** When anything of it last changed; undefined where nothing has. */
  readonly changed: ChangeDate | undefined;
  /** Where none of them may be shown. */
  readonly editorHost: string | undefined;
  /** Where search engines look; undefined where it isn't known. */
  readonly publicHost: string | undefined;
  /** What `/robots.txt` says there. */
  readonly robots: StoredPage;
  /** What `/favicon.ico` answers. */
  readonly icon: StoredPage;
  /** Whether people made any redirects. */
  readonly hasRules: boolean;
  /** Whether visitors can search it. */
  readonly hasSearch: boolean;
  /** Kept beside the pages, with its compressed forms: addresses that aren't there are asked for all the time. */
  readonly notFound: StoredPage;
}
