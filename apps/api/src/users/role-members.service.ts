import { Injectable, NotFoundException } from '@nestjs/common';
import { IDENTITY_LIMITS, isBuiltInRole, type UserSummary } from '@sitedesk/contract';
import { isId, type RoleMembersDto } from '@sitedesk/contract/dto';
import { DataSource, In } from 'typeorm';
import { decodeCursor, notOurs, type Page, pageOf } from '../common/keyset.js';
import { unavailableAware } from '../database/sql.js';
import { Account } from '../identity/account.entity.js';
import { AccountRole } from '../roles/account-role.entity.js';
import { Role } from '../roles/role.entity.js';
import { UserSummaries } from './user-summaries.service.js';

/** Who holds a role, in the order in which the accounts were made. */
@Injectable()
export class RoleMembers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly summaries: UserSummaries,
  ) {}

  /** @throws NotFoundException for a role that there is not, ValidationProblem for a cursor of another list */
  list(
    tenantId: string,
    roleKey: string,
    { limit: wanted, cursor }: RoleMembersDto,
  ): Promise<Page<UserSummary>> {
    const limit = Number(wanted ?? IDENTITY_LIMITS.pageSize.default);
    const after = cursor === undefined ? undefined : idIn(cursor);
    return unavailableAware(async () => {
      const { manager } = this.dataSource;
      if (!isBuiltInRole(roleKey) && !(await manager.existsBy(Role, { tenantId, id: roleKey })))
        throw new NotFoundException();
      const query = manager
        .createQueryBuilder(AccountRole, 'held')
        .select('DISTINCT held.account_id', 'id')
        .where('held.tenantId = :tenantId AND held.roleKey = :roleKey', { tenantId, roleKey });
      if (after !== undefined) query.andWhere('held.accountId > :after', { after });
      const rows = await query
        .orderBy('id')
        .limit(limit + 1)
        .getRawMany<{ id: string }>();
      const ids = rows.slice(0, limit).map(({ id }) => id);
      const where = { tenantId, id: In(ids) };
      const accounts = await manager.find(Account, { where, order: { id: 'ASC' } });
      const users = new Map((await this.summaries.of(tenantId, accounts)).map((user) => [user.id, user]));
      const page = pageOf(
        rows,
        limit,
        ({ id }) => users.get(id),
        ({ id }) => [id],
      );
      // Who was deleted between the two statements is left out.
      return { ...page, items: page.items.filter((user) => user !== undefined) };
    });
  }
}

function idIn(cursor: string): string {
  const [id] = decodeCursor(cursor, ['string']);
  if (!isId(id)) throw notOurs();
  return id;
}
