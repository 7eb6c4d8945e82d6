import type { AuditRecord } from './audit.js';
import type { ArticleType } from './articles.js';

/** What lists of activity can be narrowed to: pages that went online or offline because someone did it at once, and no plan. */
export const PUBLISHING_KINDS = ['at-once'] as const;
export type PublishingKind = (typeof PUBLISHING_KINDS)[number];

/** Something that happened to an article, as `GET /editor/articles/activity` lists it. */
export interface ArticleActivity {
  readonly id: string;
  /** ISO 8601 instant in UTC. Of edits, when someone began: all that they save in one sitting is one line. */
  readonly at: string;
  readonly actor: AuditRecord['actor'];
  /** Such as `article.publish`: the action in the audit log. */
  readonly action: string;
  /** The article as it's called now. */
  readonly article: { readonly number: number; readonly type: ArticleType; readonly title: string };
  /** The version that it's about; of edits, the one that they began from. */
  readonly version: number | null;
  /** ID of the thread that it's about. */
  readonly thread: string | null;
}

declare module './live-events.js' {
  interface LiveEvents {
    /** Something happened to articles. It never says which: not everyone sees every article. */
    'article.activity': { readonly count: number; readonly ids: readonly string[] };
  }
}
