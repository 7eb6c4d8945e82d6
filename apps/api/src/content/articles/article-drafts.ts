import type { ArticleFields } from '@sitedesk/contract/articles';
import type { EntityManager } from 'typeorm';
import { pathOf } from './article-fields.js';
import { type ArticleRow, type DraftRow, listsChanged, placeOfRow } from './article-rows.js';
import { statusOf } from './article-status.js';
import { contentHash, type VersionContent } from './article-versions.js';

/** What takes the place of a draft. */
export interface NewDraft extends VersionContent {
  readonly editorId: string;
  readonly at: Date;
  /** Newest version of the article, which the draft goes on from. */
  readonly version: number;
  /** Of a save. */
  readonly operation?: string;
}

/**
 * Replaces the draft of an article that the transaction has locked, with what lists show of it. What is live stays.
 * @returns the article and its draft as they are now
 */
export async function replaceDraft(
  manager: EntityManager,
  tenantId: string,
  article: ArticleRow,
  { revision }: DraftRow,
  { fields, document, editorId, at, version, operation }: NewDraft,
): Promise<{ readonly article: ArticleRow; readonly revision: number }> {
  const { number } = article;
  const hash = contentHash({ fields, document });
  await manager.query(
    `UPDATE article_draft SET revision = $3, fields = $4, document = $5, hash = $6, editor_id = $7::uuid, saved_at = $8, last_operation = $9,
       base_version = $10, editors = CASE WHEN hash = $6 THEN editors ELSE editors || jsonb_build_object($7::text, $8::timestamptz) END
     WHERE tenant_id = $1 AND number = $2`,
    [
      tenantId,
      number,
      revision + 1,
      JSON.stringify(fields),
      JSON.stringify(document),
      hash,
      editorId,
      at,
      operation,
      version,
    ],
  );
  const status = statusOf({
    trashed: false,
    review: article.review,
    draftHash: hash,
    liveHash: article.live_hash,
    wasLive: article.first_published_at !== null,
    scheduled: article.scheduled_at !== null,
  });
  const path = pathOf(placeOfRow(article), fields.slug);
  const isListed = listedChange(article, fields);
  await manager.query(
    `UPDATE article SET title = $3, slug = $4, path = $5, introduction = $6, banner_image = $7, status = $8, last_version = $9,
       updated_at = $10, listed_at = CASE WHEN $11 THEN $10 ELSE listed_at END WHERE tenant_id = $1 AND number = $2`,
    [
      tenantId,
      number,
      fields.title,
      fields.slug,
      path,
      fields.introduction,
      fields.bannerImage,
      status,
      version,
      at,
      isListed,
    ],
  );
  // What is live is listed as it was published, whatever happens to its draft.
  if (isListed && article.publication_id === null) await listsChanged(manager, tenantId, article);
  return { article: { ...article, status, path }, revision: revision + 1 };
}

/** Whether lists of posts or blogs show something else now. */
const listedChange = (article: ArticleRow, fields: ArticleFields): boolean =>
  article.title !== fields.title ||
  article.slug !== fields.slug ||
  article.introduction !== fields.introduction ||
  article.banner_image !== fields.bannerImage;
