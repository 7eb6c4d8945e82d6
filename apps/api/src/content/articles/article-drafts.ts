import type { ArticleFields } from '@sitedesk/contract/articles';
import type { EntityManager } from 'typeorm';
import { runWith, statement } from '../../platform/database/sql.js';
import { pathOf } from './article-fields.js';
import { type ArticleRow, type DraftRow, listsChanged, placeOfRow } from './article-rows.js';
import { statusOf } from './article-status.js';
import { contentText, type VersionContent } from './article-versions.js';
import { usedFiles } from './used-files.js';

/** What takes the place of a draft. */
export interface NewDraft extends VersionContent {
  readonly editorId: string;
  readonly at: Date;
  /** Newest version of the article, which the draft goes on from. */
  readonly version: number;
  /** Of a save. */
  readonly operation?: string;
}

const REPLACE = statement('article_draft_replace')`
WITH draft AS (
  UPDATE article_draft SET revision = $3, fields = $4, document = $5, hash = $6, editor_id = $7::uuid, saved_at = $8, last_operation = $9,
    base_version = $10, files = $18, editors = CASE WHEN hash = $6 THEN editors ELSE editors || jsonb_build_object($7::text, $8::timestamptz) END
  WHERE tenant_id = $1 AND number = $2)
UPDATE article SET title = $11, slug = $12, path = $13, introduction = $14, banner_image = $15, status = $16, last_version = $10,
  updated_at = $8, listed_at = CASE WHEN $17 THEN $8 ELSE listed_at END WHERE tenant_id = $1 AND number = $2`;

/**
 * Replaces the draft of an article that the transaction has locked, with what lists show of it. What is live stays.
 * @returns the article and its draft as they are now
 */
export async function replaceDraft(
  manager: EntityManager,
  tenantId: string,
  article: ArticleRow,
  { revision }: Pick<DraftRow, 'revision'>,
  { fields, document, editorId, at, version, operation }: NewDraft,
): Promise<{ readonly article: ArticleRow; readonly revision: number; readonly hash: string }> {
  const { number } = article;
  const text = contentText({ fields, document });
  const status = statusOf({
    trashed: false,
    review: article.review,
    draftHash: text.hash,
    liveHash: article.live_hash,
    wasLive: article.first_published_at !== null,
    scheduled: article.scheduled_at !== null,
  });
  const path = pathOf(placeOfRow(article), fields.slug);
  const isListed = listedChange(article, fields);
  const { title, slug, introduction, bannerImage } = fields;
  const draft = [revision + 1, text.fields, text.document, text.hash, editorId, at, operation, version];
  const shown = [title, slug, path, introduction, bannerImage, status, isListed];
  const files = usedFiles([text.fields, text.document]);
  await runWith(manager, REPLACE, [tenantId, number, ...draft, ...shown, files]);
  // What is live is listed as it was published, whatever happens to its draft.
  if (isListed && article.publication_id === null) await listsChanged(manager, tenantId, article);
  return { article: { ...article, status, path }, revision: revision + 1, hash: text.hash };
}

/** Whether lists of posts or blogs show something else now. */
const listedChange = (article: ArticleRow, fields: ArticleFields): boolean =>
  article.title !== fields.title ||
  article.slug !== fields.slug ||
  article.introduction !== fields.introduction ||
  article.banner_image !== fields.bannerImage;
