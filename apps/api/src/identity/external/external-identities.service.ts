import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ExternalIdentityView } from '@sitedesk/contract';
import { Repository } from 'typeorm';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { ProblemException } from '../../common/problem.js';
import { unavailableAware } from '../../database/sql.js';
import { Account } from '../account.entity.js';
import { ExternalIdentity } from './external-identity.entity.js';
import { GroupRoles } from './group-roles.service.js';

/** The identities at providers that an account is linked to. */
@Injectable()
export class ExternalIdentities {
  constructor(
    @InjectRepository(ExternalIdentity) private readonly rows: Repository<ExternalIdentity>,
    private readonly groupRoles: GroupRoles,
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

  /** @throws NotFoundException; ProblemException when nothing else would be left to sign in with */
  async unlink(tenantId: string, actor: Actor, accountId: string, id: string): Promise<void> {
    await unavailableAware(() =>
      this.rows.manager.transaction(async (manager) => {
        const row = await manager.findOneBy(ExternalIdentity, { tenantId, accountId, id });
        if (!row) throw new NotFoundException();
        const account = await manager.findOneByOrFail(Account, { tenantId, id: accountId });
        const others = (await manager.countBy(ExternalIdentity, { tenantId, accountId })) - 1;
        if (account.passwordHash === null && others === 0) {
          throw new ProblemException(
            HttpStatus.CONFLICT,
            'validation-failed',
            'Set a password first: without this identity you could not sign in any more.',
          );
        }
        await this.groupRoles.apply(manager, { tenantId, accountId, providerId: row.providerId, groups: [] });
        await manager.delete(ExternalIdentity, { tenantId, id });
        const target = { kind: 'account', id: accountId };
        await this.auditLog.record(tenantId, actor, { action: 'external-identity.unlink', target }, manager);
      }),
    );
  }
}
