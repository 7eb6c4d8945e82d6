import { HttpException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_MESSAGES, ARTICLE_TYPES } from '@sitedesk/contract/articles';
import {
  IMPORT_MESSAGES as TEXTS,
  type ImportNote,
  importNote,
  type ImportOutcome,
} from '@sitedesk/contract/imports';
import type { Message } from '@sitedesk/contract/messages';
import { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { isUnavailable } from '../../platform/database/sql.js';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { ArticlesService } from '../articles/articles.service.js';
import { findArticle, findDraft } from '../articles/article-rows.js';
import { contentHash } from '../articles/article-versions.js';
import { PublishingService } from '../articles/publishing.service.js';
import { TrashService } from '../articles/trash.service.js';
import { VersionsService } from '../articles/versions.service.js';
import { RedirectsService } from '../redirects/redirects.service.js';
import {
  type BeforeImport,
  type ImportPlan,
  isWithin,
  type ItemRow,
  type RunRow,
  STEPS,
} from './import-rows.js';

/** The article isn't what the report says anymore. */
class ChangedSince extends Error {}

/**
 * Writes documents as their plans say, with the services that the editor uses. Each step of a document is noted in the transaction that
 * takes it, so that it's never taken twice.
 */
@Injectable()
export class ImportWriterService {
  constructor(
    private readonly manager: EntityManager,
    private readonly articles: ArticlesService,
    private readonly versions: VersionsService,
    private readonly publishing: PublishingService,
    private readonly trash: TrashService,
    private readonly redirects: RedirectsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Documents of which nothing is written are done, all with one statement. */
  async passOver(tenantId: string, run: RunRow): Promise<void> {
    await this.manager.query(
      `UPDATE import_item SET step = ${STEPS.done}, read = NULL WHERE tenant_id = $1 AND run_id = $2 AND step = ${STEPS.checked} AND plan IS NULL`,
      [tenantId, run.id],
    );
  }

  /** What is refused is noted with its document. */
  async write(context: CallerContext, run: RunRow, item: ItemRow): Promise<void> {
    const { tenantId } = context;
    const { plan, outcome } = item;
    if (!plan || (outcome !== 'created' && outcome !== 'updated')) {
      await this.note(tenantId, run, item, { step: STEPS.done });
      return;
    }
    let { number } = item;
    if (item.step === STEPS.checked) {
      try {
        number = await this.draft(context, run, item, plan);
      } catch (error) {
        const reason = error instanceof ChangedSince ? undefined : reasonOf(error);
        const note = reason
          ? importNote('error', TEXTS.failed({ reason }))
          : importNote('warning', TEXTS.edited);
        await this.note(tenantId, run, item, {
          step: STEPS.done,
          outcome: reason ? 'refused' : 'conflict',
          notes: [...item.notes, note],
        });
        return;
      }
    }
    if (number === null) throw new Error('What is written has a number.');
    const notes = [...item.notes];
    if (item.publish) {
      const reason = await this.publish(context, number, plan).catch(reasonOf);
      if (reason) notes.push(importNote('error', TEXTS.failed({ reason })));
    }
    const redirects = await this.redirect(context, number, plan, notes);
    await this.note(tenantId, run, item, { step: STEPS.done, notes, redirects });
  }

  /** @returns number of the article */
  private async draft(context: CallerContext, run: RunRow, item: ItemRow, plan: ImportPlan): Promise<number> {
    if (item.outcome === 'created' && !plan.restore) return this.create(context, run, item, plan);
    const { number } = item;
    if (number === null) throw new Error('What is updated has a number.');
    if (run.key_limit && !plan.restore) {
      // Someone may have moved it out of what the key reaches since it was checked.
      const article = await findArticle(this.manager, context, number);
      if (!article || !isWithin(run.key_limit, { path: article.path, blogKey: article.blog_key }))
        throw new ChangedSince();
    }
    if (plan.restore) {
      const article = await findArticle(this.manager, context, number);
      if (article?.trashed_at) await this.trash.restore(context, number, { slug: plan.fields.slug });
    }
    await this.update(context, run, item, number, plan);
    return number;
  }

  private create(
    context: CallerContext,
    run: RunRow,
    item: ItemRow,
    { fields, document, hash, blogKey }: ImportPlan,
  ): Promise<number> {
    const type = blogKey === null ? ARTICLE_TYPES.page : ARTICLE_TYPES.post;
    const { title, slug } = fields;
    return this.articles.add(
      context,
      { type, title, slug, blogKey },
      { ...fields, document },
      (manager, number) =>
        this.written(manager, context, run, item, {
          number,
          hash,
          before: { kind: 'new', version: null, live: null, written: null },
        }),
    );
  }

  private async update(
    context: CallerContext,
    run: RunRow,
    item: ItemRow,
    number: number,
    plan: ImportPlan,
  ): Promise<void> {
    const { fields, document, hash, over, restore } = plan;
    const known = await this.manager.query(
      'SELECT written_hash FROM import_document WHERE tenant_id = $1 AND source_key = $2 AND external_id = $3',
      [context.tenantId, run.source_key, item.external_id],
    );
    const [{ written_hash: written } = { written_hash: null }] = known as {
      readonly written_hash: string | null;
    }[]; // the columns above
    let live: number | null = null;
    const write = (manager: EntityManager, version: number | null): Promise<void> =>
      this.written(manager, context, run, item, {
        number,
        hash,
        before: { kind: restore ? 'trashed' : 'draft', version, live, written },
      });
    const rewritten = await this.versions.rewrite(context, number, {
      audited: 'article.save',
      change: (_manager, draft, article) => {
        if (draft.hash !== over && draft.hash !== hash && !restore) throw new ChangedSince();
        live = article.live_version;
        return Promise.resolve({ fields, document });
      },
      also: (manager, { version }) => write(manager, version),
    });
    // Its draft is that text already: it's published only.
    if (!rewritten) await this.manager.transaction((manager) => write(manager, null));
  }

  /** Notes that the draft is written, and which article the document is. */
  private async written(
    manager: EntityManager,
    { tenantId }: CallerContext,
    run: RunRow,
    { external_id: externalId }: ItemRow,
    {
      number,
      hash,
      before,
    }: { readonly number: number; readonly hash: string; readonly before: BeforeImport },
  ): Promise<void> {
    await manager.query(
      `INSERT INTO import_document (tenant_id, source_key, external_id, number, written_hash, undone, at) VALUES ($1, $2, $3, $4, $5, false, $6)
       ON CONFLICT (tenant_id, source_key, external_id) DO UPDATE SET number = $4, written_hash = $5, undone = false, at = $6`,
      [tenantId, run.source_key, externalId, number, hash, new Date(this.clock.now())],
    );
    await manager.query(
      `UPDATE import_item SET step = ${STEPS.written}, number = $4, written_hash = $5, before = coalesce(before, $6) WHERE tenant_id = $1 AND run_id = $2 AND external_id = $3`,
      [tenantId, run.id, externalId, number, hash, JSON.stringify(before)],
    );
  }

  private async publish(
    context: CallerContext,
    number: number,
    { hash, date }: ImportPlan,
  ): Promise<undefined> {
    const article = await findArticle(this.manager, context, number);
    const draft = article && (await findDraft(this.manager, context.tenantId, number));
    if (!draft) throw new NotFoundException();
    if (article.live_hash === hash || contentHash(draft) !== hash) return undefined; // done before, or edited at this moment
    const isFirst = article.first_published_at === null && date !== null;
    await this.publishing.publish(context, number, draft.revision, isFirst ? new Date(date) : undefined);
    return undefined;
  }

  /** @returns ids of the redirects from former addresses */
  private async redirect(
    context: CallerContext,
    number: number,
    { aliases }: ImportPlan,
    notes: ImportNote[],
  ): Promise<readonly string[]> {
    if (aliases.length === 0 || !context.caller.permissions.has('pages.publish')) return [];
    const made: string[] = [];
    for (const path of aliases) {
      const [own]: { readonly id: string }[] = await this.manager.query(
        'SELECT id FROM redirect_rule WHERE tenant_id = $1 AND path = $2 AND forward_number = $3',
        [context.tenantId, path, number],
      );
      if (own) {
        made.push(own.id);
        continue;
      }
      try {
        const { answer: body } = await this.redirects.create(context, {
          path,
          code: 301,
          forwardArticle: number,
        });
        if (body.id !== null) made.push(body.id);
      } catch (error) {
        notes.push(importNote('warning', TEXTS.aliasWrong({ path, reason: reasonOf(error) })));
      }
    }
    return made;
  }

  private async note(
    tenantId: string,
    run: RunRow,
    { external_id: externalId }: ItemRow,
    {
      step,
      outcome,
      notes,
      redirects,
    }: {
      readonly step: number;
      readonly outcome?: ImportOutcome;
      readonly notes?: readonly ImportNote[];
      readonly redirects?: readonly string[];
    },
  ): Promise<void> {
    await this.manager.query(
      `UPDATE import_item SET step = $4, outcome = coalesce($5, outcome), notes = coalesce($6, notes), redirects = coalesce($7, redirects), read = NULL, plan = CASE
         WHEN plan IS NULL THEN NULL ELSE jsonb_build_object('hash', plan->'hash') END
       WHERE tenant_id = $1 AND run_id = $2 AND external_id = $3`,
      [
        tenantId,
        run.id,
        externalId,
        step,
        outcome ?? null,
        notes ? JSON.stringify(notes) : null,
        redirects ?? null,
      ],
    );
  }
}

/** Why something was refused. @throws what is no refusal, and ends the request */
export function reasonOf(error: unknown): Message {
  if (isUnavailable(error)) throw error;
  if (error instanceof NotFoundException) return ARTICLE_MESSAGES.unknown;
  if (error instanceof ValidationProblem) {
    const [{ message: text, code = '', params } = { message: error.reason.text }] = error.errors;
    return { code, text, ...(params && { params }) };
  }
  if (error instanceof ProblemException) return error.reason;
  if (error instanceof HttpException && error.getStatus() < 500) return { code: '', text: error.message };
  throw error;
}
