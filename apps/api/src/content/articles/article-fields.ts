import {
  ARTICLE_LIMITS,
  ARTICLE_MESSAGES,
  ARTICLE_TYPES,
  type ArticleFields,
  type ArticleType,
  isSlug,
  RESERVED_SEGMENTS,
} from '@sitedesk/contract/articles';
import type { ArticleFieldsDto } from '@sitedesk/contract/articles.dto';
import { type FieldError, fieldError } from '@sitedesk/contract/field-rules';
import { characters, normaliseLine, normaliseText } from '@sitedesk/contract/text';
import { ValidationProblem } from '../../platform/http/problem.js';

/** What stays as it is while an article's fields are changed. */
export interface ArticlePlace {
  readonly type: ArticleType;
  readonly blogKey: string | null;
  readonly isHome: boolean;
}

/** The address on the public site. */
export function pathOf({ type, blogKey, isHome }: ArticlePlace, slug: string): string {
  if (isHome) return '/';
  if (type === ARTICLE_TYPES.stream) return `/${blogKey}`; // whatever it was when a version was kept
  return type === ARTICLE_TYPES.post ? `/${blogKey}/${slug}` : `/${slug}`;
}

/** Fields as they are stored: normalised, with null for what is empty. */
export function storedFields(input: ArticleFieldsDto): ArticleFields {
  return {
    title: line(input.title) ?? '',
    slug: input.slug.normalize('NFC'),
    introduction: text(input.introduction),
    bannerImage: input.bannerImage ?? null,
    bannerText: line(input.bannerText),
    tags: input.tags.map((tag) => line(tag) ?? ''),
    authors: input.authors.map((id) => id.toLowerCase()),
    canonical: input.canonical ?? null,
    searchTitle: line(input.searchTitle),
    searchDescription: text(input.searchDescription),
    unlisted: input.unlisted,
  };
}

/**
 * Rules that depend on what kind of article it is.
 * @param prefix of the fields' names in the error
 * @throws ValidationProblem naming every field that breaks one
 */
export function requireFields(place: ArticlePlace, fields: ArticleFields, prefix = 'fields.'): void {
  const errors = [...titleErrors(place, fields), ...slugErrors(place, fields)];
  if (errors.length > 0)
    throw new ValidationProblem(errors.map((error) => ({ ...error, field: prefix + error.field })));
}

function titleErrors({ type }: ArticlePlace, { title }: ArticleFields): readonly FieldError[] {
  const bounds = type === ARTICLE_TYPES.stream ? ARTICLE_LIMITS.streamTitle : ARTICLE_LIMITS.title;
  const length = characters(title);
  if (length >= bounds.min && length <= bounds.max) return [];
  return [fieldError('title', ARTICLE_MESSAGES.titleLength(bounds))];
}

function slugErrors(place: ArticlePlace, { slug }: ArticleFields): readonly FieldError[] {
  if (place.isHome) return slug === '' ? [] : [fieldError('slug', ARTICLE_MESSAGES.homeSlug)];
  if (place.type === ARTICLE_TYPES.stream)
    return slug === place.blogKey ? [] : [fieldError('slug', ARTICLE_MESSAGES.blogKeyFixed)];
  const isPost = place.type === ARTICLE_TYPES.post;
  if (!isSlug(slug, { segments: isPost ? 'one' : 'many' }))
    return [fieldError('slug', ARTICLE_MESSAGES.slug)];
  const [word = ''] = slug.split('/');
  if (!isPost && RESERVED_SEGMENTS.includes(word))
    return [fieldError('slug', ARTICLE_MESSAGES.reserved({ word }))];
  return [];
}

/** The first fields of a new article. */
export const newFields = (title: string, slug: string): ArticleFields => ({
  title,
  slug,
  introduction: null,
  bannerImage: null,
  bannerText: null,
  tags: [],
  authors: [],
  canonical: null,
  searchTitle: null,
  searchDescription: null,
  unlisted: false,
});

const line = (value: string | null | undefined): string | null => String(normaliseLine(value ?? '')) || null;
const text = (value: string | null | undefined): string | null => String(normaliseText(value ?? '')) || null;

/** Address of the blog that a post stands in. */
export const streamPathOf = (path: string): string => path.slice(0, path.indexOf('/', 1));
