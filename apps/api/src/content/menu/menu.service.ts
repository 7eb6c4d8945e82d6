import { Inject, Injectable } from '@nestjs/common';
import { ARTICLE_MESSAGES } from '@sitedesk/contract/articles';
import { type Menu, MENU_MESSAGES, type MenuArticle, type MenuLink } from '@sitedesk/contract/menu';
import type { MenuDto, MenuLinkDto } from '@sitedesk/contract/menu.dto';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';
import { type Viewer, visibleTo } from '../articles/article-permissions.js';

/** An item as it is stored, in column `items`. */
type StoredLink = Omit<MenuLink, 'details'>;
interface StoredItem extends StoredLink {
  readonly children: readonly StoredLink[];
}

interface SeenArticle extends MenuArticle {
  readonly number: number;
  readonly restricted: boolean;
  readonly is_trashed: boolean;
}

/** The menu of a site. What visitors see of it is up to the database (`live_menu`): items of articles that are live. */
@Injectable()
export class MenuService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    private readonly changes: DatabaseChanges,
    private readonly siteChanges: SiteChangesService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(viewer: Viewer): Promise<Versioned<Menu>> {
    const [row]: { readonly items: readonly StoredItem[]; readonly version: number }[] =
      await this.manager.query('SELECT items, version FROM site_menu WHERE tenant_id = $1', [
        viewer.tenantId,
      ]);
    const items = row?.items ?? [];
    const seen = await this.seen(this.manager, viewer, numbersIn(items));
    const shown = ({ article, label, url }: StoredLink): MenuLink => {
      const found = article === null ? undefined : seen.get(article);
      // Of an article that someone doesn't see, the label may say what it is about.
      if (article !== null && !found) return { article, label: null, url: null, details: null };
      const details = found ? { title: found.title, path: found.path } : null;
      return { article, label, url, details };
    };
    const menu = items.map((item) => ({ ...shown(item), children: item.children.map(shown) }));
    return new Versioned({ items: menu }, row?.version ?? 0);
  }

  /** @throws VersionConflict, ValidationProblem */
  async replace(context: RequestContext, version: number, input: MenuDto): Promise<Versioned<Menu>> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const at = new Date(this.clock.now());
      await manager.query(
        `INSERT INTO site_menu (tenant_id, items, version, changed_at) VALUES ($1, '[]', 0, $2) ON CONFLICT DO NOTHING`,
        [tenantId, at],
      );
      const [row]: { readonly items: readonly StoredItem[]; readonly version: number }[] =
        await manager.query('SELECT items, version FROM site_menu WHERE tenant_id = $1 FOR UPDATE', [
          tenantId,
        ]);
      if (row?.version !== version) throw new VersionConflict();
      const before = row.items;
      const seen = await this.seen(manager, context, [
        ...numbersIn(before),
        ...numbersIn(input.items.map((item) => ({ ...item, children: item.children ?? [] }))),
      ]);
      const items = storedItems(input, before, seen);
      await manager.query(
        'UPDATE site_menu SET items = $2, version = version + 1, changed_at = $3 WHERE tenant_id = $1',
        [tenantId, JSON.stringify(items), at],
      );
      await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
      await this.siteChanges.changed(manager, tenantId, [
        { reason: 'menu', pages: [], lists: [], isWholeSite: true },
      ]);
      const event = {
        action: 'menu.change',
        target: { kind: 'menu', id: tenantId },
        before: { items: linesOf(before, seen) },
        after: { items: linesOf(items, seen) },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
    this.changes.emit(CHANNELS.pages, tenantId);
    return this.get(context);
  }

  /** Those of the articles that someone sees. */
  private async seen(
    manager: EntityManager,
    { tenantId, caller }: Viewer,
    numbers: readonly number[],
  ): Promise<ReadonlyMap<number, SeenArticle>> {
    const values: unknown[] = [tenantId, numbers];
    const visible = visibleTo(caller, (each) => `$${values.push(each)}`);
    const rows: SeenArticle[] = await manager.query(
      `SELECT a.number, a.restricted, a.trashed_at IS NOT NULL AS is_trashed, coalesce(p.head->>'title', a.title) AS title, l.path
       FROM article a
       LEFT JOIN live_page l ON l.tenant_id = a.tenant_id AND l.number = a.number AND l.kind = 'page' AND NOT l.hidden
       LEFT JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
       WHERE a.tenant_id = $1 AND a.number = ANY($2) AND ${visible}`,
      values,
    );
    return new Map(rows.map((row) => [row.number, row]));
  }
}

type Numbered = Pick<MenuLinkDto, 'article'>;
const numbersIn = (
  items: readonly (Numbered & { readonly children: readonly Numbered[] })[],
): readonly number[] =>
  items.flatMap((item) => [item, ...item.children].flatMap(({ article }) => article ?? []));

/** @throws ValidationProblem */
function storedItems(
  { items }: MenuDto,
  before: readonly StoredItem[],
  seen: ReadonlyMap<number, SeenArticle>,
): readonly StoredItem[] {
  const kept = new Map(
    before.flatMap((item) => [item, ...item.children]).map((each) => [each.article, each]),
  );
  const stored = ({ article, url, label }: MenuLinkDto, field: string): StoredLink => {
    if (article != null && url != null) throw ValidationProblem.at(`${field}.url`, MENU_MESSAGES.oneTarget);
    const own = label == null ? null : String(normaliseLine(label));
    if (article == null) {
      if (url == null) throw ValidationProblem.at(`${field}.url`, MENU_MESSAGES.needsTarget);
      if (own === null) throw ValidationProblem.at(`${field}.label`, MENU_MESSAGES.needsLabel);
      return { article: null, label: own, url };
    }
    const found = seen.get(article);
    const former = kept.get(article);
    if (!former && (!found || found.is_trashed))
      throw ValidationProblem.at(`${field}.article`, ARTICLE_MESSAGES.unknown);
    // Who doesn't see an article doesn't see what it is called here.
    return { article, label: found || !former ? own : former.label, url: null };
  };
  return items.map((item, index) => ({
    ...stored(item, `items.${index}`),
    children: (item.children ?? []).map((child, below) => stored(child, `items.${index}.children.${below}`)),
  }));
}

/** For the audit log: a line each, with the numbers of articles. What hidden ones are called isn't for all who read it. */
function linesOf(items: readonly StoredItem[], seen: ReadonlyMap<number, SeenArticle>): readonly string[] {
  const lineOf = ({ article, label, url }: StoredLink): string => {
    const isOpen = article === null || seen.get(article)?.restricted === false;
    return [article === null ? url : `#${article}`, isOpen ? label : null].filter(Boolean).join(' ');
  };
  return items.flatMap((item) => [lineOf(item), ...item.children.map((child) => `– ${lineOf(child)}`)]);
}
