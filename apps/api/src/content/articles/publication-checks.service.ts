import { Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import type { ArticleDocument } from '@sitedesk/contract/documents';
import { worded } from '@sitedesk/contract/messages';
import { CHECK_MESSAGES, type PublicationCheck } from '@sitedesk/contract/publication-checks';
import { EntityManager } from 'typeorm';
import { ProblemException } from '../../platform/http/problem.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import type { Viewer } from './article-permissions.js';
import { type ArticleRow, type DraftRow, findArticle, findDraft } from './article-rows.js';
import { documentFindings, type Finding, hasText, shownFiles, siteLinks } from './document-checks.js';
import { requirePublishable } from './publishing-rules.js';
import { readPublishingSettings } from './publishing-settings.js';
import { PublishingService } from './publishing.service.js';

type Place = Pick<PublicationCheck, 'block' | 'field'>;
const NOWHERE: Place = { block: null, field: null };

/** What to look at before an article is published: what the server would refuse, and what someone may have missed. */
@Injectable()
export class PublicationChecksService {
  constructor(
    private readonly manager: EntityManager,
    private readonly publishing: PublishingService,
    private readonly settings: SettingsService,
  ) {}

  /** @throws NotFoundException */
  async list(viewer: Viewer, number: number): Promise<{ readonly items: readonly PublicationCheck[] }> {
    const { tenantId, caller } = viewer;
    const article = await findArticle(this.manager, viewer, number);
    const draft = article && (await findDraft(this.manager, tenantId, number));
    if (!draft) throw new NotFoundException();
    const settings = await this.settings.read(tenantId, readPublishingSettings);
    const { fields, document } = draft;
    const publisher = caller?.accountId;
    const obstacles = await this.obstacles([
      () => this.publishing.requireStream(this.manager, tenantId, article),
      () => this.publishing.requireAddress(this.manager, tenantId, number, article.path),
      ...(publisher === undefined
        ? []
        : [
            () =>
              requirePublishable(this.manager, settings, { tenantId, number, fields, document, publisher }),
          ]),
    ]);
    return { items: [...obstacles, ...missing(article, draft), ...(await this.findings(tenantId, draft))] };
  }

  private async obstacles(rules: readonly (() => Promise<unknown>)[]): Promise<readonly PublicationCheck[]> {
    const items: PublicationCheck[] = [];
    for (const rule of rules)
      try {
        await rule();
      } catch (error) {
        if (!(error instanceof ProblemException)) throw error;
        items.push({ blocks: true, ...NOWHERE, ...worded('text', error.reason) });
      }
    return items;
  }

  private async findings(tenantId: string, { document }: DraftRow): Promise<readonly PublicationCheck[]> {
    const links = siteLinks(document);
    const live: readonly { readonly path: string }[] = await this.manager.query(
      `SELECT path FROM live_page WHERE tenant_id = $1 AND path = ANY($2) AND kind <> 'gone' AND NOT hidden
       UNION ALL SELECT path FROM live_list WHERE tenant_id = $1 AND path = ANY($2)`,
      [tenantId, links.map(({ path }) => path)],
    );
    const dead = links
      .filter(({ path }) => live.every((page) => page.path !== path))
      .map(({ path, block }) => ({ message: CHECK_MESSAGES.deadLink({ path }), block }));
    const lost = await this.lostFiles(tenantId, document);
    return [...documentFindings(document), ...lost, ...dead].map(({ message, block }) => ({
      blocks: false,
      block,
      field: null,
      ...worded('text', message),
    }));
  }

  private async lostFiles(tenantId: string, document: ArticleDocument): Promise<readonly Finding[]> {
    const files = shownFiles(document);
    if (files.size === 0) return [];
    const there: readonly { readonly id: string }[] = await this.manager.query(
      'SELECT id FROM file WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
      [tenantId, [...files.keys()]],
    );
    const known = new Set(there.map(({ id }) => id));
    return [...files]
      .filter(([id]) => !known.has(id))
      .map(([, block]) => ({ message: CHECK_MESSAGES.noFile, block }));
  }
}

function missing({ type }: ArticleRow, { fields, document }: DraftRow): readonly PublicationCheck[] {
  const items: PublicationCheck[] = [];
  const note = (place: Place, message: Parameters<typeof worded>[1]): void =>
    void items.push({ blocks: false, ...place, ...worded('text', message) });
  if (type !== ARTICLE_TYPES.stream && !hasText(document)) note(NOWHERE, CHECK_MESSAGES.noText);
  if (fields.introduction === null)
    note({ block: null, field: 'introduction' }, CHECK_MESSAGES.noIntroduction);
  if (fields.bannerImage !== null && fields.bannerText === null)
    note({ block: null, field: 'bannerText' }, CHECK_MESSAGES.noBannerText);
  return items;
}
