import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ExternalIdentityView } from '@sitedesk/contract';
import { Repository } from 'typeorm';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { unavailableAware } from '../../database/sql.js';
import { WaysIn } from '../ways-in.service.js';
import { ExternalIdentity } from './external-identity.entity.js';
import { GroupRoles } from './group-roles.service.js';

/** The identities at providers that an account is linked to. */
@Injectable()
export class ExternalIdentities {
  constructor(
    @InjectRepository(ExternalIdentity) private readonly rows: Repository<ExternalIdentity>,
    private readonly groupRoles: GroupRoles,
    private readonly waysIn: WaysIn,
    private readonly auditLog: AuditLog,
  ) {}

  async list(tenantId: string, accountId: string): Promise<readonly ExternalIdentityView[]> {
    const rows = await unavailableAware(() =>
      this.rows.find({
        where: { tenantId, accountId },
        relations: { provider: true },
        order: { createdAt: 'ASC' },
      }),
    );
    return rows.map(({ id, providerId, provider, createdAt }) => ({
      id,
      providerId,
      provider: provider?.name ?? '',
      createdAt: createdAt.toISOString(),
    }));
  }

  /** Ids of the groups of an account, at whichever provider. */
  async groupsOf(tenantId: string, accountId: string): Promise<ReadonlySet<string>> {
    const rows = await unavailableAware(() => this.rows.findBy({ tenantId, accountId }));
    return new Set(rows.flatMap(({ groups }) => groups));
  }

  /** @throws NotFoundException, LastWayIn */
  async unlink(tenantId: string, actor: Actor, accountId: string, id: string): Promise<void> {
    await unavailableAware(() =>
      this.rows.manager.transaction(async (manager) => {
        const row = await manager.findOneBy(ExternalIdentity, { tenantId, accountId, id });
        if (!row) throw new NotFoundException();
        await this.waysIn.requireAnother(manager, tenantId, accountId, id);
        // The sessions that came through it go with it.
        await manager.delete(ExternalIdentity, { tenantId, id });
        await this.groupRoles.apply(manager, { tenantId, accountId, providerId: row.providerId });
        const target = { kind: 'account', id: accountId };
        await this.auditLog.record(tenantId, actor, { action: 'external-identity.unlink', target }, manager);
      }),
    );
  }
}
