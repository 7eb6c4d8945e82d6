import 'reflect-metadata'; // class-transformer needs it when the class is defined, whichever module loads first
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  ARTICLE_LIMITS as LIMITS,
  ARTICLE_STATUSES,
  type ArticleStatus,
  BULK_ARTICLE_ACTIONS,
  type BulkArticleAction,
  type BulkArticles,
  GRANT_LEVELS,
  GRANT_SUBJECTS,
  type KnownDraft,
  type GrantLevel,
  WITHDRAWN_ANSWERS,
} from './articles.js';
import { IDENTITY_LIMITS } from './identity.js';
import { TemplateRefDto } from './page-templates.dto.js';
import { REDIRECT_LIMITS } from './redirects.js';
import { REPLACE_LIMITS, type TextReplacement } from './replace-text.js';
import { WITHDRAWAL_ANSWERS, type WithdrawalAnswer } from './publication-plans.js';
import { PLANNED_TIME, PLANNED_TIME_MESSAGE } from './publication-plans.dto.js';
import {
  IsCursor,
  IsId,
  IsInstant,
  IsLine,
  IsOneOf,
  IsPageLimit,
  IsText,
  IsTree,
  IsWebAddress,
  PageDto,
} from './rules.js';

/** `POST /editor/articles`. */
export class CreateArticleDto {
  /** 0 page, 1 post, 2 blog. */
  @IsIn([0, 1, 2], { message: '$property must be 0 (page), 1 (post) or 2 (blog)' })
  readonly type: 0 | 1 | 2;

  @IsLine(LIMITS.title)
  readonly title: string;

  /** Made from the title when left out. Blogs have none: their address is their key. */
  @IsOptional()
  @IsLine(LIMITS.slug)
  readonly slug?: string | null;

  /** The blog that a post goes to; the key of a new blog. */
  @IsOptional()
  @IsLine(LIMITS.blogKey)
  readonly blogKey?: string | null;

  /** ID of the template that it begins with, in its newest version. */
  @IsOptional()
  @IsId()
  readonly template?: string | null;

  /** Whether the page is the site's home page. */
  @IsOptional()
  @IsBoolean()
  readonly home?: boolean;
}

/** Member `fields` of a draft: all of them, with null or an empty list for none. */
export class ArticleFieldsDto {
  @IsLine(LIMITS.title)
  readonly title: string;

  /** Empty for the home page. */
  @IsText({ min: 0, max: LIMITS.slug.max })
  readonly slug: string;

  @IsOptional()
  @IsText(LIMITS.introduction)
  readonly introduction: string | null;

  @IsOptional()
  @IsWebAddress({ max: LIMITS.imageAddress, siteRelative: true })
  readonly bannerImage: string | null;

  @IsOptional()
  @IsLine(LIMITS.imageText)
  readonly bannerText: string | null;

  @IsArray()
  @ArrayMaxSize(LIMITS.tags)
  @ArrayUnique()
  @IsLine(LIMITS.tag, { each: true })
  readonly tags: readonly string[];

  @IsArray()
  @ArrayMaxSize(LIMITS.authors)
  @ArrayUnique()
  @IsId({ each: true })
  readonly authors: readonly string[];

  @IsOptional()
  @IsWebAddress({ max: LIMITS.imageAddress })
  readonly canonical: string | null;

  @IsOptional()
  @IsLine(LIMITS.searchTitle)
  readonly searchTitle: string | null;

  @IsOptional()
  @IsText(LIMITS.searchDescription)
  readonly searchDescription: string | null;

  @IsBoolean()
  readonly unlisted: boolean;

  /** As it was read: no save changes it. Left out, it stays too. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => TemplateRefDto)
  readonly template?: TemplateRefDto;
}

/** `PUT /editor/articles/:number/draft`: the whole draft. */
export class SaveDraftDto {
  /** Another for every save: the same one sent again is the same save. */
  @IsId()
  readonly operation: string;

  @ValidateNested()
  @IsObject()
  @Type(() => ArticleFieldsDto)
  readonly fields: ArticleFieldsDto;

  /** Blocks as `documents.ts` describes them. */
  @IsObject()
  @IsTree()
  readonly document: object;
}

/** `POST /editor/articles/:number/withdraw`. */
export class WithdrawArticleDto {
  /** What the address answers from now on: 404, 410, or 301 for a forward. */
  @IsIn(WITHDRAWAL_ANSWERS, { message: '$property must be 404, 410 or 301' })
  readonly answer: WithdrawalAnswer;

  /** Number of the article that a forward leads to, wherever that is then. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  readonly forwardArticle?: number | null;

  /** Where a forward leads otherwise: a URL, or a path of the site. */
  @IsOptional()
  @IsWebAddress({ max: LIMITS.imageAddress, siteRelative: true })
  readonly forwardUrl?: string | null;
}

/** `POST /editor/articles/release-address`. */
export class ReleaseAddressDto {
  /** With its leading slash. */
  @IsLine({ min: 1, max: LIMITS.blogKey.max + LIMITS.slug.max + 2 })
  @Matches(/^\//, { message: '$property must begin with /' })
  readonly path: string;

  /** For the audit log. */
  @IsLine(REDIRECT_LIMITS.reason)
  readonly reason: string;
}

/** `POST /editor/articles/:number/trash`. */
export class TrashArticleDto {
  /** What its addresses answer if it was live; 404 when left out, since it can be restored. */
  @IsOptional()
  @IsIn(WITHDRAWN_ANSWERS, { message: '$property must be 404 or 410' })
  readonly answer?: (typeof WITHDRAWN_ANSWERS)[number];
}

/** `POST /editor/articles/:number/restore`. */
export class RestoreArticleDto {
  /** Another address, in case the former one is taken by now. */
  @IsOptional()
  @IsLine(LIMITS.slug)
  readonly slug?: string | null;
}

/** `POST /editor/articles/:number/copy`. What is left out is the article's own, with another address. */
export class CopyArticleDto {
  @IsOptional()
  @IsLine(LIMITS.title)
  readonly title?: string | null;

  @IsOptional()
  @IsLine(LIMITS.slug)
  readonly slug?: string | null;

  /** The blog that a post goes to; the key of the new blog, which a copy of a blog needs. */
  @IsOptional()
  @IsLine(LIMITS.blogKey)
  readonly blogKey?: string | null;
}

const COMPARED = /^(?:draft|live|[1-9]\d{0,8})$/;
const COMPARED_MESSAGE = { message: '$property must be draft, live or the number of a version' };

/** Query of `GET /editor/articles/:number/compare`: `draft`, `live`, or the number of a version. */
export class CompareDto {
  @Matches(COMPARED, COMPARED_MESSAGE)
  readonly from: string;

  @Matches(COMPARED, COMPARED_MESSAGE)
  readonly to: string;
}

/** `POST /editor/articles/:number/versions`. */
export class KeepVersionDto {
  @IsLine(LIMITS.versionName)
  readonly name: string;
}

/** `PUT /editor/articles/:number/versions/:version/name`. */
export class NameVersionDto {
  /** Null takes the name away. */
  @IsOptional()
  @IsLine(LIMITS.versionName)
  readonly name: string | null;
}

/** Query of `GET /editor/articles/:number/publications`. */
export class PublicationListDto extends PageDto {
  /** Only what was live at that moment. */
  @IsOptional()
  @IsInstant()
  readonly at?: string;
}

/** Member of `grants`. */
export class GrantDto {
  @IsOneOf(GRANT_SUBJECTS)
  readonly kind: (typeof GRANT_SUBJECTS)[number];

  /** Of the account, of the role (the name of a built-in one), or of the group at its provider. */
  @IsLine(LIMITS.groupId)
  readonly id: string;

  /** The sign-in provider that has the group. */
  @IsOptional()
  @IsId()
  readonly provider?: string | null;

  @IsOneOf(GRANT_LEVELS)
  readonly level: GrantLevel;
}

/** `PUT /editor/articles/:number/access`: all of it. */
export class SetAccessDto {
  /** Null for what belongs to nobody. */
  @IsOptional()
  @IsId()
  readonly owner: string | null;

  @IsBoolean()
  readonly restricted: boolean;

  @IsArray()
  @ArrayMaxSize(LIMITS.grants)
  @ValidateNested({ each: true })
  @Type(() => GrantDto)
  readonly grants: readonly GrantDto[];
}

/** Member of `drafts`. */
export class KnownDraftDto implements KnownDraft {
  /** As it was read. */
  @IsInt()
  @Min(1)
  @Max(LIMITS.lastNumber)
  readonly revision: number;

  /** The version that it becomes again. Only for `restore-version`. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LIMITS.lastNumber)
  readonly version?: number;
}

/** Member `replace`. */
export class TextReplacementDto implements TextReplacement {
  @IsLine(REPLACE_LIMITS.search)
  readonly search: string;

  /** Empty to remove what is found. */
  @IsText(REPLACE_LIMITS.replacement)
  readonly replacement: string;

  /** Whether capital letters differ from small ones. */
  @IsBoolean()
  readonly matchCase: boolean;

  /** Whether parts of words are left alone. */
  @IsBoolean()
  readonly wholeWords: boolean;
}

/** `POST /editor/articles/bulk`. */
export class BulkArticlesDto implements BulkArticles {
  @IsOneOf(BULK_ARTICLE_ACTIONS)
  readonly action: BulkArticleAction;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIMITS.bulk)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LIMITS.lastNumber, { each: true })
  readonly numbers: readonly number[];

  /** The new owner's ID; null for nobody. Only for `set-owner`. */
  @IsOptional()
  @IsId()
  readonly owner?: string | null;

  /** Only for `add-tag` and `remove-tag`. */
  @IsOptional()
  @IsLine(LIMITS.tag)
  readonly tag?: string;

  /** ID of an author profile. Only for `add-author` and `remove-author`. */
  @IsOptional()
  @IsId()
  readonly author?: string;

  /** Key of the blog that posts go to. Only for `move-to-blog`. */
  @IsOptional()
  @IsLine(LIMITS.blogKey)
  readonly blogKey?: string;

  /** ID of the template that they get in its newest version; null for none. Only for `set-template`. */
  @IsOptional()
  @IsId()
  readonly template?: string | null;

  /** Only for `replace-text`. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => TextReplacementDto)
  readonly replace?: TextReplacementDto;

  /** What is known of each, in the order of their numbers. Only for `replace-text` and `restore-version`. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(LIMITS.bulk)
  @ValidateNested({ each: true })
  @Type(() => KnownDraftDto)
  readonly drafts?: readonly KnownDraftDto[];

  /** When they are published: with its offset, or in the site’s time zone. Only for `schedule` and `cancel-plan`. */
  @IsOptional()
  @Matches(PLANNED_TIME, PLANNED_TIME_MESSAGE)
  readonly at?: string;
}

/** Query of `GET /editor/articles/:number/access/explain`. */
export class ExplainAccessDto {
  /** ID of an active user. */
  @IsId()
  readonly user: string;
}

/** Query of `GET /editor/articles/subjects`. */
export class SubjectListDto {
  /** Beginning of the name. */
  @IsOptional()
  @IsLine(LIMITS.search)
  readonly q?: string;
}

const TYPE_WORDS = ['0', '1', '2', '3'] as const;

/** Which articles: query of `GET /editor/articles/facets`. */
export class ArticleFilterDto {
  /** Words of the title or the address, or their beginnings: articles with all of them. */
  @IsOptional()
  @IsLine(LIMITS.search)
  readonly q?: string;

  /** All but those in the trash, when left out; those in it are listed by when they were moved there. */
  @IsOptional()
  @IsOneOf(ARTICLE_STATUSES)
  readonly status?: ArticleStatus;

  @IsOptional()
  @IsOneOf(TYPE_WORDS)
  readonly type?: (typeof TYPE_WORDS)[number];

  /** Posts of this blog. */
  @IsOptional()
  @IsLine(LIMITS.blogKey)
  readonly blog?: string;

  /** ID of the owner. */
  @IsOptional()
  @IsId()
  readonly owner?: string;

  /** ID of an author's profile that the draft names. */
  @IsOptional()
  @IsId()
  readonly author?: string;

  /** A tag of the draft, as it's spelled. */
  @IsOptional()
  @IsLine(LIMITS.tag)
  readonly tag?: string;

  /** ID of the template that the draft has, in whatever version. */
  @IsOptional()
  @IsId()
  readonly template?: string;

  /** `open`: with comments that nobody has resolved. */
  @IsOptional()
  @IsOneOf(['open'])
  readonly comments?: 'open';

  /** `me`: in review and asked of the caller, or theirs with changes requested. */
  @IsOptional()
  @IsOneOf(['me'])
  readonly needs?: 'me';

  /** `1`: only what visitors see, whatever becomes of its draft. */
  @IsOptional()
  @IsOneOf(['1'])
  readonly live?: '1';
}

/** Query of `GET /editor/articles/replacements`: what would be replaced in the drafts of which articles. */
export class ReplacementsDto extends ArticleFilterDto {
  @IsLine(REPLACE_LIMITS.search)
  readonly search: string;

  /** Nothing when left out: what is found would be removed. */
  @IsOptional()
  @IsText(REPLACE_LIMITS.replacement)
  readonly replacement?: string;

  /** `1`: capital letters differ from small ones. */
  @IsOptional()
  @IsOneOf(['1'])
  readonly matchCase?: '1';

  /** `1`: parts of words are left alone. */
  @IsOptional()
  @IsOneOf(['1'])
  readonly wholeWords?: '1';

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;
}

/** Query of `GET /editor/articles`. */
export class ArticleListDto extends ArticleFilterDto {
  @IsOptional()
  @IsPageLimit(IDENTITY_LIMITS.pageSize.max)
  readonly limit?: string;

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;
}

/** Query of `GET /editor/blogs/GetBlogs`, and of `getentries`: without any of these, everything. */
export class BlogListDto {
  @IsOptional()
  @IsPageLimit(1_000)
  readonly limit?: string;

  @IsOptional()
  @IsCursor()
  readonly cursor?: string;

  /** `1` counts them all, in the header `X-Total-Count`. */
  @IsOptional()
  @IsOneOf(['1'])
  readonly count?: '1';
}
