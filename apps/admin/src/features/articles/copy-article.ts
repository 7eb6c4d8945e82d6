import { ARTICLE_LIMITS, ARTICLE_TYPES, type ArticleDetails } from '@sitedesk/contract/articles';
import { articleRequests } from './articles.api';
import { type DraftContent, newOperation } from './draft-saver';
import { i18n } from '../../app/i18n';

/**
 * Makes a new article of what another one holds, or has held.
 * @returns its number
 */
export async function copyArticle(
  { number, type, blogKey }: Pick<ArticleDetails, 'number' | 'type' | 'blogKey'>,
  { fields, document }: DraftContent,
): Promise<number> {
  const title = i18n.global
    .t('articles.copyOf', { title: fields.title })
    .slice(0, ARTICLE_LIMITS.streamTitle.max);
  const made = await articleRequests.copy(number, {
    title,
    ...(type === ARTICLE_TYPES.stream && { blogKey: `${blogKey}-copy` }),
  });
  // Where it is, is its own; and an author of then may have been deleted.
  const { slug, authors } = made.fields;
  await articleRequests.save(made.number, `"v${made.revision}"`, {
    operation: newOperation(),
    fields: { ...fields, title: made.fields.title, slug, authors },
    document,
  });
  return made.number;
}
