import { Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { worded } from '@sitedesk/contract/messages';
import { CHECK_MESSAGES, type PublicationCheck } from '@sitedesk/contract/publication-checks';
import { EntityManager } from 'typeorm';
import { ProblemException } from '../../platform/http/problem.js';
import type { Viewer } from './article-permissions.js';
import { type ArticleRow, type DraftRow, findArticle, findDraft } from './article-rows.js';
import { documentFindings, hasText, siteLinks } from './document-checks.js';
import { PublishingService } from './publishing.service.js';

type Place = Pick<PublicationCheck, 'block' | 'field'>;
const NOWHERE: Place = { block: null, field: null };

/** What to look at before an article is published: what the server would refuse, and what someone may have missed. */
@Injectable()
export class PublicationChecksService {
  constructor(
    private readonly manager: EntityManager,
    private readonly publishing: PublishingService,
  ) {}

  /** @throws NotFoundException */
  async list(viewer: Viewer, number: number): Promise<{ readonly items: readonly PublicationCheck[] }> {
    const { tenantId } = viewer;
    const article = await findArticle(this.manager, viewer, number);
    const draft = article && (await findDraft(this.manager, tenantId, number));
    if (!draft) throw new NotFoundException();
    const obstacles = await this.obstacles(tenantId, article);
    return { items: [...obstacles, ...missing(article, draft), ...(await this.findings(tenantId, draft))] };
  }

  private async obstacles(tenantId: string, article: ArticleRow): Promise<readonly PublicationCheck[]> {
    const { number, path } = article;
    const rules = [
      () => this.publishing.requireStream(this.manager, tenantId, article),
      () => this.publishing.requireAddress(this.manager, tenantId, number, path),
    ];
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
    return [...documentFindings(document), ...dead].map(({ message, block }) => ({
      blocks: false,
      block,
      field: null,
      ...worded('text', message),
    }));
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
