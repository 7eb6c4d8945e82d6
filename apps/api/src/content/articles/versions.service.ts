import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  ARTICLE_MESSAGES,
  type ArticleDetails,
  type ArticlePublication,
  type ArticleVersion,
  type ArticleVersionSummary,
  type VersionKind,
} from '@sitedesk/contract/articles';
import type {
  CompareDto,
  KeepVersionDto,
  NameVersionDto,
  PublicationListDto,
} from '@sitedesk/contract/articles.dto';
import {
  type ArticleComparison,
  compareDocuments,
  compareFields,
  countChanges,
} from '@sitedesk/contract/comparison';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { TEMPLATE_MESSAGES } from '@sitedesk/contract/page-templates';
import type { PageDto } from '@sitedesk/contract/rules';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { VersionConflict, type Versioned } from '../../platform/http/entity-tag.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { replaceDraft } from './article-drafts.js';
import { requireEdit, type Viewer } from './article-permissions.js';
import {
  type ArticleRow,
  type DraftRow,
  findArticle,
  findDraft,
  knownAuthors,
  placeOfRow,
} from './article-rows.js';
import { checkedDocument, requireOwnHtml } from '../documents/checked-document.js';
import { requireFields } from './article-fields.js';
import { isSameTemplate, requireTemplate } from './article-templates.js';
import { addVersion, contentHash, findVersion, keepDraft, type VersionContent } from './article-versions.js';
import { ArticlesService } from './articles.service.js';

interface VersionRow {
  readonly version: number;
  readonly kind: VersionKind;
  readonly note: string | null;
  readonly title: string;
  readonly words: number;
  readonly author_id: string | null;
  readonly author_name: string | null;
  readonly at: Date;
  readonly base_version: number;
}

interface PublicationRow {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly path: string;
  readonly at: Date;
  readonly ended_at: Date | null;
  readonly by_id: string | null;
  readonly by_name: string | null;
}

/** What becomes of a draft. */
interface Rewriting {
  readonly audited: 'article.save' | 'article.set-template';
  readonly change: (
    manager: EntityManager,
    draft: DraftRow,
    article: ArticleRow,
  ) => Promise<VersionContent | undefined>;
  /** What belongs to the same transaction once the draft is another. */
  readonly also?: (manager: EntityManager, rewritten: Rewritten) => Promise<void>;
}

/** A draft as it was, and as it is now. */
export interface Rewritten {
  /** Number of the version that keeps what it was. */
  readonly version: number;
  /** Of the draft now. */
  readonly revision: number;
}

const VERSIONS = `SELECT v.version, v.kind, v.note, v.fields->>'title' AS title, c.words, v.at, v.base_version,
    o.id AS author_id, o.display_name AS author_name
  FROM article_version v JOIN article_content c ON c.tenant_id = v.tenant_id AND c.hash = v.content_hash
  LEFT JOIN account o ON o.tenant_id = v.tenant_id AND o.id = v.author_id
  WHERE v.tenant_id = $1 AND v.number = $2 AND v.version BETWEEN $3 AND $4 ORDER BY v.version DESC LIMIT $5`;
const PUBLICATIONS = `SELECT p.id, p.version, p.head->>'title' AS title, p.path, p.at, p.ended_at,
    o.id AS by_id, o.display_name AS by_name
  FROM publication p LEFT JOIN account o ON o.tenant_id = p.tenant_id AND o.id = p.by_id
  WHERE p.tenant_id = $1 AND p.number = $2 AND (p.at, p.id) < ($3::timestamptz, $4::uuid)
    AND ($5::timestamptz IS NULL OR p.at <= $5 AND (p.ended_at IS NULL OR p.ended_at > $5))
  ORDER BY p.at DESC, p.id DESC LIMIT $6`;

const LAST_VERSION = 2_147_483_647;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The history of an article: its versions, and what was live of it when. Nothing here makes it shorter; old checkpoints go by themselves. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly articles: ArticlesService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The newest first.
   * @throws NotFoundException
   */
  async list(viewer: Viewer, number: number, query: PageDto): Promise<Page<ArticleVersionSummary>> {
    const { tenantId } = viewer;
    const article = await findArticle(this.manager, viewer, number);
    if (!article) throw new NotFoundException();
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const [before] = query.cursor === undefined ? [LAST_VERSION] : decodeCursor(query.cursor, ['number']);
    const values = [tenantId, number, 1, Math.min(Number(before), LAST_VERSION) - 1, size + 1];
    const rows: VersionRow[] = await this.manager.query(VERSIONS, values);
    return pageOf(
      rows,
      size,
      (row) => summaryOf(article, row),
      ({ version }) => [version],
    );
  }

  /** @throws NotFoundException also for a version that only another article has */
  async get(viewer: Viewer, number: number, version: number): Promise<ArticleVersion> {
    const { tenantId } = viewer;
    const article = await findArticle(this.manager, viewer, number);
    const stored = article && (await findVersion(this.manager, tenantId, number, version));
    if (!stored) throw new NotFoundException();
    const { fields, document, hash } = stored;
    return { ...(await this.summary(article, tenantId, version)), fields, document, hash };
  }

  /**
   * Keeps the draft as the caller has seen it as a version with a name.
   * @throws NotFoundException, PermissionMissing, WrongState, VersionConflict
   */
  async keep(
    context: CallerContext,
    number: number,
    revision: number,
    input: KeepVersionDto,
  ): Promise<ArticleVersionSummary> {
    const { tenantId, caller } = context;
    const name = String(normaliseLine(input.name));
    return this.manager.transaction(async (manager) => {
      const { article, draft } = await editable(manager, context, number);
      if (draft.revision !== revision) throw new VersionConflict();
      const version = article.last_version + 1;
      const { fields, document, base_version: baseVersion } = draft;
      await addVersion(manager, {
        tenantId,
        number,
        version,
        kind: 'named',
        note: name,
        authorId: caller.accountId,
        at: new Date(this.clock.now()),
        baseVersion,
        fields,
        document,
      });
      await manager.query(`UPDATE article SET last_version = $3 WHERE tenant_id = $1 AND number = $2`, [
        tenantId,
        number,
        version,
      ]);
      const summary = await this.summary({ ...article, last_version: version }, tenantId, version, manager);
      await this.record(
        context,
        article,
        { action: 'article.keep-version', after: { version, name } },
        manager,
      );
      return summary;
    });
  }

  /**
   * Names a version, or takes its name away. What it holds stays.
   * @throws NotFoundException, PermissionMissing, WrongState
   */
  async name(context: CallerContext, number: number, version: number, input: NameVersionDto): Promise<void> {
    const { tenantId } = context;
    const name = input.name ? String(normaliseLine(input.name)) : null;
    await this.manager.transaction(async (manager) => {
      const stored = await findVersion(manager, tenantId, number, version);
      if (!stored) throw new NotFoundException();
      const { article } = await editable(manager, context, number);
      if (stored.note === name) return;
      const [, named]: [unknown[], number] = await manager.query(
        `UPDATE article_version SET note = $4 WHERE tenant_id = $1 AND number = $2 AND version = $3`,
        [tenantId, number, version, name],
      );
      if (named === 0) throw new NotFoundException(); // deleted in this moment
      const [before, after] = [{ name: stored.note }, { version, name }];
      await this.record(context, article, { action: 'article.name-version', before, after }, manager);
    });
  }

  /**
   * Makes a version the draft again, at the address that the article has now. The draft that it replaces is kept as a version.
   * @throws NotFoundException, PermissionMissing, WrongState, VersionConflict
   */
  async restore(
    context: CallerContext,
    number: number,
    version: number,
    revision: number,
  ): Promise<Versioned<ArticleDetails>> {
    const { tenantId, caller } = context;
    await this.manager.transaction(async (manager) => {
      const stored = await findVersion(manager, tenantId, number, version);
      if (!stored) throw new NotFoundException();
      const { article, draft } = await editable(manager, context, number);
      if (draft.revision !== revision) throw new VersionConflict();
      if (
        !isSameTemplate(stored.fields.template, draft.fields.template) &&
        !caller.permissions.has('templates.manage')
      )
        throw new WrongState(TEMPLATE_MESSAGES.otherVersion);
      const known = await knownAuthors(manager, tenantId, stored.fields.authors);
      const authors = stored.fields.authors.filter((id) => known.has(id));
      const fields = { ...stored.fields, authors, slug: draft.fields.slug };
      const { document } = stored;
      const at = new Date(this.clock.now());
      const next = (await keepDraft(manager, tenantId, article, draft)) + 1;
      const made = { tenantId, number, version: next, kind: 'restored', authorId: caller.accountId } as const;
      await addVersion(manager, { ...made, at, baseVersion: version, fields, document });
      const restored = { fields, document, editorId: caller.accountId, at, version: next };
      await replaceDraft(manager, tenantId, article, draft, restored);
      const after = { from: version, version: next };
      await this.record(context, article, { action: 'article.restore-version', after }, manager);
    });
    return this.articles.get(context, number);
  }

  /**
   * Gives a draft another text, in its article's place in an action on many. The draft before it and the new one are kept as versions.
   * @param change what becomes of the draft, which the transaction has locked; undefined to leave it as it is
   * @returns the version that it was, and the revision that it has now; undefined when nothing changed
   * @throws NotFoundException, PermissionMissing, WrongState, ValidationProblem, ProblemException 400 naming a block
   */
  async rewrite(
    context: CallerContext,
    number: number,
    { audited, change, also }: Rewriting,
  ): Promise<Rewritten | undefined> {
    const { tenantId, caller } = context;
    return this.manager.transaction(async (manager) => {
      const { article, draft } = await editable(manager, context, number);
      const next = await change(manager, draft, article);
      if (!next || contentHash(next) === draft.hash) return undefined;
      const { fields } = next;
      const document = checkedDocument(next.document);
      await requireOwnHtml(caller, document, () => Promise.resolve(draft.document));
      requireFields(placeOfRow(article), fields);
      await requireTemplate(manager, tenantId, fields.template ?? null, { document });
      const at = new Date(this.clock.now());
      const before = await keepDraft(manager, tenantId, article, draft);
      const version = before + 1;
      const made = { tenantId, number, version, kind: 'checkpoint', authorId: caller.accountId } as const;
      await addVersion(manager, { ...made, at, baseVersion: before, fields, document });
      const written = { fields, document, editorId: caller.accountId, at, version };
      const { revision } = await replaceDraft(manager, tenantId, article, draft, written);
      const rewritten = { version: before, revision };
      await also?.(manager, rewritten);
      await this.record(context, article, { action: audited, after: { version } }, manager);
      return rewritten;
    });
  }

  /**
   * Every difference between two versions; the draft and what is live can be among them.
   * @throws NotFoundException also for a version that only another article has, WrongState when nothing is live
   */
  async compare(viewer: Viewer, number: number, { from, to }: CompareDto): Promise<ArticleComparison> {
    const { tenantId } = viewer;
    const article = await findArticle(this.manager, viewer, number);
    if (!article) throw new NotFoundException();
    const [before, after] = [
      await this.named(tenantId, article, from),
      await this.named(tenantId, article, to),
    ];
    const blocks = compareDocuments(before.document, after.document);
    return {
      from: before.version,
      to: after.version,
      fields: compareFields(before.fields, after.fields),
      blocks,
      counts: countChanges(blocks),
    };
  }

  private async named(
    tenantId: string,
    { number, live_version: live }: ArticleRow,
    name: string,
  ): Promise<VersionContent & { readonly version: number | null }> {
    if (name === 'live' && live === null) throw new WrongState(ARTICLE_MESSAGES.notLive);
    const version = name === 'draft' ? null : name === 'live' ? live : Number(name);
    const found =
      version === null
        ? await findDraft(this.manager, tenantId, number)
        : await findVersion(this.manager, tenantId, number, version);
    if (!found) throw new NotFoundException();
    return { version, fields: found.fields, document: found.document };
  }

  /**
   * What was live, the newest first.
   * @throws NotFoundException
   */
  async publications(
    viewer: Viewer,
    number: number,
    query: PublicationListDto,
  ): Promise<Page<ArticlePublication>> {
    const { tenantId } = viewer;
    if (!(await findArticle(this.manager, viewer, number))) throw new NotFoundException();
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const [at, id] =
      query.cursor === undefined ? [undefined, LAST_ID] : decodeCursor(query.cursor, ['instant', 'id']);
    const from = at === undefined ? 'infinity' : new Date(Number(at));
    const rows: PublicationRow[] = await this.manager.query(PUBLICATIONS, [
      tenantId,
      number,
      from,
      id,
      query.at ?? null,
      size + 1,
    ]);
    return pageOf(rows, size, publicationOf, (row) => [row.at.getTime(), row.id]);
  }

  private async summary(
    article: ArticleRow,
    tenantId: string,
    version: number,
    manager = this.manager,
  ): Promise<ArticleVersionSummary> {
    const rows: VersionRow[] = await manager.query(VERSIONS, [tenantId, article.number, version, version, 1]);
    const [row] = rows;
    if (!row) throw new NotFoundException(); // deleted in this moment
    return summaryOf(article, row);
  }

  private record(
    context: CallerContext,
    { number, title }: ArticleRow,
    event: {
      readonly action:
        | 'article.keep-version'
        | 'article.name-version'
        | 'article.restore-version'
        | Rewriting['audited'];
      readonly before?: object;
      readonly after: object;
    },
    manager: EntityManager,
  ): Promise<void> {
    const target = { kind: 'article', id: String(number) };
    const { before, after } = event;
    return this.auditLog.record(
      context,
      { action: event.action, target, ...(before && { before: { ...before } }), after: { title, ...after } },
      manager,
    );
  }
}

/** Locks an article that the caller may edit. */
async function editable(
  manager: EntityManager,
  context: CallerContext,
  number: number,
): Promise<{ readonly article: ArticleRow; readonly draft: DraftRow }> {
  const { tenantId, caller } = context;
  const article = await findArticle(manager, context, number, { lock: true });
  const draft = article && (await findDraft(manager, tenantId, number));
  if (!draft) throw new NotFoundException();
  requireEdit(caller, article);
  if (article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.trashed);
  return { article, draft };
}

const personOf = (id: string | null, name: string | null): { id: string; displayName: string } | null =>
  id === null ? null : { id, displayName: name ?? '' };

const summaryOf = ({ live_version }: ArticleRow, row: VersionRow): ArticleVersionSummary => ({
  version: row.version,
  kind: row.kind,
  name: row.note,
  title: row.title,
  words: row.words,
  author: personOf(row.author_id, row.author_name),
  at: row.at.toISOString(),
  baseVersion: row.base_version,
  isLive: row.version === live_version,
});

const publicationOf = (row: PublicationRow): ArticlePublication => ({
  version: row.version,
  title: row.title,
  path: row.path,
  from: row.at.toISOString(),
  until: row.ended_at?.toISOString() ?? null,
  publisher: personOf(row.by_id, row.by_name),
});
