import type { ArticleFields } from '@sitedesk/contract/articles';
import type { TemplateRef } from '@sitedesk/contract/page-templates';

/** Fields as they are typed: empty where the article has none. */
export interface TypedFields {
  title: string;
  slug: string;
  introduction: string;
  bannerImage: string;
  bannerText: string;
  tags: readonly string[];
  authors: readonly string[];
  canonical: string;
  searchTitle: string;
  searchDescription: string;
  unlisted: boolean;
  template?: TemplateRef;
}

export const typedOf = (fields: ArticleFields): TypedFields => ({
  ...fields,
  introduction: fields.introduction ?? '',
  bannerImage: fields.bannerImage ?? '',
  bannerText: fields.bannerText ?? '',
  canonical: fields.canonical ?? '',
  searchTitle: fields.searchTitle ?? '',
  searchDescription: fields.searchDescription ?? '',
});

export const fieldsOf = (typed: TypedFields): ArticleFields => ({
  ...typed,
  title: typed.title.replaceAll(/\s*[\r\n]+\s*/g, ' '), // a pasted one may have lines
  tags: [...typed.tags], // plain lists, which a device can keep
  authors: [...typed.authors],
  ...(typed.template && { template: { ...typed.template } }),
  slug: typed.slug.trim(),
  introduction: typed.introduction || null,
  bannerImage: typed.bannerImage.trim() || null,
  bannerText: typed.bannerText || null,
  canonical: typed.canonical.trim() || null,
  searchTitle: typed.searchTitle || null,
  searchDescription: typed.searchDescription || null,
});
