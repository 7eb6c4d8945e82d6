import type { Message } from '@sitedesk/contract/messages';
import { Inject, Injectable } from '@nestjs/common';
import {
  type MatchingUsersBatch,
  type MatchingUsersPreview,
  USER_LIMITS,
  USER_TEXTS,
} from '@sitedesk/contract/users';
import type { MatchingUsersDto, PreviewMatchingUsersDto } from '@sitedesk/contract/users.dto';
import { EntityManager, type SelectQueryBuilder } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { Account } from '../accounts/account.entity.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { BulkUsersService } from './bulk-users.service.js';
import { narrow, type UserFilter } from './user-list-filter.js';
import { UserListService } from './user-list.service.js';

type Person = Pick<Account, 'id' | 'displayName'>;

/**
 * Does the same to everyone who agrees with a filter, however many those are: a bounded number with each request, so that
 * none takes long, and anyone who asked can stop in between.
 */
@Injectable()
export class MatchingUsersService {
  constructor(
    private readonly manager: EntityManager,
    private readonly users: UserListService,
    private readonly bulk: BulkUsersService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ValidationProblem and PermissionsMissing as the action itself */
  async preview(context: CallerContext, input: PreviewMatchingUsersDto): Promise<MatchingUsersPreview> {
    await this.bulk.requireValid(context, input);
    const until = new Date(this.clock.now());
    const most = USER_LIMITS.counted;
    const query = await this.matching(context.tenantId, input, until);
    const [sql, values] = query
      .select('a.id')
      .limit(most + 1)
      .getQueryAndParameters();
    const [row] = await this.manager.query<readonly { readonly count: number }[]>(
      `SELECT count(*)::integer AS count FROM (${sql}) AS matching`,
      values,
    );
    const count = row?.count ?? 0;
    return { total: Math.min(count, most), exact: count <= most, until: until.toISOString() };
  }

  /**
   * One batch, in the order of the ids: nobody comes twice, whatever the action changes about who agrees with the filter.
   * Each user is a change of its own, and its row in the audit log a part of the batch's.
   * @throws ValidationProblem and PermissionsMissing before anything is done
   */
  async run(context: CallerContext, input: MatchingUsersDto): Promise<MatchingUsersBatch> {
    await this.bulk.requireValid(context, input);
    const people = await this.next(context.tenantId, input);
    const batch = people.slice(0, USER_LIMITS.batch);
    const refusals: MatchingUsersBatch['refusals'][number][] = [];
    const part = await this.bulk.begin(context, input, {
      matched: batch.length,
      filter: withoutSearch(input.filter),
    });
    for (const { id, displayName } of batch) {
      const skipped = skipReason(context, input, id);
      const { reason, reasonCode } = await this.bulk.one(part, input, id, skipped);
      if (reason !== null) refusals.push({ id, displayName, reason, reasonCode });
    }
    const done = batch.length - refusals.length;
    return {
      done,
      refused: refusals.length,
      refusals: refusals.slice(0, USER_LIMITS.namedRefusals),
      nextCursor: people.length > batch.length ? (batch.at(-1)?.id ?? null) : null,
    };
  }

  private async next(tenantId: string, input: MatchingUsersDto): Promise<readonly Person[]> {
    const query = await this.matching(tenantId, input, new Date(input.until));
    if (input.cursor) query.andWhere('a.id > :after', { after: input.cursor });
    return query
      .select(['a.id', 'a.displayName'])
      .orderBy('a.id')
      .limit(USER_LIMITS.batch + 1)
      .getMany();
  }

  private async matching(
    tenantId: string,
    { filter }: PreviewMatchingUsersDto,
    until: Date,
  ): Promise<SelectQueryBuilder<Account>> {
    const wanted: UserFilter = await this.users.filterOf(tenantId, filter);
    const query = narrow(this.manager.createQueryBuilder(Account, 'a'), tenantId, wanted);
    return query.andWhere('a.createdAt <= :until', { until });
  }
}

/** It can be someone's name or address, and isn't recorded. */
const withoutSearch = ({ q, ...filter }: MatchingUsersDto['filter']): object => ({
  ...filter,
  ...(q === undefined ? {} : { search: true }),
});

/** Nobody means himself by "all", nor anyone who is to get what the others leave. */
function skipReason(
  context: CallerContext,
  { action, inheritor }: MatchingUsersDto,
  id: string,
): Message | undefined {
  if (action === 'remove-role' && id === context.caller.accountId) return USER_TEXTS.yourself;
  return action === 'delete' && id === inheritor?.toLowerCase() ? USER_TEXTS.inheritorDeleted : undefined;
}
