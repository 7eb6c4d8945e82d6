import { Injectable } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import {
  REDIRECT_LIMITS,
  type RedirectArticle,
  type RedirectStep,
  type TriedUrl,
} from '@sitedesk/contract/redirects';
import { EntityManager } from 'typeorm';
import { findArticle } from '../articles/article-rows.js';
import type { Viewer } from '../articles/article-permissions.js';
import { pathOnSite, placesAbove } from '../articles/forwards.js';
import { livePathOf } from '../articles/live-path.js';
import { publicPath } from '../articles/public-path.js';

/** What an address of an article answers. */
interface PlaceRow {
  readonly kind: 'page' | 'redirect' | 'gone' | null;
  readonly number: number;
  readonly hidden: boolean | null;
  readonly forward_url: string | null;
  /** Of the article that it leads to. */
  readonly leads_to: number | null;
  readonly target: string | null;
}

interface RuleRow {
  readonly id: string;
  readonly path: string;
  readonly with_below: boolean;
  readonly code: 301 | 302 | 308 | 410;
  readonly forward_number: number | null;
  readonly forward_url: string | null;
  readonly target: string | null;
}

const PLACE = `SELECT coalesce(l.number, h.number) AS number, l.kind, l.hidden, l.forward_url,
    coalesce(l.forward_number, l.number) AS leads_to, ${livePathOf('l.tenant_id', 'coalesce(l.forward_number, l.number)')} AS target
  FROM (SELECT $1::uuid AS tenant_id, $2::text AS path) asked
  LEFT JOIN live_page l ON l.tenant_id = asked.tenant_id AND l.path = asked.path
  LEFT JOIN path_history h ON h.tenant_id = asked.tenant_id AND h.path = asked.path
  WHERE l.number IS NOT NULL OR h.number IS NOT NULL`;
const RULE = `SELECT r.id, r.path, r.with_below, r.code, r.forward_number, r.forward_url,
    ${livePathOf('r.tenant_id', 'r.forward_number')} AS target FROM redirect_rule r
  WHERE r.tenant_id = $1 AND r.path = ANY($2) AND (r.with_below OR r.path = $3) ORDER BY length(r.path) DESC LIMIT 1`;
const LIST = `SELECT 1 FROM live_list WHERE tenant_id = $1 AND path = $2 AND live_count > 0
  UNION ALL SELECT 1 FROM live_page l JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
  WHERE l.tenant_id = $1 AND l.path = $2 AND l.path <> $3 AND NOT l.hidden AND p.type = ${ARTICLE_TYPES.stream}`;
/** Older articles of a list or blog. */
const ARCHIVE = /\/page\/[1-9]\d{0,5}$/;

/** One step, and where it leads: a path of the site, or a URL. */
interface Found {
  readonly step: Omit<RedirectStep, 'address'>;
  readonly next?: string;
}

const NONE = { article: null, redirect: null } as const;

/** Says what visitors get, without asking the public site: it may be served elsewhere. */
@Injectable()
export class UrlTrialService {
  constructor(private readonly manager: EntityManager) {}

  /** What happens with a URL, until something answers. */
  async follow(viewer: Viewer, url: string): Promise<TriedUrl> {
    const steps: RedirectStep[] = [];
    let address: string | undefined = url;
    while (address !== undefined) {
      const { step, next }: Found =
        steps.length < REDIRECT_LIMITS.steps
          ? await this.step(viewer, address)
          : { step: { kind: 'endless', status: null, ...NONE } };
      steps.push({ address, ...step });
      address = next;
    }
    return { steps };
  }

  private async step(viewer: Viewer, address: string): Promise<Found> {
    const { tenantId } = viewer;
    const path = await pathOnSite(this.manager, tenantId, address);
    if (path === undefined)
      return address.startsWith('/')
        ? { step: { kind: 'impossible', status: 404, ...NONE } }
        : { step: { kind: 'elsewhere', status: null, ...NONE } };
    const [place]: PlaceRow[] = await this.manager.query(PLACE, [tenantId, path]);
    const found =
      (place && !place.hidden && (await this.ofArticle(viewer, place))) || (await this.other(viewer, path));
    if (found) {
      const isPage = found.step.status === 200;
      return isPage && !isSpelled(address)
        ? { step: { kind: 'spelling', status: 301, ...NONE }, next: path }
        : found;
    }
    const article = place ? await this.article(viewer, place.number) : null;
    return { step: { kind: article ? 'offline' : 'nothing', status: 404, article, redirect: null } };
  }

  private async ofArticle(viewer: Viewer, place: PlaceRow): Promise<Found | undefined> {
    if (place.kind === null) return undefined;
    const article = await this.article(viewer, place.number);
    const step = { article, redirect: null };
    if (place.kind === 'page') return { step: { kind: 'page', status: 200, ...step } };
    if (place.kind === 'gone') return { step: { kind: 'gone', status: 410, ...step } };
    if (place.forward_url !== null)
      return { step: { kind: 'withdrawn', status: 301, ...step }, next: place.forward_url };
    if (place.target === null) return undefined;
    const kind = place.leads_to === place.number ? 'moved' : 'withdrawn';
    return { step: { kind, status: 301, ...step }, next: place.target };
  }

  /** A list, or a redirect that someone made. */
  private async other({ tenantId }: Viewer, path: string): Promise<Found | undefined> {
    const lists: unknown[] = await this.manager.query(LIST, [tenantId, path.replace(ARCHIVE, ''), path]);
    if (lists.length > 0) return { step: { kind: 'list', status: 200, ...NONE } };
    const [rule]: RuleRow[] = await this.manager.query(RULE, [tenantId, placesAbove(path), path]);
    if (!rule) return undefined;
    const { id, code, with_below: withBelow } = rule;
    const step = { kind: 'rule', article: null, redirect: { id, path: rule.path, withBelow } } as const;
    const next = rule.forward_url ?? rule.target ?? undefined;
    if (code === 410) return { step: { ...step, status: 410 } };
    return next === undefined
      ? { step: { ...step, status: 404 } }
      : { step: { ...step, status: code }, next };
  }

  private async article(viewer: Viewer, number: number): Promise<RedirectArticle | null> {
    const article = await findArticle(this.manager, viewer, number);
    if (!article) return null;
    const [live]: { readonly path: string }[] = await this.manager.query(
      `SELECT path FROM live_page WHERE tenant_id = $1 AND number = $2 AND kind = 'page'`,
      [viewer.tenantId, number],
    );
    return { number, title: article.title, path: live?.path ?? null };
  }
}

/** Whether a URL has the one spelling of its path. */
function isSpelled(address: string): boolean {
  const [given = ''] = address.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  const place = publicPath(given || '/');
  return place.kind === 'path' && (place.isCanonical || place.path === given);
}
