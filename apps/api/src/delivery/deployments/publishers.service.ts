import { Injectable, NotFoundException } from '@nestjs/common';
import {
  CI_PROVIDERS,
  type CiProvider,
  DEPLOYMENT_MESSAGES as TEXTS,
  type DeployKeyScope,
  type Publisher,
  type Publishers,
} from '@sitedesk/contract/deployments';
import type { PublisherDto, SetPublishersDto } from '@sitedesk/contract/deployments.dto';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { newId } from '../../platform/core/id.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import type { CallerContext, RequestContext } from '../../platform/http/request-context.js';
import { SteeringService } from '../../platform/settings/steering.service.js';
import { ApplicationsService } from './applications.service.js';
import { AudienceService } from './audience.service.js';

/** A publisher as it is stored. */
export interface PublisherRow {
  readonly id: string;
  readonly provider: CiProvider;
  readonly issuer: string;
  readonly repository: string;
  readonly repository_id: string;
  readonly owner_id: string;
  readonly workflow: string;
  readonly environment: string | null;
  readonly ref: string | null;
  readonly scope: DeployKeyScope;
  readonly last_used_at: Date | null;
}

export const PUBLISHER_COLUMNS =
  'p.id, p.provider, p.issuer, p.repository, p.repository_id, p.owner_id, p.workflow, p.environment, p.ref, p.scope, p.last_used_at';

/** CI runs that can deploy an application without a key. */
@Injectable()
export class PublishersService {
  constructor(
    private readonly manager: EntityManager,
    private readonly applications: ApplicationsService,
    private readonly audiences: AudienceService,
    private readonly auditLog: AuditLogService,
    private readonly steering: SteeringService,
  ) {}

  /** @throws NotFoundException */
  async get(context: CallerContext, article: number): Promise<Versioned<Publishers>> {
    await this.applications.require(this.manager, context, article);
    return this.read(this.manager, context, article);
  }

  /**
   * Replaces all of them. Tokens of those that are no longer there stop working immediately.
   * @throws NotFoundException, VersionConflict, ValidationProblem, and what SteeringService throws
   */
  async set(
    context: CallerContext,
    article: number,
    version: number,
    { publishers }: SetPublishersDto,
  ): Promise<Versioned<Publishers>> {
    const { tenantId } = context;
    this.steering.require(context, 'publishing');
    const wanted = new Map(publishers.map(completed).map((each) => [JSON.stringify(each), each]));
    if (wanted.size < publishers.length) throw ValidationProblem.at('publishers', TEXTS.publisherTwice);
    return this.manager.transaction(async (manager) => {
      const { title } = await this.applications.require(manager, context, article);
      await this.applications.lock(manager, context, article);
      const before = await this.read(manager, context, article);
      if (before.version !== version) throw new VersionConflict();
      const gone = before.answer.items.filter((each) => !wanted.delete(JSON.stringify(completed(each))));
      if (gone.length === 0 && wanted.size === 0) return before;
      await manager.query(
        'DELETE FROM deploy_publisher WHERE tenant_id = $1 AND article_number = $2 AND id = ANY($3)',
        [tenantId, article, gone.map(({ id }) => id)],
      );
      await manager.query(
        `INSERT INTO deploy_publisher (tenant_id, article_number, id, provider, issuer, repository, repository_id, owner_id, workflow, environment, ref, scope)
         SELECT $1, $2, x.id, x.provider, x.issuer, x.repository, x."repositoryId", x."ownerId", x.workflow, x.environment, x.ref, x.scope
         FROM json_to_recordset($3) AS x (id uuid, provider text, issuer text, repository text, "repositoryId" text, "ownerId" text,
           workflow text, environment text, ref text, scope text)`,
        [tenantId, article, JSON.stringify([...wanted.values()].map((each) => ({ id: newId(), ...each })))],
      );
      await manager.query(
        'UPDATE application SET publishers_version = publishers_version + 1 WHERE tenant_id = $1 AND number = $2',
        [tenantId, article],
      );
      const after = await this.read(manager, context, article);
      const event = {
        action: 'deployment.publishers',
        target: { kind: 'article', id: String(article) },
        before: { publishers: before.answer.items.map(wordsOf) },
        after: { title, publishers: after.answer.items.map(wordsOf) },
      } as const;
      await this.steering.changed(manager, {
        context,
        steering: 'publishing',
        what: {
          en: `Trusted publishers of “${title}”`,
          de: `Vertrauenswürdige Veröffentlicher von „${title}“`,
        },
      });
      await this.auditLog.record(context, event, manager);
      return after;
    });
  }

  private async read(
    manager: EntityManager,
    context: RequestContext,
    article: number,
  ): Promise<Versioned<Publishers>> {
    const { tenantId } = context;
    const [application]: { version: number }[] = await manager.query(
      'SELECT publishers_version AS version FROM application WHERE tenant_id = $1 AND number = $2',
      [tenantId, article],
    );
    if (!application) throw new NotFoundException();
    const rows: PublisherRow[] = await manager.query(
      `SELECT ${PUBLISHER_COLUMNS} FROM deploy_publisher p WHERE p.tenant_id = $1 AND p.article_number = $2 ORDER BY p.id`,
      [tenantId, article],
    );
    const [audience = ''] = await this.audiences.of(context);
    return new Versioned({ items: rows.map(publisherOf), audience }, application.version);
  }
}

/** All that makes a publisher the one it is, in one order. */
const completed = (given: PublisherDto): Omit<Publisher, 'id' | 'lastUsedAt'> => ({
  provider: given.provider,
  issuer: (given.issuer ?? CI_PROVIDERS[given.provider].issuer).replace(/\/$/, ''),
  repository: given.repository,
  repositoryId: given.repositoryId,
  ownerId: given.ownerId,
  workflow: given.workflow,
  environment: given.environment || null,
  ref: given.ref || null,
  scope: given.scope,
});

/** For the audit log. */
const wordsOf = ({
  issuer,
  repository,
  repositoryId,
  ownerId,
  workflow,
  environment,
  ref,
  scope,
}: Publisher) =>
  [
    `${issuer} ${repository} (${repositoryId}, ${ownerId}) ${workflow}`,
    ...(environment === null ? [] : [environment]),
    ...(ref === null ? [] : [ref]),
    scope,
  ].join(' ');

const publisherOf = (row: PublisherRow): Publisher => ({
  id: row.id,
  provider: row.provider,
  issuer: row.issuer,
  repository: row.repository,
  repositoryId: row.repository_id,
  ownerId: row.owner_id,
  workflow: row.workflow,
  environment: row.environment,
  ref: row.ref,
  scope: row.scope,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
