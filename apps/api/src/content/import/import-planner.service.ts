import { Inject, Injectable } from '@nestjs/common';
import { type ArticleFields, ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { type ArticleDocument, documentProblem } from '@sitedesk/contract/documents';
import {
  IMPORT_MESSAGES as TEXTS,
  type ImportNote,
  importNote,
  type ImportOutcome,
} from '@sitedesk/contract/imports';
import type { TemplateRef } from '@sitedesk/contract/page-templates';
import { normaliseLine } from '@sitedesk/contract/text';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { newFields, storedFields } from '../articles/article-fields.js';
import { mayEdit, visibleTo } from '../articles/article-permissions.js';
import { type ArticleRow, findArticle, findDraft } from '../articles/article-rows.js';
import { contentHash } from '../articles/article-versions.js';
import { mediaPath } from '../files/file-rows.js';
import { pathsBelow } from '../files/folder-rows.js';
import { type ImportPlan, isBelow, isWithin, type ItemRow, type RunRow } from './import-rows.js';
import type { ReadDocument } from './read-document.js';
import { notePictures, remoteAddress } from './remote-pictures.js';
import {
  addressesIn,
  documentNames,
  fileKey,
  fileOf,
  type Known,
  type Meaning,
  meaningsIn,
  picturesIn,
  Resolving,
  sourcePath,
} from './resolve-addresses.js';

/** Addresses of a document that are looked at before other requests have their turn. */
const ADDRESSES_IN_TURN = 1_000;

/** What the check says of a document. */
export interface Planned {
  readonly outcome: ImportOutcome;
  readonly publish: boolean;
  readonly path: string | null;
  readonly number: number | null;
  readonly plan: ImportPlan | null;
  readonly notes: readonly ImportNote[];
}

/** A row of `import_document`: which article a document is. */
interface KnownDocument {
  readonly number: number;
  readonly written_hash: string;
  readonly undone: boolean;
}

/** What only documents have that arrive one by one. */
interface PlanOptions {
  /** Says where a document will be that hasn't arrived yet. */
  readonly predict?: ((name: string) => string) | undefined;
  /** Whether no step follows that fetches pictures of other servers. */
  readonly isAlone?: boolean | undefined;
  /** Template of a new article. */
  readonly template?: TemplateRef | undefined;
}

export type SourceFiles = Known['files'];

/** Decides what becomes of documents, with everything that an import does except writing. */
@Injectable()
export class ImportPlannerService {
  constructor(
    private readonly manager: EntityManager,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Files below the folder of an import, by their names in the source. */
  async files(tenantId: string, folder: string | null): Promise<SourceFiles> {
    if (folder === null) return new Map();
    const folders = await pathsBelow(this.manager, tenantId, [folder]);
    const rows: {
      readonly id: string;
      readonly folder_id: string;
      readonly name: string;
      readonly hash: string;
      readonly kind: string;
    }[] = await this.manager.query(
      `SELECT id, folder_id, name, hash, kind FROM file WHERE tenant_id = $1 AND folder_id = ANY($2) AND trashed_at IS NULL ORDER BY created_at, id`,
      [tenantId, [...folders.keys()]],
    );
    return new Map(
      rows.map(({ id, folder_id, name, hash, kind }) => {
        const path = [...(folders.get(folder_id) ?? []).slice(1), name].join('/');
        return [fileKey(path), { id, path: mediaPath(id, hash, name), isImage: kind === 'image' }];
      }),
    );
  }

  /** @param files of the import */
  async plan(
    context: CallerContext,
    run: RunRow,
    item: Pick<ItemRow, 'external_id' | 'read' | 'notes' | 'path'>,
    files: SourceFiles,
    { predict, template, isAlone }: PlanOptions = {},
  ): Promise<Planned> {
    const { read } = item;
    const notes: ImportNote[] = [...(read?.notes ?? item.notes)];
    const refused = (number: number | null = null): Planned => ({
      outcome: 'refused',
      publish: false,
      path: null,
      number,
      plan: null,
      notes,
    });
    if (!read || notes.some(({ level }) => level === 'error')) return refused();
    const known = await this.known(context, run, item.external_id);
    const article = known && (await findArticle(this.manager, context, known.number));
    if (known && !article) {
      notes.push(importNote('error', TEXTS.cantEdit));
      return { ...refused(), outcome: 'conflict' };
    }
    const draft = article && (await findDraft(this.manager, context.tenantId, article.number));
    const isOurs = known !== undefined && draft?.hash === known.written_hash;
    const restore = article?.trashed_at != null && known?.undone === true && isOurs;
    if (article && (article.trashed_at ? !restore : !mayEdit(context.caller, article))) {
      notes.push(importNote('error', article.trashed_at ? TEXTS.trashed : TEXTS.cantEdit));
      return { ...refused(article.number), outcome: 'conflict' };
    }
    const path = item.path ?? `/${read.slug}`;
    const blogKey = read.isPage ? null : run.options.blogKey;
    const place = article && !restore ? { path: article.path, blogKey: article.blog_key } : { path, blogKey };
    if (!isWithin(run.key_limit, place)) {
      notes.push(importNote('error', TEXTS.outside));
      return refused();
    }
    const fields = await this.fields(context, run, read, notes);
    const meaningOf = meaningsIn(item.external_id, run.options.hosts);
    const targets = await this.lookUp(context, run, meaningOf, read, { files, predict, isAlone });
    const resolving = new Resolving(meaningOf, run.options.hosts, targets);
    await nextTurn(); // visitors' requests don't wait until a long document is done
    const content = resolving.content(read.content);
    const banner = resolving.banner(read.banner);
    notes.push(...resolving.notes());
    const document: ArticleDocument = {
      type: 'doc',
      content: content.length > 0 ? content : [{ type: 'paragraph' }],
    };
    await nextTurn();
    const problem = documentProblem(document);
    if (problem) {
      notes.push(importNote('error', TEXTS.body({ reason: problem.message })));
      return refused(article?.number ?? null);
    }
    const wanted = { ...fields, bannerImage: banner, ...(template && !article && { template }) };
    if (!article || restore) {
      const taken = await this.taken(context, run, item, path, article?.number);
      if (taken) {
        notes.push(importNote('error', taken));
        return refused();
      }
    }
    if (article && !restore) this.sayPlace(article, blogKey, read, path, notes);
    const now: ArticleFields =
      article && draft
        ? { ...wanted, slug: article.slug, ...(draft.fields.template && { template: draft.fields.template }) }
        : wanted;
    await nextTurn();
    const hash = contentHash({ fields: now, document });
    const publish = this.publishes(run, read, notes);
    const aliases = read.aliases.filter((alias) => isBelow(run.key_limit, alias));
    if (aliases.length < read.aliases.length)
      notes.push(
        importNote('warning', TEXTS.aliasesOutside({ count: read.aliases.length - aliases.length })),
      );
    const plan: ImportPlan = {
      fields: now,
      document,
      hash,
      date: read.date,
      aliases,
      blogKey,
      over: draft?.hash ?? null,
      restore,
    };
    const base = {
      publish,
      path: article && !restore ? article.path : path,
      number: article?.number ?? null,
      plan,
      notes,
    };
    if (!article || !draft || restore) return { ...base, outcome: 'created' };
    if (draft.hash === hash) {
      const isMissing = publish && article.live_hash !== hash;
      return { ...base, plan: isMissing ? plan : null, outcome: isMissing ? 'updated' : 'unchanged' };
    }
    if (isOurs) return { ...base, outcome: 'updated' };
    if (run.options.conflict === 'keep') {
      notes.push(importNote('warning', TEXTS.edited));
      return { ...base, plan: null, publish: false, outcome: 'conflict' };
    }
    notes.push(importNote('warning', TEXTS.editedReplaced));
    return { ...base, outcome: 'updated' };
  }

  private publishes({ options }: RunRow, { draft, date }: ReadDocument, notes: ImportNote[]): boolean {
    if (options.status !== 'published') return false;
    if (draft) notes.push(importNote('info', TEXTS.isDraft));
    const isFuture = date !== null && Date.parse(date) > this.clock.now();
    if (isFuture && !draft) notes.push(importNote('warning', TEXTS.dateFuture));
    return !draft && !isFuture;
  }

  private sayPlace(
    article: ArticleRow,
    blogKey: string | null,
    { slug }: ReadDocument,
    path: string,
    notes: ImportNote[],
  ): void {
    const isSamePlace =
      article.type === (blogKey === null ? ARTICLE_TYPES.page : ARTICLE_TYPES.post) &&
      article.blog_key === blogKey;
    if (!isSamePlace) notes.push(importNote('info', TEXTS.typeStays));
    else if (article.slug !== slug) notes.push(importNote('info', TEXTS.addressStays({ path })));
  }

  private async known(
    { tenantId }: CallerContext,
    run: RunRow,
    externalId: string,
  ): Promise<KnownDocument | undefined> {
    const [row]: KnownDocument[] = await this.manager.query(
      'SELECT number, written_hash, undone FROM import_document WHERE tenant_id = $1 AND source_key = $2 AND external_id = $3',
      [tenantId, run.source_key, externalId],
    );
    return row;
  }

  private async fields(
    { tenantId }: CallerContext,
    { options }: RunRow,
    read: ReadDocument,
    notes: ImportNote[],
  ): Promise<ArticleFields> {
    const keys = read.authors.map((name) => String(normaliseLine(name)).toLowerCase());
    const rows: { readonly id: string; readonly name_key: string }[] =
      keys.length === 0
        ? []
        : await this.manager.query(
            'SELECT id, name_key FROM author_profile WHERE tenant_id = $1 AND name_key = ANY($2) ORDER BY created_at DESC',
            [tenantId, keys],
          );
    const byName = new Map(rows.map(({ id, name_key }) => [name_key, id]));
    for (const [index, key] of keys.entries())
      if (!byName.has(key) && !read.authorId)
        notes.push(importNote('warning', TEXTS.authorUnknown({ name: read.authors[index] ?? '' })));
    const named = read.authorId ? [read.authorId] : keys.flatMap((key) => byName.get(key) ?? []);
    const authors = named.length > 0 ? [...new Set(named)] : options.author === null ? [] : [options.author];
    const { title, slug, fields } = read;
    return storedFields({ ...newFields(title, slug), ...fields, title, slug, authors });
  }

  /** What the addresses in a document lead to. */
  private async lookUp(
    context: CallerContext,
    run: RunRow,
    meaningOf: (address: string) => Meaning,
    { content, banner }: ReadDocument,
    { files, predict, isAlone = false }: PlanOptions & { readonly files: SourceFiles },
  ): Promise<Known> {
    const { tenantId } = context;
    const [names, paths, inside] = [new Set<string>(), new Set<string>(), new Set<string>()];
    let count = 0;
    for (const address of addressesIn(content)) {
      if ((count += 1) % ADDRESSES_IN_TURN === 0) await nextTurn();
      const meaning = meaningOf(address);
      if (meaning.kind === 'inside') {
        inside.add(meaning.name);
        for (const name of documentNames(meaning.name)) names.add(name);
      }
      if (meaning.kind === 'path') paths.add(meaning.path);
    }
    const remote = new Set<string>();
    for (const address of [...picturesIn(content), ...(banner === null ? [] : [banner])]) {
      const meaning = meaningOf(address);
      const there = fileOf(meaning, files)?.isImage ? undefined : remoteAddress(meaning, run.options.hosts);
      if (there !== undefined) remote.add(there);
    }
    const documents: { readonly external_id: string; readonly path: string | null }[] =
      names.size === 0
        ? []
        : await this.manager.query(
            // Name by name: just after they were filled, the planner of the database takes these tables for small ones, and would go
            // through all rows of them for each document.
            `SELECT x.external_id, coalesce(a.path, i.path) AS path FROM unnest($4::text[]) AS x (external_id)
             LEFT JOIN LATERAL (SELECT external_id, path FROM import_item
               WHERE tenant_id = $1 AND run_id = $2 AND external_id = x.external_id LIMIT 1) i ON true
             LEFT JOIN LATERAL (SELECT number FROM import_document
               WHERE tenant_id = $1 AND source_key = $3 AND external_id = x.external_id LIMIT 1) d ON true
             LEFT JOIN LATERAL (SELECT path FROM article
               WHERE tenant_id = $1 AND number = d.number AND trashed_at IS NULL LIMIT 1) a ON true
             WHERE i.external_id IS NOT NULL OR a.path IS NOT NULL`,
            [tenantId, run.id, run.source_key, [...names]],
          );
    const found = new Map(documents.map(({ external_id, path }) => [external_id, path]));
    if (predict)
      for (const name of inside)
        if (/\.(?:md|markdown|html?)$/i.test(name) && !documentNames(name).some((each) => found.has(each)))
          found.set(name, predict(name));
    return {
      documents: found,
      paths: await this.paths(tenantId, run, [...paths]),
      files,
      pictures: isAlone
        ? new Map([...remote].map((address) => [address, { file: null, reason: null }]))
        : await notePictures(this.manager, tenantId, run, [...remote]),
    };
  }

  /** Where documents are by now that the source had at these paths. */
  private async paths(tenantId: string, run: RunRow, wanted: readonly string[]): Promise<Known['paths']> {
    if (wanted.length === 0) return new Map();
    const both = wanted.flatMap((path) => [path, `${path}/`]);
    const rows: { readonly path: string; readonly aliases: readonly string[] }[] = await this.manager.query(
      `SELECT coalesce(a.path, i.path) AS path, jsonb_path_query_array(i.read, '$.aliases[*]') || to_jsonb(i.path) AS aliases FROM import_item i
       LEFT JOIN import_document d ON d.tenant_id = $1 AND d.source_key = $3 AND d.external_id = i.external_id
       LEFT JOIN article a ON a.tenant_id = $1 AND a.number = d.number AND a.trashed_at IS NULL
       WHERE i.tenant_id = $1 AND i.run_id = $2 AND i.path IS NOT NULL AND (i.path = ANY($4) OR i.read->'aliases' ?| $4)`,
      [tenantId, run.id, run.source_key, both],
    );
    return new Map(
      rows.flatMap(({ path, aliases }) =>
        aliases.map((alias): [string, string] => [sourcePath(alias), path]),
      ),
    );
  }

  /** Why a new article can't have this address; undefined when it can. */
  private async taken(
    { tenantId, caller }: CallerContext,
    run: RunRow,
    { external_id }: Pick<ItemRow, 'external_id'>,
    path: string,
    own = 0,
  ) {
    const [other]: { readonly external_id: string }[] = await this.manager.query(
      `SELECT external_id FROM import_item WHERE tenant_id = $1 AND run_id = $2 AND path = $3 AND external_id < $4 ORDER BY external_id LIMIT 1`,
      [tenantId, run.id, path, external_id],
    );
    if (other) return TEXTS.addressTwice({ other: other.external_id });
    const values: unknown[] = [tenantId, path, own];
    const visible = visibleTo(caller, (each) => `$${values.push(each)}`);
    const [article]: { readonly title: string; readonly visible: boolean }[] = await this.manager.query(
      `SELECT title, ${visible} AS visible FROM article a WHERE tenant_id = $1 AND path = $2 AND trashed_at IS NULL AND number <> $3`,
      values,
    );
    if (article)
      return article.visible ? TEXTS.addressTaken({ title: article.title }) : TEXTS.addressTakenUnseen;
    const kept: unknown[] = await this.manager.query(
      'SELECT 1 FROM path_history WHERE tenant_id = $1 AND path = $2 AND number <> $3',
      [tenantId, path, own],
    );
    return kept.length > 0 ? TEXTS.addressKept : undefined;
  }
}
