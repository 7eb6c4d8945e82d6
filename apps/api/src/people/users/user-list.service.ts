import { Injectable, NotFoundException } from '@nestjs/common';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { isBuiltInRole } from '@sitedesk/contract/permissions';
import type { RoleMembersDto } from '@sitedesk/contract/roles.dto';
import { isId } from '@sitedesk/contract/rules';
import type { UserSummary } from '@sitedesk/contract/users';
import { isMailbox } from '@sitedesk/contract/rules';
import { normaliseLine } from '@sitedesk/contract/text';
import type { UserFilterDto, UserListDto } from '@sitedesk/contract/users.dto';
import { EntityManager, In } from 'typeorm';
import { decodeCursor, notOurs, type Page, pageOf } from '../../platform/http/keyset.js';
import { Account } from '../accounts/account.entity.js';
import { AccountRole } from '../accounts/account-role.entity.js';
import { Role } from '../roles/role.entity.js';
import { canonicalEmail } from '../accounts/accounts.service.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { keyOf, orderOf, parts, placeIn, type UserOrder } from './user-list-order.js';
import { narrow, type UserFilter } from './user-list-filter.js';
import { UserSummariesService } from './user-summaries.service.js';

/** The list of users. Every page costs the same, however many there are: nothing is counted, and nothing skipped. */
@Injectable()
export class UserListService {
  constructor(
    private readonly manager: EntityManager,
    private readonly summaries: UserSummariesService,
    private readonly personalData: PersonalDataService,
  ) {}

  /** @throws ValidationProblem for a cursor that is not one of this list's */
  async page(
    tenantId: string,
    { limit: wanted, cursor, sort, order, ...query }: UserListDto,
  ): Promise<Page<UserSummary>> {
    const limit = Number(wanted ?? IDENTITY_LIMITS.pageSize.default);
    const by = orderOf(sort, order);
    const place = cursor === undefined ? undefined : placeIn(by, cursor);
    const filter = await this.filterOf(tenantId, query);
    const rows = await this.rows(tenantId, filter, by, place, limit + 1);
    const page = pageOf(
      rows,
      limit,
      (row) => row,
      (row) => keyOf(by, row),
    );
    return { ...page, items: await this.summaries.of(tenantId, page.items) };
  }

  /**
   * Who holds a role, the oldest account first.
   * @throws NotFoundException for a role that there is not, ValidationProblem for a cursor of another list
   */
  async holders(
    tenantId: string,
    roleKey: string,
    { limit: wanted, cursor }: RoleMembersDto,
  ): Promise<Page<UserSummary>> {
    const limit = Number(wanted ?? IDENTITY_LIMITS.pageSize.default);
    const after = cursor === undefined ? undefined : idIn(cursor);
    const { manager } = this;
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
  }

  /** What a request asks for, as the database can look for it. */
  async filterOf(tenantId: string, { q, ...named }: UserFilterDto): Promise<UserFilter> {
    return { ...named, ...(await this.search(tenantId, q)) };
  }

  /** Those who agree with the filter: an order with empty places is gone through part by part. */
  private async rows(
    tenantId: string,
    filter: UserFilter,
    by: UserOrder,
    place: ReturnType<typeof placeIn> | undefined,
    limit: number,
  ): Promise<readonly Account[]> {
    const rows: Account[] = [];
    for (const part of parts(by, place)) {
      const query = narrow(this.manager.createQueryBuilder(Account, 'a'), tenantId, filter);
      rows.push(
        ...(await part(query)
          .limit(limit - rows.length)
          .getMany()),
      );
      if (rows.length === limit) break;
    }
    return rows;
  }

  /** An address is looked for whole, by its keyed hash; anything else is the start of a name. */
  private async search(
    tenantId: string,
    q: string | undefined,
  ): Promise<Pick<UserFilter, 'emailKey' | 'name'>> {
    if (q === undefined) return {};
    if (!isMailbox(normaliseLine(q))) return { name: String(normaliseLine(q)) };
    return { emailKey: In([...(await this.personalData.lookupKeys(tenantId, canonicalEmail(q)))]) };
  }
}

function idIn(cursor: string): string {
  const [id] = decodeCursor(cursor, ['string']);
  if (!isId(id)) throw notOurs();
  return id;
}
