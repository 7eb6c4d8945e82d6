import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  ARTICLE_MESSAGES,
  ARTICLE_TYPES,
  ARTICLE_LIMITS,
  type ArticleCounts,
  type ArticleDetails,
  type ArticleFields,
  type ArticleSummary,
  type ArticleType,
  BLOG_KEY,
  RESERVED_SEGMENTS,
  type SavedDraft,
} from '@sitedesk/contract/articles';
import type {
  ArticleListDto,
  CopyArticleDto,
  CreateArticleDto,
  SaveDraftDto,
} from '@sitedesk/contract/articles.dto';
import { type ArticleDocument, EMPTY_DOCUMENT } from '@sitedesk/contract/documents';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type { ArticleTemplate } from '@sitedesk/contract/page-templates';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { runWith, statement } from '../../platform/database/sql.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import type { Principal } from '../../platform/http/principal.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext, RequestContext } from '../../platform/http/request-context.js';
import { checkedDocument, requireOwnHtml } from '../documents/checked-document.js';
import { ArticleAddressesService } from './article-addresses.service.js';
import { replaceDraft } from './article-drafts.js';
import { conditionOf } from './article-filter.js';
import { type ArticlePlace, newFields, pathOf, requireFields, storedFields } from './article-fields.js';
import {
  ARTICLE_COLUMNS,
  type ArticleRow,
  type DraftRow,
  findArticle,
  findDraft,
  knownAuthors,
  type ListRow,
  listsChanged,
  lockForSave,
  lockStream,
  placeOfRow,
  type SavedArticle,
} from './article-rows.js';
import { requireTemplate, shownTemplate, templateFor } from './article-templates.js';
import { mayEdit, requireEdit, type Viewer, visibleTo } from './article-permissions.js';
import { findArticles, searchArticles } from './article-search.js';
import { needsPerson } from './needs-person.js';
import { addVersion, contentHash, keepDraft } from './article-versions.js';
import { usedFiles } from './used-files.js';

/** A version is made of earlier work when someone else goes on, or when so many milliseconds have passed. */
const CHECKPOINT_MS = 10 * 60_000;
/** Someone who saves nothing for so many milliseconds has stopped; what they save then is another sitting. */
const SITTING_MS = 30 * 60_000;

/** In one trip, since until its end nobody else of the site gets a number. */
const ADD_ARTICLE = statement('article_add')`
WITH counter AS (
  INSERT INTO article_counter (tenant_id, last) VALUES ($1, 1)
  ON CONFLICT (tenant_id) DO UPDATE SET last = article_counter.last + 1 RETURNING last
), added AS (
  INSERT INTO article (tenant_id, number, id, type, stream_number, blog_key, owner_id, title, slug, path, created_at, updated_at, listed_at,
    introduction, banner_image, restricted, status, last_version)
  VALUES ($1, (SELECT last FROM counter), $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10, $11, $12, $13, 'draft', 1)
), drafted AS (
  INSERT INTO article_draft (tenant_id, number, fields, document, hash, editors, editor_id, saved_at, revision, base_version, files)
  VALUES ($1, (SELECT last FROM counter), $14, $15, $16, $17, $6, $10, 1, 1, $18)
)
SELECT last AS number FROM counter`;

/** What is said of a new article. */
type NewArticle = Omit<CreateArticleDto, 'type' | 'template'> & { readonly type: ArticleType };

/** What an article may begin with. */
export type FirstText = Partial<ArticleFields> & {
  readonly document?: ArticleDocument;
  /** Number of the article that it is a copy of. */
  readonly copyOf?: number;
  readonly restricted?: boolean;
};

/** Articles as people work on them. What visitors see is another matter: see `publishing.service.ts`. */
@Injectable()
export class ArticlesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly addresses: ArticleAddressesService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The last changed first; in the trash, the last that was moved there. */
  async list(viewer: Viewer, query: ArticleListDto): Promise<Page<ArticleSummary>> {
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [viewer.tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const isTrash = query.status === 'trashed';
    const at = isTrash ? 'a.trashed_at' : 'a.updated_at';
    const conditions = [conditionOf(viewer, query, value)];
    if (query.cursor !== undefined) {
      const [instant, number] = decodeCursor(query.cursor, ['instant', 'number']);
      conditions.push(
        `(${at}, a.number) < (to_timestamp(${value(Number(instant) / 1_000)}), ${value(number)})`,
      );
    }
    const range = {
      columns: ARTICLE_COLUMNS,
      where: conditions.join(' AND '),
      order: `${at} DESC, a.number DESC`,
      limit: size + 1,
      values,
    };
    const rows =
      query.q === undefined
        ? await findArticles<ListRow>(this.manager, range)
        : await searchArticles<ListRow>(this.manager, range, query.q);
    return pageOf(rows, size, summaryOf, (row) => [
      (isTrash && row.trashed_at ? row.trashed_at : row.updated_at).getTime(),
      row.number,
    ]);
  }

  /** Nothing is counted further than a badge shows. */
  async counts({ tenantId, caller }: CallerContext): Promise<ArticleCounts> {
    const values: unknown[] = [tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const visible = visibleTo(caller, value);
    const count = (condition: string): string =>
      `(SELECT count(*)::int FROM (SELECT FROM article a
        WHERE a.tenant_id = $1 AND a.trashed_at IS NULL AND ${visible} AND ${condition} LIMIT ${ARTICLE_LIMITS.countedTo}) found)`;
    const [row]: ArticleCounts[] = await this.manager.query(
      `SELECT ${count(needsPerson(caller, value))} AS "needsMe", ${count("a.status = 'scheduled'")} AS scheduled`,
      values,
    );
    return row ?? { needsMe: 0, scheduled: 0 };
  }

  /** @throws NotFoundException */
  async get(context: CallerContext, number: number): Promise<Versioned<ArticleDetails>> {
    const { tenantId, caller } = context;
    const article = await findArticle(this.manager, context, number);
    const draft = article && (await findDraft(this.manager, tenantId, number));
    if (!draft) throw new NotFoundException();
    const template = await shownTemplate(this.manager, tenantId, draft.fields);
    return new Versioned(detailsOf(caller, article, draft, template), draft.revision);
  }

  /**
   * Creates an article that is empty, or begins with a template; the caller owns it.
   * @throws ValidationProblem, ProblemException 409 when another article has the address
   */
  async create(context: CallerContext, input: CreateArticleDto): Promise<Versioned<ArticleDetails>> {
    if (input.template == null) return this.get(context, await this.add(context, input));
    const { type, template: wanted } = input;
    const { id, version, document } = await templateFor(this.manager, context.tenantId, type, wanted);
    return this.get(context, await this.add(context, input, { document, template: { id, version } }));
  }

  /**
   * Creates an article with the text of another's draft, as a draft of the caller's.
   * @param also what belongs to the same transaction
   * @throws NotFoundException, PermissionMissing, ValidationProblem, ProblemException 409 when another article has the address
   */
  async copy(
    context: CallerContext,
    number: number,
    { title, slug, blogKey }: CopyArticleDto,
    changed: { readonly document?: ArticleDocument } = {},
    also?: (manager: EntityManager, number: number) => Promise<void>,
  ): Promise<Versioned<ArticleDetails>> {
    const { tenantId, caller } = context;
    if (!caller.permissions.has('pages.view')) throw new PermissionMissing('pages.view');
    const article = await findArticle(this.manager, context, number);
    const draft = article && (await findDraft(this.manager, tenantId, number));
    if (!draft) throw new NotFoundException();
    const { type } = article;
    const known = await knownAuthors(this.manager, tenantId, draft.fields.authors);
    const authors = draft.fields.authors.filter((id) => known.has(id));
    const key = blogKey ?? (type === ARTICLE_TYPES.post ? article.blog_key : null);
    const input = { type, title: title ?? article.title, slug, blogKey: key };
    const { restricted } = article; // who was kept from the one would see the other
    const { document = draft.document } = changed;
    const text = { ...draft.fields, authors, document, copyOf: number, restricted };
    return this.get(context, await this.add(context, input, text, also));
  }

  /**
   * The same with a first text. What the product itself makes belongs to nobody.
   * @param also what belongs to the same transaction
   * @returns its number
   */
  async add(
    context: RequestContext,
    input: NewArticle,
    text: FirstText = {},
    also?: (manager: EntityManager, number: number) => Promise<void>,
  ): Promise<number> {
    const { tenantId } = context;
    const { id: ownerId } = context.actor;
    const { document = EMPTY_DOCUMENT, copyOf, restricted = false, ...shown } = text;
    const now = new Date(this.clock.now());
    const { place, stream } = await this.placeOf(context, input);
    const title = String(normaliseLine(input.title));
    const slug = await this.addresses.firstSlug(tenantId, place, title, input.slug);
    const fields = { ...newFields(title, slug), ...shown, title, slug };
    requireFields(place, fields, '');
    const content = { fields, document };
    const hash = contentHash(content);
    const path = pathOf(place, fields.slug);
    return this.addresses.hold(context, undefined, async (manager, take) => {
      await take(path);
      const locked = stream === null ? undefined : await lockStream(manager, tenantId, stream);
      if (stream !== null && locked?.blogKey !== place.blogKey)
        throw ValidationProblem.at('blogKey', ARTICLE_MESSAGES.unknownStream);
      const [added] = await runWith<{ readonly number: number }>(manager, ADD_ARTICLE, [
        tenantId,
        newId(),
        place.type,
        stream,
        place.blogKey,
        ownerId,
        title,
        fields.slug,
        path,
        now,
        fields.introduction,
        fields.bannerImage,
        restricted,
        JSON.stringify(fields),
        JSON.stringify(document),
        hash,
        JSON.stringify(ownerId === null ? {} : { [ownerId]: now }),
        usedFiles([JSON.stringify(fields), JSON.stringify(document)]),
      ]);
      const last = added?.number ?? 0; // the statement returns one row
      const version = {
        tenantId,
        number: last,
        version: 1,
        authorId: ownerId,
        at: now,
        baseVersion: 0,
      };
      await addVersion(manager, { ...version, ...content, kind: 'checkpoint' });
      await listsChanged(manager, tenantId, { number: last, type: place.type, stream_number: stream });
      await also?.(manager, last);
      const target = { kind: 'article', id: String(last) };
      const after = { title, path, type: place.type, ...(copyOf && { from: copyOf }) };
      const action = copyOf ? 'article.copy' : 'article.create';
      await this.auditLog.record(context, { action, target, after }, manager);
      return last;
    });
  }

  /**
   * Saves the whole draft over the revision that the caller has seen. What is live stays as it is. The same operation sent
   * again is answered as it was the first time.
   * @param also what belongs to the same transaction
   * @throws NotFoundException, PermissionMissing, WrongState, VersionConflict, ValidationProblem
   */
  async save(
    context: CallerContext,
    number: number,
    revision: number,
    input: SaveDraftDto,
    also?: (manager: EntityManager) => Promise<void>,
  ): Promise<Versioned<SavedDraft>> {
    const { tenantId, caller } = context;
    const operation = input.operation.toLowerCase();
    return this.addresses.hold(context, number, async (manager, take) => {
      const article = await lockForSave(manager, context, number);
      if (!article) throw new NotFoundException();
      requireEdit(caller, article);
      if (article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.trashed);
      if (article.last_operation === operation) return savedOf(article, article);
      if (article.revision !== revision) throw new VersionConflict();
      const document = checkedDocument(input.document); // only then: nobody else learns that the article is there
      await requireOwnHtml(
        caller,
        document,
        async () => (await findDraft(manager, tenantId, number))?.document,
      );
      const { template } = article;
      const fields = { ...storedFields(input.fields), ...(template && { template }) };
      await requireTemplate(manager, tenantId, template, { given: input.fields.template, document });
      const place = placeOfRow(article);
      requireFields(place, fields);
      await requireAuthors(manager, tenantId, fields.authors);
      // What an article has already it keeps.
      const path = pathOf(place, fields.slug);
      if (path !== article.path) await take(path);
      const at = new Date(this.clock.now());
      const version = await this.checkpoint(manager, context, article, at);
      const next = { fields, document, editorId: caller.accountId, at, version, operation };
      const saved = await replaceDraft(manager, tenantId, article, article, next);
      await also?.(manager);
      if (
        saved.hash !== article.draft_hash &&
        (context.partOf !== undefined || beginsSitting(context, article, at))
      ) {
        const target = { kind: 'article', id: String(number) };
        const after = { title: fields.title, version };
        await this.auditLog.record(context, { action: 'article.save', target, after }, manager);
      }
      return savedOf(saved.article, { revision: saved.revision, saved_at: at });
    });
  }

  /** Keeps the draft as it stands as a version, if it is someone else's work or some minutes old; the number of the newest version. */
  private async checkpoint(
    manager: EntityManager,
    context: CallerContext,
    article: SavedArticle,
    now: Date,
  ): Promise<number> {
    const { tenantId, caller } = context;
    const { number, last_version: last, draft_editor: editor, newest_at: newest } = article;
    const isDue = editor !== caller.accountId || now.getTime() - (newest?.getTime() ?? 0) > CHECKPOINT_MS;
    const draft = isDue && (await findDraft(manager, tenantId, number));
    return draft ? keepDraft(manager, tenantId, article, draft) : last;
  }

  /** @throws ValidationProblem */
  private async placeOf(
    { tenantId, caller }: Viewer,
    { type, blogKey, home = false }: NewArticle,
  ): Promise<{ readonly place: ArticlePlace; readonly stream: number | null }> {
    if (home && type !== ARTICLE_TYPES.page) throw ValidationProblem.at('home', ARTICLE_MESSAGES.homeType);
    if (type === ARTICLE_TYPES.page || type === ARTICLE_TYPES.application) {
      if (blogKey) throw ValidationProblem.at('blogKey', ARTICLE_MESSAGES.noStream);
      return { place: { type, blogKey: null, isHome: home }, stream: null };
    }
    if (!blogKey) throw ValidationProblem.at('blogKey', ARTICLE_MESSAGES.needsStream);
    if (type === ARTICLE_TYPES.stream) {
      if (!BLOG_KEY.test(blogKey)) throw ValidationProblem.at('blogKey', ARTICLE_MESSAGES.blogKey);
      if (RESERVED_SEGMENTS.includes(blogKey))
        throw ValidationProblem.at('blogKey', ARTICLE_MESSAGES.reserved({ word: blogKey }));
      return { place: { type, blogKey, isHome: false }, stream: null };
    }
    const values: unknown[] = [tenantId, blogKey];
    const visible = visibleTo(caller, (each) => `$${values.push(each)}`);
    const [stream]: { readonly number: number }[] = await this.manager.query(
      `SELECT number FROM article a WHERE tenant_id = $1 AND type = 2 AND blog_key = $2 AND trashed_at IS NULL AND ${visible}`,
      values,
    );
    if (!stream) throw ValidationProblem.at('blogKey', ARTICLE_MESSAGES.unknownStream);
    return { place: { type, blogKey, isHome: false }, stream: stream.number };
  }
}

/** @throws ValidationProblem */
async function requireAuthors(
  manager: EntityManager,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const known = await knownAuthors(manager, tenantId, ids);
  const index = ids.findIndex((id) => !known.has(id));
  if (index >= 0) throw ValidationProblem.at(`fields.authors.${index}`, ARTICLE_MESSAGES.unknownAuthor);
}

/**
 * Whether a save is the first of a sitting: the log has one entry of it, not one per save. Another version than the draft's, such
 * as a submitted one, ends a sitting too, so that what was done after that is in the log after that.
 */
function beginsSitting(
  { caller }: CallerContext,
  { last_version: last, editors, base_version: base }: SavedArticle,
  at: Date,
): boolean {
  const before = editors[caller.accountId];
  return before === undefined || base !== last || at.getTime() - Date.parse(before) > SITTING_MS;
}

const savedOf = (
  { status, path }: ArticleRow,
  { revision, saved_at }: Pick<DraftRow, 'revision' | 'saved_at'>,
): Versioned<SavedDraft> => new Versioned({ status, path, savedAt: saved_at.toISOString() }, revision);

const summaryOf = (row: ListRow): ArticleSummary => ({
  number: row.number,
  type: row.type as ArticleType,
  status: row.status,
  title: row.title,
  path: row.path,
  introduction: row.introduction,
  blogKey: row.blog_key,
  stream: row.stream_number,
  owner: row.owner_id === null ? null : { id: row.owner_id, displayName: row.owner_name ?? '' },
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  publishedAt: row.published_at?.toISOString() ?? null,
  livePath: row.live_path,
  scheduledAt: row.scheduled_at?.toISOString() ?? null,
  trashedAt: row.trashed_at?.toISOString() ?? null,
  restricted: row.restricted,
});

const detailsOf = (
  caller: Principal,
  article: ArticleRow,
  draft: DraftRow,
  template: ArticleTemplate | null,
): ArticleDetails => ({
  ...summaryOf(article),
  revision: draft.revision,
  fields: draft.fields,
  document: draft.document,
  savedAt: draft.saved_at.toISOString(),
  savedBy: draft.editor_id === null ? null : { id: draft.editor_id, displayName: draft.editor_name ?? '' },
  liveVersion: article.live_version,
  lastVersion: article.last_version,
  template,
  may: {
    edit: article.trashed_at === null && mayEdit(caller, article),
    publish: article.trashed_at === null && caller.permissions.has('pages.publish'),
    delete: caller.permissions.has('pages.delete'),
    setAccess: caller.permissions.has('pages.edit-all'),
  },
});
