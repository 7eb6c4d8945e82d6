import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IDENTITY_LIMITS, type UserSummary } from '@sitedesk/contract';
import { isMailbox, normaliseLine, type UserFilterDto, type UserListDto } from '@sitedesk/contract/dto';
import { In, Repository } from 'typeorm';
import { type Page, pageOf } from '../common/keyset.js';
import { unavailableAware } from '../database/sql.js';
import { Account } from '../identity/account.entity.js';
import { canonicalEmail } from '../identity/accounts.service.js';
import { PersonalData } from '../keys/personal-data.service.js';
import { keyOf, orderOf, parts, placeIn, type UserOrder } from './user-list-order.js';
import { narrow, type UserFilter } from './user-list-filter.js';
import { UserSummaries } from './user-summaries.service.js';

/** The list of users. Every page costs the same, however many there are: nothing is counted, and nothing skipped. */
@Injectable()
export class UserList {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly summaries: UserSummaries,
    private readonly personalData: PersonalData,
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
    return unavailableAware(async () => {
      const rows = await this.rows(tenantId, filter, by, place, limit + 1);
      const page = pageOf(
        rows,
        limit,
        (row) => row,
        (row) => keyOf(by, row),
      );
      return { ...page, items: await this.summaries.of(tenantId, page.items) };
    });
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
      const query = narrow(this.accounts.createQueryBuilder('a'), tenantId, filter);
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
