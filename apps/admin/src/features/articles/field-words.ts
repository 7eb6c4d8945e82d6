import type { ArticleFields } from '@sitedesk/contract/articles';
import './messages';
import './messages-editor';

/** What the fields of an article are called: keys of texts. */
export const FIELD_WORDS: Readonly<Record<keyof ArticleFields, string>> = {
  title: 'articles.title',
  slug: 'articles.address',
  introduction: 'articles.introduction',
  bannerImage: 'articles.banner',
  bannerText: 'articles.bannerText',
  tags: 'articles.tags',
  authors: 'nav.authors',
  canonical: 'articles.canonical',
  searchTitle: 'articles.searchTitle',
  searchDescription: 'words.description',
  unlisted: 'articles.unlisted',
  template: 'articles.template',
};
