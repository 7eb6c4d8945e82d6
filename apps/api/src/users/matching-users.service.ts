import { Inject, Injectable } from '@nestjs/common';
import {
  type MatchingUsersBatch,
  type MatchingUsersPreview,
  USER_LIMITS,
  USER_TEXTS,
} from '@sitedesk/contract';
import type { MatchingUsersDto, PreviewMatchingUsersDto } from '@sitedesk/contract/dto';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { AuditLog } from '../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../common/clock.js';
import { unavailableAware } from '../database/sql.js';
import { Account } from '../identity/account.entity.js';
import type { Acting } from '../identity/acting.js';
import { BulkUsers } from './bulk-users.service.js';
import { narrow, type UserFilter } from './user-list-filter.js';
import { UserList } from './user-list.service.js';

type Person = Pick<Account, 'id' | 'displayName'>;

/**
 * Does the same to everybody who agrees with a filter, however many those are: a bounded number with each request, so that
 * none takes long, and whoever asked can stop in between (users.md C24).
 */
@Injectable()
export class MatchingUsers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UserList,
    private readonly bulk: BulkUsers,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ValidationProblem and PermissionsMissing as the act itself */
  async preview(
    tenantId: string,
    acting: Acting,
    input: PreviewMatchingUsersDto,
  ): Promise<MatchingUsersPreview> {
    await this.bulk.requireSound(tenantId, acting, input);
    const until = new Date(this.clock.now());
    const most = USER_LIMITS.counted;
    const meant = await this.meant(tenantId, input, until);
    const [sql, values] = meant
      .select('a.id')
      .limit(most + 1)
      .getQueryAndParameters();
    const [row] = await unavailableAware(() =>
      this.dataSource.query<readonly { readonly count: number }[]>(
        `SELECT count(*)::integer AS count FROM (${sql}) AS meant`,
        values,
      ),
    );
    const count = row?.count ?? 0;
    return { total: Math.min(count, most), exact: count <= most, until: until.toISOString() };
  }

  /**
   * One batch, in the order of the ids: nobody comes twice, whatever the act changes about who agrees with the filter.
   * Each user is a change of its own, with a row in the audit log; the batch has one more.
   * @throws ValidationProblem and PermissionsMissing before anything is done
   */
  async run(tenantId: string, acting: Acting, input: MatchingUsersDto): Promise<MatchingUsersBatch> {
    await this.bulk.requireSound(tenantId, acting, input);
    const people = await this.next(tenantId, input);
    const batch = people.slice(0, USER_LIMITS.batch);
    const refusals: { readonly id: string; readonly displayName: string; readonly reason: string }[] = [];
    for (const { id, displayName } of batch) {
      const spared = whySpared(acting, input, id);
      const { reason } = await this.bulk.one(tenantId, acting, input, id, spared);
      if (reason !== null) refusals.push({ id, displayName, reason });
    }
    const done = batch.length - refusals.length;
    await this.tell(tenantId, acting, input, { done, refused: refusals.length });
    return {
      ...{ done, refused: refusals.length, refusals: refusals.slice(0, USER_LIMITS.namedRefusals) },
      nextCursor: people.length > batch.length ? (batch.at(-1)?.id ?? null) : null,
    };
  }

  private async next(tenantId: string, input: MatchingUsersDto): Promise<readonly Person[]> {
    const meant = await this.meant(tenantId, input, new Date(input.until));
    if (input.cursor) meant.andWhere('a.id > :after', { after: input.cursor });
    return unavailableAware(() =>
      meant
        .select(['a.id', 'a.displayName'])
        .orderBy('a.id')
        .limit(USER_LIMITS.batch + 1)
        .getMany(),
    );
  }

  private async meant(
    tenantId: string,
    { filter }: PreviewMatchingUsersDto,
    until: Date,
  ): Promise<SelectQueryBuilder<Account>> {
    const wanted: UserFilter = await this.users.filterOf(tenantId, filter);
    const query = narrow(this.dataSource.getRepository(Account).createQueryBuilder('a'), tenantId, wanted);
    return query.andWhere('a.createdAt <= :until', { until });
  }

  /** The search is left out: it can be somebody's name or address. */
  private tell(
    tenantId: string,
    { actor }: Acting,
    { action, role, filter: { q, ...filter } }: MatchingUsersDto,
    counts: { readonly done: number; readonly refused: number },
  ): Promise<void> {
    const after = {
      ...{ action, filter: { ...filter, ...(q === undefined ? {} : { search: true }) } },
      ...(role === undefined ? {} : { role }),
      ...counts,
    };
    return this.auditLog.record(tenantId, actor, { action: 'user.bulk', after });
  }
}

/** Nobody means himself by "all", nor whoever is to get what the others leave. */
function whySpared(
  { principal }: Acting,
  { action, inheritor }: MatchingUsersDto,
  id: string,
): string | undefined {
  if (action === 'remove-role' && id === principal.accountId) return USER_TEXTS.yourself;
  return action === 'delete' && id === inheritor?.toLowerCase() ? USER_TEXTS.inheritorDeleted : undefined;
}
