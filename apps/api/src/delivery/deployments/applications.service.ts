import { Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import {
  type Application,
  DEPLOYMENT_LIMITS as LIMITS,
  DEPLOYMENT_MESSAGES as TEXTS,
} from '@sitedesk/contract/deployments';
import type { CreateApplicationDto, DeploymentListDto } from '@sitedesk/contract/deployments.dto';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { EntityManager } from 'typeorm';
import { findArticle } from '../../content/articles/article-rows.js';
import { type Viewer, visibleTo } from '../../content/articles/article-permissions.js';
import { ArticlesService } from '../../content/articles/articles.service.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';

interface ApplicationRow {
  readonly number: number;
  readonly title: string;
  readonly path: string;
  readonly locked: boolean;
  readonly source_maps: boolean;
  readonly live_deployment: number | null;
  readonly live_at: Date | null;
  readonly deployed: number;
}

/** An application as a transaction has locked it. */
export interface LockedApplication {
  readonly number: number;
  readonly title: string;
  readonly path: string;
  readonly liveDeployment: number | null;
  readonly lastDeployment: number;
  readonly deployed: number;
  readonly locked: boolean;
}

const COLUMNS = `a.number, a.title, a.path, p.locked, p.source_maps, p.live_deployment, d.live_at, p.deployed`;
const FROM = `FROM article a JOIN application p ON p.tenant_id = a.tenant_id AND p.number = a.number
  LEFT JOIN deployment d ON d.tenant_id = p.tenant_id AND d.article_number = p.number AND d.number = p.live_deployment`;

/** Single-page applications: articles of type 3, with what is deployed of them. */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly articles: ArticlesService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** The newest first. */
  async list(context: CallerContext, query: DeploymentListDto): Promise<Page<Application>> {
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [context.tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, ['number'])[0];
    const rows: ApplicationRow[] = await this.manager.query(
      `SELECT ${COLUMNS} ${FROM} WHERE p.tenant_id = $1 AND a.trashed_at IS NULL AND ${visibleTo(context.caller, value)}
       ${after === undefined ? '' : `AND p.number < ${value(after)}`} ORDER BY p.number DESC LIMIT ${value(size + 1)}`,
      values,
    );
    return pageOf(rows, size, applicationOf, ({ number }) => [number]);
  }

  /** @throws NotFoundException */
  async get(context: CallerContext, number: number): Promise<Application> {
    return this.require(this.manager, context, number);
  }

  /** Creates an application, which visitors find at its address once something is live. @throws WrongState, ValidationProblem */
  async create(context: CallerContext, { title, slug }: CreateApplicationDto): Promise<Application> {
    const { tenantId } = context;
    const found: unknown[] = await this.manager.query(
      `SELECT 1 FROM application WHERE tenant_id = $1 LIMIT ${LIMITS.applications}`,
      [tenantId],
    );
    if (found.length === LIMITS.applications)
      throw new WrongState(TEXTS.tooManyApplications({ max: LIMITS.applications }));
    const number = await this.articles.add(context, {
      type: ARTICLE_TYPES.application,
      title,
      ...(slug !== undefined && { slug }),
    });
    return this.get(context, number);
  }

  /** While it is locked, what is deployed waits for someone to take it live. @throws NotFoundException */
  async setLock(context: CallerContext, number: number, locked: boolean): Promise<Application> {
    await this.manager.transaction(async (manager) => {
      const before = await this.lock(manager, context, number);
      if (before.locked === locked) return;
      await manager.query('UPDATE application SET locked = $3 WHERE tenant_id = $1 AND number = $2', [
        context.tenantId,
        number,
        locked,
      ]);
      const target = { kind: 'article', id: String(number) };
      const event = {
        action: 'deployment.lock',
        target,
        before: { locked: before.locked },
        after: { title: before.title, locked },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
    return this.get(context, number);
  }

  /** Without them, source maps of later deployments are left out. @throws NotFoundException */
  async setSourceMaps(context: CallerContext, number: number, sourceMaps: boolean): Promise<Application> {
    await this.manager.transaction(async (manager) => {
      const { title } = await this.lock(manager, context, number);
      const changed: [{ was: boolean }[], number] = await manager.query(
        'UPDATE application SET source_maps = $3 WHERE tenant_id = $1 AND number = $2 AND source_maps <> $3 RETURNING NOT source_maps AS was',
        [context.tenantId, number, sourceMaps],
      );
      const [before] = changed[0];
      if (!before) return;
      const event = {
        action: 'deployment.source-maps',
        target: { kind: 'article', id: String(number) },
        before: { sourceMaps: before.was },
        after: { title, sourceMaps },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
    return this.get(context, number);
  }

  /** @throws NotFoundException unless the viewer sees it */
  async require(manager: EntityManager, viewer: Viewer, number: number): Promise<Application> {
    const values: unknown[] = [viewer.tenantId, number];
    const visible = visibleTo(viewer.caller, (each) => `$${values.push(each)}`);
    const [row]: ApplicationRow[] = await manager.query(
      `SELECT ${COLUMNS} ${FROM} WHERE p.tenant_id = $1 AND p.number = $2 AND ${visible}`,
      values,
    );
    if (!row) throw new NotFoundException();
    return applicationOf(row);
  }

  /** What changes an application waits for each other. @throws NotFoundException unless the viewer sees it */
  async lock(manager: EntityManager, viewer: Viewer, number: number): Promise<LockedApplication> {
    const article = await findArticle(manager, viewer, number);
    const [row]: {
      live_deployment: number | null;
      last_deployment: number;
      deployed: number;
      locked: boolean;
    }[] = await manager.query(
      'SELECT live_deployment, last_deployment, deployed, locked FROM application WHERE tenant_id = $1 AND number = $2 FOR UPDATE',
      [viewer.tenantId, number],
    );
    if (!article || !row) throw new NotFoundException();
    return {
      number,
      title: article.title,
      path: article.path,
      liveDeployment: row.live_deployment,
      lastDeployment: row.last_deployment,
      deployed: row.deployed,
      locked: row.locked,
    };
  }
}

const applicationOf = (row: ApplicationRow): Application => ({
  number: row.number,
  title: row.title,
  path: `${row.path}/`,
  locked: row.locked,
  sourceMaps: row.source_maps,
  live: row.live_deployment,
  liveSince: row.live_at?.toISOString() ?? null,
  deployments: row.deployed,
});
