import { Injectable, NotFoundException } from '@nestjs/common';
import type { DeploymentChange, DeploymentChanges } from '@sitedesk/contract/deployments';
import type { DeploymentListDto } from '@sitedesk/contract/deployments.dto';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { EntityManager } from 'typeorm';
import { decodeCursor, pageOf } from '../../platform/http/keyset.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { ApplicationsService } from './applications.service.js';

interface ChangeRow {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

const filesOf = (parameter: string): string =>
  `SELECT path, hash, size FROM deployment_file WHERE tenant_id = $1 AND article_number = $2 AND deployment = ${parameter}`;
const CHANGES = `SELECT path, b.size AS before, n.size AS after FROM (${filesOf('$3')}) b FULL JOIN (${filesOf('$4')}) n USING (path)
  WHERE b.hash IS DISTINCT FROM n.hash AND ($5::text IS NULL OR path > $5 COLLATE "C") ORDER BY path LIMIT $6`;

/** Which files differ between deployments. */
@Injectable()
export class DeploymentChangesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly applications: ApplicationsService,
  ) {}

  /** Compares with what is live, or what is live with the whole one before it. @throws NotFoundException */
  async list(
    context: CallerContext,
    article: number,
    number: number,
    query: DeploymentListDto,
  ): Promise<DeploymentChanges> {
    const { tenantId } = context;
    const { live } = await this.applications.require(this.manager, context, article);
    const found: unknown[] = await this.manager.query(
      'SELECT 1 FROM deployment WHERE tenant_id = $1 AND article_number = $2 AND number = $3',
      [tenantId, article, number],
    );
    if (found.length === 0) throw new NotFoundException();
    const against = live === number ? await this.before(tenantId, article, number) : live;
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const after = query.cursor === undefined ? null : decodeCursor(query.cursor, ['string'])[0];
    const rows: ChangeRow[] = await this.manager.query(CHANGES, [
      tenantId,
      article,
      against,
      number,
      after,
      size + 1,
    ]);
    return { against, ...pageOf(rows, size, changeOf, ({ path }) => [path]) };
  }

  private async before(tenantId: string, article: number, number: number): Promise<number | null> {
    const [row]: { number: number }[] = await this.manager.query(
      `SELECT number FROM deployment WHERE tenant_id = $1 AND article_number = $2 AND number < $3 AND state = 'ready'
       ORDER BY number DESC LIMIT 1`,
      [tenantId, article, number],
    );
    return row?.number ?? null;
  }
}

const changeOf = ({ path, before, after }: ChangeRow): DeploymentChange => ({
  path,
  before: before === null ? null : Number(before),
  after: after === null ? null : Number(after),
});
