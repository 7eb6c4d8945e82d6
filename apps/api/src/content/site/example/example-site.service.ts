import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { LOG, type Log } from '../../../platform/core/log.js';
import { type RequestContext, systemContext } from '../../../platform/http/request-context.js';
import { SiteService } from '../../../platform/site/site.service.js';
import { FIRST_SITE_NAME, TenantsService } from '../../../platform/tenancy/tenants.service.js';
import { ArticlesService } from '../../articles/articles.service.js';
import { PublishingService } from '../../articles/publishing.service.js';
import { MenuService } from '../../menu/menu.service.js';
import { EXAMPLE_MENU, EXAMPLE_NAME, EXAMPLE_PAGES, type ExamplePage } from './example-pages.js';

/** The site that a demonstration shows until it has one of its own. */
@Injectable()
export class ExampleSiteService {
  constructor(
    private readonly manager: EntityManager,
    private readonly tenants: TenantsService,
    private readonly sites: SiteService,
    private readonly menu: MenuService,
    private readonly articles: ArticlesService,
    private readonly publishing: PublishingService,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Makes what isn't there yet, unless someone has begun a site. The demonstration works without it. */
  async make(): Promise<void> {
    try {
      const [site] = await this.tenants.list();
      if (!site || (await this.isOver(site.id))) return;
      const context = systemContext(site.id, 'example site');
      if (site.name === FIRST_SITE_NAME) await this.sites.change(context, { name: EXAMPLE_NAME });
      const numbers = new Map<string, number>();
      for (const page of EXAMPLE_PAGES) {
        if (page.path === '/') await this.makeMenu(context, numbers);
        numbers.set(page.path, await this.makePage(context, page));
      }
    } catch (err) {
      this.log.warn({ event: 'example_site.failed', err });
    }
  }

  /** An address that was live is remembered for good: whatever has become of the home page, it isn't made again. */
  private async isOver(tenantId: string): Promise<boolean> {
    const [row]: { readonly over: boolean }[] = await this.manager.query(
      `SELECT EXISTS (SELECT 1 FROM path_history WHERE tenant_id = $1 AND path = '/')
           OR EXISTS (SELECT 1 FROM article WHERE tenant_id = $1 AND owner_id IS NOT NULL) AS over`,
      [tenantId],
    );
    return row?.over ?? false;
  }

  /** Before the home page, which is the sign that all is there. */
  private async makeMenu(context: RequestContext, numbers: ReadonlyMap<string, number>): Promise<void> {
    const items = EXAMPLE_MENU.map(({ path, children = [] }) => ({ article: numbers.get(path), children }));
    const { version } = await this.menu.get(context);
    await this.menu.replace(context, version, { items });
  }

  /** @returns its number */
  private async makePage(context: RequestContext, { path, input, text }: ExamplePage): Promise<number> {
    const [made]: { readonly number: number; readonly revision: number; readonly is_live: boolean }[] =
      await this.manager.query(
        `SELECT number, revision, a.first_published_at IS NOT NULL AS is_live FROM article a JOIN article_draft USING (tenant_id, number)
         WHERE a.tenant_id = $1 AND a.path = $2 AND a.trashed_at IS NULL`,
        [context.tenantId, path],
      );
    if (made?.is_live) return made.number;
    const number = made?.number ?? (await this.articles.add(context, input, text));
    await this.publishing.publish(context, number, made?.revision ?? 1);
    return number;
  }
}
