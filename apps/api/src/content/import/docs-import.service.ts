import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_LIMITS, ARTICLE_TYPES, isSlug, RESERVED_SEGMENTS } from '@sitedesk/contract/articles';
import {
  type DeletedDoc,
  DOCS_IMPORT_LIMITS as LIMITS,
  DOCS_IMPORT_MESSAGES as TEXTS,
  EDITED_HERE,
  type ImportedDoc,
  type RenamedDoc,
} from '@sitedesk/contract/docs-import';
import type { PutDocDto, RenameDocDto } from '@sitedesk/contract/docs-import.dto';
import { IMPORT_KEY_MESSAGES } from '@sitedesk/contract/import-keys';
import { externalIdOf, IMPORT_LIMITS, IMPORT_MESSAGES, type ImportNote } from '@sitedesk/contract/imports';
import { isStorable } from '@sitedesk/contract/rules';
import { characters, normaliseLine, normaliseText } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { atMost } from '../../platform/core/at-most.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import { ProgramKeyRefused } from '../../platform/http/program-keys.js';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { type ArticleRow, type DraftRow, findArticle, findDraft } from '../articles/article-rows.js';
import { ArticlesService } from '../articles/articles.service.js';
import { PublishingService } from '../articles/publishing.service.js';
import { readSiteZone } from '../articles/site-zone.js';
import { TrashService } from '../articles/trash.service.js';
import { DocumentParserService } from './document-parser.service.js';
import { DocAssetsService, rootName } from './doc-assets.service.js';
import { docAddress, docFiles, keyUseOf } from './doc-names.js';
import { DocRunsService, sourceOf } from './doc-runs.service.js';
import { UnreadableDocument } from './front-matter.js';
import { ImportPlannerService } from './import-planner.service.js';
import { isWithin } from './import-rows.js';
import { requirePermissions } from './import-runs.service.js';
import type { ReadDocument } from './read-document.js';

/** Documents that one process reads and writes at a time; further ones wait. */
const AT_ONCE = 2;

interface Place {
  readonly path: string;
  readonly slug: string;
  readonly blogKey: string | null;
}

/**
 * Documents that arrive one by one. Each goes the way of an import with one document: read, planned and written by the same services, and
 * listed among the imports, where it can be undone.
 */
@Injectable()
export class DocsImportService {
  private readonly someAtOnce = atMost(AT_ONCE);

  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly planner: ImportPlannerService,
    private readonly runs: DocRunsService,
    private readonly assets: DocAssetsService,
    private readonly parser: DocumentParserService,
    private readonly articles: ArticlesService,
    private readonly publishing: PublishingService,
    private readonly trash: TrashService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates the article of a document, or gives it what has changed.
   * @throws PermissionMissing, ProgramKeyRefused, ValidationProblem, ProblemException 409 when it was edited here, 413
   */
  async put(context: CallerContext, sourceKey: string, input: PutDocDto): Promise<ImportedDoc> {
    const externalId = requireName(sourceKey, 'sourceKey');
    if (Buffer.byteLength(input.html) > LIMITS.html)
      throw new ProblemException(
        HttpStatus.PAYLOAD_TOO_LARGE,
        'too-large',
        IMPORT_MESSAGES.tooLarge({ limit: LIMITS.html }),
      );
    requirePermissions(context, input.published === true);
    const place = await this.placeOf(context.tenantId, input.urlPath);
    if (!isWithin(keyUseOf(context) ?? null, place)) throw new ProgramKeyRefused(IMPORT_KEY_MESSAGES.invalid);
    requirePlace(place, input);
    return this.someAtOnce(() =>
      this.alone(context, externalId, () => this.write(context, sourceKey, { externalId, place, input })),
    );
  }

  /** The same document in two requests would be new in both, and the second one be refused because of the first one's address. */
  private alone<T>(context: CallerContext, externalId: string, work: () => Promise<T>): Promise<T> {
    // The lock ends with its connection, so with the process too.
    return this.manager.transaction(async (locked) => {
      await locked.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `doc:${context.tenantId}:${sourceOf(context)}:${externalId}`,
      ]);
      return work();
    });
  }

  private async write(
    context: CallerContext,
    sourceKey: string,
    {
      externalId,
      place,
      input,
    }: { readonly externalId: string; readonly place: Place; readonly input: PutDocDto },
  ): Promise<ImportedDoc> {
    const { tenantId } = context;
    const template = await this.templateOf(tenantId, place, input);
    const read = await this.read(tenantId, externalId, place, input);
    const folder = await this.assets.root(tenantId, rootName(context));
    const run = await this.runs.find(context, {
      blogKey: place.blogKey,
      author: null,
      status: input.published === true ? 'published' : 'draft',
      conflict: 'keep',
      folder,
      hosts: [],
    });
    const item = {
      external_id: externalId,
      path: place.path,
      read,
      notes: read.notes,
    };
    const files = docFiles(
      await this.planner.files(tenantId, folder),
      externalId,
      input.assetBasePath ?? null,
    );
    const predict =
      input.rewriteLinks === false ? undefined : (name: string): string => docAddress(context, name);
    const planned = await this.planner.plan(context, run, item, files, { predict, template, isAlone: true });
    const { outcome, number, notes } = planned;
    if (outcome === 'unchanged')
      return { status: 'updated', articleNumber: number ?? 0, sourceKey, changed: false, notes };
    requireWritten(outcome, notes);
    const written = await this.runs.write(context, run, { ...item, ...planned }, input.html);
    requireWritten(written.outcome, written.notes);
    return {
      status: outcome === 'created' ? 'created' : 'updated',
      articleNumber: written.number ?? 0,
      sourceKey,
      changed: true,
      notes: written.notes,
    };
  }

  /**
   * Moves the article of a document to the trash. What was edited here stays.
   * @throws NotFoundException, PermissionMissing, ProgramKeyRefused, WrongState, ProblemException 409
   */
  async delete(context: CallerContext, sourceKey: string): Promise<DeletedDoc> {
    if (!context.caller.permissions.has('pages.delete')) throw new PermissionMissing('pages.delete');
    const externalId = nameOf(sourceKey);
    const known = externalId === undefined ? undefined : await this.known(context, externalId);
    if (!known || externalId === undefined) throw new NotFoundException();
    const { article } = await this.unedited(context, known);
    await this.trash.move(context, article.number, {});
    await this.manager.query(
      'UPDATE import_document SET undone = true WHERE tenant_id = $1 AND source_key = $2 AND external_id = $3',
      [context.tenantId, sourceOf(context), externalId],
    );
    return { status: 'deleted', articleNumber: article.number, sourceKey };
  }

  /**
   * Gives a document another name, and its article the address and title that go with it. What is live of it is published again.
   * @throws NotFoundException, PermissionMissing, ProgramKeyRefused, ValidationProblem, ProblemException 409
   */
  async rename(context: CallerContext, { fromPath, toPath, toTitle }: RenameDocDto): Promise<RenamedDoc> {
    const { tenantId } = context;
    const [from, to] = [requireName(fromPath, 'fromPath'), requireName(toPath, 'toPath')];
    const known = await this.known(context, from);
    if (!known) throw new NotFoundException();
    const { article, draft } = await this.unedited(context, known);
    const path = toPath.startsWith('/') ? toPath : docAddress(context, to);
    const place = await this.placeOf(tenantId, path);
    if (!isWithin(keyUseOf(context) ?? null, place)) throw new ProgramKeyRefused(IMPORT_KEY_MESSAGES.invalid);
    if (place.blogKey !== article.blog_key) throw ValidationProblem.at('toPath', TEXTS.address({ path }));
    requirePlace(place, {}, 'toPath');
    if (to !== from && (await this.known(context, to))) throw ValidationProblem.at('toPath', TEXTS.known);
    const isLive = article.publication_id !== null && article.live_hash === draft.hash;
    if (isLive && !context.caller.permissions.has('pages.publish'))
      throw new PermissionMissing('pages.publish');
    const fields = { ...draft.fields, title: String(normaliseLine(toTitle)), slug: place.slug };
    const saved = await this.articles.save(context, article.number, draft.revision, {
      operation: newId(),
      fields,
      document: draft.document,
    });
    if (isLive) await this.publishing.publish(context, article.number, saved.version);
    await this.manager.query(
      `UPDATE import_document SET external_id = $4, written_hash = (SELECT hash FROM article_draft WHERE tenant_id = $1 AND number = $5), at = $6
       WHERE tenant_id = $1 AND source_key = $2 AND external_id = $3`,
      [tenantId, sourceOf(context), from, to, article.number, new Date(this.clock.now())],
    );
    return { status: 'renamed', articleNumber: article.number };
  }

  private async known(
    context: CallerContext,
    externalId: string,
  ): Promise<{ readonly number: number; readonly written_hash: string } | undefined> {
    const [row]: { readonly number: number; readonly written_hash: string }[] = await this.manager.query(
      'SELECT number, written_hash FROM import_document WHERE tenant_id = $1 AND source_key = $2 AND external_id = $3',
      [context.tenantId, sourceOf(context), externalId],
    );
    return row;
  }

  /** @throws NotFoundException, ProgramKeyRefused, ProblemException 409 */
  private async unedited(
    context: CallerContext,
    { number, written_hash: written }: { readonly number: number; readonly written_hash: string },
  ): Promise<{ readonly article: ArticleRow; readonly draft: DraftRow }> {
    const article = await findArticle(this.manager, context, number);
    const draft = article && (await findDraft(this.manager, context.tenantId, number));
    if (!draft || article.trashed_at) throw new NotFoundException();
    if (!isWithin(keyUseOf(context) ?? null, { path: article.path, blogKey: article.blog_key }))
      throw new ProgramKeyRefused(IMPORT_KEY_MESSAGES.invalid);
    if (draft.hash !== written)
      throw new ProblemException(HttpStatus.CONFLICT, EDITED_HERE, IMPORT_MESSAGES.edited);
    return { article, draft };
  }

  /** Where an address is: a post where a blog is at its first part, else a page. */
  private async placeOf(tenantId: string, urlPath: string): Promise<Place> {
    const path = `/${urlPath.replaceAll(/^\/+|\/+$/g, '').normalize('NFC')}`;
    const [, first = '', rest = ''] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
    const [blog]: { readonly blog_key: string }[] = await this.manager.query(
      'SELECT blog_key FROM article WHERE tenant_id = $1 AND type = $2 AND blog_key = $3 AND trashed_at IS NULL',
      [tenantId, ARTICLE_TYPES.stream, first],
    );
    return blog ? { path, slug: rest, blogKey: blog.blog_key } : { path, slug: path.slice(1), blogKey: null };
  }

  /** @throws ValidationProblem */
  private async templateOf(tenantId: string, { blogKey }: Place, { templateKey }: PutDocDto) {
    if (templateKey == null) return undefined;
    const [template]: { readonly id: string; readonly version: number }[] = await this.manager.query(
      `SELECT id, version FROM page_template WHERE tenant_id = $1 AND deleted_at IS NULL AND type = $2 AND lower(name) = lower($3)
       ORDER BY changed_at DESC, id LIMIT 1`,
      [tenantId, blogKey === null ? ARTICLE_TYPES.page : ARTICLE_TYPES.post, templateKey],
    );
    if (!template) throw ValidationProblem.at('templateKey', TEXTS.template);
    return template;
  }

  /** @throws ValidationProblem */
  private async read(
    tenantId: string,
    externalId: string,
    { slug, blogKey }: Place,
    input: PutDocDto,
  ): Promise<ReadDocument> {
    const zone = await this.settings.read(tenantId, readSiteZone);
    const title = String(normaliseLine(input.title));
    const source = { externalId, format: 'html', content: input.html } as const;
    try {
      const read = await this.parser.read(source, { isPost: blogKey !== null, zone, title, slug });
      const introduction =
        input.introduction == null ? undefined : String(normaliseText(input.introduction)).trim();
      return {
        ...read,
        fields: { ...read.fields, ...(introduction !== undefined && { introduction: introduction || null }) },
        banner: input.bannerImage ?? read.banner,
        date: input.publishedAt == null ? read.date : new Date(input.publishedAt).toISOString(),
      };
    } catch (error) {
      if (error instanceof UnreadableDocument) throw ValidationProblem.at('html', error.reason);
      throw error;
    }
  }
}

function nameOf(sourceKey: string): string | undefined {
  const name = isStorable(sourceKey) ? externalIdOf(String(normaliseLine(sourceKey))) : undefined;
  return name !== undefined && characters(name) <= IMPORT_LIMITS.externalId.max ? name : undefined;
}

/** @throws ValidationProblem */
function requireName(given: string, field: string): string {
  const name = nameOf(given);
  if (name === undefined) throw ValidationProblem.at(field, IMPORT_MESSAGES.externalId);
  return name;
}

/** @throws ValidationProblem */
function requirePlace(
  { path, slug, blogKey }: Place,
  { articleType }: Pick<PutDocDto, 'articleType'>,
  field = 'urlPath',
): void {
  const isRight =
    slug !== '' &&
    characters(slug) <= ARTICLE_LIMITS.slug.max &&
    isSlug(slug, { segments: blogKey === null ? 'many' : 'one' }) &&
    (blogKey !== null || !RESERVED_SEGMENTS.includes(slug.split('/')[0] ?? ''));
  if (!isRight) throw ValidationProblem.at(field, TEXTS.address({ path }));
  const type = blogKey === null ? ARTICLE_TYPES.page : ARTICLE_TYPES.post;
  if (articleType != null && articleType !== type) throw ValidationProblem.at('articleType', TEXTS.type);
}

/** @throws ProgramKeyRefused, ProblemException 409, ValidationProblem */
function requireWritten(outcome: string | null, notes: readonly ImportNote[]): void {
  if (outcome !== 'conflict' && outcome !== 'refused') return;
  const note = notes.findLast(({ level }) => level === 'error') ?? notes.findLast(() => true);
  const { code, text, params } = note ?? { ...IMPORT_MESSAGES.edited, params: undefined };
  const reason = { code, text, ...(params && { params }) };
  if (reason.code === IMPORT_MESSAGES.outside.code) throw new ProgramKeyRefused(IMPORT_KEY_MESSAGES.invalid);
  if (outcome === 'conflict') throw new ProblemException(HttpStatus.CONFLICT, EDITED_HERE, reason);
  throw ValidationProblem.at(/address/i.test(reason.code) ? 'urlPath' : 'html', reason);
}
