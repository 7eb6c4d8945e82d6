import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  type Deployment,
  DEPLOYMENT_MESSAGES as TEXTS,
  type DeploymentState,
  SUPERSEDED,
} from '@sitedesk/contract/deployments';
import type { DeploymentListDto } from '@sitedesk/contract/deployments.dto';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type { Message } from '@sitedesk/contract/messages';
import { PROBLEM_CODES } from '@sitedesk/contract/problems';
import { EntityManager } from 'typeorm';
import { findDraft } from '../../content/articles/article-rows.js';
import { PublishingService } from '../../content/articles/publishing.service.js';
import { SiteChangesService } from '../../content/site-changes/site-changes.service.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ProblemException, WrongState } from '../../platform/http/problem.js';
import {
  type CallerContext,
  type RequestContext,
  systemContext,
} from '../../platform/http/request-context.js';
import { ApplicationsService, type LockedApplication } from './applications.service.js';
import { changedAddresses } from './changed-addresses.js';
import type { Deployer } from './deploy-keys.service.js';
import { type DeployedFile, DeploymentContentsService } from './deployment-contents.service.js';
import { DeploymentInspectionService } from './deployment-inspection.service.js';
import { DeploymentPreviewsService } from './deployment-previews.service.js';
import { DeploymentRefused } from './deployment-refused.js';

/** An upload that is being unpacked. */
export interface Begun {
  readonly article: number;
  readonly number: number;
  readonly lease: string;
}

/** What an upload says of itself. */
export interface DeploymentNotes {
  readonly commit: string | null;
  readonly message: string | null;
}

export interface Finished {
  readonly deployment: number;
  readonly live: boolean;
  /** Whether what changed will be purged from the CDN. */
  readonly isPurged: boolean;
  readonly path: string;
  readonly deployed: number;
  readonly at: Date;
  readonly files: number;
  readonly warnings: readonly Message[];
}

interface DeploymentRow {
  readonly number: number;
  readonly state: DeploymentState;
  readonly files: number;
  readonly bytes: string;
  readonly new_bytes: string;
  readonly by: string;
  readonly commit: string | null;
  readonly message: string | null;
  readonly warnings: readonly Message[];
  readonly failure: Message | null;
  readonly created_at: Date;
  readonly live_at: Date | null;
}

const COLUMNS =
  'number, state, files, bytes, new_bytes, by, commit, message, warnings, failure, created_at, live_at';
/** An upload whose instance was killed holds up the next one for so long. */
const LEASE_SECONDS = 45;

/**
 * What is deployed of applications. Visitors get what one row says is live: it changes in the transaction that has stored everything
 * else, so a reader finds one deployment or another, whatever ends the process.
 */
@Injectable()
export class DeploymentsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly applications: ApplicationsService,
    private readonly contents: DeploymentContentsService,
    private readonly inspection: DeploymentInspectionService,
    private readonly previews: DeploymentPreviewsService,
    private readonly publishing: PublishingService,
    private readonly auditLog: AuditLogService,
    private readonly siteChanges: SiteChangesService,
    private readonly changes: DatabaseChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest first. @throws NotFoundException */
  async list(context: CallerContext, article: number, query: DeploymentListDto): Promise<Page<Deployment>> {
    await this.applications.require(this.manager, context, article);
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const before = query.cursor === undefined ? null : decodeCursor(query.cursor, ['number'])[0];
    const rows: DeploymentRow[] = await this.manager.query(
      `SELECT ${COLUMNS} FROM deployment WHERE tenant_id = $1 AND article_number = $2 AND ($3::integer IS NULL OR number < $3)
       ORDER BY number DESC LIMIT $4`,
      [context.tenantId, article, before, size + 1],
    );
    const previews = await this.previews.urls(context.tenantId, article, rows);
    return pageOf(
      rows,
      size,
      (row) => deploymentOf(row, previews),
      ({ number }) => [number],
    );
  }

  /** Begins an upload, before its body is read. @throws ProblemException 409 while another one of the application is under way */
  async begin(context: RequestContext, { article }: Deployer, notes: DeploymentNotes): Promise<Begun> {
    const { tenantId } = context;
    const lease = newId();
    return this.manager.transaction(async (manager) => {
      await this.applications.lock(manager, productOf(context), article);
      const [busy]: { number: number }[] = await manager.query(
        `SELECT number FROM deployment WHERE tenant_id = $1 AND article_number = $2 AND state = 'checking' AND leased_until > now()`,
        [tenantId, article],
      );
      if (busy) throw new ProblemException(HttpStatus.CONFLICT, PROBLEM_CODES.busy, TEXTS.busy);
      await manager.query(
        `UPDATE deployment SET state = 'failed', failure = $3, lease = NULL WHERE tenant_id = $1 AND article_number = $2 AND state = 'checking'`,
        [tenantId, article, JSON.stringify(TEXTS.interrupted)],
      );
      const number = await this.nextNumber(manager, tenantId, article);
      await manager.query(
        `INSERT INTO deployment (tenant_id, article_number, number, state, by, commit, message, created_at, lease, leased_until)
         VALUES ($1, $2, $3, 'checking', $4, $5, $6, $7, $8, now() + make_interval(secs => ${LEASE_SECONDS}))`,
        [
          tenantId,
          article,
          number,
          context.actor.label,
          notes.commit,
          notes.message,
          new Date(this.clock.now()),
          lease,
        ],
      );
      return { article, number, lease };
    });
  }

  /** The application is locked, so numbers go up one by one. */
  async nextNumber(manager: EntityManager, tenantId: string, article: number): Promise<number> {
    const [rows]: [{ number: number }[], number] = await manager.query(
      'UPDATE application SET last_deployment = last_deployment + 1 WHERE tenant_id = $1 AND number = $2 RETURNING last_deployment AS number',
      [tenantId, article],
    );
    if (!rows[0]) throw new NotFoundException();
    return rows[0].number;
  }

  /** Keeps others of the application from beginning for as long as an upload takes. @returns what ends that */
  hold({ tenantId }: RequestContext, begun: Begun): () => void {
    const renew = (): void =>
      void this.manager
        .query(
          `UPDATE deployment SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
           WHERE tenant_id = $1 AND article_number = $2 AND number = $3 AND lease = $4`,
          [tenantId, begun.article, begun.number, begun.lease],
        )
        .catch(() => undefined);
    const renewal = setInterval(renew, (LEASE_SECONDS * 1_000) / 4);
    return () => clearInterval(renewal);
  }

  /** Notes why an upload failed. */
  async fail(context: RequestContext, begun: Begun, error: unknown): Promise<void> {
    const failure = error instanceof ProblemException ? error.reason : TEXTS.interrupted;
    await this.manager
      .query(
        `UPDATE deployment SET state = 'failed', failure = $5, lease = NULL
         WHERE tenant_id = $1 AND article_number = $2 AND number = $3 AND lease = $4 AND state = 'checking'`,
        [context.tenantId, begun.article, begun.number, begun.lease, JSON.stringify(failure)],
      )
      .catch(() => undefined); // the database may be what failed; the lease ends
  }

  /**
   * Stores what was uploaded, and takes it live unless the application is locked, it's a draft, or the key is for drafts.
   * @throws DeploymentRefused, ProblemException 409 when a newer deployment is live, or when the upload was given up
   */
  async finish(
    context: RequestContext,
    deployer: Deployer,
    begun: Begun,
    uploaded: { readonly files: readonly DeployedFile[]; readonly warnings: readonly Message[] },
  ): Promise<Finished> {
    const { path, sourceMaps } = await this.applications.require(
      this.manager,
      productOf(context),
      begun.article,
    );
    const files = sourceMaps ? uploaded.files : uploaded.files.filter((file) => !file.path.endsWith('.map'));
    const left = uploaded.files.length - files.length;
    const found = await this.inspection.inspect(context.tenantId, path.slice(0, -1), files);
    const warnings = [
      ...uploaded.warnings,
      ...(left > 0 ? [TEXTS.sourceMapsOut({ count: left })] : []),
      ...found.warnings,
    ];
    const { tenantId } = context;
    const { article, number, lease } = begun;
    const at = new Date(this.clock.now());
    const finished = await this.manager.transaction(async (manager) => {
      const application = await this.applications.lock(manager, productOf(context), article);
      const [held]: { draft: boolean }[] = await manager.query(
        `SELECT draft FROM deployment WHERE tenant_id = $1 AND article_number = $2 AND number = $3 AND lease = $4
         AND state IN ('uploading', 'checking') FOR UPDATE`,
        [tenantId, article, number, lease],
      );
      if (!held) throw new DeploymentRefused(TEXTS.interrupted, HttpStatus.CONFLICT, PROBLEM_CODES.conflict);
      if ((application.liveDeployment ?? 0) > number)
        throw new DeploymentRefused(TEXTS.superseded, HttpStatus.CONFLICT, SUPERSEDED);
      const newBytes = await this.contents.add(manager, tenantId, files, at);
      await manager.query(
        `INSERT INTO deployment_file (tenant_id, article_number, deployment, path, hash, size)
         SELECT $1, $2, $3, x.path, x.hash, x.size FROM json_to_recordset($4) AS x (path text, hash text, size bigint)`,
        [tenantId, article, number, JSON.stringify(files)],
      );
      await manager.query(
        `UPDATE deployment SET state = 'ready', files = $4, bytes = $5, new_bytes = new_bytes + $6, warnings = $7, rules = $8, lease = NULL
         WHERE tenant_id = $1 AND article_number = $2 AND number = $3`,
        [
          tenantId,
          article,
          number,
          files.length,
          files.reduce((sum, { size }) => sum + size, 0),
          newBytes,
          JSON.stringify(warnings),
          found.rules && JSON.stringify(found.rules),
        ],
      );
      await manager.query(
        'DELETE FROM deployment_manifest WHERE tenant_id = $1 AND article_number = $2 AND deployment = $3',
        [tenantId, article, number],
      );
      const live = deployer.scope === 'deploy' && !held.draft && !application.locked;
      const { changed, isPurged } = live
        ? await this.switchTo(manager, tenantId, application, number, at)
        : { changed: [], isPurged: false };
      const event = {
        action: 'deployment.create',
        target: { kind: 'article', id: String(article) },
        after: {
          title: application.title,
          deployment: number,
          files: files.length,
          live,
          changed: changed.length,
        },
      } as const;
      await this.auditLog.record(context, event, manager);
      const deployed = application.deployed + (live ? 1 : 0);
      return {
        deployment: number,
        live,
        isPurged,
        path: application.path,
        deployed,
        at,
        files: files.length,
        warnings,
      };
    });
    if (finished.live) await this.showSite(context, article);
    return finished;
  }

  /** Takes a deployment live that is whole: an earlier one, or one that waits. @throws NotFoundException, WrongState */
  async activate(context: CallerContext, article: number, number: number): Promise<Deployment> {
    const { tenantId } = context;
    const at = new Date(this.clock.now());
    await this.manager.transaction(async (manager) => {
      const application = await this.applications.lock(manager, context, article);
      const [row]: { state: DeploymentState }[] = await manager.query(
        'SELECT state FROM deployment WHERE tenant_id = $1 AND article_number = $2 AND number = $3 FOR UPDATE',
        [tenantId, article, number],
      );
      if (!row) throw new NotFoundException();
      if (row.state === 'live') return;
      if (row.state !== 'ready') throw new WrongState(TEXTS.notWhole);
      await this.switchTo(manager, tenantId, application, number, at);
      const event = {
        action: 'deployment.activate',
        target: { kind: 'article', id: String(article) },
        before: { deployment: application.liveDeployment },
        after: { title: application.title, deployment: number },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
    await this.showSite(context, article);
    const [row]: DeploymentRow[] = await this.manager.query(
      `SELECT ${COLUMNS} FROM deployment WHERE tenant_id = $1 AND article_number = $2 AND number = $3`,
      [tenantId, article, number],
    );
    if (!row) throw new NotFoundException();
    return deploymentOf(row, new Map());
  }

  /** The one place where what visitors get changes. @returns addresses that answer with something else from now on */
  private async switchTo(
    manager: EntityManager,
    tenantId: string,
    { number: article, path, liveDeployment }: LockedApplication,
    number: number,
    at: Date,
  ): Promise<{ readonly changed: readonly string[]; readonly isPurged: boolean }> {
    await manager.query(
      `UPDATE deployment SET state = 'ready', live_until = $3 WHERE tenant_id = $1 AND article_number = $2 AND state = 'live'`,
      [tenantId, article, at],
    );
    await manager.query(
      `UPDATE deployment SET state = 'live', live_at = $4, live_until = NULL WHERE tenant_id = $1 AND article_number = $2 AND number = $3`,
      [tenantId, article, number, at],
    );
    await manager.query(
      'UPDATE application SET live_deployment = $3, deployed = deployed + 1 WHERE tenant_id = $1 AND number = $2',
      [tenantId, article, number],
    );
    await manager.query('SELECT pg_notify($1, $2::text)', [CHANNELS.pages, tenantId]);
    const [before, after] = [
      await filesOf(manager, tenantId, article, liveDeployment),
      await filesOf(manager, tenantId, article, number),
    ];
    const changed = changedAddresses(path, before, after);
    const isPurged = await this.siteChanges.changed(manager, tenantId, [
      { reason: 'deployment', article, pages: [`${path}/`], lists: [], more: changed },
    ]);
    return { changed, isPurged };
  }

  /** The first that goes live takes its address; someone who has withdrawn the page since has it stay so. */
  private async showSite(context: RequestContext, article: number): Promise<void> {
    const { tenantId } = context;
    this.changes.emit(CHANNELS.pages, tenantId);
    const rows: unknown[] = await this.manager.query(
      'SELECT 1 FROM article WHERE tenant_id = $1 AND number = $2 AND first_published_at IS NULL',
      [tenantId, article],
    );
    if (rows.length === 0) return;
    const draft = await findDraft(this.manager, tenantId, article);
    if (draft) await this.publishing.publish(productOf(context), article, draft.revision);
  }
}

/** A key sees its own application, no matter who may see the article. */
export const productOf = ({ tenantId, actor }: RequestContext): RequestContext =>
  systemContext(tenantId, actor.label);

async function filesOf(
  manager: EntityManager,
  tenantId: string,
  article: number,
  deployment: number | null,
): Promise<readonly DeployedFile[]> {
  return manager.query(
    'SELECT path, hash, size::integer AS size FROM deployment_file WHERE tenant_id = $1 AND article_number = $2 AND deployment = $3',
    [tenantId, article, deployment],
  );
}

const deploymentOf = (row: DeploymentRow, previews: ReadonlyMap<number, string>): Deployment => ({
  number: row.number,
  state: row.state,
  files: row.files,
  bytes: Number(row.bytes),
  newBytes: Number(row.new_bytes),
  by: row.by,
  commit: row.commit,
  message: row.message,
  warnings: row.warnings,
  failure: row.failure,
  createdAt: row.created_at.toISOString(),
  liveAt: row.live_at?.toISOString() ?? null,
  preview: previews.get(row.number) ?? null,
});
