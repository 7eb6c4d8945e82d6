import type { ArticleDocument } from './documents.js';
import { type MessageCode, type MessageCodes, messages } from './messages.js';
import type { ArticleTemplate, TemplateRef } from './page-templates.js';
import { problemCode } from './problems.js';
import type { TextReplacement } from './replace-text.js';

/** Kinds of articles by the number that the specification gives them (2.7). */
export const ARTICLE_TYPES = { page: 0, post: 1, stream: 2, application: 3 } as const;
export type ArticleTypeName = keyof typeof ARTICLE_TYPES;
export type ArticleType = (typeof ARTICLE_TYPES)[ArticleTypeName];

/** Lengths in characters (code points); specification 2.5, 2.6 and 8. */
export const ARTICLE_LIMITS = {
  title: { min: 1, max: 254 },
  streamTitle: { min: 1, max: 128 },
  introduction: { min: 0, max: 512 },
  slug: { min: 1, max: 200 },
  blogKey: { min: 1, max: 64 },
  imageAddress: 2048,
  /** Counts go no further. */
  countedTo: 10_000,
  imageText: { min: 0, max: 300 },
  tag: { min: 1, max: 60 },
  tags: 30,
  authors: 12,
  search: { min: 1, max: 100 },
  grants: 100,
  /** What filters count to; more are “1,000+”. */
  facetCountedTo: 1_000,
  /** Blogs, and owners, that are proposed to filter by. */
  facetValues: 50,
  /** Articles that one action is for. */
  bulk: 500,
  /** No article ever has a higher number. */
  lastNumber: 2_147_483_647,
  groupId: { min: 1, max: 256 },
  versionName: { min: 1, max: 200 },
  /** Of a search engine's entry. */
  searchTitle: { min: 0, max: 254 },
  searchDescription: { min: 0, max: 512 },
} as const;

/** Letters, digits, `-` and `_`; the key of a stream is the first part of its posts' addresses. */
export const BLOG_KEY = /^[a-z0-9_-]+$/;

/** First parts of an address that belong to the product. */
export const RESERVED_SEGMENTS: readonly string[] = [
  'editor',
  'admin',
  '_api',
  'media',
  '_sd',
  '_preview',
  'robots.txt',
  'sitemap.xml',
  'favicon.ico',
] as const;

/** Words of the address, as in `/company/press`. Each is in lower case, and not only dots. */
const SLUG_WORD = /^(?!\.+$)[\p{Ll}\p{Lo}\p{M}\p{N}_.-]+$/u;

/** Whether an article can have this address behind its `/` or behind its stream. */
export function isSlug(slug: string, { segments }: { readonly segments: 'one' | 'many' }): boolean {
  const words = slug.split('/');
  if (segments === 'one' && words.length > 1) return false;
  return slug.normalize('NFC') === slug && words.length <= 8 && words.every((word) => SLUG_WORD.test(word));
}

/** Letters that lose more than their accent on the way to an address. */
const SPELLED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l' };

/** The address that a title suggests; empty for a title without letters or digits. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[ßæœøđł]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F'’]/g, '')
    .normalize('NFC')
    .replaceAll(/[^\p{Ll}\p{Lo}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
    .replaceAll(/[\uD800-\uDBFF]$|-+$/g, '');

/**
 * What is shown in lists, most important first: it follows from the draft, its review, its plans and what is live, and is never
 * set by anyone.
 */
export const ARTICLE_STATUSES = [
  'trashed',
  'changes-requested',
  'in-review',
  'approved',
  'scheduled',
  'live-with-changes',
  'live',
  'withdrawn',
  'draft',
] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

/** What is edited beside the text. A stream has no introduction mark: its introduction is its description. */
export interface ArticleFields {
  readonly title: string;
  /** Behind the `/`, or behind the stream; the blog key of a stream; empty for the home page. */
  readonly slug: string;
  readonly introduction: string | null;
  /** An address; the hero image of a stream. */
  readonly bannerImage: string | null;
  readonly bannerText: string | null;
  readonly tags: readonly string[];
  /** IDs of author profiles, in the order of the byline. */
  readonly authors: readonly string[];
  /** Where else the text stands first, for search engines. */
  readonly canonical: string | null;
  readonly searchTitle: string | null;
  readonly searchDescription: string | null;
  /** Asks search engines to leave the page out. */
  readonly unlisted: boolean;
  /** What the text was made from, which no save changes; missing for none. */
  readonly template?: TemplateRef;
}

/** What the dashboard says about articles. */
export type ArticleAttention = 'articles-need-me';

/** What is soon to come, and waits for the caller, counted no further than `ARTICLE_LIMITS.countedTo`. */
export interface ArticleCounts {
  readonly needsMe: number;
  /** Articles whose status is `scheduled`. */
  readonly scheduled: number;
}

/** Where the administration shows an article. */
export const articlePath = (number: number): string => `/admin/articles/${number}`;

/** A row of the list of articles. */
export interface ArticleSummary {
  readonly number: number;
  readonly type: ArticleType;
  readonly status: ArticleStatus;
  readonly title: string;
  /** On the public site, with its leading slash. */
  readonly path: string;
  readonly introduction: string | null;
  readonly blogKey: string | null;
  /** Number of the stream that a post is in. */
  readonly stream: number | null;
  readonly owner: { readonly id: string; readonly displayName: string } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** First moment it went live; null when it isn't live. */
  readonly publishedAt: string | null;
  /** Where visitors see it, until the draft's address is published; null when they don't. */
  readonly livePath: string | null;
  /** When the next plan publishes it; null when none does. */
  readonly scheduledAt: string | null;
  /** When it was moved to the trash; null when it isn't there. */
  readonly trashedAt: string | null;
  /** Hidden from everyone but its owner, those with access, and administrators; and from visitors. */
  readonly restricted: boolean;
}

/** An article with the draft that is edited. Its entity tag is the draft's revision. */
export interface ArticleDetails extends ArticleSummary {
  readonly revision: number;
  readonly fields: ArticleFields;
  readonly document: ArticleDocument;
  readonly savedAt: string;
  /** Whose save it is; null when the account is deleted. */
  readonly savedBy: { readonly id: string; readonly displayName: string } | null;
  /** Version that is live; null when none is. */
  readonly liveVersion: number | null;
  readonly lastVersion: number;
  /** Whose blocks are locked; null for none, and when it was deleted. */
  readonly template: ArticleTemplate | null;
  /** What the caller may do with it. */
  readonly may: {
    readonly edit: boolean;
    readonly publish: boolean;
    readonly delete: boolean;
    readonly setAccess: boolean;
  };
}

/** What can be granted for one article; each includes those before it. Nothing here lets anyone publish. */
export const GRANT_LEVELS = ['read', 'comment', 'edit'] as const;
export type GrantLevel = (typeof GRANT_LEVELS)[number];

/** Whom it can be granted to: an account, everyone with a role, or everyone in a group of a sign-in provider's directory. */
export const GRANT_SUBJECTS = ['account', 'role', 'group'] as const;

/** Someone who can be granted access to an article. */
export interface GrantSubject {
  readonly kind: (typeof GRANT_SUBJECTS)[number];
  /** Of the account, of the role (the name of a built-in one), or of the group at its provider. */
  readonly id: string;
  /** The sign-in provider that has the group; null otherwise. */
  readonly provider: string | null;
  /** What people call it; of a group, the provider's name. */
  readonly name: string;
}

export interface ArticleGrant extends GrantSubject {
  readonly level: GrantLevel;
}

/** Who may work on an article beside those whose role allows it. Its entity tag is its own. */
export interface ArticleAccess {
  readonly owner: { readonly id: string; readonly displayName: string } | null;
  readonly restricted: boolean;
  readonly grants: readonly ArticleGrant[];
}

/** What someone may do with one article. */
export const ARTICLE_ACTIONS = ['view', 'edit', 'publish', 'delete'] as const;

/** One reason why they may. */
export interface AccessReason {
  readonly kind: 'owner' | 'role' | 'grant';
  /** Of the role, or of whom it was granted to; empty for the owner. */
  readonly name: string;
  /** What was granted; null otherwise. */
  readonly level: GrantLevel | null;
}

/** Why a person may do something with an article, or may not. */
export interface AccessExplanation {
  readonly id: string;
  readonly displayName: string;
  readonly items: readonly {
    readonly action: (typeof ARTICLE_ACTIONS)[number];
    /** What they lack: a role that allows it, access to a restricted article, or the article being their own. Null when they may. */
    readonly missing: 'permission' | 'access' | 'ownership' | null;
    /** Empty unless they may. */
    readonly because: readonly AccessReason[];
  }[];
}

/** Whom access can be granted to. */
export interface GrantSubjects {
  readonly items: readonly GrantSubject[];
}

/** What a list of articles can be narrowed to. */
export interface FacetValue {
  readonly value: string;
  /** What it's called; null where the word says it. */
  readonly label: string | null;
  /** Null with a search, and when it would have taken too long. */
  readonly count: number | null;
  /** Whether there are more than were counted. */
  readonly more: boolean;
}

/** Answer of `GET /editor/articles/facets`: each counted with the other filters. */
export interface ArticleFacets {
  readonly status: readonly FacetValue[];
  readonly type: readonly FacetValue[];
  readonly blog: readonly FacetValue[];
  readonly owner: readonly FacetValue[];
}

/** What can be done to several articles at once. */
export const BULK_ARTICLE_ACTIONS = [
  'publish',
  'withdraw',
  'schedule',
  'cancel-plan',
  'submit',
  'withdraw-submission',
  'trash',
  'restore',
  'set-owner',
  'add-tag',
  'remove-tag',
  'add-author',
  'remove-author',
  'move-to-blog',
  'set-template',
  'replace-text',
  'restore-version',
] as const;
export type BulkArticleAction = (typeof BULK_ARTICLE_ACTIONS)[number];

/** Body of `POST /editor/articles/bulk`, and what undoes one. */
export interface BulkArticles {
  readonly action: BulkArticleAction;
  readonly numbers: readonly number[];
  /** The new owner's ID; null for nobody. Only for `set-owner`. */
  readonly owner?: string | null;
  /** Only for `add-tag` and `remove-tag`. */
  readonly tag?: string;
  /** ID of an author profile. Only for `add-author` and `remove-author`. */
  readonly author?: string;
  /** Key of the blog that posts go to. Only for `move-to-blog`. */
  readonly blogKey?: string;
  /** ID of the template that they get in its newest version; null for none. Only for `set-template`. */
  readonly template?: string | null;
  /** Only for `replace-text`. */
  readonly replace?: TextReplacement;
  /** What is known of each, in the order of their numbers. Only for `replace-text` and `restore-version`. */
  readonly drafts?: readonly KnownDraft[];
  /** When they are published: with its offset, or in the site’s time zone. Only for `schedule` and `cancel-plan`. */
  readonly at?: string;
}

/** A draft as someone has seen it: when it's another by now, nothing is done. */
export interface KnownDraft {
  readonly revision: number;
  /** The version that `restore-version` makes of it. */
  readonly version?: number;
}

/** What became of one of them. */
export interface BulkArticleResult {
  readonly number: number;
  /** `unchanged`: it was so already. */
  readonly status: 'done' | 'unchanged' | 'refused';
  /** Why it was refused, for people to read. */
  readonly reason: string | null;
  readonly reasonCode: MessageCode | null;
}

/** Answer of `POST /editor/articles/bulk`, in the order of the request. */
export interface BulkArticlesAnswer {
  readonly results: readonly BulkArticleResult[];
  /** Requests that undo it, as far as that's possible. */
  readonly undo: readonly BulkArticles[];
}

/** Answer to a save: the draft's new revision is in the entity tag. */
export interface SavedDraft {
  readonly status: ArticleStatus;
  readonly savedAt: string;
  readonly path: string;
}

/** Answer to a publication. */
export interface Published {
  readonly version: number;
  readonly path: string;
  readonly publishedAt: string;
  /** Addresses that lead to the article from now on. */
  readonly redirects: readonly string[];
}

/** Why a version was made; `checkpoint`: so that earlier work can be found again. */
export const VERSION_KINDS = ['checkpoint', 'named', 'submitted', 'published', 'restored'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

/** A row of the list of an article's versions. */
export interface ArticleVersionSummary {
  readonly version: number;
  readonly kind: VersionKind;
  /** What someone called it. */
  readonly name: string | null;
  readonly title: string;
  /** How many its text has. */
  readonly words: number;
  /** Null when the account is deleted. */
  readonly author: { readonly id: string; readonly displayName: string } | null;
  readonly at: string;
  /** The version that it was made from; of a restored one, the version that was restored. 0 for the first. */
  readonly baseVersion: number;
  readonly isLive: boolean;
}

/** A version with everything it holds. */
export interface ArticleVersion extends ArticleVersionSummary {
  readonly fields: ArticleFields;
  readonly document: ArticleDocument;
  /** Over all of it and the hash of the version before, in hexadecimal. */
  readonly hash: string;
}

/** What was live of an article for a time. */
export interface ArticlePublication {
  readonly version: number;
  readonly title: string;
  readonly path: string;
  readonly from: string;
  /** Null for what is live. */
  readonly until: string | null;
  readonly publisher: { readonly id: string; readonly displayName: string } | null;
}

/** What the address of a page in the trash answers: as if it had never been there, or that it is gone. */
export const WITHDRAWN_ANSWERS = [404, 410] as const;

/** `GET /editor/blogs/GetBlogs` (specification 2.5): members and their order are the contract. */
export interface BlogStream {
  readonly id: string;
  readonly blogKey: string;
  readonly title: string;
  readonly description: string;
  readonly heroImage: string | null;
  readonly urlPath: string;
  readonly published: string | null;
}

/** `GET /editor/blogs/{blogKey}/getentries` (specification 2.6), likewise. */
export interface BlogEntry {
  readonly blogKey: string;
  readonly articleNumber: number;
  readonly title: string;
  readonly published: string | null;
  readonly updated: string;
  readonly urlPath: string;
  readonly introduction: string | null;
  readonly bannerImage: string | null;
}

export const ADDRESS_TAKEN = problemCode('address-taken');
export const BODY_REFUSED = problemCode('document-refused');

export const ARTICLE_MESSAGES = messages('article', {
  unknownStream: 'There’s no such blog',
  needsStream: 'A post needs the blog it belongs to',
  noStream: 'Only posts belong to a blog',
  needsBlog: 'Choose a blog',
  moveBlogFirst: 'It’s live, and the blog “{title}” isn’t: publish the blog first',
  homeType: 'Only a page can be the home page',
  homeSlug: 'The home page has no URL of its own',
  slug: 'Use lower-case letters, digits, - and _',
  blogKey: 'Use lower-case letters a to z, digits, - and _',
  blogKeyFixed: 'The URL of a blog is changed on its own page',
  notBlog: 'This article isn’t a blog',
  otherKey: 'The key of this blog is “{key}” by now',
  keyTaken: '“{title}” has the URL {path}',
  keyTakenUnseen: 'Another article has the URL {path}',
  reserved: '“{word}” is a URL of Sitedesk',
  titleLength: 'Use {min} to {max} characters',
  taken: 'Another article has this URL: “{title}”',
  kept: 'This URL leads to another article: “{title}”',
  takenUnseen: 'A restricted article has this URL',
  unknownAuthor: 'There’s no such author profile',
  deleted: 'An article that was deleted had this URL: release it first',
  addressFree: 'No article keeps this URL',
  needsReason: 'Enter a reason',
  addressUsed: '“{title}” has this URL now: change that first',
  trashed: 'This article is in the trash',
  notTrashed: 'This article isn’t in the trash',
  homeStays: 'The home page can’t be moved to the trash',
  streamHasDrafts: 'The blog has posts: move them to the trash first',
  streamKeepsPosts: 'Posts of this blog are in the trash: delete them permanently first',
  streamTrashed: 'The blog of this post is in the trash: restore it first',
  notLive: 'This article isn’t live',
  streamNotLive: 'The blog of this post isn’t live yet',
  streamHasPosts: 'The blog has live posts: withdraw them first',
  unknown: 'There’s no such article',
  needsTag: 'Enter a tag',
  needsAuthor: 'Choose an author',
  needsTime: 'Choose a time',
  needsText: 'Enter what to search for',
  needsDrafts: 'Say for each article which draft you mean',
  changedSince: 'It was changed since you looked',
  notYours: 'You may not edit this article',
  allLocked: 'The template keeps this text as it is',
  notFound: 'The text no longer stands there',
  fieldTooLong: 'A field would have more than {max} characters',
  notOfAction: 'This action takes no such value',
  tooManyTags: 'It has {max} tags already',
  tooManyAuthors: 'It has {max} authors already',
  unknownOwner: 'There’s no such active user',
  unknownSubject: 'There’s no such user, role or sign-in provider',
  subjectTwice: 'Access is granted to each of them once',
  accessLost: 'You would no longer see the article: grant yourself access first',
});
export type ArticleMessageCode = MessageCodes<typeof ARTICLE_MESSAGES>;
