import { Injectable, NotFoundException } from '@nestjs/common';
import { IMPORT_MESSAGES as TEXTS, importNote } from '@sitedesk/contract/imports';
import { EntityManager } from 'typeorm';
import type { CallerContext } from '../../platform/http/request-context.js';
import { type ArticleRow, type DraftRow, findArticle, findDraft } from '../articles/article-rows.js';
import { contentHash, findVersion } from '../articles/article-versions.js';
import { PublishingService } from '../articles/publishing.service.js';
import { TrashService } from '../articles/trash.service.js';
import { VersionsService } from '../articles/versions.service.js';
import { RedirectsService } from '../redirects/redirects.service.js';
import { type BeforeImport, isWithin, type ItemRow, type RunRow, STEPS } from './import-rows.js';
import { reasonOf } from './import-writer.service.js';

/** Makes articles what they were before an import, unless someone has edited them since. */
@Injectable()
export class ImportUndoService {
  constructor(
    private readonly manager: EntityManager,
    private readonly versions: VersionsService,
    private readonly publishing: PublishingService,
    private readonly trash: TrashService,
    private readonly redirects: RedirectsService,
  ) {}

  async undo(context: CallerContext, run: RunRow, item: ItemRow): Promise<void> {
    const { number, before, written_hash: written } = item;
    const notes = [...item.notes];
    if (number !== null && before && written !== null) {
      try {
        const isEdited = await this.back(context, run, item, { number, before, written });
        if (isEdited) notes.push(importNote('warning', TEXTS.undoEdited));
        else await this.removeRedirects(context, item.redirects);
      } catch (error) {
        notes.push(importNote('error', TEXTS.undoFailed({ reason: reasonOf(error) })));
      }
    }
    await this.manager.query(
      `UPDATE import_item SET step = ${STEPS.undone}, notes = $4, plan = NULL, read = NULL WHERE tenant_id = $1 AND run_id = $2 AND external_id = $3`,
      [context.tenantId, run.id, item.external_id, JSON.stringify(notes)],
    );
  }

  /** @returns whether it stays, because someone has edited it */
  private async back(
    context: CallerContext,
    run: RunRow,
    { external_id: externalId }: ItemRow,
    {
      number,
      before,
      written,
    }: { readonly number: number; readonly before: BeforeImport; readonly written: string },
  ): Promise<boolean> {
    const { article, draft } = await this.find(context, number);
    if (!article.trashed_at && !isWithin(run.key_limit, { path: article.path, blogKey: article.blog_key }))
      return true;
    if (before.kind !== 'draft') {
      if (draft.hash !== written) return true;
      if (!article.trashed_at) await this.trash.move(context, number, {});
      await this.remember(context, run, externalId, { written, undone: true });
      return false;
    }
    // A request that was ended in the middle of it has made it one of these.
    const former = await this.hashOf(context, number, before.version);
    const formerLive = await this.hashOf(context, number, before.live);
    if (article.trashed_at !== null || ![written, former, formerLive].includes(draft.hash)) return true;
    const isPublished = article.live_hash === written && article.live_version !== before.live;
    if (isPublished && before.live !== null) {
      if (draft.hash !== formerLive)
        await this.versions.restore(context, number, before.live, draft.revision);
      await this.publishing.publish(context, number, (await this.find(context, number)).draft.revision);
    } else if (isPublished) await this.publishing.withdraw(context, number, { answer: 404 });
    const { draft: now } = await this.find(context, number);
    if (before.version !== null && now.hash !== former)
      await this.versions.restore(context, number, before.version, now.revision);
    await this.remember(context, run, externalId, { written: before.written ?? written, undone: false });
    return false;
  }

  private async hashOf(
    { tenantId }: CallerContext,
    number: number,
    version: number | null,
  ): Promise<string | undefined> {
    const found = version === null ? undefined : await findVersion(this.manager, tenantId, number, version);
    return found && contentHash(found);
  }

  private async find(
    context: CallerContext,
    number: number,
  ): Promise<{ readonly article: ArticleRow; readonly draft: DraftRow }> {
    const article = await findArticle(this.manager, context, number);
    const draft = article && (await findDraft(this.manager, context.tenantId, number));
    if (!draft) throw new NotFoundException();
    return { article, draft };
  }

  private async remember(
    { tenantId }: CallerContext,
    run: RunRow,
    externalId: string,
    { written, undone }: { readonly written: string; readonly undone: boolean },
  ): Promise<void> {
    await this.manager.query(
      'UPDATE import_document SET written_hash = $4, undone = $5 WHERE tenant_id = $1 AND source_key = $2 AND external_id = $3',
      [tenantId, run.source_key, externalId, written, undone],
    );
  }

  private async removeRedirects(context: CallerContext, ids: readonly string[]): Promise<void> {
    for (const id of ids)
      await this.redirects.delete(context, id).catch((error: unknown) => {
        if (!(error instanceof NotFoundException)) throw error; // someone has removed it
      });
  }
}
