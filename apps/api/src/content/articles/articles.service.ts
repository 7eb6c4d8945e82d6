import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
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
  BODY_REFUSED,
  RESERVED_SEGMENTS,
  type SavedDraft,
} from '@sitedesk/contract/articles';
import type {
  ArticleListDto,
  CopyArticleDto,
  CreateArticleDto,
  SaveDraftDto,
} from '@sitedesk/contract/articles.dto';
import { type ArticleDocument, documentProblem, EMPTY_DOCUMENT } from '@sitedesk/contract/documents';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { codeOf } from '@sitedesk/contract/messages';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import type { Principal } from '../../platform/http/principal.js';
import { ProblemException, ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext, RequestContext } from '../../platform/http/request-context.js';
import { ArticleAddressesService } from './article-addresses.service.js';
import { replaceDraft } from './article-drafts.js';
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
  lockStream,
  placeOfRow,
} from './article-rows.js';
import { mayEdit, requireEdit, type Viewer, visibleTo } from './article-permissions.js';
import { findArticles, searchArticles } from './article-search.js';
import { needsPerson } from './needs-person.js';
import { addVersion, contentHash, keepDraft } from './article-versions.js';

/** A version is made of earlier work when someone else goes on, or when so many milliseconds have passed. */
const CHECKPOINT_MS = 10 * 60_000;

/** What is said of a new article. */
type NewArticle = Omit<CreateArticleDto, 'type'> & { readonly type: ArticleType };

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
  async list({ tenantId, caller }: Viewer, query: ArticleListDto): Promise<Page<ArticleSummary>> {
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const isTrash = query.status === 'trashed';
    const at = isTrash ? 'a.trashed_at' : 'a.updated_at';
    const conditions = [
      'a.tenant_id = $1',
      visibleTo(caller, value),
      isTrash ? 'a.trashed_at IS NOT NULL' : 'a.trashed_at IS NULL',
      ...(query.status === undefined || isTrash ? [] : [`a.status = ${value(query.status)}`]),
      ...(query.needs === undefined || !caller ? [] : [needsPerson(caller, value)]),
      ...(query.type === undefined ? [] : [`a.type = ${value(Number(query.type))}`]),
      ...(query.owner === undefined ? [] : [`a.owner_id = ${value(query.owner)}`]),
      ...(query.blog === undefined ? [] : [`a.type = 1 AND a.blog_key = ${value(query.blog)}`]),
    ];
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
    const condition = `${visibleTo(caller, value)} AND ${needsPerson(caller, value)}`;
    const [row]: { readonly count: number }[] = await this.manager.query(
      `SELECT count(*)::int AS count FROM (SELECT FROM article a
       WHERE a.tenant_id = $1 AND a.trashed_at IS NULL AND ${condition} LIMIT ${ARTICLE_LIMITS.countedTo}) found`,
      values,
    );
    return { needsMe: row?.count ?? 0 };
  }

  /** @throws NotFoundException */
  async get(context: CallerContext, number: number): Promise<Versioned<ArticleDetails>> {
    const { tenantId, caller } = context;
    const article = await findArticle(this.manager, context, number);
    const draft = article && (await findDraft(this.manager, tenantId, number));
    if (!draft) throw new NotFoundException();
    return new Versioned(detailsOf(caller, article, draft), draft.revision);
  }

  /**
   * Creates an empty article, which the caller owns.
   * @throws ValidationProblem, ProblemException 409 when another article has the address
   */
  async create(context: CallerContext, input: CreateArticleDto): Promise<Versioned<ArticleDetails>> {
    return this.get(context, await this.add(context, input));
  }

  /**
   * Creates an article with the text of another's draft, as a draft of the caller's.
   * @throws NotFoundException, PermissionMissing, ValidationProblem, ProblemException 409 when another article has the address
   */
  async copy(
    context: CallerContext,
    number: number,
    { title, slug, blogKey }: CopyArticleDto,
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
    const text = { ...draft.fields, authors, document: draft.document, copyOf: number, restricted };
    return this.get(context, await this.add(context, input, text));
  }

  /**
   * The same with a first text. What the product itself makes belongs to nobody.
   * @returns its number
   */
  async add(context: RequestContext, input: NewArticle, text: FirstText = {}): Promise<number> {
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
    return this.addresses.hold(context, path, undefined, async (manager) => {
      const [counter]: { readonly last: number }[] = await manager.query(
        `INSERT INTO article_counter (tenant_id, last) VALUES ($1, 1)
         ON CONFLICT (tenant_id) DO UPDATE SET last = article_counter.last + 1 RETURNING last`,
        [tenantId],
      );
      const last = counter?.last ?? 1;
      if (stream !== null && !(await lockStream(manager, tenantId, stream)))
        throw ValidationProblem.at('blogKey', ARTICLE_MESSAGES.unknownStream);
      await manager.query(
        `INSERT INTO article (tenant_id, number, id, type, stream_number, blog_key, owner_id, title, slug, path, introduction, banner_image,
           status, last_version, created_at, updated_at, listed_at, restricted)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, 'draft', 1, $11, $11, $11, $14)`,
        [
          tenantId,
          last,
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
        ],
      );
      await manager.query(
        `INSERT INTO article_draft (tenant_id, number, revision, base_version, fields, document, hash, editor_id, saved_at, editors)
         VALUES ($1, $2, 1, 1, $3, $4, $5, $6, $7, $8)`,
        [
          tenantId,
          last,
          JSON.stringify(fields),
          JSON.stringify(document),
          hash,
          ownerId,
          now,
          JSON.stringify(ownerId === null ? {} : { [ownerId]: now }),
        ],
      );
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
   * @throws NotFoundException, PermissionMissing, WrongState, VersionConflict, ValidationProblem
   */
  async save(
    context: CallerContext,
    number: number,
    revision: number,
    input: SaveDraftDto,
  ): Promise<Versioned<SavedDraft>> {
    const { tenantId, caller } = context;
    const place = await this.placeOfArticle(context, number);
    const fields = storedFields(input.fields);
    const document = checkedDocument(input.document);
    await this.requireAuthors(tenantId, fields.authors);
    const operation = input.operation.toLowerCase();
    const path = pathOf(place, fields.slug);
    return this.addresses.hold(context, path, number, async (manager) => {
      const article = await findArticle(manager, context, number, { lock: true });
      const draft = article && (await findDraft(manager, tenantId, number));
      if (!draft) throw new NotFoundException();
      requireEdit(caller, article);
      if (article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.trashed);
      if (draft.last_operation === operation) return savedOf(article, draft);
      if (draft.revision !== revision) throw new VersionConflict();
      requireFields(place, fields);
      const at = new Date(this.clock.now());
      const version = await this.checkpoint(manager, context, article, draft, at);
      const next = { fields, document, editorId: caller.accountId, at, version, operation };
      const saved = await replaceDraft(manager, tenantId, article, draft, next);
      return savedOf(saved.article, { revision: saved.revision, saved_at: at });
    });
  }

  /** Keeps the draft as it stands as a version, if it is someone else's work or some minutes old; the number of the newest version. */
  private async checkpoint(
    manager: EntityManager,
    context: CallerContext,
    article: ArticleRow,
    draft: DraftRow,
    now: Date,
  ): Promise<number> {
    const { tenantId, caller } = context;
    const { number, last_version: last } = article;
    const [newest]: { readonly at: Date }[] = await manager.query(
      `SELECT at FROM article_version WHERE tenant_id = $1 AND number = $2 AND version = $3`,
      [tenantId, number, last],
    );
    const isDue =
      draft.editor_id !== caller.accountId || now.getTime() - (newest?.at.getTime() ?? 0) > CHECKPOINT_MS;
    const version = isDue ? await keepDraft(manager, tenantId, article, draft) : last;
    if (version === last) return last;
    const target = { kind: 'article', id: String(number) };
    const after = { title: draft.fields.title, version };
    await this.auditLog.record(context, { action: 'article.save', target, after }, manager);
    return version;
  }

  /** @throws ValidationProblem */
  private async placeOf(
    { tenantId, caller }: Viewer,
    { type, blogKey, home = false }: NewArticle,
  ): Promise<{ readonly place: ArticlePlace; readonly stream: number | null }> {
    if (home && type !== ARTICLE_TYPES.page) throw ValidationProblem.at('home', ARTICLE_MESSAGES.homeType);
    if (type === ARTICLE_TYPES.page) {
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

  private async placeOfArticle(viewer: Viewer, number: number): Promise<ArticlePlace> {
    const article = await findArticle(this.manager, viewer, number);
    if (!article) throw new NotFoundException();
    return placeOfRow(article);
  }

  private async requireAuthors(tenantId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const known = await knownAuthors(this.manager, tenantId, ids);
    const index = ids.findIndex((id) => !known.has(id));
    if (index >= 0) throw ValidationProblem.at(`fields.authors.${index}`, ARTICLE_MESSAGES.unknownAuthor);
  }
}

/** @throws ProblemException 400 naming the block */
function checkedDocument(document: object): ArticleDocument {
  const problem = documentProblem(document);
  if (!problem) return document as ArticleDocument; // checked: it is one
  const { block, path, message } = problem;
  const field = path === '' ? 'document' : `document.${path}`;
  throw new ProblemException(HttpStatus.BAD_REQUEST, BODY_REFUSED, message, {
    block,
    errors: [{ field, message: message.text, ...codeOf(message) }],
  });
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
  scheduledAt: row.scheduled_at?.toISOString() ?? null,
  trashedAt: row.trashed_at?.toISOString() ?? null,
  restricted: row.restricted,
});

const detailsOf = (caller: Principal, article: ArticleRow, draft: DraftRow): ArticleDetails => ({
  ...summaryOf(article),
  revision: draft.revision,
  fields: draft.fields,
  document: draft.document,
  savedAt: draft.saved_at.toISOString(),
  savedBy: draft.editor_id === null ? null : { id: draft.editor_id, displayName: draft.editor_name ?? '' },
  liveVersion: article.live_version,
  lastVersion: article.last_version,
  may: {
    edit: article.trashed_at === null && mayEdit(caller, article),
    publish: article.trashed_at === null && caller.permissions.has('pages.publish'),
    delete: caller.permissions.has('pages.delete'),
    setAccess: caller.permissions.has('pages.edit-all'),
  },
});
